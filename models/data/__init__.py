"""Training data: the mini-world, text files, and both as cached token ids."""
