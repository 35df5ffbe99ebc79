"""The Masking panel."""
