"""The Comparisons panel: what differs, by how much, and how sure one can be."""
