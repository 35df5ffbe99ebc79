"""Layers for long texts: attention in chunks, hashing, reversible layers, axial positions."""
