"""Curves, bars and legends of numbers."""
