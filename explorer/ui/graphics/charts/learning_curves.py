"""Learning curves as small multiples: one plot for each head or term, on its own scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from explorer.core.training.runs import Point
from explorer.ui.controls.layouts import column
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.graphics.charts.curve_plot import CurveView
from explorer.ui.graphics.charts.curves import Curve, CurveChart, Level
from explorer.ui.graphics.drawing import Drawing, Row, Titled
from explorer.ui.graphics.table import Table
from explorer.ui.style.theme import Theme
from explorer.ui.style.zoom import scaled

COLUMNS = 2
PLOT_HEIGHT, ASPECT = 190, 0.5  # at least, and over the width of a plot
SPACING = 16
MIN_FIGURE_COLUMN = 260
LEVEL_TITLES = {"unigram": "unigram", "5gram": "5-gram"}
TABLE_COLUMNS = ("run", "step", "tokens", "seconds", "held out", "value", "number")


@dataclass(frozen=True)
class CurveLine:
    """A curve: one value of one run, as it was trained on or held out."""

    name: str
    run: str
    value: str
    held_out: bool = True
    slot: int | None = None
    dashed: bool = False
    joints: tuple[float, ...] = ()  # steps at which one run ended and the next went on

    def takes(self, point: Point) -> bool:
        same = point.run == self.run and point.held_out == self.held_out
        return same and self.value in point.values


@dataclass(frozen=True)
class Plot:
    """Curves that share a scale. `levels` are losses of count models, for scale."""

    title: str
    lines: tuple[CurveLine, ...]
    unit: str = "nats"
    levels: tuple[Level, ...] = ()


class LearningCurves(QWidget):
    """Plots that grow with the points of runs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.points: list[Point] = []
        self.plots: tuple[Plot, ...] = ()
        self._views: list[CurveView] = []
        self._places: list[QWidget] = []
        self._columns = COLUMNS
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACING)

    def show_plots(self, plots: Sequence[Plot], points: Iterable[Point]) -> None:
        """Other plots, with the points that are known."""
        self.points = list(points)
        if tuple(plots) != self.plots:
            self.plots = tuple(plots)
            self._rebuild()
        for plot, view in zip(self.plots, self._views, strict=True):
            lines = tuple(self._curve(line) for line in plot.lines)
            view.show_chart(CurveChart(lines, plot.levels, y_title=plot.unit))

    def set_levels(self, values: Mapping[str, float]) -> None:
        """Lines for scale in every plot of a loss that count models have too."""
        levels = named_levels(values)
        self.plots = tuple(
            Plot(plot.title, plot.lines, plot.unit, levels) if _is_token_loss(plot) else plot
            for plot in self.plots
        )
        self.show_plots(self.plots, self.points)

    def add(self, point: Point) -> None:
        """One more point, on every curve that it belongs to."""
        self.points.append(point)
        for plot, view in zip(self.plots, self._views, strict=True):
            taking = [index for index, line in enumerate(plot.lines) if line.takes(point)]
            for index in taking:
                view.append(index, point.step, point.values[plot.lines[index].value])
            if taking:
                view.refresh()

    def drawing(self) -> Drawing:
        """All plots as they are now, for a figure."""
        drawn = [
            Titled(view.drawing(plot.title), plot.title)
            for plot, view in zip(self.plots, self._views, strict=True)
        ]
        return Row(drawn, min_width=MIN_FIGURE_COLUMN)

    def table(self) -> Table:
        """Every number of every point."""
        rows = [
            (p.run, p.step, p.tokens, p.seconds, p.held_out, name, value)
            for p in self.points
            for name, value in p.values.items()
        ]
        return Table(TABLE_COLUMNS, rows)

    @property
    def grown(self) -> bool:
        """Whether any curve has a point."""
        return any(curve.x for view in self._views for curve in view.chart.curves)

    @property
    def last_step(self) -> int:
        """How far the curves go; 0 before their first point."""
        return max((point.step for point in self.points), default=0)

    def _curve(self, line: CurveLine) -> Curve:
        taken = [point for point in self.points if line.takes(point)]
        return Curve(
            line.name,
            line.slot,
            line.dashed,
            [float(point.step) for point in taken],
            [point.values[line.value] for point in taken],
            line.joints,
        )

    def _rebuild(self) -> None:
        """Other axes need other widgets; this happens when another kind of run begins."""
        while self._views:
            self._views.pop().close()
        for place in self._places:
            place.hide()
            place.deleteLater()
        self._places = [self._place(plot) for plot in self.plots]
        self._lay_out()

    def _lay_out(self) -> None:
        """Side by side, or below one another where the window is narrow."""
        while self._grid.takeAt(0) is not None:
            pass
        for index, place in enumerate(self._places):
            row, column = divmod(index, self._columns)
            self._grid.addWidget(place, row, column, Qt.AlignmentFlag.AlignTop)
        self._fit_plots()
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, int(column < self._columns))

    def _place(self, plot: Plot) -> QWidget:
        view = CurveView(self._theme)
        view.setAccessibleName(plot.title)
        self._views.append(view)
        place = QWidget()
        heading = plain_label(plot.title)
        heading.setStyleSheet("font-weight: 600;")
        heading.setWordWrap(True)
        column(heading, view, into=place, spacing=4)
        return place

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fits = (self.width() + SPACING) // (MIN_FIGURE_COLUMN + SPACING)
        columns = min(max(fits, 1), COLUMNS)
        if columns != self._columns:
            self._columns = columns
            self._lay_out()
        self._fit_plots()

    def _fit_plots(self) -> None:
        """Wide plots are higher, too."""
        height = max(scaled(PLOT_HEIGHT), round(ASPECT * self.width() / self._columns))
        for view in self._views:
            view.set_plot_height(height)


def named_levels(values: Mapping[str, float]) -> tuple[Level, ...]:
    """Count models as horizontal lines with their titles."""
    return tuple(Level(LEVEL_TITLES.get(name, name), value) for name, value in values.items())


def _is_token_loss(plot: Plot) -> bool:
    return any(line.value in ("mlm_loss", "lm_loss") for line in plot.lines)
