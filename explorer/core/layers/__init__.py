"""Hidden states layer by layer: similarities, planes, norms, and the logit lens."""
