"""What a model predicts at the places of a text, and numbers of its logits."""
