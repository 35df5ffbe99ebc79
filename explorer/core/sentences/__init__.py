"""Many sentences in every model: losses, predictions, a map of their states, similar contexts."""
