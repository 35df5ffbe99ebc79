"""What people judge or read: minimal pairs, and reading times of words."""
