"""One file per pretraining objective: corrupt, loss, SPEC."""
