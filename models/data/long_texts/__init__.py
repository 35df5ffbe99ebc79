"""Long texts whose parts say something about each other: questions far from facts, and copies."""
