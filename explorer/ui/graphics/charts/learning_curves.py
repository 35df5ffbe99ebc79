"""Learning curves as small multiples: one chart for each head or loss term, on its own scale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from explorer.core.distillation.terms import term_title
from explorer.core.localization import tr
from explorer.core.state.slots import SLOTS
from explorer.core.table import Table
from explorer.core.training.runs import LEVEL_TITLES, CurvePoint
from explorer.ui.graphics.charts.curve_plot import CurvePlot
from explorer.ui.graphics.charts.curves import Curve, CurveChart, Level
from explorer.ui.graphics.drawing import Drawing, Row, Titled
from models.schema.specs import DistillationSpec

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


def fill_charts(charts: Iterable[CurveChart], points: Sequence[CurvePoint]) -> list[CurveChart]:
    """Charts of learning curves with the points of their runs."""
    return [
        replace(
            chart, curves=tuple(one.replace_points(points) for one in learning_curves_of(chart))
        )
        for chart in charts
    ]


def draw_charts(charts: Iterable[CurveChart]) -> Drawing:
    """Charts side by side, for a figure."""
    drawings = [Titled(CurvePlot(chart), chart.title) for chart in charts]
    return Row(drawings, min_width=MIN_FIGURE_COLUMN)


def tabulate_points(points: Iterable[CurvePoint]) -> Table:
    """Every number of every point."""
    rows = [
        (p.run, p.step, p.tokens, p.seconds, p.held_out, name, value)
        for p in points
        for name, value in p.values.items()
    ]
    return Table(TABLE_COLUMNS, rows)


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


def learning_curves_of(chart: CurveChart) -> list[LearningCurve]:
    return [curve for curve in chart.curves if isinstance(curve, LearningCurve)]
