"""The first view of the Fine-tuning panel: the form, runs one after the other, their curves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal

from explorer.core.errors import UserError
from explorer.core.finetuning import runs
from explorer.core.finetuning.plans import FineTuningPlan, finetuning_recipe, name_of, plans_of
from explorer.core.finetuning.request import FineTuningAnswer
from explorer.core.finetuning.results import metric_name
from explorer.core.finetuning.runs import DevMetric, FineTuningHistory, RunFacts
from explorer.core.finetuning.teachers import score_of, teacher_of
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.training.run_log import CurvePoint
from explorer.ui.controls.layouts import muted_label, push_button
from explorer.ui.controls.run_page import AddModelsButton, RunActions, RunPage
from explorer.ui.graphics.charts.loss_terms import depth_of
from explorer.ui.graphics.drawing import number
from explorer.ui.panel_base.context import ModelSlot, PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.finetuning.curves import (
    RunRole,
    history_metric,
    history_points,
    run_charts,
)
from explorer.ui.panels.finetuning.form import FineTuningForm
from explorer.ui.panels.finetuning.subjects import share_words
from models.schema.specs import DistillationSpec

USE = (tr("Add to the chosen models"), tr("Added to the chosen models"))
SEE_TIP = tr("Metrics, confusion matrix and examples on the dev split")


class FineTuningPage(RunPage):
    """A form, runs of the chosen models one after the other, and their curves.

    `plans` and `roles` are those of the run of this session, `facts` by run.
    """

    begun = Signal()
    updated = Signal()  # what is known of the run, or its phase
    finished = Signal()  # the models of the run are in the library
    see_requested = Signal()

    def __init__(
        self,
        context: PanelContext,
        slots: Callable[[], Sequence[ModelSlot]],
        notes: Mapping[str, str],
    ) -> None:
        """`slots` gives the chosen models; `notes` are the sentences of the panel."""
        self.form: FineTuningForm
        super().__init__(context, "finetuning", FineTuningForm())
        self._slots, self._notes = slots, notes
        self.answer: FineTuningAnswer | None = None
        self.plans: tuple[FineTuningPlan, ...] = ()
        self.roles: tuple[RunRole, ...] = ()
        self.facts: dict[str, RunFacts] = {}
        self._metric: DevMetric | None = None
        self._depths: dict[str, int] = {}  # layers of a student with losses of their own, by run
        self.hint = muted_label(wraps=True)
        actions = RunActions(self.start, self._resume, self.resume_run, self._estimated)
        self.arrange(tr("Fine-tune"), tr("Unfinished runs"), actions, self.hint, self.curves)
        self.live.reported.connect(self._on_report)
        self.live.finished.connect(self._on_finished)
        self.running_changed.connect(self.updated)
        self.see = push_button(tr("See the results"), self.see_requested, SEE_TIP)
        self.use = AddModelsButton(context.store, *USE)
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

    def _estimated(self) -> Callable[[], Work] | None:
        """None without a model."""
        if self.answer is None or not self._slots():
            return None
        choice = self.form.choice
        recipes = [finetuning_recipe(choice, slot.entry, name_of(choice)) for slot in self._slots()]
        return partial(runs.estimate, recipes, choice.device, choice.num_seeds)

    def resume_run(self, folder: Path) -> None:
        """Resume an earlier run, once its files are read."""
        self.read(folder.name, partial(_read_run, folder), self._follow)

    def _resume(self) -> None:
        """Resume the stopped or failed run from its checkpoints."""
        self.read(self.plans[0].run, partial(_read_again, self.plans), self._follow)

    def _follow(
        self, begun: tuple[tuple[FineTuningPlan, ...], dict[str, FineTuningHistory]]
    ) -> None:
        """Start or resume runs, after their earlier curves."""
        self.plans, histories = begun
        slots = {slot.key: slot.index for slot in self._slots()}
        first = {plan.base: plan for plan in reversed(self.plans)}
        self.roles = tuple(
            RunRole(plan.run, plan.run, slots.get(plan.base), is_first=plan is first[plan.base])
            for plan in self.plans
        )
        self.facts, self._metric = {}, history_metric(list(histories.values()))
        self._show_charts(history_points(histories))
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
                self._show_charts(self.curves.points)
        elif isinstance(value, RunFacts):
            self.facts[value.run] = value
            self.updated.emit()
        elif isinstance(value, DevMetric) and self._metric is None:
            self._metric = value
            self._show_charts(self.curves.points)

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
        name, rows = self._metric.name, []
        for role in self.roles:
            points = [p for p in self.curves.points if p.run == role.run and name in p.values]
            if points:
                rows.append((role.title, self._score(points[-1].values[name])))
        if self._metric.teacher is not None:
            teacher = teacher_of(self.plans[0].recipe)
            rows.append((tr("Teacher: {name}", name=teacher), number(self._metric.teacher)))
        if self._metric.majority is not None:
            rows.append((tr("Majority class"), number(self._metric.majority)))
        return Details(tr("{name} on the dev split", name=metric_name(name)), tuple(rows))

    def _score(self, value: float) -> str:
        """A metric, and its share of that of the teacher."""
        assert self._metric is not None
        of_teacher = self._metric.teacher
        if of_teacher is None:
            return number(value)
        return share_words(value, score_of("", of_teacher, value))

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
            self._show_recorded(self.answer)
        self.hint.setText(self._invitation())
        self.hint.setVisible(not self.curves.charts)
        made = {role.key: title(role.key) for role in self.roles if role.key and role.is_first}
        self.use.offer(made)
        self.see.setVisible(bool(made) and not self.live.alive)

    def _show_recorded(self, answer: FineTuningAnswer) -> None:
        """The curves that the folders of the chosen models have."""
        slots = [slot for slot in self._slots() if slot.key in answer.histories]
        known = {slot.key: answer.histories[slot.key] for slot in slots}
        roles = [RunRole(slot.key, slot.title, slot.index, slot.key) for slot in slots]
        points = history_points(known)
        method = next(filter(None, (self._method(one.recipe) for one in known.values())), None)
        charts = run_charts(roles, history_metric([*known.values()]), method, points)
        self.curves.show_charts(charts if points else [], points)

    def _show_charts(self, points: Sequence[CurvePoint]) -> None:
        """Those of the run of this session."""
        by_run = {role.run: [p for p in points if p.run == role.run] for role in self.roles}
        self._depths = {run: depth_of(own) for run, own in by_run.items()}
        method = self._method(self.plans[0].recipe)
        self.curves.show_charts(run_charts(self.roles, self._metric, method, points), points)

    def _method(self, recipe: Mapping[str, Any]) -> DistillationSpec | None:
        """That by which a recipe teaches; None without a teacher."""
        teaching, known = recipe.get("teaching"), self.answer.teaching if self.answer else None
        if known is None or not isinstance(teaching, Mapping):
            return None
        return known.methods.get(str(teaching.get("method")))

    def _invitation(self) -> str:
        """What to do where there are no curves."""
        if self._slots():
            return self._notes["nothing_yet"]
        return self._notes["no_student" if self.form.choice.teacher else "no_models"]


# ---- reading earlier runs


def _read_run(folder: Path) -> Work:
    """The plan of an unfinished run, and its curves."""
    yield Progress(tr("Reading {name}", name=folder.name))
    plan, history = runs.resumable_run(folder)
    return (plan,), {plan.run: history}


def _read_again(plans: tuple[FineTuningPlan, ...]) -> Work:
    """The curves of runs of which some are finished, one was stopped, and others did not begin."""
    yield Progress(tr("Reading {name}", name=plans[0].run))
    known: dict[str, FineTuningHistory] = {}
    for plan in plans:
        history = runs.history(plan.folder)
        if history is None:
            try:
                _, history = runs.resumable_run(plan.folder)
            except UserError:
                continue
        known[plan.run] = history
    return plans, known
