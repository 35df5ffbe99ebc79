"""The panel Inside: one forward pass, step by step."""
