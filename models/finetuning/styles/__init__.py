"""The ways in which a model is fine-tuned that are not a new head on its states."""
