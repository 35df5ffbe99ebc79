"""The Training panel."""
