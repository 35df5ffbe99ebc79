"""Real texts by name: what they are, where they lie on this computer, and how each is read."""
