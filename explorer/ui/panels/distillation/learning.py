"""The learning view of the Distillation panel: a new student, its run, and the curves of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal

from explorer.core.distillation.histories import RunHistory, TrainingPair, read_pair, resume_pair
from explorer.core.distillation.students import ModelRoles
from explorer.core.distillation.terms import depth_of
from explorer.core.distillation.views import ViewAnswer
from explorer.core.jobs.jobs import Work
from explorer.core.localization import mark, tr
from explorer.core.table import Table
from explorer.core.training.estimates import estimate_pair
from explorer.core.training.plans import WITHOUT_TEACHER, distil
from explorer.core.training.runs import Baselines, CurvePoint
from explorer.ui.controls.layouts import muted_label
from explorer.ui.controls.run_page import RunActions, RunPage
from explorer.ui.graphics.charts.curve_grid import LearningCurves
from explorer.ui.graphics.charts.curves import CurveChart
from explorer.ui.graphics.charts.learning_curves import (
    LearningCurve,
    named_levels,
    term_charts,
    value_chart,
)
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panels.distillation.form import DistillationForm
from explorer.ui.panels.distillation.roles import ALONE, NOTES, STUDENT, RoleModel
from models.schema.specs import ArchSpec, DistillationSpec

FOLLOWED = mark("These curves are of {name}, and of the same student without its teacher.")


class StudentsPage(RunPage):
    """A form, a run of two students one after the other, and their curves.

    While it follows a run, the curves are those of that run, independent of the chosen models.
    """

    begun = Signal()
    finished = Signal(object)  # the ModelRoles that were trained, by their folders

    def __init__(
        self, context: PanelContext, roles_of: Callable[[ModelRoles], tuple[RoleModel, ...]]
    ) -> None:
        """`roles_of` gives models their names and colours."""
        self.form: DistillationForm
        super().__init__(context, "distillation", DistillationForm())
        self._roles_of = roles_of
        self._answer: ViewAnswer | None = None
        self._pair: TrainingPair | None = None  # in training, or trained last
        self._make: Callable[[], Work] | None = None  # starts or resumes its training
        self._following = False
        self._depth = 0  # layers of the student that have losses of their own
        self._levels: Mapping[str, float] = {}  # of count models
        self.hint = muted_label(wraps=True)
        actions = RunActions(self.start, self._resume, self._resume_folder, self._prepare_estimate)
        self.arrange(tr("Distil"), tr("Unfinished students"), actions, self.hint, self.curves)
        self.live.reported.connect(self._on_report)
        self.live.finished.connect(lambda _: self.finished.emit(_models_of(self._pair)))

    @property
    def followed_models(self) -> ModelRoles | None:
        """The models whose run is followed, by their folders."""
        return _models_of(self._pair) if self._following else None

    def leave_run(self) -> None:
        """Stop following the run, unless it is still running."""
        self._following = self.live.alive

    def offer(self, answer: ViewAnswer) -> None:
        """Set the possible values for a student of this teacher, and the runs to resume."""
        teacher, self._answer = self.form.choice.teacher, answer
        self.form.offer(answer)
        self._show_unfinished()
        if self.form.choice.teacher != teacher:
            self.estimate.refresh()

    # ---- a run

    def start(self) -> None:
        """Distil a student, then train the same student without its teacher."""
        if self._answer is None or self.live.alive:
            return
        choice, library = self.form.choice, self.context.library
        folder = library.new_run_folder(choice.name)
        alone = library.new_run_folder(folder.name + WITHOUT_TEACHER)
        make = partial(distil, choice, folder, alone, self.context.store.state.seed)
        self._begin(TrainingPair(choice.teacher, folder, alone), make, {})

    def _resume_folder(self, folder: Path) -> None:
        assert self._answer is not None
        self.resume_pair(next(pair for pair in self._answer.unfinished if pair.student == folder))

    def resume_pair(self, pair: TrainingPair) -> None:
        """Resume earlier runs, once their files are read."""
        self._read(pair, partial(resume_pair, pair, self.form.choice.device))

    def _resume(self) -> None:
        """Resume the stopped runs, whose curves may not be visible now."""
        assert self._pair is not None
        assert self._make is not None
        self._read(self._pair, self._make)

    def _read(self, pair: TrainingPair, make: Callable[[], Work]) -> None:
        self.read(pair.name, partial(read_pair, pair), partial(self._begin, pair, make))

    def _begin(
        self, pair: TrainingPair, make: Callable[[], Work], histories: Mapping[str, RunHistory]
    ) -> None:
        """Follow the runs of a pair, after their earlier logs."""
        self._pair, self._make, self._following = pair, make, True
        self.begin(make, tr("Distilling {name}", name=pair.name))
        self._show_histories(_models_of(pair), histories)
        self._say(tr(FOLLOWED, name=pair.name))
        self._show_unfinished()
        self.begun.emit()

    def _on_report(self, value: Any) -> None:
        assert self._pair is not None
        if isinstance(value, CurvePoint):
            role = STUDENT if value.run == self._pair.student.name else ALONE
            self.curves.add(replace(value, run=role))
            if depth_of([value]) > self._depth:  # now it is known how many layers the student has
                self._show_charts(_models_of(self._pair), self.curves.points)
        elif isinstance(value, Baselines):
            self._levels = value.values
            self.curves.set_levels(value.values)

    def _prepare_estimate(self) -> Callable[[], Work] | None:
        """None without a teacher."""
        choice = self.form.choice
        if self._answer is None or not choice.teacher:
            return None
        return estimate_pair(choice, self.context.store.state.seed)

    def _show_unfinished(self) -> None:
        """Earlier runs that can be resumed; that of this session has its buttons in the bar."""
        own = self._pair.student if self._pair is not None else None
        pairs = self._answer.unfinished if self._answer else ()
        self.unfinished.offer([pair.student for pair in pairs if pair.student != own])

    # ---- curves

    def show_learned(self, answer: ViewAnswer | None, doing: str) -> None:
        """The curves of the chosen models, unless a run is followed; else the present work."""
        if self._following:
            return
        if answer is None or not isinstance(answer.content, Mapping):
            self.curves.show_charts([], [])
            self._say(answer.problem if answer and answer.problem else doing)
            return
        self._show_histories(answer.roles, answer.content)
        known = "no_curves" if answer.roles.student else "no_student_yet"
        self._say("" if self.curves.points else NOTES[known])

    def _show_histories(self, models: ModelRoles, histories: Mapping[str, RunHistory]) -> None:
        """The curves of student and twin until now; histories are by key."""
        self._levels = next((one.baselines for one in histories.values()), {})
        keys = {STUDENT: models.student, ALONE: models.alone}
        points = [
            replace(point, run=role)
            for role, key in keys.items()
            if key in histories
            for point in histories[key].points
        ]
        self._show_charts(models, points)

    def _show_charts(self, models: ModelRoles, points: Sequence[CurvePoint]) -> None:
        """None without a point, unless a run is followed; terms of the loss if there are any."""
        assert self._answer is not None
        self._depth = depth_of(points)
        terms = self._following or not all(point.held_out for point in points)
        roles = self._roles_of(models)
        method = self._answer.method if self._following else self._answer.taught_by
        head = token_head(self._answer.choices.architectures[method.student])
        charts = student_charts(method, head, roles, self._levels, terms=terms, depth=self._depth)
        self.curves.show_charts(charts if points or self._following else [], points)

    def _say(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))


def _models_of(pair: TrainingPair | None) -> ModelRoles:
    """The models in training; their folders are their keys."""
    assert pair is not None
    return ModelRoles(pair.teacher, str(pair.student), str(pair.alone))


def token_head(spec: ArchSpec) -> str:
    """The name of the head that predicts tokens."""
    return next(head.name for head in spec.heads if head.predicts == "token")


def student_charts(
    method: DistillationSpec,
    head: str,
    roles: Sequence[RoleModel],
    levels: Mapping[str, float],
    *,
    terms: bool,
    depth: int = 0,
) -> list[CurveChart]:
    """Held-out loss and accuracy of a head, then the `terms` of the student's training loss.

    A term of each layer has a curve for each of the `depth` layers of the student.

    Held-out text is cut into windows as in training, unlike the documents of the measurements.
    """
    learners = [
        LearningCurve(role.label, role.slot, run=role.name)
        for role in roles
        if role.name in (STUDENT, ALONE)
    ]
    title = tr("Held-out loss, at the sequence length of training")
    lines = named_levels(levels)
    loss = value_chart(title, tr("nats"), learners, f"{head}_loss", held_out=True, levels=lines)
    title = tr("Held-out accuracy, at the sequence length of training")
    accuracy = value_chart(title, tr("share"), learners, f"{head}_accuracy", held_out=True)
    students = [one for one in learners if one.run == STUDENT]

    def select_curves(term: str) -> Sequence[LearningCurve]:
        """The model without a teacher has the loss of the masked tokens only."""
        return learners if term == head else students

    by_term = term_charts(method, select_curves, students, {STUDENT: depth}) if terms else []
    return [loss, accuracy, *by_term]


def learning_table(curves: LearningCurves, roles: Sequence[RoleModel]) -> Table:
    """The points of learning curves by role, with the model of each and the unit of its chart."""
    titles = {role.name: role.title for role in roles}
    table, rows = curves.table(), []
    for run, *point, held_out, value, number in table.rows:
        unit = curves.unit_of(value, held_out=held_out)
        rows.append((run, titles.get(run, ""), *point, held_out, value, number, unit))
    return replace(table, columns=("part", "model", *table.columns[1:], "unit"), rows=rows)
