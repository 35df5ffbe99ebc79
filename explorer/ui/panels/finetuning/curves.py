"""The learning curves of fine-tuning: which charts runs have, and those that models recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from explorer.core.distillation.terms import depth_of
from explorer.core.finetuning.results import metric_name
from explorer.core.finetuning.runs import LOSS, DevMetric, FineTuningHistory
from explorer.core.finetuning.teachers import TeachingChoices
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.training.run_log import CurvePoint
from explorer.ui.graphics.charts.curves import CurveChart, Level
from explorer.ui.graphics.charts.learning_curves import LearningCurve, term_charts, value_chart
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
    recipe: Mapping[str, Any]
    key: str = ""  # of the model that it made, once that exists
    is_first: bool = True  # of the seeds of its model; only that is named

    @property
    def curve(self) -> LearningCurve:
        """Its curve, of no value yet."""
        return LearningCurve(self.title if self.is_first else "", self.slot, run=self.run)


def recorded_roles(
    slots: Sequence[ModelSlot], known: Mapping[str, FineTuningHistory]
) -> list[RunRole]:
    """The runs that the folders of chosen models have."""
    return [
        RunRole(slot.key, slot.title, slot.index, known[slot.key].recipe, slot.key)
        for slot in slots
        if slot.key in known
    ]


def points_of(roles: Sequence[RunRole], known: Mapping[str, FineTuningHistory]) -> list[CurvePoint]:
    """The points of runs until now; `known` is by run."""
    own = {role.run: known[role.run] for role in roles if role.run in known}
    return [replace(point, run=run) for run, one in own.items() for point in one.points]


def metric_of(roles: Sequence[RunRole], known: Mapping[str, FineTuningHistory]) -> DevMetric | None:
    """The metric of the first run that has one."""
    found = (known[role.run].dev_metric for role in roles if role.run in known)
    return next(filter(None, found), None)


def charts_of(
    roles: Sequence[RunRole],
    metric: DevMetric | None,
    teaching: TeachingChoices | None,
    depths: Mapping[str, int],
) -> list[CurveChart]:
    """The charts of runs, with the terms of the loss of the method that taught one of them."""
    taught = (teaching.method_in(role.recipe) for role in roles if teaching is not None)
    return run_charts(roles, metric, next(filter(None, taught), None), depths)


def depths_of(roles: Sequence[RunRole], points: Sequence[CurvePoint]) -> dict[str, int]:
    """How many layers of a student have losses of their own, by run."""
    return {role.run: depth_of(p for p in points if p.run == role.run) for role in roles}


def run_charts(
    roles: Sequence[RunRole],
    metric: DevMetric | None,
    method: DistillationSpec | None,
    depths: Mapping[str, int],
) -> list[CurveChart]:
    """The training loss of each run, the metric of the dev split, and the terms of the loss of
    students of a method, by the layers that each run has.
    """
    value = metric.name if metric else ""
    constant = MEAN if value in OF_SCORES else MAJORITY
    known = ((constant, metric.majority), (TEACHER, metric.teacher)) if metric else ()
    levels = [Level(name, score) for name, score in known if score is not None]
    title = (
        tr("{name} on the dev split", name=metric_name(value))
        if value
        else tr("Metric on the dev split")
    )
    learners = [role.curve for role in roles]
    firsts = [role.curve for role in roles if role.is_first]
    return [
        value_chart(tr("Training loss"), tr("loss"), learners, LOSS),
        value_chart(title, tr("score"), learners, value, held_out=True, levels=levels),
        *([] if method is None else term_charts(method, lambda _: learners, firsts, depths)),
    ]
