"""Attention maps made ready to be drawn, and numbers about them."""
