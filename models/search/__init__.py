"""Search for the shape of a model under a budget: short real trainings, chosen by Optuna."""
