"""Speed and memory, measured against `transformers` in the same run."""
