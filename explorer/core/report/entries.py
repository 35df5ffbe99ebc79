"""A report as data: figures as they were drawn, with notes and the state that made them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from typing import Any

from explorer.core.localization import tr
from explorer.core.report.pictures import check_svg
from explorer.core.state.session import state_from_json, state_to_json
from explorer.core.state.state import JSON, State
from models.schema.specs import Paper

TITLE = tr("Report")
PICTURE_NAME = re.compile(r"[0-9a-f]{64}\.svg")
ARXIV = re.compile(r"[a-z-]*(?:\.[A-Z]{2})?/?[\d.]+(?:v\d+)?", re.ASCII)


@dataclass(frozen=True)
class ReportFigure:
    """One figure. Its picture stays as it was drawn; `state` makes it again in the window."""

    title: str
    caption: str  # how to make it again
    svg: str
    state: State
    note: str = ""  # by the person
    papers: tuple[Paper, ...] = ()

    @cached_property
    def picture_name(self) -> str:
        """The name of the file with its picture, by its content."""
        return f"{hashlib.sha256(self.svg.encode()).hexdigest()}.svg"

    @property
    def sources(self) -> str:
        return "; ".join(map(str, self.papers))


@dataclass(frozen=True)
class Report:
    """Figures in their order. Every edit is a new report."""

    title: str = TITLE
    figures: tuple[ReportFigure, ...] = ()

    def add_figure(self, figure: ReportFigure, at: int | None = None) -> Report:
        """Insert a figure, at the end unless a place is given."""
        place = len(self.figures) if at is None else at
        return replace(self, figures=(*self.figures[:place], figure, *self.figures[place:]))

    def remove(self, at: int) -> Report:
        return replace(self, figures=self.figures[:at] + self.figures[at + 1 :])

    def edit(self, at: int, **changes: Any) -> Report:
        figure = replace(self.figures[at], **changes)
        return replace(self, figures=(*self.figures[:at], figure, *self.figures[at + 1 :]))

    def reorder(self, order: tuple[int, ...]) -> Report:
        """The figures in another order, of their present places."""
        return replace(self, figures=tuple(self.figures[at] for at in order))

    @property
    def pictures(self) -> dict[str, str]:
        """The pictures by the names of their files."""
        return {figure.picture_name: figure.svg for figure in self.figures}

    @property
    def papers(self) -> tuple[Paper, ...]:
        """All sources, each once."""
        return tuple(dict.fromkeys(paper for figure in self.figures for paper in figure.papers))


def report_to_json(report: Report) -> dict[str, JSON]:
    """Everything but the pictures, which are files of their own."""
    return {"title": report.title, "figures": list(map(_figure_to_json, report.figures))}


def report_from_json(data: Mapping[str, JSON], picture: Callable[[str], str]) -> Report:
    """The report with its pictures, by their names. Raises ValueError, and what `picture` does."""
    if not isinstance(figures := data.get("figures"), list):
        raise ValueError("the report has no list of figures")
    return Report(_text(data, "title"), tuple(_figure_from_json(one, picture) for one in figures))


def _figure_to_json(figure: ReportFigure) -> dict[str, JSON]:
    return {
        "title": figure.title,
        "caption": figure.caption,
        "note": figure.note,
        "papers": [asdict(paper) for paper in figure.papers],
        "picture": figure.picture_name,
        "state": state_to_json(figure.state),
    }


def _figure_from_json(data: JSON, picture: Callable[[str], str]) -> ReportFigure:
    if not isinstance(data, Mapping) or not isinstance(state := data.get("state"), Mapping):
        raise ValueError("the report holds something that is no figure")
    if not PICTURE_NAME.fullmatch(name := _text(data, "picture")):
        raise ValueError("a figure of the report names no picture")
    papers = data.get("papers", [])
    if not isinstance(papers, list):
        raise ValueError("a figure of the report has no list of papers")
    return ReportFigure(
        title=_text(data, "title"),
        caption=_text(data, "caption"),
        svg=check_svg(picture(name)),
        state=state_from_json(state),
        note=_text(data, "note"),
        papers=tuple(map(_paper, papers)),
    )


def _paper(data: JSON) -> Paper:
    """Raises ValueError for what `asdict` of a paper would not be."""
    kinds = {one.name: int if one.name == "year" else str for one in fields(Paper)}
    fits = isinstance(data, Mapping) and set(data) <= set(kinds)
    if not fits or any(type(value) is not kinds[name] for name, value in data.items()):
        raise ValueError("a figure of the report names a paper that is none")
    try:
        paper = Paper(**data)
    except TypeError as error:
        raise ValueError("a figure of the report names a paper that is incomplete") from error
    if paper.arxiv and not ARXIV.fullmatch(paper.arxiv):
        raise ValueError("a figure of the report names a preprint that is none")
    return paper


def _text(data: Mapping[str, JSON], name: str) -> str:
    if not isinstance(text := data.get(name), str):
        raise ValueError(f"{name} is no text")
    return text
