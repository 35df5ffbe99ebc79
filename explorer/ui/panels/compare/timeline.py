"""A time line of published models: one row each, with lines to those that it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.core.comparison.lineage import (
    KINDS,
    TIMELINE_TITLE,
    LineageSystem,
    lineage,
    place_in_lanes,
    related,
    timeline_table,
)
from explorer.core.comparison.published import CHOSEN, LISTING, PLACES
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.readable import join_names
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import Drawing, Tagged, Titled
from explorer.ui.graphics.sketch import LEFT, Sketch, Sketched
from explorer.ui.panel_base.details import Details
from explorer.ui.studies.contract import Offer, Situation, StudyFigure
from explorer.ui.style import fonts

NOTES = panel_text("compare").notes
ROW, HEAD = 20.0, 22.0
LANE, DOT = 16.0, 4.5
GAP = 12.0
LEAST_INSTITUTION = 120.0  # below which there is no column of institutions
LINE_COLOURS = (0, 1, 2, 3)  # of models, one lane after the other
BEND = 7.0


@dataclass(frozen=True)
class SystemHit:
    """A row of the time line."""

    title: str


# Where a column of words begins, how wide it is with the gap behind it, its title, and its words.
TimelineColumn = tuple[float, float, str, Callable[[LineageSystem], str]]


def _widest(texts: Iterable[str], *, bold: bool = False) -> float:
    return max(fonts.text_width(text, bold=bold) for text in texts) + GAP


def _fit_names(one: LineageSystem, room: float) -> str:
    """As many institutions as have room, and how many others there are."""
    names = one.institution.split(", ")
    for count in range(len(names), 0, -1):
        rest = f" +{len(names) - count}" if count < len(names) else ""
        text = ", ".join(names[:count]) + rest
        if fonts.text_width(text) <= room:
            return text
    return names[0]


class TimelineDrawing(Sketched):
    """Systems from the earliest to the latest; those related to the chosen one stand out."""

    def __init__(self, systems: Sequence[LineageSystem], chosen: str = "") -> None:
        self.title = TIMELINE_TITLE
        self.systems, self.chosen = tuple(systems), chosen
        self.lanes = place_in_lanes(systems)
        self.rows = {one.title: row for row, one in enumerate(systems)}
        self.bright = related(systems, chosen) if chosen in self.rows else set(self.rows)

    def least_width(self) -> float:
        return sum(self._widths()) + LEAST_INSTITUTION

    def _widths(self) -> tuple[float, float, float, float, float]:
        """How wide months, lanes, names, kinds, and changes are."""
        lanes = (max(self.lanes.values()) + 1) * LANE + GAP
        month = _widest(one.month for one in self.systems)
        name = _widest((one.title for one in self.systems), bold=True)
        kind = _widest(KINDS[one.kind] for one in self.systems)
        return month, lanes, name, kind, _widest(tr(one.changed) for one in self.systems)

    def _dot(self, title: str) -> QPointF:
        x = self._widths()[0] + (self.lanes[title] + 0.5) * LANE
        return QPointF(x, HEAD + (self.rows[title] + 0.5) * ROW)

    def draw(self, sketch: Sketch, width: float) -> None:
        columns = self._columns(width)
        for left, wide, title, _ in columns:
            rect = QRectF(left, 0, wide - GAP, HEAD)
            sketch.text(rect, title, sketch.palette.muted, pixels=fonts.SMALL, elide=True)
        for one in self.systems:
            self._draw_ground(sketch, one, width)
        for one in self.systems:
            for number, parent in enumerate(one.parents):
                self._draw_line(sketch, parent, one.title, is_first=number == 0)
        for one in self.systems:
            self._draw_row(sketch, one, columns, width)
        sketch.reserve(QRectF(0, 0, width, HEAD + ROW * len(self.systems)))

    def _columns(self, width: float) -> list[TimelineColumn]:
        """The columns of words that have room."""
        month, lanes, name, kind, changed = self._widths()
        left = month + lanes
        rest = max(width - left - name - kind, 0.0)
        institution = rest - min(changed, rest)
        if institution < LEAST_INSTITUTION:
            institution = 0.0
        columns: list[TimelineColumn] = [
            (0.0, month, tr("Month"), lambda one: one.month),
            (left, name, tr("Model"), lambda one: one.title),
            (left + name, kind, tr("Kind"), lambda one: KINDS[one.kind]),
        ]
        left += name + kind
        wide = rest - institution
        columns.append((left, wide, tr("What it changed"), lambda one: tr(one.changed)))
        if institution:
            names = partial(_fit_names, room=institution - GAP)
            columns.append((left + wide, institution, tr("Institution"), names))
        return columns

    def _draw_ground(self, sketch: Sketch, one: LineageSystem, width: float) -> None:
        row = self.rows[one.title]
        rect = QRectF(0, HEAD + row * ROW, width, ROW)
        before = self.systems[row - 1].month[:4] if row else ""
        if one.title == self.chosen:
            sketch.fill(rect, sketch.palette.raised, radius=4.0)
        if row and before != one.month[:4]:
            sketch.line(rect.topLeft(), rect.topRight(), sketch.palette.line)

    def _draw_row(
        self, sketch: Sketch, one: LineageSystem, columns: Sequence[TimelineColumn], width: float
    ) -> None:
        palette, row = sketch.palette, self.rows[one.title]
        top, is_bright = HEAD + row * ROW, one.title in self.bright
        dot = self._dot(one.title)
        colour = self._colour(sketch, one.title, is_bright=is_bright)
        circle = QRectF(dot.x() - DOT, dot.y() - DOT, 2 * DOT, 2 * DOT)
        sketch.frame(circle, colour, radius=DOT, ground=colour if is_bright else palette.ground)
        for number, (left, wide, _, words) in enumerate(columns):
            sketch.text(
                QRectF(left, top, wide - GAP, ROW),
                words(one),
                palette.text if is_bright and number in (1, 3) else palette.muted,
                bold=number == 1,
                align=LEFT,
                elide=True,
            )
        sketch.target(QRectF(0, top, width, ROW), SystemHit(one.title), _tip(one))

    def _colour(self, sketch: Sketch, title: str, *, is_bright: bool) -> str:
        colour = sketch.palette.model(LINE_COLOURS[self.lanes[title] % len(LINE_COLOURS)])
        return colour if is_bright else sketch.palette.pale(colour)

    def _draw_line(self, sketch: Sketch, parent: str, child: str, *, is_first: bool) -> None:
        """Down in the lane of the parent, then aside; thin and dashed from all but the first."""
        start, end = self._dot(parent), self._dot(child)
        is_bright = parent in self.bright and child in self.bright
        path = QPainterPath(start)
        if abs(start.x() - end.x()) > 1:
            side = 1.0 if end.x() > start.x() else -1.0
            path.lineTo(start.x(), end.y() - BEND)
            path.quadTo(QPointF(start.x(), end.y()), QPointF(start.x() + side * BEND, end.y()))
        path.lineTo(end)
        colour = self._colour(sketch, parent, is_bright=is_bright)
        sketch.path(path, colour, width=1.8 if is_first else 1.0, dashed=not is_first)


def _tip(one: LineageSystem) -> str:
    """All that is said of a system, with its source."""
    lines = [
        f"{one.title}, {one.month}",
        one.institution,
        tr(one.changed),
        tr("Source: {line}", line=one.source),
    ]
    return "\n".join(filter(None, lines))


def timeline_figure(at: Situation) -> StudyFigure:
    """The time line, with what is said of the chosen system."""
    systems, chosen = lineage(), at.options.get("field")
    one = next((one for one in systems if one.title == chosen), None)
    drawing = TimelineDrawing(systems, one.title if one else "")
    titled: Drawing = Titled(Tagged(drawing, "timeline"), TIMELINE_TITLE, note=NOTES["timeline"])
    details, offers = _said_of(one, systems) if one else (Details(), ())
    return StudyFigure((titled,), details=details, offers=offers, make_table=timeline_table)


def _said_of(
    one: LineageSystem, systems: Sequence[LineageSystem]
) -> tuple[Details, tuple[Offer, ...]]:
    """A system in words, and the way to its card alone and beside those that it comes from."""
    later = [other.title for other in systems if one.title in other.parents]
    rows = (
        (tr("First published"), one.month),
        (tr("Institution"), one.institution),
        (tr("Kind"), KINDS[one.kind]),
        (tr("Comes from"), join_names(one.parents) or tr("none of these")),
        (tr("Followed by"), join_names(later) or tr("none of these")),
    )
    changed = tr(one.changed)
    text = "\n".join(
        [changed[:1].upper() + changed[1:] + ".", tr("Source: {line}", line=one.source)]
    )
    offers = []
    if one.checkpoint is not None:
        parents = [other.checkpoint for other in systems if other.title in one.parents]
        ids = [model.id for model in parents if model is not None][: len(PLACES) - 1]
        show = partial(_show_cards, [one.checkpoint.id])
        offers.append(Offer(tr("Show the card"), show))
        if ids:
            beside = partial(_show_cards, [*ids, one.checkpoint.id])
            offers.append(Offer(tr("Beside what it comes from"), beside))
    return Details(one.title, rows, text), tuple(offers)


def _show_cards(ids: Sequence[str], at: Situation) -> State:
    return at.with_options(**{CHOSEN: [*ids], LISTING: "", "field": None})
