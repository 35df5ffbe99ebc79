"""Comparisons in the window: the gallery, the page of one, and running it in the background."""
