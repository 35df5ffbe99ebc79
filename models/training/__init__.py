"""Training by a recipe: the trainer, losses, run folders, evaluation."""
