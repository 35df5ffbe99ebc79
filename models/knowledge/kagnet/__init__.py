"""KagNet: choices scored by a statement vector and by paths in a knowledge graph."""
