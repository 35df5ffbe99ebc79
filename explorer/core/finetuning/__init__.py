"""Fine-tuning in the window: the runs, and what their predictions show."""
