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

from explorer.core.attention.position_bias import BiasCurves
from explorer.ui.graphics.charts.curves import ticks
from explorer.ui.graphics.drawing import Drawing, hairline, paint_text, wrapped_height
from explorer.ui.panels.attention.head_colours import head_colour, head_dashes
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

ASPECT, LOWEST, HIGHEST = 0.6, 140.0, 380.0  # height over width, and pixels
FAR, FAR_LINE = "beyond this text", 16.0
LEFT, RIGHT, BOTTOM = 40.0, 20.0, 38.0
DISTANCES = (1, 2, 4, 8, 16, 32, 64, 128)  # that are named, to either side
NAME_GAP = 6.0  # pixels between two of them
LABEL_PITCH = 13.0
MIN_BUCKET = 4.0  # pixels, with less its border is not drawn
ADDED = "Added to the score; a line for each head, with its number at the end."
FAR_ADDED = f"Shaded: {FAR}."  # where that is too narrow to be named
SIDES = (("← key before the query", "key behind it →"), ("← before", "behind →"), ("←", "→"))
BETWEEN_SIDES = "     "
REACH = 8.0  # pixels around a curve within which it is pointed at

OFF_DASHES = [1.0, 2.5]


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
        plot = min(max(width * ASPECT, LOWEST), self.highest)
        return QSizeF(width, plot + self._top(width) + BOTTOM)

    def _top(self, width: float) -> float:
        """The room above the plot: what is drawn, and the names of the ground."""
        return wrapped_height(self.words(width), width, fonts.SMALL) + FAR_LINE

    def _area(self, rect: QRectF) -> QRectF:
        height = self.size(rect.width()).height()
        inside = QRectF(rect.left(), rect.top(), rect.width(), height)
        return inside.adjusted(LEFT, self._top(rect.width()), -RIGHT, -BOTTOM)

    def words(self, width: float) -> str:
        """What is drawn, as a sentence, in a chart of this width."""
        across = QRectF(LEFT, 0, width - LEFT - RIGHT, 0)
        unnamed = any(not _holds_name(far) for far in self._out_of_reach(across))
        return f"{ADDED} {FAR_ADDED}" if unnamed else ADDED

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
        self._paint_names(painter, area, palette)

    def _order(self) -> list[int]:
        """The heads, the selected one last and so on top."""
        return sorted(range(self.curves.num_heads), key=lambda head: head == self.selected)

    def _paint_reach(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """What the text does not reach stands on another ground, whose name is above the plot."""
        painter.setPen(QColor(palette.muted))
        for far in self._out_of_reach(area):
            painter.fillRect(far, QColor(palette.surface))
            if _holds_name(far):
                above = QRectF(far.left(), far.top() - FAR_LINE, far.width(), FAR_LINE)
                painter.drawText(above, Qt.AlignmentFlag.AlignCenter, FAR)

    def _out_of_reach(self, area: QRectF) -> list[QRectF]:
        """The stretches of distances that the text does not have, to either side."""
        low, high = self._ends[[0, -1]]
        sides = ((low, -self.reach - 0.5), (self.reach + 0.5, high))
        ends = [(self._x(start, area), self._x(end, area)) for start, end in sides if start < end]
        return [QRectF(left, area.top(), right - left, area.height()) for left, right in ends]

    def _paint_borders(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """Of the buckets; of those that stand too close together some are left out."""
        painter.setPen(hairline(palette.line, 0.8))
        before = float("-inf")
        for x in (self._x(end, area) for end in self._ends):
            if x - before >= MIN_BUCKET:
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
                before = x

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
        paint_text(painter, rect, self.words(rect.width()), palette.muted, fonts.SMALL)
        below = QRectF(rect.left(), area.bottom() + 19, rect.width(), 16)
        painter.drawText(below, middle, self.sides(rect.width()))

    def sides(self, width: float) -> str:
        """Which way the key lies, in as many words as there is room for."""
        shown = 1 if self._is_causal else 2
        texts = [BETWEEN_SIDES.join(sides[:shown]) for sides in SIDES]
        fitting = (text for text in texts if fonts.text_width(text, fonts.SMALL) <= width)
        return next(fitting, texts[-1])

    @property
    def _is_causal(self) -> bool:
        return int(self.curves.distances[-1]) <= 0

    def _named(self, area: QRectF) -> Iterator[int]:
        """The distances that have a name and room for it, from the farthest inwards."""
        first, last = self.curves.distances[[0, -1]]
        zero = self._name_ends(0, area)
        for side in (-1, 1):
            taken = [zero]
            for distance in (side * each for each in sorted(DISTANCES, reverse=True)):
                ends = self._name_ends(distance, area)
                if first <= distance <= last and all(_are_apart(ends, other) for other in taken):
                    taken.append(ends)
                    yield distance
        yield 0

    def _name_ends(self, distance: int, area: QRectF) -> tuple[float, float]:
        """Where the name of a distance begins and ends across."""
        x, half = self._x(distance, area), fonts.text_width(_signed(distance), fonts.SMALL) / 2
        return x - half, x + half

    def _paint_head(self, painter: QPainter, area: QRectF, palette: Palette, head: int) -> None:
        strong = head == self.selected
        pen = hairline(self._colour(head, palette), 2.4 if strong else 1.4)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        dashes = OFF_DASHES if self.off else head_dashes(head)
        if dashes:
            pen.setDashPattern(dashes)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        points = []
        for number_, start in enumerate(self.curves.starts.tolist()):
            y = self._y(self.curves.at(head, start), area)
            ends = self._ends[number_], self._ends[number_ + 1]
            points += [QPointF(self._x(float(end), area), y) for end in ends]
        painter.drawPolyline(QPolygonF(points))

    def _colour(self, head: int, palette: Palette) -> str:
        """Its own; with another head selected it steps back."""
        if self.selected in (None, head):
            return head_colour(palette, head)
        return palette.pale(palette.muted)

    def _paint_names(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """The number of each head at the end of its curve, in its colour, none above another."""
        last = int(self.curves.distances[-1])
        ends = {head: self._y(self.curves.at(head, last), area) for head in self._order()}
        for head, y in _spread(ends, area.bottom()).items():
            strong = head == self.selected
            stepped_back = self.selected is not None and not strong
            painter.setFont(fonts.font(fonts.SMALL, bold=strong))
            colour = palette.muted if stepped_back else head_colour(palette, head)
            painter.setPen(QColor(colour))
            spot = QRectF(area.right() + 5, y - 8, RIGHT, 16)
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


def _holds_name(far: QRectF) -> bool:
    """Whether what is out of reach is wide enough to be named above it."""
    return fonts.text_width(FAR, fonts.SMALL) <= far.width()


def _are_apart(ends: tuple[float, float], others: tuple[float, float]) -> bool:
    return ends[1] + NAME_GAP <= others[0] or others[1] + NAME_GAP <= ends[0]


def _spread(ends: dict[int, float], bottom: float) -> dict[int, float]:
    """Heights at which names stand clear of each other, as near to their own as may be."""
    order = sorted(ends, key=lambda head: ends[head])
    taken, places = float("-inf"), {}
    for head in order:
        taken = places[head] = max(ends[head], taken + LABEL_PITCH)
    for head in reversed(order):
        places[head] = min(places[head], bottom)
        bottom = places[head] - LABEL_PITCH
    return places
