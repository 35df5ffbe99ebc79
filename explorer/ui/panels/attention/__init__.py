"""The Attention panel."""
