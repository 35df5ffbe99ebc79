"""Minimal pairs in several models: the scores of their halves, and which one is preferred."""
