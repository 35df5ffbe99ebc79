"""The panel Why."""
