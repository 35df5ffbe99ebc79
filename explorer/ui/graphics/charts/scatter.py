"""Points in a plane by pyqtgraph: zoom, a crosshair and clicks; the same points in a file."""

from __future__ import annotations

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
from explorer.ui.graphics.charts.curves import Floats
from explorer.ui.graphics.charts.points import Scatter
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.style.palette import Palette
from explorer.ui.style.theme import Theme

DOT, CHOSEN_DOT = 5.0, 11.0  # pixels across
REACH = 12.0  # pixels between the pointer and the point that it is at
ASPECT = 0.75  # height over width in a figure


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
