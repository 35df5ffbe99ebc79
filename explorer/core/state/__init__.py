"""What the window shows, as data; what survives a restart."""
