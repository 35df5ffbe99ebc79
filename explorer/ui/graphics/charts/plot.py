"""Plots with two axes: the axes, what a subclass draws between them, and what is read off there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from explorer.ui.graphics.charts.curves import Ends, ticks
from explorer.ui.graphics.charts.interval_chart import axis_number
from explorer.ui.graphics.drawing import GRID
from explorer.ui.graphics.legend import Legend
from explorer.ui.graphics.sketch import CENTRE, FAR, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.palette import LIGHT, Palette

LEFT, BOTTOM, END_OF_AXIS = 58.0, 40.0, 20.0  # pixels: of the axes, and half of the last number
LINE, TICK = 14.0, 4.0  # of a number below the axis
TICK_WIDTH, TICK_HEIGHT = 64.0, 36.0  # between two numbers of an axis, about
MARGIN = 0.03  # of an axis, around what is drawn

View = tuple[Ends, Ends]  # the ranges of both axes


@dataclass(frozen=True)
class StopHit:
    """A place that is read off: a position on the axis of curves, or a point by its number."""

    at: float


@dataclass(frozen=True)
class Axes:
    """The rectangle between the axes, and their ranges."""

    area: QRectF
    x: Ends
    y: Ends

    def map(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (N, 2) in pixels."""
        low, high = np.array([self.x, self.y]).T
        share = (points - low) / (high - low)
        corner = np.array([self.area.left(), self.area.bottom()])
        return corner + share * np.array([self.area.width(), -self.area.height()])

    def place(self, x: float, y: float) -> QPointF:
        return QPointF(*self.map(np.array([[x, y]]))[0].tolist())

    def values(self, point: QPointF) -> tuple[float, float]:
        """The place on both axes of a point in pixels."""
        across = (point.x() - self.area.left()) / self.area.width()
        up = (self.area.bottom() - point.y()) / self.area.height()
        return _between(self.x, across), _between(self.y, up)


class Plot(Sketched):
    """A chart below its legend, all of it or a `view`; a subclass draws it and finds its stops.

    It fills the rectangle that it gets; its own height is `aspect` of its width, but at least
    `least` pixels, without the legend.
    """

    can_be_lower = True

    def __init__(
        self,
        chart: Any,
        title: str = "",
        *,
        aspect: float = 0.5,
        least: float = 0.0,
        view: View | None = None,
    ) -> None:
        self.chart, self.view = chart, view
        self.title = title or chart.title
        self.aspect, self.least = aspect, least

    def in_view(self, view: View | None) -> Self:
        """The same plot with other ranges; None shows all."""
        return self.replace_attributes(view=view)

    # ---- what a subclass defines

    def draw_chart(self, sketch: Sketch, axes: Axes) -> None:
        raise AssertionError(f"{type(self).__name__} draws nothing")

    def draw_stop(self, sketch: Sketch, axes: Axes, at: float) -> None:
        """Mark what is read off."""
        raise AssertionError(f"{type(self).__name__} marks nothing")

    def stops(self) -> Sequence[float]:
        """What the arrow keys lead through, from left to right."""
        return ()

    def find_stop(self, point: QPointF, axes: Axes) -> StopHit | None:
        """What is next to a point in pixels."""
        raise AssertionError(f"{type(self).__name__} finds nothing")

    def read_stop(self, at: float) -> str:
        """What is there, in words."""
        raise AssertionError(f"{type(self).__name__} reads nothing")

    def place_of(self, at: float) -> tuple[float, float]:
        """Where it is, in units of the axes."""
        raise AssertionError(f"{type(self).__name__} has no places")

    def ends(self) -> View:
        """The ranges of what is drawn."""
        ranges: View = self.chart.ends()
        return ranges

    def legend(self, palette: Palette) -> Legend:
        made: Legend = self.chart.legend(palette)
        return made

    # ---- its geometry

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self._top(width) + max(self.least, width * self.aspect))

    def least_height(self, width: float) -> float:
        return self.size(width).height()

    def axes(self, width: float, room: float = FAR) -> Axes:
        """The axes in a rectangle of this width and height."""
        height, top = self.size(width).height() if room == FAR else room, self._top(width)
        across, down = width - LEFT - END_OF_AXIS, height - top - BOTTOM
        area = QRectF(LEFT, top, max(across, 1.0), max(down, 1.0))
        x, y = self.view or self._whole(area)
        return Axes(area, x, y)

    def _top(self, width: float) -> float:
        return float(self.legend(LIGHT).size(width).height()) + GRID

    def _whole(self, area: QRectF) -> View:
        x, y = (_widen(ends, 1 + 2 * MARGIN) for ends in self.ends())
        if getattr(self.chart, "equal", False):  # one scale for both axes
            across, up = (x[1] - x[0]) / area.width(), (y[1] - y[0]) / area.height()
            x, y = _widen(x, max(up / across, 1.0)), _widen(y, max(across / up, 1.0))
        return x, y

    # ---- drawing

    def draw(self, sketch: Sketch, width: float) -> None:
        axes = self.axes(width, sketch.room)
        sketch.embed(self.legend(sketch.palette), QPointF(), width, with_targets=True)
        self._draw_axes(sketch, axes)
        inside = Sketch(sketch.palette)
        self.draw_chart(inside, axes)
        sketch.custom(axes.area, partial(_paint_inside, inside, axes.area, self.view is not None))
        sketch.reserve(QRectF(0, 0, width, axes.area.bottom() + BOTTOM))

    def _draw_axes(self, sketch: Sketch, axes: Axes) -> None:
        area, palette, small = axes.area, sketch.palette, fonts.SMALL
        values = ticks(*axes.y, round(area.height() / TICK_HEIGHT) or 1)
        for value, text in zip(values, tick_texts(values), strict=True):
            y = axes.place(axes.x[0], value).y()
            sketch.line(QPointF(area.left(), y), QPointF(area.right(), y), palette.line, width=0.5)
            spot = QRectF(LINE, y - LINE / 2, LEFT - LINE - TICK - 2, LINE)
            sketch.text(spot, text, palette.muted, pixels=small, align=RIGHT)
        values = ticks(*axes.x, round(area.width() / TICK_WIDTH) or 1)
        for value, text in zip(values, tick_texts(values), strict=True):
            top = axes.place(value, axes.y[0])
            sketch.line(top, top + QPointF(0, TICK), palette.line)
            spot = QRectF(top.x() - TICK_WIDTH / 2, top.y() + TICK, TICK_WIDTH, LINE)
            sketch.text(spot, text, palette.muted, pixels=small, align=CENTRE)
        sketch.line(area.bottomLeft(), area.bottomRight(), palette.line)
        sketch.line(area.topLeft(), area.bottomLeft(), palette.line)
        below = QRectF(area.left(), area.bottom() + BOTTOM - LINE - 4, area.width(), LINE)
        sketch.text(below, self.chart.x_title, palette.muted, pixels=small, align=CENTRE)
        beside = QRectF(0, area.top(), LINE, area.height())
        sketch.text(
            beside, self.chart.y_title, palette.muted, pixels=small, align=CENTRE, upwards=True
        )

    # ---- reading off

    def hit(self, point: QPointF, rect: QRectF) -> Any:
        if (found := super().hit(point, rect)) is not None:  # a name of the legend
            return found
        at, axes = point - rect.topLeft(), self.axes(rect.width(), rect.height())
        return self.find_stop(at, axes) if axes.area.contains(at) else None

    def draw_hover(self, sketch: Sketch, width: float, hit: Any) -> None:
        if not isinstance(hit, StopHit):
            super().draw_hover(sketch, width, hit)
            return
        axes, (x, y) = self.axes(width, sketch.room), self.place_of(hit.at)
        if axes.x[0] <= x <= axes.x[1] and axes.y[0] <= y <= axes.y[1]:
            self.draw_stop(sketch, axes, hit.at)

    def describe(self, hit: Any) -> str:
        return self.read_stop(hit.at) if isinstance(hit, StopHit) else super().describe(hit)

    def neighbour(self, hit: Any, dx: int, dy: int) -> Any:
        """Left and right lead through the stops, up leads to the names of the legend."""
        stops, named = self.stops(), [target.hit for target in self.laid_out().targets]
        if isinstance(hit, StopHit):
            if dy < 0 and named:
                return named[0]
            nearest = min(range(len(stops)), key=lambda n: abs(stops[n] - hit.at))
            return StopHit(stops[min(max(nearest + dx, 0), len(stops) - 1)])
        if hit in named and not (dy > 0 and stops):
            return named[min(max(named.index(hit) + dx, 0), len(named) - 1)]
        return StopHit(stops[0]) if stops else next(iter(named), None)

    def written(self) -> str:
        return "\n".join(filter(None, [self.title, self.chart.summary()]))


def tick_texts(values: Sequence[float]) -> list[str]:
    """The numbers of an axis, all with as many decimals."""
    texts = list(map(axis_number, values))
    if any(text.strip("-.,0123456789") for text in texts):  # powers of ten
        return texts
    decimals = max((len(text.partition(".")[2]) for text in texts), default=0)
    return [f"{value:,.{decimals}f}" for value in values]


def _between(ends: Ends, share: float) -> float:
    return ends[0] + share * (ends[1] - ends[0])


def _widen(ends: Ends, factor: float) -> Ends:
    middle, half = (ends[0] + ends[1]) / 2, factor * (ends[1] - ends[0]) / 2
    return middle - half, middle + half


def _paint_inside(sketch: Sketch, area: QRectF, clips: bool, painter: QPainter) -> None:
    painter.save()
    if clips:
        painter.setClipRect(area)
    sketch.paint(painter)
    painter.restore()
