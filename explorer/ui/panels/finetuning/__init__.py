"""The Fine-tuning panel: models learn a task, and what they get right and wrong."""
