"""One file per command: `add_to` declares its options, `run` does it and returns the exit code.

What is heavy is imported inside `run`, so that `--help` answers at once.
"""
