"""The Parameters panel."""
