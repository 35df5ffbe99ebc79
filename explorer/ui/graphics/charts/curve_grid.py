"""Learning curves in the window: one chart beside the other, which grow with the points of runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from explorer.core.table import Table
from explorer.core.training.runs import CurvePoint
from explorer.ui.graphics.charts.curves import CurveChart
from explorer.ui.graphics.charts.learning_curves import (
    MIN_FIGURE_COLUMN,
    TOKEN_LOSSES,
    draw_charts,
    fill_charts,
    learning_curves_of,
    named_levels,
    tabulate_points,
)
from explorer.ui.graphics.charts.plot_canvas import CurveView
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.style.theme import Theme

COLUMNS = 2
SPACING = 16


class LearningCurves(QWidget):
    """Charts that grow with the points of runs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.points: list[CurvePoint] = []
        self.charts: tuple[CurveChart, ...] = ()  # of learning curves without their points
        self._all_views: list[CurveView] = []  # also those that no chart needs now
        self._columns = COLUMNS
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(SPACING)

    def show_charts(self, charts: Sequence[CurveChart], points: Iterable[CurvePoint]) -> None:
        """Other charts, with the points that are known."""
        self.points = list(points)
        if tuple(charts) != self.charts:
            self.charts = tuple(charts)
            self._rebuild()
        for chart, view in zip(fill_charts(self.charts, self.points), self.views, strict=True):
            view.show_chart(chart)

    def set_levels(self, values: Mapping[str, float]) -> None:
        """Lines for scale in every chart of a loss that count models have too."""
        levels = named_levels(values)
        self.charts = tuple(
            replace(chart, levels=levels)
            if any(curve.value in TOKEN_LOSSES for curve in learning_curves_of(chart))
            else chart
            for chart in self.charts
        )
        self.show_charts(self.charts, self.points)

    def add(self, point: CurvePoint) -> None:
        """One more point, on every curve that it belongs to."""
        self.points.append(point)
        for chart, view in zip(self.charts, self.views, strict=True):
            for index, curve in enumerate(learning_curves_of(chart)):
                if curve.has(point):
                    view.append(index, point.step, point.values[curve.value])

    def build_drawing(self) -> Drawing:
        """All charts as they are now, for a figure."""
        return draw_charts(view.visible_chart for view in self.views)

    def table(self) -> Table:
        """Every number of every point."""
        return tabulate_points(self.points)

    def unit_of(self, value: str, *, held_out: bool) -> str:
        """The unit of a value in its chart; empty where it is not drawn."""
        units = (
            chart.y_title
            for chart in self.charts
            for curve in learning_curves_of(chart)
            if (curve.value, curve.held_out) == (value, held_out)
        )
        return next(units, "")

    @property
    def views(self) -> list[CurveView]:
        """One for each chart."""
        return self._all_views[: len(self.charts)]

    @property
    def grown(self) -> bool:
        """Whether any curve has a point."""
        return any(curve.x for view in self.views for curve in view.chart.curves)

    @property
    def last_step(self) -> int:
        """The last step of all curves; 0 before their first point."""
        return max((point.step for point in self.points), default=0)

    def _rebuild(self) -> None:
        """A view for each chart, from the beginning; another kind of run begins.

        Views are never deleted, because the pointer may be over one; what is too many is hidden.
        """
        for _ in self.charts[len(self._all_views) :]:
            self._all_views.append(CurveView(self._theme))
        for view in self._all_views:
            view.start_anew()
        for view in self._all_views[len(self.charts) :]:
            view.hide()
        self._arrange()

    def _arrange(self) -> None:
        """Side by side, or below one another where the window is narrow."""
        while self._grid.takeAt(0) is not None:
            pass
        for index, view in enumerate(self.views):
            row, column = divmod(index, self._columns)
            self._grid.addWidget(view, row, column, Qt.AlignmentFlag.AlignTop)
            view.show()
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, int(column < self._columns))

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fits = (self.width() + SPACING) // (MIN_FIGURE_COLUMN + SPACING)
        columns = min(max(fits, 1), COLUMNS)
        if columns != self._columns:
            self._columns = columns
            self._arrange()
