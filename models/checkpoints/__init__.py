"""The published folder layout, read and written."""
