"""Training runs: from a form to a job."""
