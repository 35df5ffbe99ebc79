"""Where parameters and operations are."""
