"""Learning curves as small multiples: one chart for each head or loss term, on its own scale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from explorer.core.distillation.terms import term_title
from explorer.core.localization import tr
from explorer.core.state.slots import SLOTS
from explorer.core.table import Table
from explorer.core.training.runs import LEVEL_TITLES, CurvePoint
from explorer.ui.graphics.charts.curves import Curve, CurveChart, Level
from explorer.ui.graphics.charts.plot_canvas import CurveView
from explorer.ui.graphics.drawing import Drawing, Row, Titled
from explorer.ui.style.theme import Theme
from models.schema.specs import DistillationSpec

COLUMNS = 2
SPACING = 16
MIN_FIGURE_COLUMN = 260
TOKEN_LOSSES = ("mlm_loss", "lm_loss")  # which count models have, too
TABLE_COLUMNS = ("run", "step", "tokens", "seconds", "held out", "value", "number")


@dataclass(frozen=True)
class LearningCurve(Curve):
    """One value of one run, in training or held out; its points are those of the run."""

    run: str = ""
    value: str = ""
    held_out: bool = True

    def has(self, point: CurvePoint) -> bool:
        same = point.run == self.run and point.held_out == self.held_out
        return same and self.value in point.values

    def replace_points(self, points: Iterable[CurvePoint]) -> LearningCurve:
        own = [point for point in points if self.has(point)]
        x = [float(point.step) for point in own]
        return replace(self, x=x, y=[point.values[self.value] for point in own])


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
        for chart, view in zip(self.charts, self.views, strict=True):
            curves = tuple(curve.replace_points(self.points) for curve in _curves(chart))
            view.show_chart(replace(chart, curves=curves))

    def set_levels(self, values: Mapping[str, float]) -> None:
        """Lines for scale in every chart of a loss that count models have too."""
        levels = named_levels(values)
        self.charts = tuple(
            replace(chart, levels=levels)
            if any(curve.value in TOKEN_LOSSES for curve in _curves(chart))
            else chart
            for chart in self.charts
        )
        self.show_charts(self.charts, self.points)

    def add(self, point: CurvePoint) -> None:
        """One more point, on every curve that it belongs to."""
        self.points.append(point)
        for chart, view in zip(self.charts, self.views, strict=True):
            for index, curve in enumerate(_curves(chart)):
                if curve.has(point):
                    view.append(index, point.step, point.values[curve.value])

    def build_drawing(self) -> Drawing:
        """All charts as they are now, for a figure."""
        drawings = [view.build_drawing() for view in self.views]
        titled = [Titled(drawing, drawing.title) for drawing in drawings]
        return Row(titled, min_width=MIN_FIGURE_COLUMN)

    def table(self) -> Table:
        """Every number of every point."""
        rows = [
            (p.run, p.step, p.tokens, p.seconds, p.held_out, name, value)
            for p in self.points
            for name, value in p.values.items()
        ]
        return Table(TABLE_COLUMNS, rows)

    def unit_of(self, value: str, *, held_out: bool) -> str:
        """The unit of a value in its chart; empty where it is not drawn."""
        units = (
            chart.y_title
            for chart in self.charts
            for curve in _curves(chart)
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


def named_levels(values: Mapping[str, float]) -> tuple[Level, ...]:
    """Count models as horizontal lines with their titles."""
    return tuple(Level(LEVEL_TITLES.get(name, name), value) for name, value in values.items())


def value_chart(
    title: str,
    unit: str,
    runs: Iterable[LearningCurve],
    value: str,
    *,
    held_out: bool = False,
    levels: Sequence[Level] = (),
) -> CurveChart:
    """One value of several runs; `runs` are curves with their names and colours."""
    curves = [replace(run, value=value, held_out=held_out) for run in runs]
    return CurveChart(tuple(curves), tuple(levels), y_title=unit, title=title)


def term_charts(
    method: DistillationSpec,
    learners: Callable[[str], Iterable[LearningCurve]],
    students: Sequence[LearningCurve],
    depths: Mapping[str, int],
) -> list[CurveChart]:
    """A chart for each term of the training loss; `learners` gives the runs that have a term.

    A term of each layer has a chart for each student, whose layers are in `depths`, by run.
    """
    charts: list[CurveChart] = []
    for term in method.terms:
        title = term_title(method, term)
        if term not in method.layer_terms:
            heading = tr("{title}: training", title=title)
            charts.append(value_chart(heading, tr("loss"), learners(term), term))
            continue
        by_layer = tr("{title} by layer: training", title=title)
        for one in students:
            name = f"{by_layer} · {one.name}" if len(students) > 1 else by_layer
            depth = depths.get(one.run, 0)
            charts += [layers_chart(one.run, term, depth, name)] if depth else []
    return charts


def layers_chart(run: str, term: str, depth: int, title: str) -> CurveChart:
    """A term of a student's loss, one curve for each layer, in the colours of further runs."""
    curves = [
        LearningCurve(
            tr("Layer {number}", number=layer),
            len(SLOTS) + layer - 1,
            run=run,
            value=f"{term}.{layer}",
            held_out=False,
        )
        for layer in range(1, depth + 1)
    ]
    return CurveChart(tuple(curves), y_title=tr("loss"), title=title)


def _curves(chart: CurveChart) -> list[LearningCurve]:
    return [curve for curve in chart.curves if isinstance(curve, LearningCurve)]
