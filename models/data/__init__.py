"""What the models read: the mini-world, a person's own text files, and the cache of both as token ids."""
