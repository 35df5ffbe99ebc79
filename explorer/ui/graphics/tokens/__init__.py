"""Tokens as pictures."""
