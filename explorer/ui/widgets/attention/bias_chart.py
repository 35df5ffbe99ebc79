"""A bias by distance as one curve for each head, with the borders of its buckets.

Distances are spaced by the logarithm, since far ones share wide buckets: near ones, which have a
bucket each, would fall into a line otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from explorer.core.analysis.position_bias import BiasCurves
from explorer.ui import fonts
from explorer.ui.colours import mix
from explorer.ui.drawing import Drawing, hairline
from explorer.ui.theme import Palette
from explorer.ui.widgets.curves import LABEL_COVERS, ticks

ASPECT, HIGHEST = 0.42, 300.0  # height over width, and pixels
FAR = "beyond this text"
LEFT, RIGHT, TOP, BOTTOM = 40.0, 20.0, 22.0, 38.0
DISTANCES = (1, 2, 4, 8, 16, 32, 64, 128)  # that are named, to either side
MIN_NAME = 26.0  # pixels between two of them
LABEL_PITCH = 13.0
ADDED = "added to the score; a line for each head, with its number at the end"
REACH = 8.0  # pixels around a curve within which it is pointed at


@dataclass(frozen=True)
class BiasHit:
    head: int
    distance: int


class BiasChart(Drawing):
    """`reach` is the farthest distance in the text that is shown; `off` that nothing is added."""

    def __init__(
        self,
        curves: BiasCurves,
        *,
        slot: int = 0,
        selected: int | None = None,
        reach: int = 0,
        limits: tuple[float, float] | None = None,
        off: bool = False,
        title: str = "",
    ) -> None:
        self.curves = curves
        self.slot = slot
        self.selected = selected
        self.reach = reach
        self.off = off
        self.title = title
        self.limits = limits or bias_limits([curves])
        self.highest = HIGHEST
        self._ends = np.append(curves.starts, curves.distances[-1] + 1) - 0.5

    # ---- layout

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, min(width * ASPECT, self.highest) + TOP + BOTTOM)

    def _area(self, rect: QRectF) -> QRectF:
        height = self.size(rect.width()).height()
        inside = QRectF(rect.left(), rect.top(), rect.width(), height)
        return inside.adjusted(LEFT, TOP, -RIGHT, -BOTTOM)

    def _x(self, distance: float, area: QRectF) -> float:
        low, high = (_spaced(float(end)) for end in self._ends[[0, -1]])
        return area.left() + (_spaced(distance) - low) / (high - low) * area.width()

    def _distance(self, x: float, area: QRectF) -> int:
        """The distance at a place across; the way back from `_x`."""
        low, high = (_spaced(float(end)) for end in self._ends[[0, -1]])
        spaced = low + (x - area.left()) / max(area.width(), 1) * (high - low)
        distance = round(math.copysign(2 * (2 ** abs(spaced) - 1), spaced))
        first, last = (int(end) for end in self.curves.distances[[0, -1]])
        return min(max(distance, first), last)

    def _y(self, value: float, area: QRectF) -> float:
        low, high = self.limits
        return area.bottom() - (value - low) / (high - low) * area.height()

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        area = self._area(rect)
        painter.setFont(fonts.font(fonts.SMALL))
        self._paint_reach(painter, area, palette)
        self._paint_borders(painter, area, palette)
        self._paint_axes(painter, rect, area, palette)
        for head in self._order():
            self._paint_head(painter, area, palette, head)
        self._paint_far(painter, area, palette)
        self._paint_names(painter, area, palette)

    def _order(self) -> list[int]:
        """The heads, the selected one last and so on top."""
        return sorted(range(self.curves.num_heads), key=lambda head: head == self.selected)

    def _paint_reach(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """What the text does not reach stands on another ground."""
        for far in self._out_of_reach(area):
            painter.fillRect(far, QColor(palette.surface))

    def _paint_far(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """The name of that ground, which shows through a little where a curve runs below it."""
        cover = QColor(palette.surface)
        cover.setAlphaF(LABEL_COVERS)
        wide = fonts.text_width(FAR, fonts.SMALL) + 12
        for far in self._out_of_reach(area):
            if wide < far.width():
                spot = QRectF(far.center().x() - wide / 2, far.top() + 2, wide, 16)
                painter.fillRect(spot, cover)
                painter.setPen(QColor(palette.muted))
                painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, FAR)

    def _out_of_reach(self, area: QRectF) -> list[QRectF]:
        """The stretches of distances that the text does not have, to either side."""
        low, high = self._ends[[0, -1]]
        sides = ((low, -self.reach - 0.5), (self.reach + 0.5, high))
        ends = [(self._x(start, area), self._x(end, area)) for start, end in sides if start < end]
        return [QRectF(left, area.top(), right - left, area.height()) for left, right in ends]

    def _paint_borders(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        painter.setPen(hairline(palette.line, 0.8))
        for end in self._ends:
            x = self._x(end, area)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _paint_axes(self, painter: QPainter, rect: QRectF, area: QRectF, palette: Palette) -> None:
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
        line = QRectF(area.left(), rect.top(), area.width(), 16)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, ADDED)
        below = QRectF(rect.left(), area.bottom() + 19, rect.width(), 16)
        text = "← key before the query" + ("" if self._is_causal else "     key behind it →")
        painter.drawText(below, middle, text)

    @property
    def _is_causal(self) -> bool:
        return int(self.curves.distances[-1]) <= 0

    def _named(self, area: QRectF) -> Iterator[int]:
        """The distances that have a name and room for it, from the farthest inwards."""
        last = self.curves.distances[[0, -1]]
        for side in (-1, 1):
            before = None
            for distance in sorted(DISTANCES, reverse=True):
                x = self._x(side * distance, area)
                inside = last[0] <= side * distance <= last[1]
                if inside and (before is None or abs(x - before) >= MIN_NAME):
                    before = x
                    if abs(x - self._x(0, area)) >= MIN_NAME:
                        yield side * distance
        yield 0

    def _paint_head(self, painter: QPainter, area: QRectF, palette: Palette, head: int) -> None:
        strong = head == self.selected
        pen = hairline(self._colour(head, palette), 2.4 if strong else 1.4)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if self.off:
            pen.setDashPattern([2.0, 2.5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        points = []
        for number_, start in enumerate(self.curves.starts.tolist()):
            y = self._y(self.curves.at(head, start), area)
            ends = self._ends[number_], self._ends[number_ + 1]
            points += [QPointF(self._x(float(end), area), y) for end in ends]
        painter.drawPolyline(QPolygonF(points))

    def _colour(self, head: int, palette: Palette) -> str:
        """Of the model; with a head selected the others step back."""
        colour = palette.model(self.slot)
        if self.selected is not None:
            return colour if head == self.selected else palette.pale(palette.muted)
        share = head / max(self.curves.num_heads - 1, 1)
        return mix(colour, palette.pale(colour), share)

    def _paint_names(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """The number of each head at the end of its curve, none above another."""
        last = int(self.curves.distances[-1])
        ends = {head: self._y(self.curves.at(head, last), area) for head in self._order()}
        taken = float("-inf")
        for head, y in sorted(ends.items(), key=lambda item: item[1]):
            taken = max(y, taken + LABEL_PITCH)
            strong = head == self.selected
            painter.setFont(fonts.font(fonts.SMALL, bold=strong))
            painter.setPen(QColor(palette.accent if strong else palette.text))
            spot = QRectF(area.right() + 5, taken - 8, RIGHT, 16)
            painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, str(head + 1))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: BiasHit) -> None:
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

    def hit(self, point: QPointF, rect: QRectF) -> BiasHit | None:
        area = self._area(rect)
        if not area.adjusted(0, 0, RIGHT, 0).contains(point):
            return None
        distance = self._distance(point.x(), area)
        away = [
            abs(self._y(self.curves.at(head, distance), area) - point.y())
            for head in range(self.curves.num_heads)
        ]
        head = int(np.argmin(away))
        return BiasHit(head, distance) if away[head] <= REACH else None

    def describe(self, hit: BiasHit) -> str:
        value = self.curves.at(hit.head, hit.distance)
        first, last = self.curves.bucket(hit.distance)
        off = "; switched off" if self.off else ""
        return f"Head {hit.head + 1}: {_signed(value)} for a key {_told(first, last)}{off}"

    def neighbour(self, hit: BiasHit | None, dx: int, dy: int) -> BiasHit | None:
        if hit is None:
            return BiasHit(self.selected or 0, 0)
        starts = self.curves.starts
        index = int(np.searchsorted(starts, hit.distance, side="right")) - 1
        index = min(max(index + dx, 0), len(starts) - 1)
        head = min(max(hit.head + dy, 0), self.curves.num_heads - 1)
        return BiasHit(head, int(starts[index]) if dx else hit.distance)


def bias_limits(curves: list[BiasCurves]) -> tuple[float, float]:
    """The range of all curves and zero with some air, so that charts can be compared."""
    low = min([0.0, *(float(one.values.min()) for one in curves)])
    high = max([0.0, *(float(one.values.max()) for one in curves)])
    air = 0.06 * (high - low) or 0.5
    return low - air, high + air


def _spaced(distance: float) -> float:
    return math.copysign(math.log2(1 + abs(distance) / 2), distance)


def _signed(value: float) -> str:
    text = f"{abs(value):.3g}"
    return f"−{text}" if value < 0 else text


def _told(first: int, last: int) -> str:
    """A range of distances in words."""
    if first == last == 0:
        return "at the query itself"
    where = "before" if last <= 0 else "behind"
    near, far = sorted((abs(first), abs(last)))
    return f"{near} tokens {where}" if near == far else f"{near} to {far} tokens {where}"
