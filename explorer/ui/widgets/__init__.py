"""Drawings that panels share, and the widgets that show them."""
