"""The panel Two sentences."""
