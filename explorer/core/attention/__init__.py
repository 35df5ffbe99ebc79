"""Attention maps for drawing, and measures of them."""
