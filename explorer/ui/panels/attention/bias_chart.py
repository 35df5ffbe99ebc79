"""A bias by distance as one curve for each head, with the borders of its buckets.

Distances are spaced by their logarithm: near ones have a bucket each, far ones share wide buckets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from explorer.core.attention.position_bias import BiasCurves
from explorer.ui.graphics.charts.curves import ticks
from explorer.ui.graphics.drawing import wrapped_height
from explorer.ui.graphics.maps.head_lines import AreaHit
from explorer.ui.graphics.sketch import RIGHT as ON_RIGHT
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

ASPECT, LOWEST, HIGHEST = 0.6, 140.0, 380.0  # height over width, and pixels
LEFT, RIGHT, BOTTOM, ABOVE = 40.0, 20.0, 38.0, 6.0
DISTANCES = (0, *(side * 2**n for n in range(7, -1, -1) for side in (-1, 1)))  # to be named
NAME_GAP = 6.0  # pixels between two names
LABEL_PITCH = 13.0
MIN_BUCKET = 4.0  # pixels, with less its border is not drawn
ADDED = "Added to the score, one line for each head."
SHADED = "Shaded: beyond this text."
SIDES = ("← key before the query     key after it →", "← before     after →", "←     →")
CAUSAL_SIDES = ("← key before the query", "← before", "←")
REACH = 8.0  # pixels around a curve within which it is pointed at
OFF_DASHES = [1.0, 2.5]
TOP_CENTRE = Qt.AlignmentFlag.AlignHCenter

# Apart from each other, by lightness too, also for readers who see no red or no green; no model's.
COLOURS = {
    "light": ("#16123f", "#9e6300", "#6064d0", "#8c3b2e"),
    "dark": ("#f2f2ff", "#f5bd4e", "#8d8ff0", "#d96d57"),
}
DASHES: tuple[list[float], ...] = ([], [5.0, 2.0], [5.0, 1.5, 1.0, 1.5])  # in widths of the line


def head_colour(palette: Palette, head: int) -> str:
    """The same head has the same colour in every chart of a theme."""
    colours = COLOURS[palette.name]
    return colours[head % len(colours)]


def head_dashes(head: int) -> list[float]:
    """The dash pattern of a head among those of its colour; empty for the first ones."""
    return DASHES[head // len(COLOURS["light"]) % len(DASHES)]


@dataclass(frozen=True)
class BiasHit:
    head: int
    distance: int


class BiasChart(Sketched):
    """`reach` is the greatest distance in the text; `off` says that nothing is added."""

    can_be_lower = True

    def __init__(
        self,
        curves: BiasCurves,
        *,
        selected: int | None = None,
        reach: int = 0,
        limits: tuple[float, float] | None = None,
        off: bool = False,
    ) -> None:
        self.curves = curves
        self.selected = selected
        self.reach = reach
        self.off = off
        self.limits = limits or bias_limits([curves])
        self._ends = (np.append(curves.starts, curves.distances[-1] + 1) - 0.5).tolist()
        shaded = -reach - 0.5 > self._ends[0] or reach + 0.5 < self._ends[-1]
        self.words = f"{ADDED} {SHADED}" if shaded else ADDED

    # ---- layout

    def _area(self, rect: QRectF) -> QRectF:
        """The room of the curves in a rectangle of the whole chart."""
        top = wrapped_height(self.words, rect.width(), fonts.SMALL) + ABOVE
        usual = min(max(rect.width() * ASPECT, LOWEST), HIGHEST)
        height = max(min(rect.height() - top - BOTTOM, usual), LOWEST)
        width = rect.width() - LEFT - RIGHT
        return QRectF(rect.left() + LEFT, rect.top() + top, width, height)

    def _x(self, distance: float, area: QRectF) -> float:
        low, high = _spaced(self._ends[0]), _spaced(self._ends[-1])
        return area.left() + (_spaced(distance) - low) / (high - low) * area.width()

    def _distance(self, x: float, area: QRectF) -> int:
        """The distance at a place across: the inverse of `_x`."""
        low, high = _spaced(self._ends[0]), _spaced(self._ends[-1])
        spaced = low + (x - area.left()) / max(area.width(), 1) * (high - low)
        distance = round(math.copysign(2 * (2 ** abs(spaced) - 1), spaced))
        first, last = self.curves.distances[[0, -1]].tolist()
        return int(min(max(distance, first), last))

    def _y(self, value: float, area: QRectF) -> float:
        low, high = self.limits
        return area.bottom() - (value - low) / (high - low) * area.height()

    def _between(self, start: float, end: float, area: QRectF) -> QRectF:
        """The part of the area from one distance to another."""
        left, right = self._x(start, area), self._x(end, area)
        return QRectF(left, area.top(), right - left, area.height())

    def sides(self, width: float) -> str:
        """Where the key is, in as many words as there is room for."""
        texts = CAUSAL_SIDES if int(self.curves.distances[-1]) <= 0 else SIDES
        fitting = (text for text in texts if fonts.text_width(text, fonts.SMALL) <= width)
        return next(fitting, texts[-1])

    def _named(self, area: QRectF) -> dict[int, tuple[float, float]]:
        """The distances whose names have room, and where these begin and end across."""
        first, last = self.curves.distances[[0, -1]]
        places: dict[int, tuple[float, float]] = {}
        for distance in DISTANCES:
            x, half = self._x(distance, area), fonts.text_width(_signed(distance), fonts.SMALL) / 2
            others = places.values()
            free = all(x + half + NAME_GAP <= a or b + NAME_GAP <= x - half for a, b in others)
            if first <= distance <= last and free:
                places[distance] = x - half, x + half
        return places

    # ---- drawing

    def draw(self, sketch: Sketch, width: float) -> None:
        palette, area = sketch.palette, self._area(QRectF(0, 0, width, sketch.room))
        sketch.wrapped(QRectF(0, 0, width, 0), self.words, palette.muted, pixels=fonts.SMALL)
        self._draw_distances(sketch, area)
        below, sides = QRectF(0, area.bottom() + 19, width, 16), self.sides(width)
        sketch.text(below, sides, palette.muted, pixels=fonts.SMALL, align=TOP_CENTRE)
        self._draw_values(sketch, area)
        self._draw_head_numbers(sketch, area)
        for head in self._order():
            self._draw_head(sketch, area, head)
        sketch.reserve(area.adjusted(0, 0, 0, BOTTOM))

    def _order(self) -> list[int]:
        """The heads, the selected one last and so on top."""
        return sorted(range(self.curves.num_heads), key=lambda head: head == self.selected)

    def _draw_distances(self, sketch: Sketch, area: QRectF) -> None:
        """Another ground where the text has none, borders of buckets where they are not too
        close, and names below."""
        palette, low, high = sketch.palette, self._ends[0], self._ends[-1]
        for start, end in ((low, -self.reach - 0.5), (self.reach + 0.5, high)):
            if start < end:
                sketch.fill(self._between(start, end, area), palette.surface)
        before = -math.inf
        for x in (self._x(end, area) for end in self._ends):
            if x - before >= MIN_BUCKET:
                top, bottom = QPointF(x, area.top()), QPointF(x, area.bottom())
                sketch.line(top, bottom, palette.line, width=0.8)
                before = x
        for distance in self._named(area):
            box = QRectF(self._x(distance, area) - 24, area.bottom() + 3, 48, 14)
            text = _signed(distance)
            sketch.text(box, text, palette.muted, pixels=fonts.SMALL, align=TOP_CENTRE)

    def _draw_values(self, sketch: Sketch, area: QRectF) -> None:
        palette = sketch.palette
        for value in ticks(*self.limits, wanted=4):
            y = self._y(value, area)
            colour = palette.muted if value == 0 else palette.line
            sketch.line(QPointF(area.left(), y), QPointF(area.right(), y), colour, width=0.8)
            box = QRectF(area.left() - LEFT, y - 8, LEFT - 6, 16)
            sketch.text(box, _signed(value), palette.muted, pixels=fonts.SMALL, align=ON_RIGHT)

    def _draw_head_numbers(self, sketch: Sketch, area: QRectF) -> None:
        """The number of each head at the end of its curve, in its colour."""
        palette, last = sketch.palette, int(self.curves.distances[-1])
        ends = {head: self._y(self.curves.at(head, last), area) for head in self._order()}
        for head, y in _spread(ends, area.bottom()).items():
            own, bold = self.selected in (None, head), head == self.selected
            colour = head_colour(palette, head) if own else palette.muted
            box = QRectF(area.right() + 5, y - 8, RIGHT, 16)
            sketch.text(box, str(head + 1), colour, pixels=fonts.SMALL, bold=bold)

    def _draw_head(self, sketch: Sketch, area: QRectF, head: int) -> None:
        """A step for each bucket; pale while another head is selected."""
        palette = sketch.palette
        own = self.selected in (None, head)
        colour = head_colour(palette, head) if own else palette.pale(palette.muted)
        points = []
        for start, ends in zip(self.curves.starts.tolist(), pairwise(self._ends), strict=True):
            y = self._y(self.curves.at(head, start), area)
            points += [QPointF(self._x(end, area), y) for end in ends]
        path, dashes = QPainterPath(), OFF_DASHES if self.off else head_dashes(head)
        path.addPolygon(QPolygonF(points))
        sketch.path(path, colour, width=2.4 if head == self.selected else 1.4, dashed=dashes)

    def draw_hover(self, sketch: Sketch, width: float, hit: BiasHit | AreaHit) -> None:
        if isinstance(hit, AreaHit):
            return
        area = self._area(QRectF(0, 0, width, sketch.room))
        first, last = self.curves.bucket(hit.distance)
        bucket = self._between(first - 0.5, last + 0.5, area)
        sketch.fill(bucket, sketch.palette.accent, alpha=0.15)
        y = self._y(self.curves.at(hit.head, hit.distance), area)
        ends = QPointF(bucket.left(), y), QPointF(bucket.right(), y)
        sketch.line(*ends, sketch.palette.text, width=3.0)

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> BiasHit | AreaHit | None:
        area = self._area(rect)
        if not area.adjusted(0, 0, RIGHT, 0).contains(point):
            return None
        distance, heads = self._distance(point.x(), area), range(self.curves.num_heads)
        ys = (self._y(self.curves.at(head, distance), area) for head in heads)
        away, head = min((abs(y - point.y()), head) for head, y in enumerate(ys))
        return BiasHit(head, distance) if away <= REACH else AreaHit()

    def describe(self, hit: BiasHit | AreaHit) -> str:
        if isinstance(hit, AreaHit):
            return ""
        value = self.curves.at(hit.head, hit.distance)
        first, last = self.curves.bucket(hit.distance)
        off = "; switched off" if self.off else ""
        return f"Head {hit.head + 1}: {_signed(value)} for a key {_in_words(first, last)}{off}"

    def neighbour(self, hit: BiasHit | AreaHit | None, dx: int, dy: int) -> BiasHit | None:
        if not isinstance(hit, BiasHit):
            return BiasHit(self.selected or 0, 0)
        starts = self.curves.starts
        index = int(np.searchsorted(starts, hit.distance, side="right")) - 1
        index = min(max(index + dx, 0), len(starts) - 1)
        head = min(max(hit.head + dy, 0), self.curves.num_heads - 1)
        return BiasHit(head, int(starts[index]) if dx else hit.distance)


def bias_limits(curves: list[BiasCurves]) -> tuple[float, float]:
    """The range of all curves and zero with some margin, so that charts can be compared."""
    low = min([0.0, *(float(one.values.min()) for one in curves)])
    high = max([0.0, *(float(one.values.max()) for one in curves)])
    margin = 0.06 * (high - low) or 0.5
    return low - margin, high + margin


def _spaced(distance: float) -> float:
    return math.copysign(math.log2(1 + abs(distance) / 2), distance)


def _signed(value: float) -> str:
    text = f"{abs(value):.3g}"
    return f"−{text}" if value < 0 else text


def _in_words(first: int, last: int) -> str:
    """A range of distances."""
    if first == last == 0:
        return "at the query itself"
    where = "before" if last <= 0 else "after"
    near, far = sorted((abs(first), abs(last)))
    return f"{near} tokens {where}" if near == far else f"{near} to {far} tokens {where}"


def _spread(ends: dict[int, float], bottom: float) -> dict[int, float]:
    """Heights at which names do not overlap, as near to their own as possible."""
    order = sorted(ends, key=lambda head: ends[head])
    taken, places = float("-inf"), {}
    for head in order:
        taken = places[head] = max(ends[head], taken + LABEL_PITCH)
    for head in reversed(order):
        places[head] = min(places[head], bottom)
        bottom = places[head] - LABEL_PITCH
    return places
