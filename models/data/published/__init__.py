"""Labelled data in the layouts in which it was published, one file per family, and own tables."""
