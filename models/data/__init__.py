"""What the models read: the mini-world, a person's own text files, and both as cached ids."""
