"""Matrices as pictures."""
