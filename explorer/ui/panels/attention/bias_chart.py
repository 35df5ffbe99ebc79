"""A bias by distance as one curve for each head, with the borders of its buckets.

Distances are spaced by their logarithm: near ones have a bucket each, far ones share wide buckets.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from explorer.core.attention.position_bias import BiasCurves
from explorer.ui.graphics.charts.curves import ticks
from explorer.ui.graphics.drawing import Drawing, hairline, paint_text, wrapped_height
from explorer.ui.graphics.maps.head_lines import AreaHit
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


class BiasChart(Drawing):
    """`reach` is the greatest distance in the text; `off` says that nothing is added."""

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
        self._ends = np.append(curves.starts, curves.distances[-1] + 1) - 0.5
        shaded = -reach - 0.5 > self._ends[0] or reach + 0.5 < self._ends[-1]
        self.words = f"{ADDED} {SHADED}" if shaded else ADDED

    # ---- layout

    def size(self, width: float) -> QSizeF:
        plot = min(max(width * ASPECT, LOWEST), HIGHEST)
        return QSizeF(width, plot + self._top(width) + BOTTOM)

    def least_height(self, width: float) -> float:
        return LOWEST + self._top(width) + BOTTOM

    def _top(self, width: float) -> float:
        return wrapped_height(self.words, width, fonts.SMALL) + ABOVE

    def _area(self, rect: QRectF) -> QRectF:
        return rect.adjusted(LEFT, self._top(rect.width()), -RIGHT, -BOTTOM)

    def _x(self, distance: float, area: QRectF) -> float:
        low, high = (_spaced(float(end)) for end in self._ends[[0, -1]])
        return area.left() + (_spaced(distance) - low) / (high - low) * area.width()

    def _distance(self, x: float, area: QRectF) -> int:
        """The distance at a place across: the inverse of `_x`."""
        low, high = (_spaced(float(end)) for end in self._ends[[0, -1]])
        spaced = low + (x - area.left()) / max(area.width(), 1) * (high - low)
        distance = round(math.copysign(2 * (2 ** abs(spaced) - 1), spaced))
        first, last = (int(end) for end in self.curves.distances[[0, -1]])
        return min(max(distance, first), last)

    def _y(self, value: float, area: QRectF) -> float:
        low, high = self.limits
        return area.bottom() - (value - low) / (high - low) * area.height()

    def sides(self, width: float) -> str:
        """Where the key is, in as many words as there is room for."""
        texts = CAUSAL_SIDES if int(self.curves.distances[-1]) <= 0 else SIDES
        fitting = (text for text in texts if fonts.text_width(text, fonts.SMALL) <= width)
        return next(fitting, texts[-1])

    def _named(self, area: QRectF) -> list[int]:
        """The distances whose names have room."""
        first, last = self.curves.distances[[0, -1]]
        found: list[int] = []
        for distance in DISTANCES:
            left, right = self._name_ends(distance, area)
            others = [self._name_ends(other, area) for other in found]
            free = all(right + NAME_GAP <= low or high + NAME_GAP <= left for low, high in others)
            if first <= distance <= last and free:
                found.append(distance)
        return found

    def _name_ends(self, distance: int, area: QRectF) -> tuple[float, float]:
        """Where the name of a distance begins and ends across."""
        x, half = self._x(distance, area), fonts.text_width(_signed(distance), fonts.SMALL) / 2
        return x - half, x + half

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        area = self._area(rect)
        paint_text(painter, rect, self.words, palette.muted, fonts.SMALL)
        self._paint_beyond(painter, area, palette)
        self._paint_borders(painter, area, palette)
        self._paint_axes(painter, rect, area, palette)
        for head in self._order():
            self._paint_head(painter, area, palette, head)
        self._paint_names(painter, area, palette)

    def _order(self) -> list[int]:
        """The heads, the selected one last and so on top."""
        return sorted(range(self.curves.num_heads), key=lambda head: head == self.selected)

    def _paint_beyond(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """Distances that the text does not have are on another ground."""
        low, high = self._ends[[0, -1]]
        for start, end in ((low, -self.reach - 0.5), (self.reach + 0.5, high)):
            if start < end:
                left, right = self._x(start, area), self._x(end, area)
                beyond = QRectF(left, area.top(), right - left, area.height())
                painter.fillRect(beyond, QColor(palette.surface))

    def _paint_borders(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """Of the buckets; where they are too close together some are left out."""
        painter.setPen(hairline(palette.line, 0.8))
        before = float("-inf")
        for x in (self._x(end, area) for end in self._ends):
            if x - before >= MIN_BUCKET:
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
                before = x

    def _paint_axes(self, painter: QPainter, rect: QRectF, area: QRectF, palette: Palette) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value in ticks(*self.limits, wanted=4):
            y = self._y(value, area)
            painter.setPen(hairline(palette.muted if value == 0 else palette.line, 0.8))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(palette.muted))
            painter.drawText(QRectF(rect.left(), y - 8, LEFT - 6, 16), right, _signed(value))
        middle = Qt.AlignmentFlag.AlignHCenter
        for distance in self._named(area):
            x = self._x(distance, area)
            painter.drawText(QRectF(x - 24, area.bottom() + 3, 48, 14), middle, _signed(distance))
        below = QRectF(rect.left(), area.bottom() + 19, rect.width(), 16)
        painter.drawText(below, middle, self.sides(rect.width()))

    def _paint_head(self, painter: QPainter, area: QRectF, palette: Palette, head: int) -> None:
        pen = hairline(self._colour(head, palette), 2.4 if head == self.selected else 1.4)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if dashes := OFF_DASHES if self.off else head_dashes(head):
            pen.setDashPattern(dashes)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        points = []
        for index, start in enumerate(self.curves.starts.tolist()):
            y = self._y(self.curves.at(head, start), area)
            ends = self._ends[index], self._ends[index + 1]
            points += [QPointF(self._x(float(end), area), y) for end in ends]
        painter.drawPolyline(QPolygonF(points))

    def _colour(self, head: int, palette: Palette) -> str:
        """Its own, or pale while another head is selected."""
        if self.selected in (None, head):
            return head_colour(palette, head)
        return palette.pale(palette.muted)

    def _paint_names(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """The number of each head at the end of its curve, in its colour."""
        last = int(self.curves.distances[-1])
        ends = {head: self._y(self.curves.at(head, last), area) for head in self._order()}
        for head, y in _spread(ends, area.bottom()).items():
            own = self.selected in (None, head)
            painter.setFont(fonts.font(fonts.SMALL, bold=head == self.selected))
            painter.setPen(QColor(head_colour(palette, head) if own else palette.muted))
            spot = QRectF(area.right() + 5, y - 8, RIGHT, 16)
            painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, str(head + 1))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        if isinstance(hit, AreaHit):
            return
        area = self._area(rect)
        first, last = self.curves.bucket(hit.distance)
        left, right = self._x(first - 0.5, area), self._x(last + 0.5, area)
        mark = QColor(palette.accent)
        mark.setAlphaF(0.15)
        painter.fillRect(QRectF(left, area.top(), right - left, area.height()), mark)
        y = self._y(self.curves.at(hit.head, hit.distance), area)
        painter.setPen(hairline(palette.text, 3.0))
        painter.drawLine(QPointF(left, y), QPointF(right, y))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> BiasHit | AreaHit | None:
        area = self._area(rect)
        if not area.adjusted(0, 0, RIGHT, 0).contains(point):
            return None
        distance = self._distance(point.x(), area)
        away = [
            abs(self._y(self.curves.at(head, distance), area) - point.y())
            for head in range(self.curves.num_heads)
        ]
        head = int(np.argmin(away))
        return BiasHit(head, distance) if away[head] <= REACH else AreaHit()

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
