"""States of one run put into another, and the log-likelihood of sentences."""
