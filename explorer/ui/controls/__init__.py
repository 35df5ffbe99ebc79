"""Controls that several panels share."""
