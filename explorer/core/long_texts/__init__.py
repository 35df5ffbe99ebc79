"""Long texts: what they cost by length, what attends to what, and what hashing finds."""
