"""Leaf layers that are truly the same in several models; they never know a model's name."""
