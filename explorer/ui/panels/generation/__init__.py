"""The Generation panel."""
