"""The Compression panel."""
