"""A text of one's own in place of the mini-world: what measures make of it, and its checks."""
