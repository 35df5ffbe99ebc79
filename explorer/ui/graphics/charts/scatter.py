"""Points in a plane by pyqtgraph: zoom, a crosshair and clicks; the same points in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QPolygonF, QTransform

from explorer.core.localization import tr
from explorer.ui.graphics.canvas import CLICK_KEYS
from explorer.ui.graphics.charts.curve_plot import (
    HOW_TO_ZOOM,
    ChartItem,
    CurvePlot,
    PlotDrawing,
    PlotView,
    Reading,
)
from explorer.ui.graphics.charts.curves import Ends, Floats
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.style.palette import Palette
from explorer.ui.style.theme import Theme

DOT, CHOSEN_DOT, SYMBOL = 5.0, 11.0, 8.0  # pixels across
REACH = 12.0  # pixels between the pointer and the point that it is at
ASPECT = 0.75  # height over width in a figure
MARGIN = 0.04  # of an axis around the points
GROUP_SLOTS = (4, 5, 7)  # of colours that are no model's, and none of them a grey


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
        """The ranges of both axes, with a margin."""
        if not len(self.points):
            return (0.0, 1.0), (0.0, 1.0)
        low, high = self.points.min(0), self.points.max(0)
        room = MARGIN * np.maximum(high - low, 1e-6)
        (x_low, y_low), (x_high, y_high) = (low - room).tolist(), (high + room).tolist()
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


def _draw_dot(colour: str, sketch: Sketch, rect: QRectF) -> None:
    middle = rect.center()
    dot = QRectF(middle.x() - SYMBOL / 2, middle.y() - SYMBOL / 2, SYMBOL, SYMBOL)
    sketch.fill(dot, colour, radius=SYMBOL / 2)


EMPTY = Scatter(np.empty(0), np.empty(0))


class Dots(ChartItem):
    """The points of a scatter, with a cross at the marked one."""

    chart = EMPTY

    def draw(self, sketch: Sketch, box: pg.ViewBox, to_pixels: QTransform) -> None:
        area, palette = box.rect(), self.palette
        if self.chart.diagonal:
            low, high = (to_pixels.map(QPointF(end, end)) for end in box.viewRange()[0])
            sketch.line(low, high, palette.line)
        if self.marked is not None:
            x, y = to_pixels.map(self.marked).toTuple()
            left, right = QPointF(area.left(), y), QPointF(area.right(), y)
            top, bottom = QPointF(x, area.top()), QPointF(x, area.bottom())
            sketch.line(left, right, palette.muted, width=0.8)
            sketch.line(top, bottom, palette.muted, width=0.8)
        places = map_to_pixels(self.chart.points, to_pixels)
        sketch.custom(area, lambda painter: self._paint_points(painter, places, area))

    def _paint_points(self, painter: QPainter, places: Floats, area: QRectF) -> None:
        chart = self.chart
        x, y = places.T
        seen = (x > area.left()) & (x < area.right()) & (y > area.top()) & (y < area.bottom())
        group = np.asarray(chart.group if len(chart.group) else np.zeros(len(places)))
        for number, colour in enumerate(chart.colours(self.palette)):
            chosen = places[seen & (group == number)]
            painter.setPen(_round_pen(colour, DOT))
            painter.drawPoints(QPolygonF([QPointF(*place) for place in chosen.tolist()]))
        for place in places[np.asarray(chart.ids, dtype=int) == chart.selected].tolist():
            painter.setPen(_round_pen(self.palette.ground, CHOSEN_DOT + 4))
            painter.drawPoint(QPointF(*place))
            painter.setPen(_round_pen(self.palette.text, CHOSEN_DOT))
            painter.drawPoint(QPointF(*place))


def map_to_pixels(points: Floats, transform: QTransform) -> Floats:
    """Points (N, 2) in the pixels of a plot."""
    matrix = np.array(
        [[transform.m11(), transform.m12()], [transform.m21(), transform.m22()]], dtype=np.float64
    )
    return points @ matrix + np.array([transform.dx(), transform.dy()])


def _round_pen(colour: str, width: float) -> QPen:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


class ScatterPlot(CurvePlot):
    """Axes with points. A click says which one, the pointer reads it off."""

    picked = Signal(int)
    item = Dots

    def show_chart(self, chart: Any, palette: Palette, zoom: float = 1.0) -> None:
        super().show_chart(chart, palette, zoom)
        self.setAspectLocked(chart.equal)

    def nearest(self, point: QPointF) -> int | None:
        """The place of the point next to a place of the scene; None where none is near."""
        chart, box = self.lines.chart, self.getViewBox()
        if not len(chart.points):
            return None
        places = map_to_pixels(chart.points, self.lines.itemTransform(box)[0])
        at = box.mapFromScene(point)
        distances = np.hypot(*(places - np.array([at.x(), at.y()])).T)
        best = int(distances.argmin())
        return best if distances[best] <= REACH else None

    @property
    def _order(self) -> NDArray[np.intp]:
        """The points from left to right, as the arrow keys lead through them."""
        return np.argsort(self.lines.chart.x, kind="stable")

    def num_stops(self) -> int:
        return len(self._order)

    def read_stop(self, stop: int) -> Reading:
        return self._read(self._order[stop])

    def read_at(self, point: QPointF) -> Reading | None:
        place = self.nearest(point)
        return None if place is None else self._read(place)

    def _read(self, place: int) -> Reading:
        chart = self.lines.chart
        return QPointF(*chart.points[place].tolist()), chart.names[place]

    def _on_clicked(self, event: Any) -> None:
        super()._on_clicked(event)
        place = self.nearest(event.scenePos())
        if place is not None and not event.double():
            self.picked.emit(int(self.lines.chart.ids[place]))

    # ---- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in CLICK_KEYS and self._stop is not None:
            self.picked.emit(int(self.lines.chart.ids[self._order[self._stop]]))
        else:
            super().keyPressEvent(event)


class ScatterView(PlotView):
    """A scatter in the window."""

    plot_class = ScatterPlot
    picked = Signal(int)  # one of the `ids`

    def __init__(self, theme: Theme) -> None:
        tip = tr("{how_to_zoom}; a click selects", how_to_zoom=HOW_TO_ZOOM)
        super().__init__(theme, EMPTY, tip)
        self.plot.picked.connect(self.picked)


class ScatterDrawing(PlotDrawing):
    """A scatter in a figure."""

    plot_class, aspect = ScatterPlot, ASPECT
