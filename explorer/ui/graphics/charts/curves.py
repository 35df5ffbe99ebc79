"""Curves that grow while a model learns: pyqtgraph in the window, the same data drawn in files."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.ui.controls.plain_text import set_tip
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.drawing import GRID, Drawing, hairline, number
from explorer.ui.graphics.legend import LineLegend
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette, Theme

ASPECT = 0.5  # height over width in a figure
LEFT, RIGHT, BOTTOM, TOP = 52.0, 4.0, 36.0, 8.0
WEIGHT, DASHED_WEIGHT, JOINT_WEIGHT = 1.8, 1.2, 0.8
DOT = 7.0  # pixels across, of a curve that has one point only
LABEL_COVERS = 0.8  # of a curve behind it
LABEL_ROOM = 0.1  # of the axis, above a level whose name stands on it
LABEL_SHARE = 0.35  # of the other axis, that the name takes
LABEL_EDGE = 0.02  # of it, between the name and the end of the level
END_OF_AXIS = 20  # pixels, for half of the last number
MAX_POINTS = 2000  # of one curve in a file; more would not be seen
SECOND_STAGE, NEXT_STAGE = "second stage begins", "next stage begins"  # at an upright line
STEPS_OF_TICKS = (1.0, 2.0, 2.5, 5.0, 10.0)
AIR = 0.04  # of the values, above and below them in a figure
HOW_TO_ZOOM = "Ctrl and the wheel zoom, dragging moves, a double click shows all again"
UNSEEN = (0, 0, 0, 0)  # a pen for what counts for the range of an axis alone

Ends = tuple[float, float]  # of an axis


@dataclass
class Curve:
    """One line. `slot` gives a model's colour; `dashed` tells two lines of one model apart.

    `joints` are the places on the axis where one run ended and the next went on.
    """

    name: str
    slot: int | None = None
    dashed: bool = False
    x: list[float] = field(default_factory=list)
    y: list[float] = field(default_factory=list)
    joints: list[float] = field(default_factory=list)

    def colour(self, palette: Palette) -> str:
        return palette.accent if self.slot is None else palette.model(self.slot)

    @property
    def weight(self) -> float:
        """In pixels; the restless curve of single batches must not hide the held-out one."""
        return DASHED_WEIGHT if self.dashed else WEIGHT

    @property
    def dot(self) -> tuple[float, float] | None:
        """Its only point, which is no line yet and must be seen all the same."""
        known = ((x, y) for x, y in zip(self.x, self.y, strict=True) if math.isfinite(y))
        first = list(islice(known, 2))
        return first[0] if len(first) == 1 else None


@dataclass(frozen=True)
class Level:
    """A horizontal line for scale, such as the loss of a 5-gram model.

    One with a `slot` belongs to a curve: it has its colour, and its name stands in the legend.
    """

    name: str
    value: float
    slot: int | None = None

    def colour(self, palette: Palette) -> str:
        return palette.muted if self.slot is None else palette.model(self.slot)


class CurveAxis(pg.AxisItem):
    """Large whole numbers have separators, as everywhere in the window."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        told = super().tickStrings(values, scale, spacing)
        if spacing * scale < 1:
            return told
        return [f"{value * scale:,.0f}" for value in values]


class PlotView(pg.PlotWidget):
    """Axes that leave the wheel to what scrolls around them, unless Ctrl is held."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        else:
            event.ignore()


class Curves(QWidget):
    """Curves on shared axes, updated while they grow; `HOW_TO_ZOOM` says what the mouse does."""

    def __init__(
        self,
        theme: Theme,
        *,
        x_title: str = "step",
        y_title: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.titles = (x_title, y_title)
        self.curves: list[Curve] = []
        self.levels: tuple[Level, ...] = ()
        self._closed = False
        self._items: list[Any] = []
        self._named: list[tuple[Level, Any]] = []  # levels whose name stands on them, their lines
        self._build()
        theme.changed.connect(self._on_theme_changed)

    def set_curves(self, curves: Sequence[Curve], levels: Sequence[Level] = ()) -> None:
        """Show other curves; they may be empty and grow by `append`."""
        self.curves = list(curves)
        self.levels = tuple(level for level in levels if math.isfinite(level.value))
        self._rebuild()

    def set_titles(self, x_title: str, y_title: str) -> None:
        """Name the axes anew."""
        self.titles = (x_title, y_title)
        self._apply_theme()

    def set_plot_height(self, pixels: int) -> None:
        """Of the axes alone; a legend of several lines stands above and takes nothing from them."""
        self._plot.setFixedHeight(pixels)

    def append(self, index: int, x: float, y: float) -> None:
        """Add a point to one curve. Drawn by `refresh`, so that many can be added at once."""
        self.curves[index].x.append(x)
        self.curves[index].y.append(y)

    def refresh(self) -> None:
        """Draw what was appended."""
        for curve, item in zip(self.curves, self._items, strict=True):
            item.setSymbol(None if curve.dot is None else "o")
            item.setData(np.asarray(curve.x, dtype=float), np.asarray(curve.y, dtype=float))
        self._ends.setData(*_ends(self.curves, self.levels))
        for level, line in self._named:
            left = _name_stands_left(level, self.curves, self._label_room())
            line.label.anchors = [(0, 1) if left else (1, 1)] * 2
            line.label.setPosition(LABEL_EDGE if left else 1 - LABEL_EDGE)

    def drawing(self, title: str = "") -> CurvesDrawing:
        """The curves as they are now, for a figure."""
        curves = [replace(c, x=[*c.x], y=[*c.y]) for c in self.curves]
        return CurvesDrawing(curves, self.levels, self.titles, title)

    def _build(self) -> None:
        axes = {side: CurveAxis(side) for side in ("bottom", "left")}
        self._plot = PlotView(background=None, axisItems=axes)
        set_tip(self._plot, HOW_TO_ZOOM)
        self._plot.setMenuEnabled(False)
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # nothing in it answers to keys
        self._plot.hideButtons()
        self._plot.setMinimumHeight(160)
        for side in ("bottom", "left"):
            self._plot.getAxis(side).enableAutoSIPrefix(False)
        self._plot.getAxis("bottom").setStyle(hideOverlappingLabels=False)
        self._plot.plotItem.layout.setContentsMargins(0, 0, END_OF_AXIS, 0)
        self._legend = Canvas(self._theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._legend)
        layout.addWidget(self._plot, 1)
        self._plot.scene().sigMouseClicked.connect(self._on_clicked)
        self._apply_theme()

    def _rebuild(self) -> None:
        palette = self._theme.palette
        self._plot.clear()
        self._items = [
            self._plot.plot(pen=self._pen(curve), antialias=True, **self._dot(curve))
            for curve in self.curves
        ]
        self._ends = self._plot.plot(pen=UNSEEN)
        for item in self._items:
            item.setDownsampling(auto=True, method="peak")
            item.setClipToView(True)
        for joint, colour in _joints(self.curves, palette).items():
            pen = pg.mkPen(colour, width=JOINT_WEIGHT)
            self._plot.addItem(pg.InfiniteLine(pos=joint, angle=90, pen=pen))
        self._named = []
        for level in self.levels:
            self._add_level(level, palette)
        self._legend.set_drawing(_legend(self.curves, self.levels, palette))
        self.refresh()

    def _add_level(self, level: Level, palette: Palette) -> None:
        ground = QColor(palette.ground)
        ground.setAlphaF(LABEL_COVERS)
        line = pg.InfiniteLine(
            pos=level.value,
            angle=0,
            pen=pg.mkPen(level.colour(palette), width=1, style=Qt.PenStyle.DotLine),
            label=_level_name(level) if level.slot is None else None,
            labelOpts={"color": palette.muted, "fill": ground},
        )
        self._plot.addItem(line)
        if level.slot is None:
            line.label.setFont(fonts.font(self._theme.zoom * fonts.SMALL))
            self._named.append((level, line))
            self._keep_room_above(level)

    def _keep_room_above(self, level: Level) -> None:
        """A name does not count for the range of the axis; a line that cannot be seen does."""
        start = min((curve.x[0] for curve in self.curves if curve.x), default=0.0)
        ends = [level.value, level.value + self._label_room()]
        self._plot.plot([start, start], ends, pen=UNSEEN)

    def _label_room(self) -> float:
        """What the name above a level takes of the axis."""
        known = [y for curve in self.curves for y in curve.y if math.isfinite(y)]
        known += [level.value for level in self.levels]
        return LABEL_ROOM * (max(known) - min(known))

    def _pen(self, curve: Curve) -> Any:
        style = Qt.PenStyle.DashLine if curve.dashed else Qt.PenStyle.SolidLine
        return pg.mkPen(curve.colour(self._theme.palette), width=curve.weight, style=style)

    def _dot(self, curve: Curve) -> dict[str, Any]:
        """How a curve of one point looks: hollow where its line would be dashed."""
        palette = self._theme.palette
        colour = curve.colour(palette)
        return {
            "symbolSize": DOT,
            "symbolPen": pg.mkPen(colour, width=curve.weight),
            "symbolBrush": palette.ground if curve.dashed else colour,
        }

    def _apply_theme(self) -> None:
        palette = self._theme.palette
        self._plot.setBackground(palette.ground)
        for side, title in zip(("bottom", "left"), self.titles, strict=True):
            axis = self._plot.getAxis(side)
            axis.setPen(pg.mkPen(palette.line))
            axis.setTextPen(pg.mkPen(palette.muted))
            small = self._theme.zoom * fonts.SMALL
            axis.setTickFont(fonts.font(small))
            size = {"font-size": f"{small:.0f}px"}
            axis.setLabel(html.escape(title), color=palette.muted, **size)
        self._plot.showGrid(x=False, y=True, alpha=0.15)

    def _on_theme_changed(self) -> None:
        if self._closed:  # and not yet deleted
            return
        self._apply_theme()
        self._rebuild()

    def _on_clicked(self, event: Any) -> None:
        if event.double():
            self._plot.enableAutoRange()

    def closeEvent(self, event: Any) -> None:
        """A plot that outlives the application takes the interpreter down with it."""
        if not self._closed:
            self._closed = True
            self._plot.close()
        super().closeEvent(event)


class CurvesDrawing(Drawing):
    """Curves with axes, painted as lines and text."""

    def __init__(
        self,
        curves: Sequence[Curve],
        levels: Sequence[Level] = (),
        titles: tuple[str, str] = ("step", ""),
        title: str = "",
    ) -> None:
        self.curves = tuple(curves)
        self.levels = tuple(levels)
        self.titles = titles
        self.title = title

    def size(self, width: float) -> QSizeF:
        from explorer.ui.style.theme import LIGHT

        legend = _legend(self.curves, self.levels, LIGHT).size(width).height()
        return QSizeF(width, legend + width * ASPECT)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        legend = _legend(self.curves, self.levels, palette)
        legend.paint(painter, rect, palette)
        top = legend.size(rect.width()).height() + TOP + 16
        area = rect.adjusted(LEFT, top, -RIGHT, -BOTTOM)
        x_range, y_range = self._ranges()
        self._paint_axes(painter, area, palette, x_range, y_range)
        painter.save()
        painter.setClipRect(area.adjusted(-1, -1, 1, 1))
        for curve in self.curves:
            self._paint_curve(painter, area, palette, curve, x_range, y_range)
        for joint, colour in _joints(self.curves, palette).items():
            painter.setPen(hairline(colour, JOINT_WEIGHT))
            x = _across(joint, x_range, area)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        painter.restore()
        for curve in self.curves:
            self._paint_dot(painter, area, palette, curve, x_range, y_range)
        for level in self.levels:
            self._paint_level(painter, area, palette, level, y_range)

    def _ranges(self) -> tuple[Ends, Ends]:
        xs, (low, high) = _ends(self.curves, self.levels)
        air = (high - low) * AIR
        return xs, (low - air, high + air)

    def _paint_axes(
        self,
        painter: QPainter,
        area: QRectF,
        palette: Palette,
        x_range: Ends,
        y_range: Ends,
    ) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        for value in ticks(*y_range):
            y = _down(value, y_range, area)
            painter.setPen(hairline(palette.line, 0.8))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(palette.muted))
            spot = QRectF(area.left() - LEFT, y - 8, LEFT - 6, 16)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(spot, right, f"{value:g}")
        for value in ticks(*x_range):
            label = f"{value:,.6g}"
            half = painter.fontMetrics().horizontalAdvance(label) / 2
            middle = min(_across(value, x_range, area), area.right() + RIGHT - half)
            spot = QRectF(middle - 40, area.bottom() + 3, 80, 14)
            painter.drawText(spot, Qt.AlignmentFlag.AlignHCenter, label)
        below = QRectF(area.left(), area.bottom() + 18, area.width(), 16)
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, self.titles[0])
        above = QRectF(area.left() - LEFT, area.top() - 20, area.width(), 16)
        painter.drawText(above, Qt.AlignmentFlag.AlignLeft, self.titles[1])

    def _paint_curve(
        self,
        painter: QPainter,
        area: QRectF,
        palette: Palette,
        curve: Curve,
        x_range: Ends,
        y_range: Ends,
    ) -> None:
        step = max(1, len(curve.x) // MAX_POINTS)
        points = [
            QPointF(_across(x, x_range, area), _down(y, y_range, area))
            for x, y in zip(curve.x[::step], curve.y[::step], strict=True)
            if math.isfinite(y)
        ]
        pen = hairline(curve.colour(palette), curve.weight)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if curve.dashed:
            pen.setDashPattern([4, 2.5])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(points))

    def _paint_dot(
        self,
        painter: QPainter,
        area: QRectF,
        palette: Palette,
        curve: Curve,
        x_range: Ends,
        y_range: Ends,
    ) -> None:
        """The only point of a curve, as a whole at an axis too; hollow where it would be dashed."""
        if curve.dot is None:
            return
        x, y = curve.dot
        colour = QColor(curve.colour(palette))
        painter.setPen(hairline(curve.colour(palette), curve.weight))
        painter.setBrush(QColor(palette.ground) if curve.dashed else colour)
        middle = QPointF(_across(x, x_range, area), _down(y, y_range, area))
        painter.drawEllipse(middle, DOT / 2, DOT / 2)

    def _paint_level(
        self,
        painter: QPainter,
        area: QRectF,
        palette: Palette,
        level: Level,
        y_range: Ends,
    ) -> None:
        y = _down(level.value, y_range, area)
        pen = hairline(level.colour(palette), 1.0)
        pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        if level.slot is not None:
            return
        painter.setPen(QColor(palette.muted))
        painter.setFont(fonts.font(fonts.SMALL))
        spot = QRectF(area.left() + GRID, y - 16, area.width() - 2 * GRID, 14)
        room = LABEL_ROOM * (y_range[1] - y_range[0])
        left = _name_stands_left(level, self.curves, room)
        side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
        painter.drawText(spot, side, _level_name(level))


def _name_stands_left(level: Level, curves: Sequence[Curve], room: float) -> bool:
    """Whether the name above a level hides less of the curves at the left end than at the right."""
    xs = [x for curve in curves for x in curve.x]
    low, high = min(xs, default=0.0), max(xs, default=0.0)
    width = LABEL_SHARE * (high - low)
    behind = [
        x
        for curve in curves
        for x, y in zip(curve.x, curve.y, strict=True)
        if level.value <= y <= level.value + room
    ]
    return sum(x <= low + width for x in behind) < sum(x >= high - width for x in behind)


def _legend(curves: Sequence[Curve], levels: Sequence[Level], palette: Palette) -> LineLegend:
    """Every curve, the levels that belong to one, and what the upright lines are."""
    return LineLegend(
        [(curve.name, curve.colour(palette), curve.dashed) for curve in curves],
        [(_level_name(one), one.colour(palette)) for one in levels if one.slot is not None],
        _uprights(curves, palette),
    )


def _joints(curves: Sequence[Curve], palette: Palette) -> dict[float, str]:
    """Where upright lines stand, in the colour of their curve; one that several share has none."""
    found: dict[float, str] = {}
    for curve in curves:
        own = curve.colour(palette)
        for joint in curve.joints:
            found[joint] = own if found.get(joint, own) == own else palette.muted
    return found


def _uprights(curves: Sequence[Curve], palette: Palette) -> list[tuple[str, str]]:
    """One name for the joints of all curves."""
    joined = [curve for curve in curves if curve.joints]
    if not joined:
        return []
    several = any(len(curve.joints) > 1 for curve in joined)
    colours = {curve.colour(palette) for curve in joined}
    colour = colours.pop() if len(colours) == 1 else palette.muted
    return [(NEXT_STAGE if several else SECOND_STAGE, colour)]


def _level_name(level: Level) -> str:
    return f"{level.name} {number(level.value)}"


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round numbers between two ends, about `wanted` of them."""
    raw = (high - low) / max(wanted, 1)
    if not raw > 0 or not math.isfinite(raw):
        return [low]
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in STEPS_OF_TICKS if power * factor >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    count = math.floor(high / step + 1e-9) - first + 1
    return [round((first + k) * step, 12) for k in range(count)]


def _ends(curves: Sequence[Curve], levels: Sequence[Level]) -> tuple[Ends, Ends]:
    """Between which values both axes run."""
    xs = [x for curve in curves for x in curve.x]
    ys = [y for curve in curves for y in curve.y if math.isfinite(y)]
    return _range(xs), _range([*ys, *(level.value for level in levels)])


def _range(values: Sequence[float]) -> Ends:
    """From the lowest to the highest; one value alone is set into the middle, seen from zero."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low < high:
        return low, high
    return (min(0.0, 2 * low), max(0.0, 2 * low)) if low else (0.0, 1.0)


def _across(value: float, ends: Ends, area: QRectF) -> float:
    return area.left() + (value - ends[0]) / (ends[1] - ends[0]) * area.width()


def _down(value: float, ends: Ends, area: QRectF) -> float:
    return area.bottom() - (value - ends[0]) / (ends[1] - ends[0]) * area.height()
