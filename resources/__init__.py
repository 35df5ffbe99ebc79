"""The program's data as an importable package, so that a wheel finds it where a checkout does."""
