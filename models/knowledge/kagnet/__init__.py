"""KagNet: choices judged by a statement vector and by paths in a knowledge graph."""
