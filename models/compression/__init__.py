"""Compression: one file per method, and what is measured of a model before and after."""
