"""Plots in the window, which zoom and are moved; and a chart of curves that grows."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from explorer.core.localization import tr
from explorer.ui.controls.layouts import column
from explorer.ui.controls.plain_text import plain_label, set_tip, show_tip
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.charts.curve_plot import CurvePlot
from explorer.ui.graphics.charts.curves import CurveChart, Ends
from explorer.ui.graphics.charts.plot import Axes, Plot, StopHit, View
from explorer.ui.graphics.charts.scatter import Scatter, ScatterPlot
from explorer.ui.graphics.legend import LegendHit
from explorer.ui.style.theme import Theme

ASPECT, LEAST = 0.5, 190.0  # of a chart on the screen: height over width, and pixels
LEAST_SCATTER = 160
ZOOM_STEP, NOTCH = 0.8, 120  # of what is in view, by a key or a notch of the wheel
ZOOMS = {
    Qt.Key.Key_Plus: ZOOM_STEP,
    Qt.Key.Key_Equal: ZOOM_STEP,
    Qt.Key.Key_Minus: 1 / ZOOM_STEP,
}
HOW_TO_ZOOM = tr("Ctrl and the wheel zoom, dragging moves, a double click shows all again")


class PlotCanvas(Canvas):
    """A plot. The pointer reads it off, Ctrl and the wheel zoom, dragging moves.

    So do the keys: arrows lead through what can be read off, + and - zoom, 0 shows all again.
    """

    how_to = HOW_TO_ZOOM

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.plot: Plot | None = None
        self.view: View | None = None  # the ranges of the axes; None shows all
        self._held: QPointF | None = None  # where the button was pressed, or the last drag ended
        self._drags = False
        set_tip(self, self.how_to)

    def show_plot(self, plot: Plot) -> None:
        """Show another plot; the axes follow it unless the user has zoomed."""
        self.plot = plot.in_view(self.view)
        self.set_drawing(self.plot)

    def look_at(self, view: View | None) -> None:
        """Show these ranges of the axes; None shows all."""
        self.view = view
        if self.plot is not None:
            self.show_plot(self.plot)

    def start_anew(self) -> None:
        """Show all of what comes, with nothing read off."""
        self._mark(None)
        self.look_at(None)

    @property
    def axes(self) -> Axes:
        """The axes as they are on the screen, in pixels of the drawing."""
        assert self.plot is not None
        rect = self._rect()
        return self.plot.axes(rect.width(), rect.height())

    def _zoom(self, factor: float, at: QPointF | None = None) -> None:
        axes = self.axes
        x, y = axes.values(at or axes.area.center())
        self.look_at((_scale(axes.x, factor, x), _scale(axes.y, factor, y)))

    def _move(self, before: QPointF, after: QPointF) -> None:
        axes = self.axes
        pairs = zip(axes.values(before), axes.values(after), strict=True)
        dx, dy = (one - other for one, other in pairs)
        self.look_at((_shift(axes.x, dx), _shift(axes.y, dy)))

    def _mark(self, hit: Any) -> None:
        """What the keyboard leads to is brought into view, and said beside it."""
        if isinstance(hit, StopHit) and self.plot is not None:
            axes, (x, y) = self.axes, self.plot.place_of(hit.at)
            ends = [
                given if given[0] <= one <= given[1] else _shift(given, one - sum(given) / 2)
                for one, given in zip((x, y), (axes.x, axes.y), strict=True)
            ]
            if ends != [axes.x, axes.y]:
                self.look_at((ends[0], ends[1]))
        super()._mark(hit)
        if hit is None:
            show_tip(QPoint(), "", self)
        else:
            beside = self.mapToGlobal(self.cell_rect().topRight().toPoint())
            show_tip(beside, self.drawing.describe(hit), self)

    # ---- Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click is told from dragging when the button is released."""
        self._held, self._drags = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            super().mouseMoveEvent(event)
            if self.current is None:
                show_tip(event.globalPosition().toPoint(), self.how_to, self)
            return
        moved = event.position() - self._held
        self._drags |= moved.manhattanLength() >= QApplication.startDragDistance()
        if self._drags and self.plot is not None:
            self._move(self._held / self.scale, event.position() / self.scale)
            self._held = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None and not self._drags:
            self._click(self._hit_below(event), event.modifiers())
        self._held = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.look_at(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls what is around the plot, unless Ctrl is held."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.plot is not None:
            notches = event.angleDelta().y() / NOTCH
            self._zoom(ZOOM_STEP**notches, event.position() / self.scale)
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, stops = Qt.Key(event.key()), self.plot.stops() if self.plot else ()
        if stops and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._mark(StopHit(stops[0 if key == Qt.Key.Key_Home else -1]))
        elif key in ZOOMS and self.plot is not None:
            self._zoom(ZOOMS[key])
        elif key == Qt.Key.Key_0:
            self.look_at(None)
        else:
            super().keyPressEvent(event)


class ScatterView(PlotCanvas):
    """A scatter in the window, which takes all the room that there is. A click says which point."""

    picked = Signal(int)  # one of the `ids`
    how_to = tr("{how_to_zoom}; a click selects", how_to_zoom=HOW_TO_ZOOM)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.clicked.connect(self._on_clicked)

    def show_chart(self, chart: Scatter) -> None:
        self.show_plot(ScatterPlot(chart))

    def _on_clicked(self, hit: Any) -> None:
        if isinstance(hit, StopHit) and self.plot is not None:
            self.picked.emit(int(self.plot.chart.ids[int(hit.at)]))

    # ---- Qt

    def sizeHint(self) -> QSize:
        return QSize(480, 360)

    def hasHeightForWidth(self) -> bool:
        return False

    def heightForWidth(self, width: int) -> int:
        return LEAST_SCATTER


class CurveView(QWidget):
    """A curve chart in the window, which grows while a model learns.

    A click in the legend hides a curve and shows it again; `HOW_TO_ZOOM` says what the mouse does.
    """

    def __init__(self, theme: Theme, aspect: float = ASPECT, least: float = LEAST) -> None:
        super().__init__()
        self.chart = CurveChart()
        self._aspect, self._least = aspect, least
        self._hidden: frozenset[int] = frozenset()
        self.heading = plain_label()
        self.heading.setStyleSheet("font-weight: 600;")
        self.heading.setWordWrap(True)
        self.plot = PlotCanvas(theme)
        self.plot.clicked.connect(self._on_clicked)
        column(self.heading, self.plot, into=self, spacing=4)

    def show_chart(self, chart: CurveChart) -> None:
        """Show other curves; they may be empty and grow by `append`."""
        if [curve.name for curve in chart.curves] != [curve.name for curve in self.chart.curves]:
            self._hidden = frozenset()
        self.chart = chart
        self.setAccessibleName(chart.title)
        self.heading.setText(chart.title)
        self.heading.setVisible(bool(chart.title))
        self._show()

    def append(self, index: int, x: float, y: float) -> None:
        """Add a point to one curve."""
        self.chart = self.chart.append_point(index, x, y)
        self._show()

    def start_anew(self) -> None:
        """Forget what was hidden, zoomed or pointed at, for a chart of something else."""
        self._hidden = frozenset()
        self.plot.start_anew()

    @property
    def visible_chart(self) -> CurveChart:
        """The chart without its hidden curves, as a figure has it."""
        return self.chart.drop_curves(self._hidden)

    def _show(self) -> None:
        title = self.chart.title or self.chart.y_title
        plot = CurvePlot(self.chart, title, aspect=self._aspect, least=self._least)
        self.plot.show_plot(plot.hide(self._hidden))

    def _on_clicked(self, hit: Any) -> None:
        if isinstance(hit, LegendHit):
            self._hidden ^= {hit.index}
            self._show()


def _scale(ends: Ends, factor: float, about: float) -> Ends:
    return about + factor * (ends[0] - about), about + factor * (ends[1] - about)


def _shift(ends: Ends, by: float) -> Ends:
    return ends[0] + by, ends[1] + by
