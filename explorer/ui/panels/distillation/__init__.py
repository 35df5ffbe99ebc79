"""The Distillation panel."""
