"""Surprisal of the words of texts, and reading times beside it."""
