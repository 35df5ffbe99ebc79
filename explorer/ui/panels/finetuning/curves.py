"""Learning curves of models that are fine-tuned one after the other, each in its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from explorer.core.distillation.terms import depth_of, term_title
from explorer.core.finetuning.results import metric_name
from explorer.core.finetuning.runs import LOSS, DevMetric, FineTuningHistory
from explorer.core.localization import tr
from explorer.core.training.run_log import CurvePoint
from explorer.ui.graphics.charts.curves import CurveChart, Level
from explorer.ui.graphics.charts.learning_curves import LearningCurve, layers_chart
from models.schema.specs import DistillationSpec

MAJORITY, MEAN = tr("majority class"), tr("mean score")  # answers that are always the same
TEACHER = tr("teacher")
OF_SCORES = ("pearson", "spearman", "mean_squared_error")


@dataclass(frozen=True)
class RunRole:
    """A run, the title of its model, and the colour of that."""

    run: str
    title: str
    slot: int | None
    key: str = ""  # of the model that it made, once that exists
    is_first: bool = True  # of the seeds of its model; only that is named


def run_charts(
    roles: Sequence[RunRole],
    metric: DevMetric | None,
    method: DistillationSpec | None = None,
    points: Sequence[CurvePoint] = (),
) -> list[CurveChart]:
    """The training loss of each run, the metric of the dev split, and the terms of the loss of
    students of a method, by the layers that the points have.
    """
    value = metric.name if metric else ""
    dev = [LearningCurve(_name(one), one.slot, run=one.run, value=value) for one in roles]
    constant = MEAN if value in OF_SCORES else MAJORITY
    known = ((constant, metric.majority), (TEACHER, metric.teacher)) if metric else ()
    levels = tuple(Level(name, score) for name, score in known if score is not None)
    title = (
        tr("{name} on the dev split", name=metric_name(value))
        if value
        else tr("Metric on the dev split")
    )
    return [
        _loss_chart(roles, LOSS, tr("Training loss")),
        CurveChart(tuple(dev), levels, y_title=tr("score"), title=title),
        *([] if method is None else _term_charts(roles, method, points)),
    ]


def _loss_chart(roles: Sequence[RunRole], value: str, title: str) -> CurveChart:
    curves = [
        LearningCurve(_name(one), one.slot, run=one.run, value=value, held_out=False)
        for one in roles
    ]
    return CurveChart(tuple(curves), y_title=tr("loss"), title=title)


def _term_charts(
    roles: Sequence[RunRole], method: DistillationSpec, points: Sequence[CurvePoint]
) -> list[CurveChart]:
    """A chart for each term; for one of each layer, a chart for each model with its first seed."""
    charts: list[CurveChart] = []
    firsts = [role for role in roles if role.is_first]
    for term in method.terms:
        title = term_title(method, term)
        if term not in method.layer_terms:
            charts.append(_loss_chart(roles, term, tr("{title}: training", title=title)))
            continue
        for role in firsts:
            depth = depth_of(point for point in points if point.run == role.run)
            by_layer = tr("{title} by layer: training", title=title)
            name = f"{by_layer} · {role.title}" if len(firsts) > 1 else by_layer
            charts += [layers_chart(role.run, term, depth, name)] if depth else []
    return charts


def _name(role: RunRole) -> str:
    return role.title if role.is_first else ""


def history_metric(histories: Sequence[FineTuningHistory]) -> DevMetric | None:
    """The metric of the first model; others have it too where they learned the same task."""
    return next((one.dev_metric for one in histories if one.dev_metric), None)


def history_points(histories: Mapping[str, FineTuningHistory]) -> list[CurvePoint]:
    """The points of recorded runs, by the names of the runs."""
    return [replace(p, run=run) for run, one in histories.items() for p in one.points]
