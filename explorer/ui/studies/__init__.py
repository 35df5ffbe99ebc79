"""Studies: what panels show, as values and functions; their drawing and their one widget."""
