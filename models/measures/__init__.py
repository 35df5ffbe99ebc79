"""One file per measure of a comparison: a function `measure(trained)` that yields `Measured`."""
