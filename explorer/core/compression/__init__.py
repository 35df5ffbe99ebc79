"""Compressed models: which ones were derived from a model, what they cost, what changed in them."""
