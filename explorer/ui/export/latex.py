"""The figures of an export as LaTeX: their environments with captions, and BibTeX entries."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.report.latex import bibliography, figure_environment
from explorer.ui.export.layout import DrawnFigure


def latex(figures: Sequence[DrawnFigure]) -> str:
    """All figures, then their papers, each once."""
    parts = [
        figure_environment(one.name, one.name, [str(one.caption), *one.notes], one.papers)
        for one in figures
    ]
    papers = bibliography(paper for figure in figures for paper in figure.papers)
    return "\n".join([*parts, papers] if papers else parts)
