"""The panel Knowledge."""
