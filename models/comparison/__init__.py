"""Comparisons: what one declares, running it, its results, and the verdict over seeds."""
