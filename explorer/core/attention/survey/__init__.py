"""What every head of a model does over a sample of sentences, and how much it matters."""
