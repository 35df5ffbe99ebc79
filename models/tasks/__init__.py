"""Labelled tasks: one file per kind says how an example becomes inputs, a loss and a metric."""
