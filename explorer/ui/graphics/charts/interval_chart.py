"""Means with their intervals: one row per name, or points along an axis that lines connect."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from explorer.ui.graphics.charts.curves import Ends, ticks
from explorer.ui.graphics.charts.markers import marker
from explorer.ui.graphics.drawing import GRID, number
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.sketch import CENTRE, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette

ROW_HEIGHT, VALUE_WIDTH = 26.0, 170.0
LABEL_SHARE, SMALL_LABEL_SHARE = 0.4, 0.55  # of the width, for names; a card has no numbers
SMALL_HEIGHT, SMALL_ROW = 56.0, 16.0  # of a chart in a card
DOT, WHISKER, CAP, OUTLINE = 7.0, 1.6, 8.0, 1.4
LEFT_AXIS, BOTTOM_AXIS, RIGHT_MARGIN = 52.0, 36.0, 10.0
MIN_HEIGHT, MAX_HEIGHT, ASPECT = 180.0, 300.0, 0.42
ROOM = 0.06  # of the axis, on either side of the values
MILLION = 1e6
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class IntervalPoint:
    """A mean with the ends of its interval, if it has one; `text` is what the tip says.

    The shape of its dot is that of its `kind`.
    """

    mean: float
    low: float | None = None
    high: float | None = None
    text: str = ""
    x: float | None = None
    hollow: bool = False
    kind: int = 0

    @property
    def ends(self) -> Ends:
        low = self.mean if self.low is None else self.low
        return low, self.mean if self.high is None else self.high


@dataclass(frozen=True)
class IntervalSeries:
    """Points of one name; those of a second result are `hollow`, and their line is dashed."""

    name: str
    points: tuple[IntervalPoint, ...]
    slot: int = 0
    hollow: bool = False
    dashes: tuple[float, ...] = ()  # of the line, in widths of it
    pale: bool = False  # while another one is selected

    def colour(self, palette: Palette) -> str:
        return palette.pale(palette.muted) if self.pale else palette.model(self.slot)


@dataclass(frozen=True)
class BaselineLine:
    """A grey line across a chart, with its dashes in widths of it."""

    value: float
    dashes: tuple[float, ...]


@dataclass(frozen=True)
class PointHit:
    series: int
    point: int


@dataclass(eq=False)
class IntervalRows(Sketched):
    """One row for each series with its first point, on one scale; whiskers are intervals."""

    series: Sequence[IntervalSeries]
    _: KW_ONLY
    small: bool = False  # without numbers, for a card
    limits: Ends | None = None  # of the scale, which charts that are compared share
    levels: Sequence[BaselineLine] = ()
    row_height: float = ROW_HEIGHT

    def draw(self, sketch: Sketch, width: float) -> None:
        palette = sketch.palette
        pixels = fonts.SMALL if self.small else fonts.BODY
        height = SMALL_ROW if self.small else self.row_height
        values = 0.0 if self.small else VALUE_WIDTH
        names = max((fonts.text_width(one.name, pixels) for one in self.series), default=0.0)
        share = SMALL_LABEL_SHARE if self.small else LABEL_SHARE
        label = min(names + 2 * GRID, share * width)
        area = QRectF(label, 0, width - label - values - DOT, height * len(self.series))
        low, high = self.limits or spread([one.points[0] for one in self.series])
        if not self.small:
            self._draw_scale(sketch, area, low, high)
        for level in self.levels:
            x = _interpolate(level.value, low, high, area.left(), area.right())
            _draw_level(sketch, QPointF(x, area.top()), QPointF(x, area.bottom()), level)
        for index, one in enumerate(self.series):
            point, row = one.points[0], QRectF(0, index * height, width, height)
            name = QRectF(0, row.top(), label - GRID, height)
            sketch.text(name, one.name, palette.text, pixels=pixels, elide=True)
            ends = [_interpolate(end, low, high, area.left(), area.right()) for end in point.ends]
            middle = _interpolate(point.mean, low, high, area.left(), area.right())
            colour, y = one.colour(palette), row.center().y()
            if point.low is not None:
                sketch.line(QPointF(ends[0], y), QPointF(ends[1], y), colour, width=WHISKER)
            _dot(sketch, QPointF(middle, y), colour, hollow=one.hollow, kind=point.kind)
            if not self.small:
                spot = QRectF(width - values + GRID, row.top(), values - GRID, height)
                sketch.text(spot, point.text, palette.muted, pixels=fonts.SMALL)
                sketch.target(row, PointHit(index, 0), f"{one.name}: {point.text}")

    def _draw_scale(self, sketch: Sketch, area: QRectF, low: float, high: float) -> None:
        palette = sketch.palette
        for value in ticks(low, high, 4):
            x = _interpolate(value, low, high, area.left(), area.right())
            sketch.line(QPointF(x, 0), QPointF(x, area.bottom()), palette.line)
            spot = QRectF(x - 40, area.bottom() + 2, 80, 16)
            sketch.text(spot, number(value), palette.muted, pixels=fonts.SMALL, align=CENTRE)


class IntervalLines(Sketched):
    """Series along an axis; points at the same x are compared, and whiskers are intervals.

    Charts that are compared have the same `limits`. `kinds` names the kinds of points in the
    legend. A cost across begins at zero and has round numbers (`from_zero`).
    """

    can_be_lower = True
    dot, aspect, highest = DOT, ASPECT, MAX_HEIGHT
    right_margin = RIGHT_MARGIN

    def __init__(
        self,
        series: Sequence[IntervalSeries],
        *,
        x_title: str = "",
        logarithmic: bool = False,
        small: bool = False,
        limits: Ends | None = None,
        kinds: Sequence[str] = (),
        from_zero: bool = False,
        levels: Sequence[BaselineLine] = (),
    ) -> None:
        self.series = tuple(series)
        self.x_title = x_title
        self.logarithmic = logarithmic
        self.kinds = tuple(kinds)
        self.from_zero = from_zero
        self.levels = tuple(levels)
        self.small = small  # without axes and values, for a card
        points = [point for one in self.series for point in one.points]
        self.limits = limits or spread(points)
        self.places = {self.place(x): x for x in (point.x or 0.0 for point in points)}

    def place(self, x: float) -> float:
        """Return the axis value of x: log10 on a logarithmic axis."""
        return math.log10(max(x, 1e-9)) if self.logarithmic else x

    def _x_of(self, place: float, area: QRectF) -> float:
        first, last = min(self.places, default=0.0), max(self.places, default=1.0)
        first = 0.0 if self.from_zero else first
        return _interpolate(place, first, last, area.left() + 6, area.right() - 6)

    def _up(self, value: float, area: QRectF) -> float:
        return _interpolate(value, *self.limits, area.bottom(), area.top())

    def area(self, width: float, room: float) -> QRectF:
        """Return the rectangle of the lines, without the axes and legend."""
        names = legend_of(self.series, self.kinds).size(width).height() if self._has_legend else 0.0
        if self.small:
            return QRectF(4, names + 6, width - 14, SMALL_HEIGHT - 6)
        top = names + 10
        height = min(max(width * self.aspect, MIN_HEIGHT), self.highest, room - top + 6)
        height = max(height - BOTTOM_AXIS - 6, MIN_HEIGHT / 2)
        return QRectF(LEFT_AXIS, top, width - LEFT_AXIS - self.right_margin, height)

    @property
    def _has_legend(self) -> bool:
        return not self.small or len(self.series) > 1

    def draw(self, sketch: Sketch, width: float) -> None:
        area = self.area(width, sketch.room)
        if self._has_legend:
            sketch.embed(legend_of(self.series, self.kinds), QPointF(), width)
        if self.small:
            spot = QRectF(0, area.bottom() + 4, area.right(), SMALL_ROW)
            sketch.text(spot, self.x_title, sketch.palette.muted, pixels=fonts.SMALL, elide=True)
        else:
            self._draw_axes(sketch, area)
            sketch.reserve(area.adjusted(0, 0, 0, BOTTOM_AXIS))
        for level in self.levels:
            y = self._up(level.value, area)
            _draw_level(sketch, QPointF(area.left(), y), QPointF(area.right(), y), level)
        order = sorted(range(len(self.series)), key=lambda n: not self.series[n].pale)
        for index in order:
            self._draw_series(sketch, index, area)

    def _draw_series(self, sketch: Sketch, index: int, area: QRectF) -> None:
        one = self.series[index]
        colour = one.colour(sketch.palette)
        at = [
            QPointF(self._x_of(self.place(point.x or 0.0), area), self._up(point.mean, area))
            for point in one.points
        ]
        if len(at) > 1:
            path = QPainterPath()
            path.addPolygon(QPolygonF(at))
            sketch.path(path, colour, width=WHISKER, dashed=one.dashes or one.hollow)
        for number_of_point, (place, point) in enumerate(zip(at, one.points, strict=True)):
            if point.low is not None and not self.small:
                low, high = (self._up(end, area) for end in point.ends)
                sketch.line(QPointF(place.x(), low), QPointF(place.x(), high), colour)
                for y in (low, high):
                    cap = QPointF(CAP / 2, 0)
                    sketch.line(QPointF(place.x(), y) - cap, QPointF(place.x(), y) + cap, colour)
            hollow, size = one.hollow or point.hollow, 4.0 if self.small else self.dot
            _dot(sketch, place, colour, hollow=hollow, size=size, kind=point.kind)
            if not self.small:
                spot = QRectF(place.x() - 8, place.y() - 8, 16, 16)
                sketch.target(spot, PointHit(index, number_of_point), f"{one.name}: {point.text}")

    def _ticks(self) -> list[tuple[float, str]]:
        """The values of the vertical axis that have a line, and their names."""
        return [(value, axis_number(value)) for value in ticks(*self.limits)]

    def _places_named(self) -> list[tuple[float, str]]:
        """The places on the horizontal axis that have a number, in order."""
        if self.from_zero:
            return [(value, axis_number(value)) for value in ticks(0.0, max(self.places))]
        return [(place, axis_number(x)) for place, x in sorted(self.places.items())]

    def _draw_axes(self, sketch: Sketch, area: QRectF) -> None:
        palette, used = sketch.palette, -math.inf
        for value, name in self._ticks():
            y = self._up(value, area)
            sketch.line(QPointF(area.left(), y), QPointF(area.right(), y), palette.line)
            spot = QRectF(0, y - 8, LEFT_AXIS - GRID, 16)
            sketch.text(spot, name, palette.muted, pixels=fonts.SMALL, align=RIGHT)
        for place, text in self._places_named():
            x = self._x_of(place, area)
            wide = fonts.text_width(text, fonts.SMALL) + GRID / 2
            left = min(x - wide / 2, area.right() + self.right_margin - wide)
            if left >= used:
                spot = QRectF(left, area.bottom() + 3, wide, 14)
                sketch.text(spot, text, palette.muted, pixels=fonts.SMALL, align=CENTRE)
                used = left + wide
        spot = QRectF(area.left(), area.bottom() + 18, area.width(), 16)
        sketch.text(spot, self.x_title, palette.muted, pixels=fonts.SMALL, align=CENTRE)


def legend_of(series: Sequence[IntervalSeries], kinds: Sequence[str] = ()) -> Legend:
    """The names in their colours, then the kinds of points."""
    first = {one.name: one for one in reversed(series)}  # of those with one name
    named = [one for one in series if first[one.name] is one]
    points = [LegendEntry(name, DOT, partial(_draw_kind, n)) for n, name in enumerate(kinds)]
    return Legend(
        [*(LegendEntry(one.name, DOT, partial(_draw_entry, one)) for one in named), *points]
    )


def _draw_entry(one: IntervalSeries, sketch: Sketch, rect: QRectF) -> None:
    """The dot before a name, on a piece of its line where that is dashed.

    It has the shape of its points, where that is one.
    """
    kinds = {point.kind for point in one.points}
    colour = one.colour(sketch.palette)
    if one.dashes:
        reach = QPointF(rect.width(), 0)
        sketch.line(rect.center() - reach, rect.center() + reach, colour)
    kind = kinds.pop() if len(kinds) == 1 else 0
    size = rect.width() - OUTLINE  # which the left edge would cut
    _dot(sketch, rect.center(), colour, hollow=one.hollow, size=size, kind=kind)


def _draw_kind(kind: int, sketch: Sketch, rect: QRectF) -> None:
    """The shape of a kind of points, in no colour of a series."""
    _dot(sketch, rect.center(), sketch.palette.muted, kind=kind)


def _dot(
    sketch: Sketch,
    place: QPointF,
    colour: str,
    *,
    hollow: bool = False,
    size: float = DOT,
    kind: int = 0,
) -> None:
    ground = sketch.palette.ground if hollow else colour
    sketch.path(marker(kind, place, size), colour, width=OUTLINE, ground=ground)


def _draw_level(sketch: Sketch, start: QPointF, end: QPointF, level: BaselineLine) -> None:
    sketch.line(start, end, sketch.palette.muted, width=WHISKER, dashed=level.dashes)


def axis_number(value: float) -> str:
    """A number at an axis; from a million on as a power of ten."""
    if abs(value) < MILLION:
        return f"{value:,.6g}"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits} × 10{str(int(power)).translate(SUPERSCRIPT)}"


def spread(points: Sequence[IntervalPoint]) -> Ends:
    """Return the lowest and highest interval end, with a margin on both sides."""
    ends = [end for point in points for end in point.ends]
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    room = ROOM * (high - low) or abs(high) or 1.0
    return low - room, high + room


def _interpolate(value: float, low: float, high: float, first: float, last: float) -> float:
    return first + (value - low) / ((high - low) or 1.0) * (last - first)


def verdict_colour(verdict: str, palette: Palette) -> str:
    """The accent where a claim holds, a warning for the opposite, grey for all else."""
    known = {
        "reproduced": palette.accent,
        "same direction": palette.accent,
        "opposite": palette.warning,
    }
    return known.get(verdict, palette.muted)
