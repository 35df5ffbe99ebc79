"""Many sentences through one model: the loss of each, and its hidden states."""
