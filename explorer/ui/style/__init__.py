"""Themes, colours, fonts and hatching."""
