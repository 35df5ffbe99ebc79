"""Several models continuing one prompt."""
