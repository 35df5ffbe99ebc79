"""The panel Sentences."""
