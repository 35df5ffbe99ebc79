"""Train a model: options at the left, curves and predictions at the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed, Progress, Work
from explorer.core.library.card_words import measured_on, metric_title, metric_value
from explorer.core.library.library import ModelEntry
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.state.state import State
from explorer.core.training.estimates import estimate
from explorer.core.training.plans import Choices, TrainingChoice, training_recipe
from explorer.core.training.request import TrainingAnswer, TrainingRequest, answers_to
from explorer.core.training.runs import (
    Baselines,
    EarlierRun,
    FewerPieces,
    Finished,
    LossHistory,
    Point,
    RunPlan,
    Sample,
    begun,
    joined,
    resume_plan,
    train,
    unfinished,
)
from explorer.ui.controls.estimate_line import EstimateLine
from explorer.ui.controls.form import scrolling
from explorer.ui.controls.layouts import column, line
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.controls.run_bar import RunBar, UnfinishedLine
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.charts.learning_curves import LearningCurves
from explorer.ui.graphics.drawing import GRID, Drawing, Stack, TextBlock, Titled
from explorer.ui.graphics.table import Table
from explorer.ui.panel_base.caption import Basis, Drawn
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.live_run import LiveRun
from explorer.ui.panel_base.marks import Mark, mark_widget
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.training.answers import answers_table, question
from explorer.ui.panels.training.curves import (
    heads_of,
    history_plots,
    history_points,
    recipe_words,
    run_plots,
    schedule_notes,
    vocabulary_notes,
)
from explorer.ui.panels.training.form import TrainingForm

NOTHING_YET = (
    "The curves of a run appear here during training. The chosen models have no training log."
)
DIFFERENT_SCALES = "Losses of different tokenizers or objectives are not on one scale."


class TrainingPanel(Panel):
    spec = PanelSpec(
        name="training",
        title="Training",
        group="make",
        icon="training",
        order=1,
        needs_models=False,
        summary="Train a model and follow its learning curves; the finished one joins the library.",
        text=panel_text("training"),
    )
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._choices: Choices | None = None
        self._histories: Mapping[str, LossHistory] = {}
        self._plan: RunPlan | None = None
        self._samples: list[Sample] = []
        self._fewer: FewerPieces | None = None
        self._made = ""  # key of the model that the last run made
        self._learning = False  # as it was last looked at
        self.live = LiveRun(context.jobs, "training")
        self.live.reported.connect(self._on_told)
        self.live.changed.connect(self._on_run_changed)
        self.live.finished.connect(self._on_finished)
        self._build()
        self.form.show_choice(TrainingChoice.from_json(self.option("choice", {})))

    # ---- what can be trained, and how the chosen models learned

    def request(self, state: State) -> TrainingRequest:
        return TrainingRequest(tuple(slot.key for slot in self.slots()))

    def show_result(self, value: TrainingAnswer) -> None:
        if self._choices is None:
            self._choices = value.choices
            self.estimate.refresh()
        self._choices, self._histories = value.choices, value.histories
        self._offer()
        self._show_use()
        if self._plan is None:
            self._show_histories()

    def show_settings(self) -> None:
        kept = TrainingChoice.from_json(self.option("choice", {}))
        if kept != self.form.choice:
            self.form.show_choice(kept)

    def _offer(self) -> None:
        """What the library holds now."""
        if self._choices is None:
            return
        entries = self.context.library.entries()
        self.form.offer(self._choices, entries)
        self._show_unfinished(entries)

    def _show_histories(self) -> None:
        """How the chosen models learned, in their colours, until a run begins."""
        known = self.slots_in(self._histories)
        self.curves.show_plots(history_plots(known), history_points(known))
        self._show_answers()
        stages = joined((slot.title, found) for slot, found in known)
        self.note(*([DIFFERENT_SCALES] if len(known) > 1 else []), *([stages] if stages else []))

    # ---- a run

    def start(self) -> None:
        """Begin the run that the form describes."""
        if self._choices is None or self.live.alive:
            return
        choice = self.form.choice
        folder = self.context.library.new_run_folder(choice.name)
        recipe = training_recipe(choice, self._choices, folder.name, self.state.seed)
        self._follow(RunPlan(recipe, folder, watch=choice.watch, device=choice.device), None)

    def _estimated(self) -> Callable[[], Work] | None:
        """The estimate for the run of the form; none during a run."""
        if self._choices is None or self.live.alive:
            return None
        choice = self.form.choice
        recipe = training_recipe(choice, self._choices, choice.name, self.state.seed)
        return partial(estimate, (recipe,), choice.device)

    def _on_choice(self, choice: TrainingChoice) -> None:
        self.set_option("choice", choice.to_json())
        self.estimate.refresh()

    def resume_run(self, folder: Path) -> None:
        """Resume an earlier run, once its files are read."""
        choice = self.form.choice
        self._read(folder, partial(_read_run, folder, choice.watch, choice.device))

    def _resume(self) -> None:
        """Resume a stopped or failed run from its checkpoint; later log lines are dropped."""
        assert self._plan is not None
        plan = replace(self._plan, resume=True)
        self._read(plan.folder, partial(_read_again, plan))

    def _read(self, folder: Path, make: Callable[[], Work]) -> None:
        self.unfinished.setEnabled(False)
        self.bar.status.setText(f"Reading {folder.name}")
        self.context.jobs.submit(
            "explore", "unfinished run", make, partial(self._on_run_read, self._plan)
        )

    def _on_run_read(self, before: RunPlan | None, event: Event) -> None:
        """`before` is the run that was followed when reading began."""
        if not isinstance(event, Done | Failed | Cancelled):
            return
        self._on_run_changed()
        self.bar.show_phase()
        if isinstance(event, Done) and before is self._plan and not self.live.alive:
            self._follow(*event.value)
        elif isinstance(event, Failed) and isinstance(event.error, UserError):
            self.bar.status.setText(str(event.error))

    def _follow(self, plan: RunPlan, before: EarlierRun | None) -> None:
        assert self._choices is not None
        self._plan, self._made, self._fewer = plan, "", None
        self._samples = list(before.samples) if before else []
        heads = heads_of(plan.recipe, self._choices)
        levels = before.baselines if before else {}
        name = str(plan.recipe["name"])
        self.curves.show_plots(run_plots(name, heads, levels), before.points if before else [])
        self._note_run()
        self.show_details(Details())  # of the previous run
        self.live.start(partial(train, plan), f"Training {name}")
        self._show_answers()
        self._show_use()

    def _on_told(self, value: Any) -> None:
        if isinstance(value, Point):
            self.curves.add(value)
        elif isinstance(value, Baselines):
            self.curves.set_levels(value.values)
        elif isinstance(value, FewerPieces):
            self._fewer = value
            self._note_run()
        elif isinstance(value, Sample):
            self._samples.append(value)
            self._show_answers()

    def _note_run(self) -> None:
        """What explains the run's curves, and its vocabulary."""
        assert self._plan is not None
        fewer = vocabulary_notes(self._fewer)
        self.note(*schedule_notes(self._plan.recipe["schedule"]), *fewer)

    def _on_run_changed(self) -> None:
        """Update the list of unfinished runs, which has no running one."""
        self.unfinished.setEnabled(not self.live.alive)
        if self._learning != self.live.alive:
            self._learning = self.live.alive
            self.estimate.refresh()
            self._show_unfinished(self.context.library.entries())

    def _on_finished(self, result: Finished) -> None:
        self.context.library_changed()
        self._made = self.context.library.entry(str(result.folder)).key
        self._offer()
        self._show_use()
        self._show_made(result.folder)

    def _show_made(self, folder: Path) -> None:
        entry = self.context.library.entry(str(folder))
        metrics = tuple(
            (metric_title(name, entry.architecture), metric_value(name, v))
            for name, v in entry.metrics.items()
        )
        facts = ("Parameters", f"{entry.parameters or 0:,}"), ("Folder", str(folder))
        measured = ("Held-out text", ""), ("Measured on", measured_on(entry.window))
        rows = (*facts, *measured, *metrics)
        self.show_details(Details(entry.title, rows))

    def _use(self) -> None:
        """Add the trained model to the chosen ones."""
        if self._made and self._made not in self.state.models:
            self.store.update(models=(*self.state.models, self._made)[:MAX_MODELS])
        self._show_use()

    def _show_use(self) -> None:
        chosen, full = self._made in self.state.models, len(self.state.models) >= MAX_MODELS
        self.use.setVisible(bool(self._made))
        self.use.setEnabled(not chosen and not full)
        self.use.setText(
            "Compared with the other models" if chosen else "Compare with the other models"
        )
        set_tip(
            self.use,
            f"At most {MAX_MODELS} models can be compared. Remove one first."
            if full and not chosen
            else "Add the new model to the chosen ones, in every panel",
        )

    # ---- export

    def basis(self) -> Basis:
        """The seed of the run that is made; earlier curves name no seed."""
        return Basis(seed=None if self._plan is None else self._plan.recipe["seed"])

    def made_with(self) -> list[str]:
        """What the run learns, and how far it is; a finished one is named by its weights."""
        if self._plan is None:
            return []
        return recipe_words(self._plan.recipe, None if self._made else self.curves.last_step)

    def marks(self) -> list[Mark]:
        return [
            *mark_widget(self.form, "The model and how it is trained; every field has a tip."),
            *mark_widget(self.bar, "Start, pause and resume the run; nothing learned is lost."),
            *mark_widget(
                self.curves,
                "Loss and accuracy on held-out text: of the chosen models, then of the run.",
            ),
            *mark_widget(self.answers, "What the model predicts in your sentence, newest first."),
        ]

    def drawings(self) -> list[Drawing]:
        found: list[Drawing] = [self.curves.drawing()] if self.curves.grown else []
        return [*found, self._answers()] if self._samples else found

    def drawn(self) -> tuple[Drawn, ...]:
        """The run that is made; before there is one, the chosen models with a curve.

        A run has weights to be named by, and so a key, once it is finished.
        """
        if self._plan is not None:
            return (Drawn(None, self._plan.folder.name, self._made),)
        return tuple(model for model in super().drawn() if model.key in self._histories)

    def table(self) -> Table:
        return self.curves.table()

    def _answers(self) -> Drawing:
        watch = self._plan.watch if self._plan else ""
        samples = [sample for sample in self._samples if sample.predictions]
        read = question(watch, samples[-1]) if samples else watch
        parts: list[Drawing] = [TextBlock(read, muted=False)]
        parts.append(answers_table(samples) if samples else TextBlock("No prediction yet."))
        return Titled(Stack(parts, gap=GRID), "Predictions for the watched sentence, newest first")

    def _show_answers(self) -> None:
        self.answers.setVisible(bool(self._samples) or not self.curves.plots)
        if self._samples:
            self.answers.set_drawing(self._answers())
        elif not self.curves.plots:
            self.answers.set_drawing(Stack([TextBlock(NOTHING_YET)]))

    # ---- building

    def _build(self) -> None:
        self.form = TrainingForm()
        self.form.changed.connect(self._on_choice)
        self.bar = RunBar(self.live, "Train", self._resume)
        self.bar.start_requested.connect(self.start)
        self.use = QPushButton()
        self.use.clicked.connect(self._use)
        self.bar.add(self.use)
        self.estimate = EstimateLine(self.context.jobs, self._estimated)
        self.unfinished = UnfinishedLine("Unfinished runs")
        self.unfinished.resume_requested.connect(self.resume_run)
        self.curves = LearningCurves(self.theme)
        self.answers = Canvas(self.theme)
        curves = scrolling(self.curves, self.answers)
        right = column(self.bar, self.estimate, self.unfinished, (curves, 1), spacing=12)
        self.body.addLayout(line(self.form, (right, 1), spacing=16), 1)
        self._show_use()

    def _show_unfinished(self, entries: Sequence[ModelEntry]) -> None:
        """Unfinished runs, without the running one."""
        alive = self._plan.folder if self._plan is not None and self.live.alive else None
        self.unfinished.offer([one for one in unfinished(entries) if one != alive])

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was shown."""
        self._offer()
        super().showEvent(event)


def _read_run(folder: Path, watch: str, device: str) -> Work:
    """The plan that resumes a run, and its log."""
    yield Progress(f"Reading {folder.name}")
    return resume_plan(folder, watch, device), begun(folder, watch)


def _read_again(plan: RunPlan) -> Work:
    """The same of a run whose plan is known; one without a checkpoint starts again."""
    yield Progress(f"Reading {plan.folder.name}")
    try:
        return plan, begun(plan.folder, plan.watch)
    except UserError:
        return plan, None


PANEL = TrainingPanel
