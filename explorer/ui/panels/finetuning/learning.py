"""The first view of the Fine-tuning panel: the form, runs one after the other, their curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal

from explorer.core.distillation.terms import depth_of
from explorer.core.finetuning import runs
from explorer.core.finetuning.plans import (
    FineTuningPlan,
    finetuning_recipe,
    name_of,
    plans_of,
    teacher_of,
)
from explorer.core.finetuning.request import FineTuningAnswer
from explorer.core.finetuning.results import metric_name
from explorer.core.finetuning.runs import DevMetric, FineTuningHistory, RunFacts
from explorer.core.finetuning.teachers import share_of
from explorer.core.jobs.jobs import Work
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.training.run_log import CurvePoint
from explorer.ui.controls.layouts import muted_label, push_button
from explorer.ui.controls.run_page import RunActions, RunPage, TryModelButton
from explorer.ui.graphics.drawing import number
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.finetuning.curves import (
    RunRole,
    charts_of,
    depths_of,
    metric_of,
    points_of,
    recorded_roles,
)
from explorer.ui.panels.finetuning.form import NOTES, TEXTS, FineTuningForm


class FineTuningPage(RunPage):
    """A form, runs of the chosen models one after the other, and their curves.

    `plans` and `roles` are those of the run of this session, `facts` by run.
    """

    begun = Signal()
    updated = Signal()  # what is known of the run, or its phase
    finished = Signal()  # the models of the run are in the library
    see_requested = Signal()
    try_requested = Signal()

    def __init__(self, context: PanelContext, slots: Callable[[], Sequence[ModelSlot]]) -> None:
        """`slots` gives the chosen models."""
        self.form: FineTuningForm
        super().__init__(context, "finetuning", FineTuningForm())
        self._slots = slots
        self.answer: FineTuningAnswer | None = None
        self.plans: tuple[FineTuningPlan, ...] = ()
        self.roles: tuple[RunRole, ...] = ()
        self.facts: dict[str, RunFacts] = {}
        self._metric: DevMetric | None = None
        self._depths: dict[str, int] = {}  # layers of a student with losses of their own, by run
        self.hint = muted_label(wraps=True)
        actions = RunActions(self.start, self._resume, self.resume_run, self._prepare_estimate)
        self.arrange(tr("Fine-tune"), tr("Unfinished runs"), actions, self.hint, self.curves)
        self.live.reported.connect(self._on_report)
        self.live.finished.connect(self._on_finished)
        self.running_changed.connect(self.updated)
        self.see = push_button(TEXTS["see"]["title"], self.see_requested, TEXTS["see"]["tip"])
        self.use = TryModelButton(context.store)
        self.use.added.connect(self.try_requested)
        self.bar.add(self.see)
        self.bar.add(self.use)

    def offer(self, answer: FineTuningAnswer) -> None:
        """What there is to learn and to teach, and the runs to resume."""
        if answer.choices is None or answer.teaching is None:
            return
        is_first, self.answer = self.answer is None, answer
        self.form.offer(answer.choices, answer.teaching)
        self._show_unfinished()
        if is_first:
            self.estimate.refresh()

    # ---- a run

    def start(self) -> None:
        """Fine-tune the chosen models, one after the other."""
        if self.live.alive or self.answer is None or not self._slots():
            return
        entries = [slot.entry for slot in self._slots()]
        plans = plans_of(self.form.choice, entries, self.context.library)
        self._follow((tuple(plans), {}))

    def _prepare_estimate(self) -> Callable[[], Work] | None:
        """None without a model."""
        if self.answer is None or not self._slots():
            return None
        choice = self.form.choice
        recipes = [finetuning_recipe(choice, slot.entry, name_of(choice)) for slot in self._slots()]
        return partial(runs.estimate, recipes, choice.device, choice.num_seeds)

    def resume_run(self, folder: Path) -> None:
        """Resume an earlier run, once its files are read."""
        self.read(folder.name, partial(runs.read_run, folder), self._follow)

    def _resume(self) -> None:
        """Resume the stopped or failed run from its checkpoints."""
        self.read(self.plans[0].run, partial(runs.reload_run_logs, self.plans), self._follow)

    def _follow(
        self, begun: tuple[tuple[FineTuningPlan, ...], Mapping[str, FineTuningHistory]]
    ) -> None:
        """Start or resume runs, after their earlier curves."""
        self.plans, histories = begun
        slots = {slot.key: slot.index for slot in self._slots()}
        first = {plan.base: plan for plan in reversed(self.plans)}
        self.roles = tuple(
            RunRole(
                plan.run,
                plan.run,
                slots.get(plan.base),
                plan.recipe,
                is_first=plan is first[plan.base],
            )
            for plan in self.plans
        )
        self.facts = {}
        self._show_histories(self.roles, histories)
        title = (
            tr("Fine-tuning {count} models", count=len(self.plans))
            if len(self.plans) > 1
            else tr("Fine-tuning {name}", name=self.plans[0].run)
        )
        self.begin(partial(runs.fine_tune_all, self.plans), title)
        self.begun.emit()

    def _on_report(self, value: Any) -> None:
        if isinstance(value, CurvePoint):
            self.curves.add(value)
            if depth_of([value]) > self._depths.get(value.run, 0):  # now it is known how many
                self._show_charts(self.roles, self.curves.points)
        elif isinstance(value, RunFacts):
            self.facts[value.run] = value
            self.updated.emit()
        elif isinstance(value, DevMetric) and self._metric is None:
            self._metric = value
            self._show_charts(self.roles, self.curves.points)

    def _on_finished(self, folders: tuple[Path, ...]) -> None:
        """The models join the library."""
        keys = [self.context.library.entry(str(folder)).key for folder in folders]
        self.roles = tuple(
            replace(role, key=key) for role, key in zip(self.roles, keys, strict=True)
        )
        self.context.library_changed()
        self._show_unfinished()
        self.finished.emit()

    def details(self) -> Details:
        """The metric of each model at its end, that of their teacher, and the majority class's."""
        if self._metric is None:
            return Details()
        name, of_teacher, rows = self._metric.name, self._metric.teacher, []
        for role in self.roles:
            points = [p for p in self.curves.points if p.run == role.run and name in p.values]
            if points:
                rows.append((role.title, _score(points[-1].values[name], of_teacher)))
        if of_teacher is not None:
            teacher = teacher_of(self.roles[0].recipe)
            rows.append((tr("Teacher: {name}", name=teacher), number(of_teacher)))
        if self._metric.majority is not None:
            rows.append((tr("Majority class"), number(self._metric.majority)))
        return Details(tr("{name} on the dev split", name=metric_name(name)), tuple(rows))

    def _show_unfinished(self) -> None:
        """Runs of earlier sessions that can be resumed."""
        own = {plan.folder for plan in self.plans}
        folders = self.answer.unfinished if self.answer else ()
        self.unfinished.offer([folder for folder in folders if folder not in own])

    # ---- curves

    def show_learned(self, title: Callable[[str], str]) -> None:
        """The curves of the run; before there is one, those of the chosen models.

        `title` gives that of a model by its key.
        """
        if not self.roles and self.answer is not None:
            self._show_recorded(self.answer.histories)
        self.hint.setText(self._invitation())
        self.hint.setVisible(not self.curves.charts)
        made = {role.key: title(role.key) for role in self.roles if role.key and role.is_first}
        self.use.offer_in(tr("Your sentence"), made)
        self.see.setVisible(bool(made) and not self.live.alive)

    def _show_recorded(self, known: Mapping[str, FineTuningHistory]) -> None:
        """The curves that the folders of the chosen models have."""
        self._show_histories(recorded_roles(self._slots(), known), known)

    def _show_histories(
        self, roles: Sequence[RunRole], known: Mapping[str, FineTuningHistory]
    ) -> None:
        """The curves until now, by run; others have the metric of the first, if they have one."""
        self._metric = metric_of(roles, known)
        self._show_charts(roles, points_of(roles, known))

    def _show_charts(self, roles: Sequence[RunRole], points: Sequence[CurvePoint]) -> None:
        """None without a point, unless it is the run of this session."""
        self._depths = depths_of(roles, points)
        teaching = self.answer.teaching if self.answer else None
        charts = charts_of(roles, self._metric, teaching, self._depths)
        self.curves.show_charts(charts if points or self.roles else [], points)

    def _invitation(self) -> str:
        """What to do where there are no curves."""
        if self._slots():
            return NOTES["nothing_yet"]
        return NOTES["no_student" if self.form.choice.teacher else "no_models"]


def _score(own: float, of_teacher: float | None) -> str:
    """A metric, and its share of that of the teacher."""
    share = None if of_teacher is None else share_of(own, of_teacher)
    if share is None:
        return number(own)
    return tr("{value} ({share:.1%} of its teacher's)", value=number(own), share=share)
