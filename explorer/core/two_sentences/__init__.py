"""Two sentences side by side: differences, log-likelihoods, and patching."""
