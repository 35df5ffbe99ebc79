"""One forward pass step by step, and what each part of a model wrote into a logit."""
