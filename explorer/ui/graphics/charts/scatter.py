"""Points in a plane by their groups: which one the pointer is at, and the same points in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from explorer.core.localization import tr
from explorer.ui.graphics.charts.curves import Ends, Floats
from explorer.ui.graphics.charts.plot import Axes, Plot, StopHit
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.style.palette import Palette

SYMBOL = 8.0  # pixels across
GROUP_SLOTS = (4, 5, 7)  # of colours that are no model's, and none of them a grey
DOT, CHOSEN_DOT = 5.0, 11.0  # pixels across
CROSS_WEIGHT = 0.8
REACH = 12.0  # pixels between the pointer and the point that it is at
ASPECT = 0.75  # height over width in a figure


@dataclass(frozen=True, eq=False)
class Scatter:
    """N points. `group` (N,) are places in `groups`, `ids` (N,) what a click says.

    A group after those that have a colour is muted. `equal` gives both axes one scale; the
    diagonal is that of equal values.
    """

    x: Floats
    y: Floats
    ids: Sequence[int] = ()
    names: Sequence[str] = ()
    groups: tuple[str, ...] = ()
    group: Sequence[int] = ()
    x_title: str = ""
    y_title: str = ""
    title: str = ""
    selected: int | None = None  # one of `ids`
    diagonal: bool = False
    equal: bool = False

    @cached_property
    def points(self) -> Floats:
        return np.stack([self.x, self.y], axis=1).astype(np.float64)  # (N, 2)

    def ends(self) -> tuple[Ends, Ends]:
        """The ranges of both axes."""
        if not len(self.points):
            return (0.0, 1.0), (0.0, 1.0)
        low = self.points.min(0)
        high = np.maximum(self.points.max(0), low + 1e-6)
        (x_low, y_low), (x_high, y_high) = low.tolist(), high.tolist()
        return (x_low, x_high), (y_low, y_high)

    def summary(self) -> str:
        """What the axes are, for people who do not see the points."""
        return tr(
            "{count} points: {x}, {y}", count=len(self.points), x=self.x_title, y=self.y_title
        )

    def colours(self, palette: Palette) -> list[str]:
        """Return the colour of each group; a single group has the accent colour."""
        if len(self.groups) < 2:
            return [palette.accent]
        return [
            palette.model(GROUP_SLOTS[n]) if n < len(GROUP_SLOTS) else palette.muted
            for n in range(len(self.groups))
        ]

    def legend(self, palette: Palette) -> Legend:
        named = zip(self.groups, self.colours(palette), strict=False)
        entries = (LegendEntry(name, SYMBOL, partial(_draw_dot, colour)) for name, colour in named)
        return Legend(entries if len(self.groups) > 1 else ())


class ScatterPlot(Plot):
    """The points of a scatter, with a cross at the one that is read off."""

    chart: Scatter

    def __init__(self, chart: Scatter) -> None:
        super().__init__(chart, aspect=ASPECT)

    def draw_chart(self, sketch: Sketch, axes: Axes) -> None:
        if self.chart.diagonal:
            low, high = (axes.place(end, end) for end in axes.x)
            sketch.line(low, high, sketch.palette.line)
        paint = partial(self._paint_points, axes, sketch.palette)
        sketch.custom(axes.area, paint)

    def _paint_points(self, axes: Axes, palette: Palette, painter: QPainter) -> None:
        chart, places = self.chart, axes.map(self.chart.points)
        (x, y), area = places.T, axes.area
        seen = (x >= area.left()) & (x <= area.right()) & (y >= area.top()) & (y <= area.bottom())
        group = np.asarray(chart.group if len(chart.group) else np.zeros(len(places)))
        for number, colour in enumerate(chart.colours(palette)):
            chosen = places[seen & (group == number)]
            painter.setPen(_round_pen(colour, DOT))
            painter.drawPoints(QPolygonF([QPointF(*place) for place in chosen.tolist()]))
        for place in places[np.asarray(chart.ids, dtype=int) == chart.selected].tolist():
            painter.setPen(_round_pen(palette.ground, CHOSEN_DOT + 4))
            painter.drawPoint(QPointF(*place))
            painter.setPen(_round_pen(palette.text, CHOSEN_DOT))
            painter.drawPoint(QPointF(*place))

    # ---- reading off

    def stops(self) -> list[float]:
        return [float(n) for n in np.argsort(self.chart.x, kind="stable")]

    def find_stop(self, point: QPointF, axes: Axes) -> StopHit | None:
        if not len(self.chart.points):
            return None
        distances = np.hypot(*(axes.map(self.chart.points) - np.array(point.toTuple())).T)
        best = int(distances.argmin())
        return StopHit(best) if distances[best] <= REACH else None

    def read_stop(self, at: float) -> str:
        return self.chart.names[int(at)]

    def place_of(self, at: float) -> tuple[float, float]:
        x, y = self.chart.points[int(at)].tolist()
        return x, y

    def draw_stop(self, sketch: Sketch, axes: Axes, at: float) -> None:
        place, area, colour = axes.place(*self.place_of(at)), axes.area, sketch.palette.muted
        across = QPointF(area.left(), place.y()), QPointF(area.right(), place.y())
        down = QPointF(place.x(), area.top()), QPointF(place.x(), area.bottom())
        for ends in (across, down):
            sketch.line(*ends, colour, width=CROSS_WEIGHT)

    def neighbour(self, hit: StopHit | None, dx: int, dy: int) -> StopHit | None:
        """Left and right lead from point to point."""
        order = self.stops()
        if hit is None or not order:
            return StopHit(order[0]) if order else None
        return StopHit(order[min(max(order.index(hit.at) + dx, 0), len(order) - 1)])


def _round_pen(colour: str, width: float) -> QPen:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


def _draw_dot(colour: str, sketch: Sketch, rect: QRectF) -> None:
    middle = rect.center()
    dot = QRectF(middle.x() - SYMBOL / 2, middle.y() - SYMBOL / 2, SYMBOL, SYMBOL)
    sketch.fill(dot, colour, radius=SYMBOL / 2)
