"""One file per distillation method: student, loss, SPEC."""
