"""Drawings of this panel alone: vectors as strips of colour, scores, and the track of all steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from explorer.core.inside.vectors import Vector
from explorer.core.localization import tr
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.maps.heat_map import lookup_image, paint_cells
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.sketch import HOVER_WIDTH, LEFT, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import BoolArray

MOST_NAME, RANGE_WIDTH = 160.0, 64.0  # before and after a strip
LEAST_CELL, MOST_CELL = 3.0, 18.0  # pixels across
LINE_HEIGHT, LINE_GAP, ROW_GAP = 16.0, 2.0, 8.0
SQUARE, SQUARE_GAP, SECTION_NAME, SECTION_GAP = 12.0, 2.0, 88.0, 20.0
COLOURS = (5, 4)  # above and below 0, which are no model's


@dataclass(frozen=True)
class StripHit:
    """One number of a vector."""

    row: int
    column: int


@dataclass(frozen=True)
class _Line:
    """A line of a strip, which has several where it is long."""

    row: int
    first: int
    count: int
    area: QRectF

    def cell(self, column: int) -> QRectF:
        wide = self.area.width() / self.count
        left = self.area.left() + (column - self.first) * wide
        return QRectF(left, self.area.top(), wide, self.area.height())


class Strips(Sketched):
    """Vectors, each as a strip of colour after its name; blue and orange are its signs.

    Each is scaled to its largest number, which is at its end; `alike`: all to the largest of all.
    """

    def __init__(self, vectors: Sequence[Vector], names: Sequence[str], *, alike: bool) -> None:
        self.vectors, self.names = tuple(vectors), tuple(names)
        widest = max(fonts.text_width(name, bold=True) for name in names)
        self.name_width = min(widest, MOST_NAME) + 10
        tops = [float(np.abs(one.values).max(initial=0.0)) for one in vectors]
        self.tops = [max(tops)] * len(tops) if alike else tops

    def _lines(self, width: float) -> Iterator[_Line]:
        room, top = width - self.name_width - RANGE_WIDTH, 0.0
        for row, vector in enumerate(self.vectors):
            count = vector.values.size
            num_lines = ceil(count / max(room / LEAST_CELL, 8))
            per_line = ceil(count / num_lines)
            cell = min(room / per_line, MOST_CELL)
            for first in range(0, count, per_line):
                here = min(per_line, count - first)
                yield _Line(
                    row, first, here, QRectF(self.name_width, top, here * cell, LINE_HEIGHT)
                )
                top += LINE_HEIGHT + LINE_GAP
            top += ROW_GAP

    def draw(self, sketch: Sketch, width: float) -> None:
        table, named = sketch.palette.diverging_map(*COLOURS), -1
        for line in self._lines(width):
            vector, top = self.vectors[line.row], self.tops[line.row]
            if line.row != named:
                self._draw_name(sketch, line, width)
                named = line.row
            part = vector.values[line.first : line.first + line.count]
            indices = Scale(top or 1.0, diverges=True).indices(part[None])
            image = lookup_image(indices, table)
            sketch.custom(line.area, partial(paint_cells, area=line.area, image=image))
            sketch.frame(line.area, sketch.palette.line)

    def _draw_name(self, sketch: Sketch, line: _Line, width: float) -> None:
        palette, bold = sketch.palette, self.vectors[line.row].is_result
        name = QRectF(0, line.area.top(), self.name_width - 8, LINE_HEIGHT)
        sketch.text(name, self.names[line.row], palette.text, bold=bold, align=RIGHT, elide=True)
        end = QRectF(width - RANGE_WIDTH + 6, line.area.top(), RANGE_WIDTH - 6, LINE_HEIGHT)
        if line.area.right() < end.left():
            end.moveLeft(line.area.right() + 6)
        text = f"± {number(self.tops[line.row])}"
        sketch.text(end, text, palette.muted, pixels=fonts.SMALL, align=LEFT)

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> StripHit | None:
        at = point - rect.topLeft()
        for line in self._lines(rect.width()):
            if line.area.contains(at):
                share = (at.x() - line.area.left()) / line.area.width()
                return StripHit(line.row, line.first + min(int(share * line.count), line.count - 1))
        return None

    def describe(self, hit: StripHit) -> str:
        value = float(self.vectors[hit.row].values[hit.column])
        return tr(
            "{name}, number {place}: {value}",
            name=self.names[hit.row],
            place=hit.column + 1,
            value=number(value),
        )

    def draw_hover(self, sketch: Sketch, width: float, hit: StripHit) -> None:
        for line in self._lines(width):
            if line.row == hit.row and 0 <= hit.column - line.first < line.count:
                sketch.frame(line.cell(hit.column), sketch.palette.text, width=HOVER_WIDTH)

    def neighbour(self, hit: StripHit | None, dx: int, dy: int) -> StripHit:
        if hit is None:
            return StripHit(0, 0)
        row = min(max(hit.row + dy, 0), len(self.vectors) - 1)
        last = self.vectors[row].values.size - 1
        return StripHit(row, min(max(hit.column + dx, 0), last))


class ScoresMap(NamedMap):
    """A row for each vector over tokens; what may not be seen (R, C) is crossed out."""

    def __init__(self, crossed: BoolArray, *matrix: Any, **options: Any) -> None:
        super().__init__(*matrix, **options)
        self._crossed = crossed

    def draw(self, sketch: Sketch, width: float) -> None:
        super().draw(sketch, width)
        cells = self.cells(QRectF(0, 0, width, sketch.room))
        for row, column in np.argwhere(self._crossed).tolist():
            cell = cells.cell(row, column)
            sketch.line(cell.bottomLeft(), cell.topRight(), sketch.palette.muted)


@dataclass(frozen=True)
class StepHit:
    """A step of the path."""

    index: int


@dataclass(frozen=True)
class TrackSection:
    """A layer of the track, and the titles of its steps, of which `first` counts the earlier."""

    name: str
    first: int
    titles: tuple[str, ...]

    @property
    def width(self) -> float:
        return SECTION_NAME + len(self.titles) * (SQUARE + SQUARE_GAP)


class Track(Sketched):
    """Every step of a path as a square, section by section; the current one is filled."""

    def __init__(self, sections: Sequence[TrackSection], current: int) -> None:
        self.sections_shown = tuple(sections)
        self.current = current

    def draw(self, sketch: Sketch, width: float) -> None:
        across = max((section.width for section in self.sections_shown), default=0.0)
        per_line = max(1, int((width + SECTION_GAP) // (across + SECTION_GAP)))
        for number_, section in enumerate(self.sections_shown):
            left = number_ % per_line * (across + SECTION_GAP)
            top = number_ // per_line * (SQUARE + 8)
            self._draw_section(sketch, section, QPointF(left, top), width - left)

    def _draw_section(
        self, sketch: Sketch, section: TrackSection, corner: QPointF, width: float
    ) -> None:
        palette = sketch.palette
        here = section.first <= self.current < section.first + len(section.titles)
        name = QRectF(corner.x(), corner.y() - 2, SECTION_NAME - 6, SQUARE + 4)
        ink = palette.accent if here else palette.text
        sketch.text(name, section.name, ink, pixels=fonts.SMALL, bold=here, elide=True)
        pitch = min((width - SECTION_NAME) / max(len(section.titles), 1), SQUARE + SQUARE_GAP)
        for n, title in enumerate(section.titles):
            index, left = section.first + n, corner.x() + SECTION_NAME + n * pitch
            spot = QRectF(left, corner.y(), max(pitch - SQUARE_GAP, 2.0), SQUARE)
            if index == self.current:
                sketch.fill(spot, palette.accent, radius=2)
            sketch.frame(spot, palette.accent if index == self.current else palette.muted, radius=2)
            sketch.target(spot, StepHit(index), f"{section.name}: {title}")
