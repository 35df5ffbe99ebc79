"""One file per command: `add_to` declares its options, `run` does it and returns the exit code.

Heavy imports are inside `run`, so that `--help` is immediate.
"""
