"""`main.py bench`: speed and memory of this program, on this machine, beside `transformers`."""

from explorer.bench.run import main

__all__ = ["main"]
