"""The panel Long texts."""
