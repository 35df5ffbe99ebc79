"""The report: figures with notes, as HTML and as LaTeX."""
