"""The panel Layers."""
