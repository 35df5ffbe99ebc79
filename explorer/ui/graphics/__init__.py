"""Drawings that several panels share, and the canvas that shows them."""
