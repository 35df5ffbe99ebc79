"""Labelled sets that are made from the mini-world, one file per set."""
