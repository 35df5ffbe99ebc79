"""Learning curves of a student: held-out quality, then each term of its loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from explorer.core.distillation.histories import RunHistory
from explorer.core.distillation.students import ModelRoles
from explorer.core.distillation.views import ViewAnswer
from explorer.core.training.runs import Point
from explorer.ui.graphics.charts.curves import CurveChart
from explorer.ui.graphics.charts.learning_curves import (
    LearningCurve,
    LearningCurves,
    named_levels,
)
from explorer.ui.graphics.table import Table
from explorer.ui.panels.distillation.form import short_title
from explorer.ui.panels.distillation.roles import ALONE, STUDENT, Role
from models.schema.specs import DistillationSpec

LENGTH = "at the sequence length of training"


def student_charts(
    answer: ViewAnswer, roles: Sequence[Role], levels: Mapping[str, float], *, terms: bool
) -> list[CurveChart]:
    """Loss and accuracy on held-out text, then the `terms` of the student's training loss.

    Held-out text is cut into windows as in training, unlike the documents of the measurements.
    """
    method = answer.method
    heads = answer.choices.architectures[method.student].heads
    head = next(head.name for head in heads if head.predicts == "token")
    learners = [role for role in roles if role.name in (STUDENT, ALONE)]
    loss = _chart(f"Held-out loss, {LENGTH}", "nats", learners, f"{head}_loss")
    accuracy = _chart(f"Held-out accuracy, {LENGTH}", "share", learners, f"{head}_accuracy")
    charts = [replace(loss, levels=named_levels(levels)), accuracy]
    for term in method.terms if terms else ():
        # The model without a teacher has the loss of the masked tokens only.
        learning = [role for role in learners if role.name == STUDENT or term == head]
        title = f"{term_title(method, term)}: training"
        charts.append(_chart(title, "loss", learning, term, held_out=False))
    return charts


def _chart(
    title: str, unit: str, roles: Sequence[Role], value: str, held_out: bool = True
) -> CurveChart:
    """One curve for each role, whose name is that of its run."""
    curves = [
        LearningCurve(role.name, role.slot, run=role.name, value=value, held_out=held_out)
        for role in roles
    ]
    return CurveChart(tuple(curves), y_title=unit, title=title)


def term_title(method: DistillationSpec, term: str) -> str:
    """A term by the name that the option of its weight gives it."""
    titles = {option.name: short_title(option) for option in method.options}
    return titles.get(f"weight_{term}", term)


def points_of(models: ModelRoles, histories: Mapping[str, RunHistory]) -> list[Point]:
    """The points of the runs of student and twin, by role; histories are by key."""
    return [
        replace(point, run=role)
        for role, key in ((STUDENT, models.student), (ALONE, models.alone))
        if key in histories
        for point in histories[key].points
    ]


def learning_table(curves: LearningCurves, roles: Sequence[Role]) -> Table:
    """The points of learning curves by role, with the model of each and the unit of its chart."""
    titles = {role.name: role.title for role in roles}
    table, rows = curves.table(), []
    for run, *point, held_out, value, number in table.rows:
        unit = curves.unit_of(value, held_out=held_out)
        rows.append((run, titles.get(run, ""), *point, held_out, value, number, unit))
    return replace(table, columns=("part", "model", *table.columns[1:], "unit"), rows=rows)
