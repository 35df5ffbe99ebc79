"""One sentence under several objectives, model cards, learning curves."""
