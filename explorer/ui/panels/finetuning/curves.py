"""Learning curves of models that are fine-tuned one after the other, each in its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from explorer.core.finetuning.results import metric_name
from explorer.core.finetuning.runs import LOSS, DevMetric, FineTuningHistory
from explorer.core.localization import tr
from explorer.core.training.run_log import Point
from explorer.ui.graphics.charts.curves import CurveChart, Level
from explorer.ui.graphics.charts.learning_curves import LearningCurve

MAJORITY, MEAN = tr("majority class"), tr("mean score")  # answers that are always the same
OF_SCORES = ("pearson", "spearman", "mean_squared_error")


@dataclass(frozen=True)
class RunRole:
    """A run, the title of its model, and the colour of that."""

    run: str
    title: str
    slot: int | None
    key: str = ""  # of the model that it made, once that exists
    is_first: bool = True  # of the seeds of its model; only that is named


def run_charts(roles: Sequence[RunRole], metric: DevMetric | None) -> list[CurveChart]:
    """The training loss of each run, and the metric of the dev split."""
    loss = [
        LearningCurve(_name(one), one.slot, run=one.run, value=LOSS, held_out=False)
        for one in roles
    ]
    value = metric.name if metric else ""
    dev = [LearningCurve(_name(one), one.slot, run=one.run, value=value) for one in roles]
    majority = metric.majority if metric else None
    constant = MEAN if value in OF_SCORES else MAJORITY
    levels = () if majority is None else (Level(constant, majority),)
    title = (
        tr("{name} on the dev split", name=metric_name(value))
        if value
        else tr("Metric on the dev split")
    )
    return [
        CurveChart(tuple(loss), y_title=tr("loss"), title=tr("Training loss")),
        CurveChart(tuple(dev), levels, y_title=tr("score"), title=title),
    ]


def _name(role: RunRole) -> str:
    return role.title if role.is_first else ""


def history_metric(histories: Sequence[FineTuningHistory]) -> DevMetric | None:
    """The metric of the first model; others have it too where they learned the same task."""
    return next((one.dev_metric for one in histories if one.dev_metric), None)


def history_points(histories: Mapping[str, FineTuningHistory]) -> list[Point]:
    """The points of recorded runs, by the names of the runs."""
    return [replace(p, run=run) for run, one in histories.items() for p in one.points]
