"""The mini-world: its lexicon, patterns and documents."""
