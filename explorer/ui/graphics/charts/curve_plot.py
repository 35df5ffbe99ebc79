"""A curve chart by pyqtgraph: its axes and zoom in the window, and the same plot in a file."""

from __future__ import annotations

import html
from dataclasses import dataclass
from math import ceil
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPicture,
    QPolygonF,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from explorer.core.localization import tr
from explorer.ui.controls.layouts import column
from explorer.ui.controls.plain_text import plain_label, set_tip, show_tip
from explorer.ui.graphics.accessible import FigureCell
from explorer.ui.graphics.canvas import BY_KEYBOARD, NAMELESS, Canvas
from explorer.ui.graphics.charts.curves import Curve, CurveChart, Ends, Floats, Level
from explorer.ui.graphics.drawing import GRID, Drawing, Stack, hairline
from explorer.ui.graphics.legend import LegendHit
from explorer.ui.graphics.sketch import CENTRE, Sketch
from explorer.ui.style import fonts
from explorer.ui.style.palette import LIGHT, Palette
from explorer.ui.style.theme import Theme

ASPECT = 0.5  # height over width in a figure
LEFT, BOTTOM, END_OF_AXIS = 58, 40, 20  # pixels: of the axes, and for half of the last number
JOINT_WEIGHT = 0.8
DOT = 7.0  # pixels across, of a curve that has one point only
LABEL_COVERS = 0.8  # of a curve below it
LABEL_HEIGHT = 14.0
GRID_STRENGTH = 0.5
MAX_POINTS = 2000  # of one curve in view; more would not be visible
MAX_STOPS = 50  # positions that the arrow keys lead through
ZOOM_STEP = 0.8  # of what is in view, by a key
ZOOMS = {
    Qt.Key.Key_Plus: ZOOM_STEP,
    Qt.Key.Key_Equal: ZOOM_STEP,
    Qt.Key.Key_Minus: 1 / ZOOM_STEP,
}
HOW_TO_ZOOM = tr("Ctrl and the wheel zoom, dragging moves, a double click shows all again")


Reading = tuple[QPointF, str]  # a place in units of the axes, and what is there


class ChartItem(pg.UIGraphicsItem):
    """A chart, painted in pixels of the plot, so that its lines are as wide in any file.

    (The curves of pyqtgraph itself are painted in units of the data, segment by segment, with pens
    of a fixed number of dots: hairlines in a PDF, and no dashes in vector files.)
    """

    chart: Any = CurveChart()
    palette = LIGHT
    marked: QPointF | None = None  # below the pointer, in units of the axes

    def show_chart(self, chart: Any, palette: Palette) -> None:
        self.chart, self.palette = chart, palette
        self.informViewBoundsChanged()
        self.update()

    def mark(self, place: QPointF | None) -> None:
        self.marked = place
        self.update()

    def draw(self, sketch: Sketch, box: pg.ViewBox, to_pixels: QTransform) -> None:
        """Draw the chart over the box; `to_pixels` maps units of the axes."""
        raise AssertionError(f"{type(self).__name__} draws nothing")

    # ---- pyqtgraph

    def paint(self, painter: QPainter, *_: Any) -> None:
        box = self.getViewBox()
        to_pixels = self.itemTransform(box)[0]
        painter.setTransform(to_pixels.inverted()[0], True)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sketch = Sketch(self.palette)
        self.draw(sketch, box, to_pixels)
        sketch.paint(painter)

    def dataBounds(self, axis: int, *_: Any, **__: Any) -> Ends:
        return self.chart.ends()[axis]


class CurveLines(ChartItem):
    """The curves, levels and upright lines of a chart."""

    def draw(self, sketch: Sketch, box: pg.ViewBox, to_pixels: QTransform) -> None:
        area, uprights = box.rect(), self.chart.joints(sketch.palette)
        if self.marked is not None:
            uprights[self.marked.x()] = sketch.palette.muted
        for position, colour in uprights.items():
            x = to_pixels.map(QPointF(position, 0)).x()
            ends = QPointF(x, area.top()), QPointF(x, area.bottom())
            sketch.line(*ends, colour, width=JOINT_WEIGHT)
        for curve in self.chart.curves:
            _draw_curve(sketch, to_pixels, curve, box.viewRange()[0])
        for level in self.chart.levels:
            self._draw_level(sketch, area, level, to_pixels.map(QPointF(0, level.value)).y())

    def _draw_level(self, sketch: Sketch, area: QRectF, level: Level, y: float) -> None:
        """A dotted line; its name is above it unless it is in the legend."""
        palette, ends = self.palette, (QPointF(area.left(), y), QPointF(area.right(), y))
        sketch.line(*ends, level.colour(palette), dashed=(1, 2))
        if level.slot is None:
            rect = self.label_rect(level, area, y)
            sketch.fill(rect, palette.ground, alpha=LABEL_COVERS)
            sketch.text(rect, level.label, palette.muted, pixels=fonts.SMALL, align=CENTRE)

    def label_rect(self, level: Level, area: QRectF, y: float) -> QRectF:
        """The rect of a level's name, in pixels of the plot; `y` is that of its line."""
        width = fonts.text_width(level.label, fonts.SMALL) + GRID
        left = area.left() + GRID
        if not self.chart.label_is_left(level):
            left = area.right() - GRID - width
        return QRectF(left, y - LABEL_HEIGHT - 1, width, LABEL_HEIGHT)


class CurveAxis(pg.AxisItem):
    """Large whole numbers have separators, as everywhere in the window."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        named = super().tickStrings(values, scale, spacing)
        if spacing * scale < 1:
            return named
        return [f"{value * scale:,.0f}" for value in values]


class CurvePlot(pg.PlotWidget):
    """Axes with the lines of a chart. A pointer reads the curves off, Ctrl and the wheel zoom.

    So do the keys: arrows lead through the positions, + and - zoom, 0 shows all again.
    """

    item: type[ChartItem] = CurveLines  # what draws the chart

    def __init__(self) -> None:
        axes = {side: CurveAxis(side) for side in ("bottom", "left")}
        super().__init__(background=None, axisItems=axes)
        for axis in axes.values():
            axis.enableAutoSIPrefix(False)
            axis.setZValue(-1)  # its grid lies below the curves
        axes["bottom"].setStyle(hideOverlappingLabels=False)
        self.setMenuEnabled(False)
        self.hideButtons()
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cell = FigureCell(self)
        self._stop: int | None = None  # the position that the keyboard is at
        self.lines: Any = self.item()
        self.addItem(self.lines)
        self.scene().sigMouseClicked.connect(self._on_clicked)
        self.scene().sigMouseMoved.connect(self._on_moved)

    def show_chart(self, chart: CurveChart, palette: Palette, zoom: float = 1.0) -> None:
        """Show other curves; the axes follow them unless the user has zoomed."""
        self.setBackground(palette.ground)
        self.getAxis("left").setWidth(LEFT * zoom)
        self.getAxis("bottom").setHeight(BOTTOM * zoom)
        self.plotItem.layout.setContentsMargins(0, 0, END_OF_AXIS * zoom, 0)
        small = zoom * fonts.SMALL
        for side, title in (("bottom", chart.x_title), ("left", chart.y_title)):
            axis = self.getAxis(side)
            axis.setPen(hairline(palette.line))
            axis.setTextPen(hairline(palette.muted))
            axis.setTickFont(fonts.font(small))
            style = {"color": palette.muted, "font-size": f"{small:.0f}px"}
            axis.setLabel(html.escape(title), **style)
            axis.label.setFont(fonts.font(small))
        self.showGrid(x=False, y=True, alpha=GRID_STRENGTH)
        self.lines.show_chart(chart, palette)

    def start_anew(self) -> None:
        """Show all of what comes, with nothing read off."""
        self._leave_stop()
        self.enableAutoRange()

    def record(self, size: QSizeF) -> QPicture:
        """The plot in a size, as it can be painted in another thread."""
        self.resize(ceil(size.width()), ceil(size.height()))
        self.plotItem.resize(size)
        self.plotItem.layout.activate()
        self.scene().prepareForPaint()
        picture, rect = QPicture(), QRectF(QPointF(), size)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.scene().render(painter, rect, rect)
        painter.end()
        return picture

    def _on_clicked(self, event: Any) -> None:
        if event.double():
            self.enableAutoRange()

    def written(self) -> str:
        """For people who do not see it."""
        return self.accessibleDescription()

    def cell_rect(self) -> QRectF:
        """All of the plot."""
        return QRectF(self.rect())

    def num_stops(self) -> int:
        """How many positions the arrow keys lead through."""
        return len(self.lines.chart.positions(MAX_STOPS))

    def read_stop(self, stop: int) -> Reading:
        x = self.lines.chart.positions(MAX_STOPS)[stop]
        at, text = self.lines.chart.readout(x) or (x, "")
        return self._top_of(at), text

    def read_at(self, point: QPointF) -> Reading | None:
        """What is next to a point of the scene; None where nothing is."""
        reading = self.lines.chart.readout(self.getViewBox().mapSceneToView(point).x())
        return None if reading is None else (self._top_of(reading[0]), reading[1])

    def _top_of(self, x: float) -> QPointF:
        return QPointF(x, self.getViewBox().viewRange()[1][1])

    def _go_to(self, stop: int) -> None:
        """Read off a position by the keyboard."""
        if not (count := self.num_stops()):
            return
        self._stop = min(max(stop, 0), count - 1)
        place, self.cell.text = self.read_stop(self._stop)
        self.lines.mark(place)
        self.cell.announce()
        box = self.getViewBox()
        low, high = box.viewRange()[0]
        if not low <= place.x() <= high:
            box.translateBy(x=place.x() - (low + high) / 2)
        shown = self.mapFromScene(box.mapViewToScene(place))
        show_tip(self.mapToGlobal(shown), self.cell.text, self)

    def _leave_stop(self) -> None:
        self._stop, self.cell.text = None, ""
        self.lines.mark(None)
        show_tip(QPoint(), "", self)

    def _on_moved(self, point: QPointF) -> None:
        box = self.getViewBox()
        inside = box.sceneBoundingRect().contains(point)
        place, text = (self.read_at(point) if inside else None) or (None, "")
        self.lines.mark(place)
        show_tip(self.mapToGlobal(self.mapFromScene(point)), text, self)

    # ---- Qt

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in BY_KEYBOARD:
            self._go_to(0)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._leave_stop()
        super().focusOutEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, here = Qt.Key(event.key()), -1 if self._stop is None else self._stop
        stops = {
            Qt.Key.Key_Left: here - 1,
            Qt.Key.Key_Right: here + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self.num_stops(),
        }
        if key in stops:
            self._go_to(stops[key])
        elif key in ZOOMS:
            self.getViewBox().scaleBy((ZOOMS[key], ZOOMS[key]))
        elif key == Qt.Key.Key_0:
            self.enableAutoRange()
        else:
            event.ignore()

    def leaveEvent(self, event: Any) -> None:
        super().leaveEvent(event)
        if self._stop is None:
            self.lines.mark(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls what is around the plot, unless Ctrl is held."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        else:
            event.ignore()


class PlotView(QWidget):
    """A plot in the window with its legend above it. A subclass draws the legend of its chart."""

    plot_class = CurvePlot

    def __init__(self, theme: Theme, chart: Any, tip: str = HOW_TO_ZOOM) -> None:
        super().__init__()
        self._theme = theme
        self.chart = chart
        self.plot = self.plot_class()
        self.plot.setMinimumHeight(160)
        set_tip(self.plot, tip)
        self.legend = Canvas(theme)
        self._column = column(self.legend, (self.plot, 1), into=self, spacing=4)
        # Otherwise Qt centres it at its height of a wide line until its next layout.
        self._column.setAlignment(self.legend, Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._show)

    @property
    def visible_chart(self) -> Any:
        """What the plot shows of the chart."""
        return self.chart

    def show_chart(self, chart: Any) -> None:
        """Show another chart; the axes follow it unless the user has zoomed."""
        self.chart = chart
        self._show()

    def _legend(self) -> Drawing:
        return self.chart.legend(self._theme.palette)

    def _show(self) -> None:
        self.legend.set_drawing(self._legend())
        self.plot.setAccessibleName(self.chart.title or self.chart.y_title or NAMELESS)
        self.plot.setAccessibleDescription(self.chart.summary())
        self.plot.show_chart(self.visible_chart, self._theme.palette, self._theme.zoom)


class CurveView(PlotView):
    """A curve chart in the window, which grows while a model learns.

    A click in the legend hides a curve and shows it again; `HOW_TO_ZOOM` says what the mouse does.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, CurveChart())
        self._hidden: frozenset[int] = frozenset()
        self.heading = plain_label()
        self.heading.setStyleSheet("font-weight: 600;")
        self.heading.setWordWrap(True)
        self._column.insertWidget(0, self.heading)
        self.legend.clicked.connect(self._on_legend)

    def show_chart(self, chart: CurveChart) -> None:
        """Show other curves; they may be empty and grow by `append`."""
        if [curve.name for curve in chart.curves] != [curve.name for curve in self.chart.curves]:
            self._hidden = frozenset()
        self.setAccessibleName(chart.title)
        self.heading.setText(chart.title)
        self.heading.setVisible(bool(chart.title))
        super().show_chart(chart)

    @property
    def visible_chart(self) -> CurveChart:
        """The chart without its hidden curves."""
        return self.chart.drop_curves(self._hidden)

    def start_anew(self) -> None:
        """Forget what was hidden, zoomed or pointed at, for a chart of something else."""
        self._hidden = frozenset()
        self.plot.start_anew()

    def append(self, index: int, x: float, y: float) -> None:
        """Add a point to one curve."""
        self.chart = self.chart.append_point(index, x, y)
        self.plot.lines.show_chart(self.visible_chart, self._theme.palette)

    def build_drawing(self, title: str = "") -> PlotDrawing:
        """The visible curves as they are now, for a figure."""
        return PlotDrawing(self.visible_chart, title)

    def _legend(self) -> Drawing:
        return self.chart.legend(self._theme.palette, self._hidden)

    def _on_legend(self, hit: Any) -> None:
        if isinstance(hit, LegendHit):
            self._hidden ^= {hit.index}
            self._show()


class PlotDrawing(Drawing):
    """A chart in a figure: its legend, and below it the plot."""

    plot_class, aspect = CurvePlot, ASPECT

    def __init__(self, chart: Any, title: str = "") -> None:
        self.chart = chart
        self.title = title or chart.title

    def size(self, width: float) -> QSizeF:
        legend = self.chart.legend(LIGHT).size(width).height()
        return QSizeF(width, legend + GRID + width * self.aspect)

    def written(self) -> str:
        return "\n".join(filter(None, [self.title, self.chart.summary()]))

    def has_plot(self) -> bool:
        return True

    def record_plots(self, width: float, palette: Palette) -> Drawing:
        size = QSizeF(width, width * self.aspect)
        plot = self.plot_class()
        try:
            plot.show_chart(self.chart, palette)
            recorded = RecordedPlot(plot.record(size), size)
        finally:
            plot.close()
        return Stack([self.chart.legend(palette), recorded], gap=GRID)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        """Record and paint the plot; call it in the window's thread."""
        self.record_plots(rect.width(), palette).paint(painter, rect, palette)


@dataclass(eq=False)
class RecordedPlot(Drawing):
    """A plot as it was recorded in one size."""

    picture: QPicture
    recorded_size: QSizeF

    def size(self, width: float) -> QSizeF:
        return self.recorded_size

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        painter.save()
        painter.translate(rect.topLeft())
        # Qt scales what was recorded by the dots per inch of both; these are pixels.
        ratio = self.picture.logicalDpiX() / painter.device().logicalDpiX()
        painter.scale(ratio, ratio)
        painter.drawPicture(0, 0, self.picture)
        painter.restore()


def _draw_curve(sketch: Sketch, to_pixels: QTransform, curve: Curve, x_range: Ends) -> None:
    palette, path = sketch.palette, QPainterPath()
    colour = curve.colour(palette)
    if curve.dot is not None:  # hollow where its line would be dashed
        path.addEllipse(to_pixels.map(QPointF(*curve.dot)), DOT / 2, DOT / 2)
        ground = palette.ground if curve.dashed else colour
        sketch.path(path, colour, width=curve.weight, ground=ground)
        return
    points = zip(*points_in_view(curve, x_range), strict=True)
    path.addPolygon(to_pixels.map(QPolygonF([QPointF(*point) for point in points])))
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
