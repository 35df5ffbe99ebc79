"""Train a model: options at the left, curves and predictions at the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtGui import QShowEvent

from explorer.core.jobs.jobs import Work
from explorer.core.library.card_words import measured_on, metric_title, metric_value
from explorer.core.localization import tr
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.core.tokens.vocabularies import SHORTFALL
from explorer.core.training import runs
from explorer.core.training.estimates import TrainingEstimate, estimate_with_depths
from explorer.core.training.plans import Choices, recipe_words, schedule_notes, training_recipe
from explorer.core.training.request import TrainingAnswer, TrainingRequest, answers_to
from explorer.core.training.runs import (
    LossHistory,
    RunPlan,
    SentencePredictions,
    SmallerVocabulary,
    UnfinishedRun,
)
from explorer.ui.controls.run_page import RunActions, RunPage, TryModelInPanelButton
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, mark_widgets
from explorer.ui.panel_base.panel import MEASURED_HERE, RUN_HERE, Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.training import curves
from explorer.ui.panels.training.form import TrainingForm
from explorer.ui.panels.training.memory import MemoryPicture
from explorer.ui.panels.training.predictions import predictions_figure

PART_OF_TEXT = tr("It reads the first {share:.0%} of the text; Tokens read sets how much.")


class TrainingPanel(Panel):
    spec = panel_spec("training", needs_models=False)
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._choices: Choices | None = None
        self._histories: Mapping[str, LossHistory] = {}
        self._plan: RunPlan | None = None
        self._samples: list[SentencePredictions] = []
        self._run_notes: tuple[str, ...] = ()
        self._made = ""  # key of the model that the last run made
        self._memory: MemoryPicture | None = None  # of the form's recipe, where it was measured
        self._build()

    # ---- what can be trained, and the curves of the chosen models

    def request(self, state: State) -> TrainingRequest:
        return TrainingRequest(self.chosen_keys)

    def show_result(self, value: TrainingAnswer) -> None:
        first = self._choices is None
        self._choices, self._histories = value.choices, value.histories
        if first:
            self.page.estimate.refresh()
        self._offer()
        self._show_use()
        if self._plan is None:
            self._show_histories()

    def _offer(self) -> None:
        """The models of the library: their tokenizers, and runs that are not finished."""
        if self._choices is not None:
            self.form.offer(self._choices, self.context.library.entries())
            self._show_unfinished()

    def _show_unfinished(self) -> None:
        """Unfinished runs, without the running one."""
        entries = self.context.library.entries()
        alive = self._plan.folder if self._plan is not None and self.live.alive else None
        self.page.unfinished.offer([one for one in runs.find_unfinished(entries) if one != alive])

    def _show_histories(self) -> None:
        """The curves of the chosen models, in their colours, until a run begins."""
        known = self.slots_in(self._histories)
        self.curves.show_charts(curves.history_charts(known), curves.history_points(known))
        self._show_predictions()
        stages = runs.stages_note((slot.title, history) for slot, history in known)
        scales = self.spec.text.notes["scales"] if len(known) > 1 else ""
        self.note(*filter(None, (scales, stages)))

    # ---- a run

    def start(self) -> None:
        """Begin the run that the form describes."""
        if self._choices is None or self.live.alive:
            return
        choice = self.form.choice
        folder = self.context.library.new_run_folder(choice.name)
        recipe = training_recipe(choice, self._choices, folder.name, self.state.seed)
        self._follow((RunPlan(recipe, folder, watch=choice.watch, device=choice.device), None))

    def _prepare_estimate(self) -> Callable[[], Work] | None:
        if self._choices is None:
            return None
        choice = self.form.choice
        recipe = training_recipe(choice, self._choices, choice.name, self.state.seed)
        return partial(estimate_with_depths, recipe, choice.device)

    def _on_measured(self, estimate: TrainingEstimate) -> None:
        """Draw the memory by the number of layers, where the architecture has two ways."""
        assert self._choices is not None
        choice, memory = self.form.choice, estimate.by_depth
        spec = self._choices.architectures[choice.architecture]
        self._show_memory(None if memory is None else MemoryPicture(memory, spec, choice.name))

    def _show_memory(self, picture: MemoryPicture | None) -> None:
        self._memory = picture
        self.memory.setVisible(picture is not None)
        if picture is not None:
            self.memory.set_drawing(picture.figure())

    def show_settings(self) -> None:
        """A choice that the session or a tour sets is measured as one that a person makes."""
        before = self.form.choice
        super().show_settings()
        if self.form.choice != before:
            self.page.estimate.refresh()

    def resume_run(self, folder: Path) -> None:
        """Resume an earlier run, once its files are read."""
        choice = self.form.choice
        self.page.read(
            folder.name, partial(runs.read_run, folder, choice.watch, choice.device), self._follow
        )

    def _resume(self) -> None:
        """Resume a stopped or failed run from its checkpoint; later log lines are dropped."""
        assert self._plan is not None
        plan = replace(self._plan, resume=True)
        self.page.read(plan.folder.name, partial(runs.reload_run_log, plan), self._follow)

    def _follow(self, begun: tuple[RunPlan, UnfinishedRun | None]) -> None:
        """Start or resume a run, with its earlier log."""
        assert self._choices is not None
        plan, before = begun
        self._plan, self._made = plan, ""
        self._samples = list(before.samples) if before else []
        baselines, points = (before.baselines, before.points) if before else ({}, ())
        self.curves.show_charts(curves.run_charts(plan.recipe, self._choices, baselines), points)
        self._run_notes = ()
        self._note_run()
        self.show_details(Details())  # of the previous run
        self._show_memory(None)
        self.page.begin(partial(runs.train, plan), tr("Training {name}", name=plan.recipe["name"]))
        self._show_predictions()
        self._show_use()

    def _on_report(self, value: Any) -> None:
        if isinstance(value, runs.CurvePoint):
            self.curves.add(value)
        elif isinstance(value, runs.Baselines):
            self.curves.set_levels(value.values)
        elif isinstance(value, SmallerVocabulary):
            shortfall = tr(SHORTFALL, actual=value.vocab_size, wanted=value.requested)
            self._note_run(tr("Its vocabulary has {shortfall}", shortfall=shortfall))
        elif isinstance(value, runs.PartOfText):
            self._note_run(tr(PART_OF_TEXT, share=value.share))
        elif isinstance(value, SentencePredictions):
            self._samples.append(value)
            self._show_predictions()

    def _note_run(self, *more: str) -> None:
        """What explains the run's curves, its vocabulary and its text."""
        assert self._plan is not None
        self._run_notes = (*self._run_notes, *more)
        self.note(*schedule_notes(self._plan.recipe["schedule"]), *self._run_notes)

    def _on_finished(self, result: runs.TrainingFinished) -> None:
        self.context.library_changed()
        entry = self.context.library.entry(str(result.folder))
        self._made = entry.key
        self._offer()
        self._show_use()
        rows = [
            (tr("Parameters"), f"{entry.parameters or 0:,}"),
            (tr("Folder"), str(result.folder)),
            (tr("Held-out text"), ""),
            (tr("Measured on"), measured_on(entry.window)),
        ]
        for name, value in entry.metrics.items():
            rows.append((metric_title(name, entry.architecture), metric_value(name, value)))
        self.show_details(Details(entry.title, tuple(rows)))

    def _show_use(self) -> None:
        """The button that adds the trained model to the chosen ones, and shows it."""
        if self._plan is None or self._choices is None or not self._made:
            self.use.offer({})
            return
        panel = self._choices.panel_to_try(self._plan.recipe)
        self.use.offer_in_panel(panel, {self._made: self._plan.folder.name})

    # ---- export

    def why_no_python(self) -> str:
        if self._plan is not None:
            return RUN_HERE
        return "" if self._memory is None else MEASURED_HERE

    def caption_dependencies(self) -> Basis:
        """The seed of the current run; curves of earlier runs name no seed."""
        return Basis(seed=None if self._plan is None else self._plan.recipe["seed"])

    def caption_settings(self) -> list[str]:
        """The recipe of the run, and its step; a finished one is named by its weights."""
        measured = [] if self._memory is None else [self._memory.words()]
        if self._plan is None:
            return measured
        step = None if self._made else self.curves.last_step
        return [*recipe_words(self._plan.recipe, step), *measured]

    def marks(self) -> list[Mark]:
        sentences = self.spec.text.marks["parts"]
        return mark_widgets(
            sentences, self.form, self.bar, self.curves, self.predictions, self.memory
        )

    def drawings(self) -> list[Drawing]:
        curves = [self.curves.build_drawing()] if self.curves.grown else []
        predictions = [self._predictions()] if self._samples else []
        memory = [self._memory.figure()] if self._memory is not None else []
        return [*curves, *predictions, *memory]

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """The current run; before there is one, the chosen models with a curve.

        A run has weights to be named by, and so a key, once it is finished.
        """
        if self._plan is not None:
            return (DrawnModel(None, self._plan.folder.name, self._made),)
        return tuple(model for model in super().figure_models() if model.key in self._histories)

    def table(self) -> Table:
        learned = self.curves.table()
        return learned if self._memory is None else self._memory.table(learned)

    def _predictions(self) -> Drawing:
        return predictions_figure(self._plan.watch if self._plan else "", self._samples)

    def _show_predictions(self) -> None:
        self.predictions.setVisible(bool(self._samples) or not self.curves.charts)
        if self._samples:
            self.predictions.set_drawing(self._predictions())
        elif not self.curves.charts:
            self.predictions.set_drawing(Stack([TextBlock(self.spec.text.notes["nothing_yet"])]))

    # ---- building

    def _build(self) -> None:
        self.form = TrainingForm()
        self.store_choice(self.form)
        self.page = RunPage(self.context, "training", self.form)
        self.live, self.curves = self.page.live, self.page.curves
        self.predictions, self.memory = Canvas(self.theme), Canvas(self.theme)
        actions = RunActions(self.start, self._resume, self.resume_run, self._prepare_estimate)
        below = self.curves, self.predictions, self.memory
        self.page.arrange(tr("Train"), tr("Unfinished runs"), actions, *below)
        self.bar = self.page.bar
        self.page.running_changed.connect(self._show_unfinished)
        self.page.estimate.measured.connect(self._on_measured)
        self._show_memory(None)
        self.live.reported.connect(self._on_report)
        self.live.finished.connect(self._on_finished)
        self.use = TryModelInPanelButton(self.store)
        self.bar.add(self.use)
        self.body.addWidget(self.page, 1)

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was visible."""
        self._offer()
        super().showEvent(event)


PANEL = TrainingPanel
