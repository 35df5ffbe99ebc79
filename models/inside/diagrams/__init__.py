"""Block diagrams of models, derived from the steps that their layers declare."""
