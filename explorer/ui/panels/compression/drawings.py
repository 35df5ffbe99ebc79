"""Drawings of this panel alone: models by cost and quality, and a weight with its grid."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.core.compression.weights import Histogram, WeightView
from explorer.core.localization import tr
from explorer.core.state.slots import SLOTS
from explorer.ui.graphics.charts.curves import Ends, ticks
from explorer.ui.graphics.charts.markers import marker
from explorer.ui.graphics.drawing import GRID, number
from explorer.ui.graphics.label_places import LABEL_HEIGHT, free_place
from explorer.ui.graphics.legend import THICK, Legend, LegendEntry, line_entry
from explorer.ui.graphics.maps.heat_map import MIN_NUMBER_CELL, CellHit, Cells, HeatMap
from explorer.ui.graphics.sketch import CENTRE, LEFT, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale, ink_on, table_colour
from explorer.ui.style.palette import Palette
from models.schema.records import FloatArray

DOT, RING = 11.0, 19.0  # pixels across
LEFT_AXIS, BOTTOM_AXIS, TOP = 60.0, 38.0, 20.0
ASPECT, MIN_HEIGHT, MAX_HEIGHT = 0.4, 200.0, 340.0
MARGIN = 0.12  # of the axis of quality, on either side of the models
LEAST_SPAN = 0.1  # of the axis of quality, in units of the largest value
BEYOND = 1.12  # the end of the axis of cost, in units of the largest; names have room there
MAX_NAME = 170.0
BINS_HEIGHT, TICK, AXIS_LINE = 150.0, 7.0, 18.0
PALE, SQUARE = 0.45, 11.0  # of the bars before, and in the legend
MASK_CELL, MASK_HEIGHT = 6.0, 230.0  # pixels, at most
HEAD_CELL = 52.0  # pixels of the importance of a head, at most
MANY_LEVELS = 40  # grids with more are drawn as ticks below the bars
INSET, OUTLINE = (2.5, 2.5, -2.5, -2.5), 1.6  # of the frame of a removed head
NAME_COVERS = 0.85  # of the lines below it
EDGE = 20.0  # pixels at either end of a histogram, for half of a number
Write = Callable[[float], str]


@dataclass(frozen=True)
class Axis:
    """What an axis measures, and how a value of it is written."""

    title: str
    write: Write


@dataclass(frozen=True)
class ModelDot:
    """A model at its cost and quality; `parent` is the model that it was derived from."""

    key: str
    name: str
    x: float
    y: float
    kind: int  # 0 the base, then by method
    tip: str
    slot: int | None = None  # of a chosen model
    parent: str = ""

    def colour(self, palette: Palette) -> str:
        return palette.model(kind_slot(self.kind) if self.slot is None else self.slot)


def kind_slot(kind: int) -> int:
    """The colour of a kind of models that are not among the chosen."""
    return len(SLOTS) + kind


@dataclass(frozen=True)
class ModelHit:
    key: str


class CostAndQuality(Sketched):
    """Models as dots with names; cost begins at zero, and lines lead from a model to its own."""

    def __init__(
        self,
        dots: Sequence[ModelDot],
        cost: Axis,
        quality: Axis,
        *,
        kinds: Sequence[str] = (),
        selected: str = "",
    ) -> None:
        self.dots = tuple(dots)
        self.cost, self.quality = cost, quality
        self.selected = selected
        self.kinds = tuple(kinds)  # names, by number
        values = [dot.y for dot in dots]
        low, high = min(values, default=0.0), max(values, default=1.0)
        half = (0.5 + MARGIN) * (max(high - low, LEAST_SPAN * abs(high)) or 1.0)
        middle = (low + high) / 2
        self.limits: Ends = (middle - half, middle + half)
        self.most = BEYOND * max((dot.x for dot in dots), default=1.0) or 1.0
        self.title = tr("{quality} by {cost}", quality=quality.title, cost=cost.title.lower())

    def draw(self, sketch: Sketch, width: float) -> None:
        legend = sketch.embed(self._legend(), QPointF(), width)
        height = min(max(width * ASPECT, MIN_HEIGHT), MAX_HEIGHT)
        area = QRectF(LEFT_AXIS, legend + TOP + GRID, width - LEFT_AXIS - GRID, height)
        self._draw_axes(sketch, area)
        places = {dot.key: self._place(dot.x, dot.y, area) for dot in self.dots}
        for dot in self.dots:
            if dot.parent in places:
                ends = places[dot.parent], places[dot.key]
                sketch.line(*ends, sketch.palette.pale(sketch.palette.muted), dashed=(3, 3))
        for dot in self.dots:
            ground, shape = dot.colour(sketch.palette), marker(dot.kind, places[dot.key], DOT)
            sketch.path(shape, sketch.palette.ground, ground=ground)
            if dot.key == self.selected:
                sketch.path(marker(0, places[dot.key], RING), sketch.palette.accent, width=1.6)
        self._draw_names(sketch, area, places)
        for dot in self.dots:
            spot = QRectF(0, 0, RING, RING)
            spot.moveCenter(places[dot.key])
            sketch.target(spot, ModelHit(dot.key), dot.tip)

    def _legend(self) -> Legend:
        """A kind with one model has the colour of that model, which may be a chosen one."""
        by_kind: dict[int, ModelDot] = {}
        for dot in self.dots:
            by_kind[dot.kind] = replace(dot, slot=None) if dot.kind in by_kind else dot
        return Legend(
            LegendEntry(self.kinds[kind], DOT, partial(_draw_dot, dot))
            for kind, dot in sorted(by_kind.items())
        )

    def _place(self, x: float, y: float, area: QRectF) -> QPointF:
        low, high = self.limits
        across = area.left() + x / self.most * area.width()
        return QPointF(across, area.bottom() - (y - low) / (high - low) * area.height())

    def _draw_axes(self, sketch: Sketch, area: QRectF) -> None:
        palette = sketch.palette
        title = QRectF(0, area.top() - TOP - 2, area.width(), 16)
        sketch.text(title, self.quality.title, palette.muted, pixels=fonts.SMALL, align=LEFT)
        for value in ticks(*self.limits):
            start, text = self._place(0, value, area), self.quality.write(value)
            sketch.line(start, QPointF(area.right(), start.y()), palette.line)
            spot = QRectF(0, start.y() - 8, LEFT_AXIS - GRID, 16)
            sketch.text(spot, text, palette.muted, pixels=fonts.SMALL, align=RIGHT)
        for value in ticks(0, self.most):
            start, text = self._place(value, self.limits[0], area), self.cost.write(value)
            sketch.line(start, start + QPointF(0, 4), palette.line)
            spot = QRectF(start.x() - 40, start.y() + 4, 80, 14)
            sketch.text(spot, text, palette.muted, pixels=fonts.SMALL, align=CENTRE)
        sketch.line(area.bottomLeft(), area.bottomRight(), palette.line)
        spot = QRectF(area.left(), area.bottom() + 20, area.width(), 16)
        sketch.text(spot, self.cost.title, palette.muted, pixels=fonts.SMALL, align=CENTRE)

    def _draw_names(self, sketch: Sketch, area: QRectF, places: dict[str, QPointF]) -> None:
        """Draw the names of models, selected and base first; one without room is left out."""
        order = sorted(self.dots, key=lambda dot: (dot.key != self.selected, dot.kind))
        half = QPointF(DOT / 2, DOT / 2)
        taken = {key: QRectF(place - half, place + half) for key, place in places.items()}
        for dot in order:
            bold = dot.kind == 0 or dot.key == self.selected
            text = fonts.elide(dot.name, MAX_NAME, fonts.SMALL, bold=bold)
            wide = fonts.text_width(text, fonts.SMALL, bold=bold) + 2
            others = [rect for key, rect in taken.items() if key != dot.key]
            gap = RING - 3 if dot.key == self.selected else DOT
            room = free_place(area, places[dot.key], wide, gap, others)
            if room is not None:
                taken[f"name of {dot.key}"] = room
                sketch.fill(room, sketch.palette.ground, alpha=NAME_COVERS)
                ink = sketch.palette.text
                sketch.text(room, text, ink, pixels=fonts.SMALL, bold=bold, align=LEFT)


def _draw_dot(dot: ModelDot, sketch: Sketch, rect: QRectF) -> None:
    sketch.path(marker(dot.kind, rect.center(), DOT), "", ground=dot.colour(sketch.palette))


def _draw_square(sketch: Sketch, rect: QRectF) -> None:
    spot = QRectF(0, 0, SQUARE, SQUARE)
    spot.moveCenter(rect.center())
    sketch.fill(spot, sketch.palette.tint(sketch.palette.muted, PALE))


@dataclass(frozen=True)
class HistogramHit:
    bin: int


class MaskMap(HeatMap):
    """Which weights of a matrix are left; its larger side is across."""

    def __init__(self, view: WeightView, scale: Scale) -> None:
        assert view.left is not None
        self.block, self.turned = view.block, view.left.shape[0] > view.left.shape[1]
        values = view.left.T if self.turned else view.left
        names = [[""] * side for side in values.shape]
        cell = min(MASK_CELL, MASK_HEIGHT / len(values))
        room = (0.0, 0.0)
        super().__init__(values, *names, scale=scale, numbers=False, room=room, max_cell=cell)

    def _height(self, across: float) -> float:
        return across

    def _draw_names(self, sketch: Sketch, cells: Cells) -> None:
        """Rows and columns of a matrix have no names."""

    def describe(self, hit: CellHit) -> str:
        row, column = (hit.column, hit.row) if self.turned else (hit.row, hit.column)
        share = float(self.values[hit.row, hit.column])
        place = {"row": row * self.block + 1, "column": column * self.block + 1, "share": share}
        if self.block > 1:
            return tr("From row {row:,}, column {column:,}: {share:.0%} left", **place)
        return tr("row {row:,}, column {column:,}: {share:.0%} left", **place)


class HeadRanks(HeatMap):
    """The importance of heads, with the order in which they go; removed ones are marked.

    `ranks` and `removed` are of (row, head).
    """

    def __init__(
        self,
        values: FloatArray,
        rows: Sequence[str],
        columns: Sequence[str],
        ranks: Mapping[tuple[int, int], int],
        removed: Collection[tuple[int, int]],
        *,
        scale: Scale,
    ) -> None:
        super().__init__(values, rows, columns, scale=scale, max_cell=HEAD_CELL)
        self.ranks, self.removed = dict(ranks), frozenset(removed)

    def _draw_numbers(self, sketch: Sketch, cells: Cells) -> None:
        """The rank above the importance, where there is room for both."""
        table = self.table(sketch.palette)
        across, down = MIN_NUMBER_CELL
        for row, column in np.ndindex(*self.values.shape):
            place, cell = (row, column), cells.cell(row, column)
            ink = ink_on(table_colour(table, int(self._indices[place])))
            if place in self.removed:
                sketch.frame(cell.adjusted(*INSET), ink, width=OUTLINE)
            if cell.width() < across or cell.height() < down:
                continue
            has_room = cell.height() >= 2 * down
            if place in self.ranks:
                upper = cell.adjusted(0, 4, 0, -cell.height() / 2) if has_room else cell
                rank, gone = f"{self.ranks[place]}", place in self.removed
                sketch.text(
                    upper, rank, ink, pixels=fonts.SMALL, bold=True, struck=gone, align=CENTRE
                )
            if has_room:
                lower = cell.adjusted(0, cell.height() / 2, 0, -4)
                share = f"{self.values[place]:.2f}"
                sketch.text(lower, share, ink, pixels=fonts.SMALL, align=CENTRE)

    def describe(self, hit: CellHit) -> str:
        place, name = (hit.row, hit.column), super().describe(hit)
        rank = self.ranks.get(place)
        if rank is None:
            return name
        if place in self.removed:
            return tr("{head}, removed as number {rank}", head=name, rank=rank)
        return tr("{head}, would go as number {rank}", head=name, rank=rank)


class WeightHistogram(Sketched):
    """How many weights have which value, before and after, with the values that are possible."""

    def __init__(self, histogram: Histogram, slot: int) -> None:
        self.histogram = histogram
        self.slot = slot

    def draw(self, sketch: Sketch, width: float) -> None:
        one, palette = self.histogram, sketch.palette
        legend = sketch.embed(self._legend(palette), QPointF(), width)
        area = QRectF(EDGE, legend + GRID, width - 2 * EDGE, BINS_HEIGHT)
        most = max(*one.before, *one.after, 1)
        low, high = one.edges[0], one.edges[-1]

        def x_of(value: float) -> float:
            return area.left() + (value - low) / (high - low) * area.width()

        outline = QPainterPath(area.bottomLeft())
        for n, (before, after) in enumerate(zip(one.before, one.after, strict=True)):
            left, right = x_of(one.edges[n]), x_of(one.edges[n + 1])
            top, edge = (area.bottom() - v / most * area.height() for v in (before, after))
            bar = QRectF(left, top, right - left - 0.5, area.bottom() - top)
            sketch.fill(bar, palette.tint(palette.muted, PALE))
            outline.lineTo(left, edge)
            outline.lineTo(right, edge)
            tip = tr(
                "{low} to {high}: {before:,} weights before, {after:,} after",
                low=number(one.edges[n]),
                high=number(one.edges[n + 1]),
                before=before,
                after=after,
            )
            column = QRectF(left, area.top(), right - left, area.height())
            sketch.target(column, HistogramHit(n), tip)
        outline.lineTo(area.bottomRight())
        self._draw_grid(sketch, area, [x_of(v) for v in one.levels if low <= v <= high])
        sketch.path(outline, palette.model(self.slot), width=1.4)
        sketch.line(area.bottomLeft(), area.bottomRight(), palette.muted)
        below = area.bottom() + (TICK if one.levels else 0)
        for value in ticks(low, high):
            spot = QRectF(x_of(value) - 40, below + 2, 80, LABEL_HEIGHT)
            sketch.text(spot, number(value), palette.muted, pixels=fonts.SMALL, align=CENTRE)
        sketch.reserve(area.adjusted(0, 0, 0, TICK + AXIS_LINE + 2))

    def _legend(self, palette: Palette) -> Legend:
        entries = [
            LegendEntry(tr("before"), SQUARE, _draw_square),
            line_entry(tr("after"), palette.model(self.slot), width=THICK),
        ]
        if self.histogram.levels:
            entries.append(line_entry(tr("values that a stored number can have"), palette.accent))
        return Legend(entries)

    def _draw_grid(self, sketch: Sketch, area: QRectF, levels: Sequence[float]) -> None:
        """The values that a stored number can stand for: lines, or ticks where there are many."""
        top = area.top() if len(levels) <= MANY_LEVELS else area.bottom()
        for x in levels:
            ends = QPointF(x, top), QPointF(x, area.bottom() + TICK)
            sketch.line(*ends, sketch.palette.accent, width=0.7)
