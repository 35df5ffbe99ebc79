"""Two languages in one model: what each says of the other, words that align, shared tokens."""
