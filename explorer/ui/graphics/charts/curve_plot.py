"""The plot of a curve chart: curves, levels and upright lines, as they are in files too."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from explorer.ui.graphics.charts.curves import Curve, CurveChart, Ends, Floats, Level
from explorer.ui.graphics.charts.plot import Axes, Plot, StopHit
from explorer.ui.graphics.drawing import GRID
from explorer.ui.graphics.legend import Legend
from explorer.ui.graphics.sketch import CENTRE, Sketch
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette

JOINT_WEIGHT = 0.8
DOT = 7.0  # pixels across, of a curve that has one point only
LABEL_COVERS = 0.8  # of a curve below it
LABEL_HEIGHT = 14.0
MAX_POINTS = 2000  # of one curve in view; more would not be visible
MAX_STOPS = 50  # positions that the arrow keys lead through


class CurvePlot(Plot):
    """A chart without the curves that are `hidden`, which its legend names all the same."""

    chart: CurveChart
    hidden: Collection[int] = ()

    def hide(self, hidden: Collection[int]) -> CurvePlot:
        """The same plot without the curves of these numbers."""
        return self.replace_attributes(hidden=hidden)

    @property
    def visible_chart(self) -> CurveChart:
        return self.chart.drop_curves(self.hidden)

    def legend(self, palette: Palette) -> Legend:
        return self.chart.legend(palette, self.hidden)

    def ends(self) -> tuple[Ends, Ends]:
        return self.visible_chart.ends()

    def draw_chart(self, sketch: Sketch, axes: Axes) -> None:
        chart = self.visible_chart
        for position, colour in chart.joints(sketch.palette).items():
            _draw_upright(sketch, axes, position, colour)
        for curve in chart.curves:
            _draw_curve(sketch, axes, curve)
        for level in chart.levels:
            self._draw_level(sketch, axes, level)

    def _draw_level(self, sketch: Sketch, axes: Axes, level: Level) -> None:
        """A dotted line; its name is above it unless it is in the legend."""
        palette, (left, right) = sketch.palette, [axes.place(x, level.value) for x in axes.x]
        sketch.line(left, right, level.colour(palette), dashed=(1, 2))
        if level.slot is None:
            rect = self.label_rect(level, axes)
            sketch.fill(rect, palette.ground, alpha=LABEL_COVERS)
            sketch.text(rect, level.label, palette.muted, pixels=fonts.SMALL, align=CENTRE)

    def label_rect(self, level: Level, axes: Axes) -> QRectF:
        """The rectangle of the name of a level, above its line."""
        width = fonts.text_width(level.label, fonts.SMALL) + GRID
        is_left = self.visible_chart.label_is_left(level)
        left = axes.area.left() + GRID if is_left else axes.area.right() - GRID - width
        top = axes.place(axes.x[0], level.value).y() - LABEL_HEIGHT - 1
        return QRectF(left, top, width, LABEL_HEIGHT)

    # ---- reading off

    def stops(self) -> list[float]:
        return self.visible_chart.positions(MAX_STOPS)

    def find_stop(self, point: QPointF, axes: Axes) -> StopHit | None:
        reading = self.visible_chart.readout(axes.values(point)[0])
        return None if reading is None else StopHit(reading[0])

    def read_stop(self, at: float) -> str:
        reading = self.visible_chart.readout(at)
        return "" if reading is None else reading[1]

    def place_of(self, at: float) -> tuple[float, float]:
        """Upright lines go over all of the other axis."""
        low, high = self.view[1] if self.view else self.ends()[1]
        return at, (low + high) / 2

    def draw_stop(self, sketch: Sketch, axes: Axes, at: float) -> None:
        _draw_upright(sketch, axes, at, sketch.palette.muted)


def _draw_upright(sketch: Sketch, axes: Axes, x: float, colour: str) -> None:
    bottom, top = (axes.place(x, y) for y in axes.y)
    sketch.line(bottom, top, colour, width=JOINT_WEIGHT)


def _draw_curve(sketch: Sketch, axes: Axes, curve: Curve) -> None:
    palette, path = sketch.palette, QPainterPath()
    colour = curve.colour(palette)
    if curve.dot is not None:  # hollow where its line would be dashed
        path.addEllipse(axes.place(*curve.dot), DOT / 2, DOT / 2)
        ground = palette.ground if curve.dashed else colour
        sketch.path(path, colour, width=curve.weight, ground=ground)
        return
    places = axes.map(np.stack(points_in_view(curve, axes.x), axis=1))
    path.addPolygon(QPolygonF([QPointF(*place) for place in places.tolist()]))
    round_join = Qt.PenJoinStyle.RoundJoin
    sketch.path(path, colour, width=curve.weight, dashed=curve.dashes, join=round_join)


def points_in_view(curve: Curve, x_range: Ends) -> tuple[Floats, Floats]:
    """The points between two ends and one beyond each; of many, the extremes of each block."""
    x, y = curve.finite
    inside = (x >= x_range[0]) & (x <= x_range[1])
    inside[1:] |= inside[:-1].copy()
    inside[:-1] |= inside[1:].copy()
    x, y = x[inside], y[inside]
    if len(x) <= MAX_POINTS:
        return x, y
    step = ceil(len(x) / (MAX_POINTS / 2))
    chosen = {0, len(x) - 1}
    for start in range(0, len(x), step):
        block = y[start : start + step]
        chosen |= {start + int(block.argmin()), start + int(block.argmax())}
    order = sorted(chosen)
    return x[order], y[order]
