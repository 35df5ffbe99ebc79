"""One file per comparison, each with its SPEC; presence is registration."""
