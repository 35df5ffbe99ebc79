"""The controls of the view Prompts: the task, the examples, the score, and accuracy by K."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker

from explorer.core.generation.few_shot import (
    MAX_SHOTS,
    NUM_DISPLAYED,
    SCORINGS,
    AccuracyCurves,
    FewShotChoice,
    measure,
    task_titles,
)
from explorer.core.jobs.progress_text import describe
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import whole
from explorer.ui.controls.layouts import column, muted_label
from explorer.ui.controls.live_run import LiveRun, RunPhase
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.dialogs.choosing import OpenFileButton
from explorer.ui.panel_base.job_bridge import JobBridge

KINDS = tr("Tables (*.tsv *.txt);;All files (*)")


class PromptControls(OptionControls):
    """Emits the options of a FewShotChoice; measures accuracy by K in the lane of trainings."""

    def __init__(self, jobs: JobBridge) -> None:
        super().__init__(panel_text("generation").controls)
        self.run = LiveRun(jobs, "prompts", resumable=False)
        self.run.changed.connect(self.show_phase)
        self.run.reported.connect(self._on_curves)
        self.run.finished.connect(self._on_curves)
        self.curves: AccuracyCurves | None = None
        self.task, self.scoring = self.choice_box("prompt_task"), self.choice_box("scoring")
        self.task.activated.disconnect()
        self.task.activated.connect(lambda: self._on_task(self.task.currentData()))
        self.file = OpenFileButton(tr("Inputs and answers"), KINDS)
        self.file.path_chosen.connect(self._on_task)
        self.shots = self.number("shots", whole(2, MAX_SHOTS))
        self.query = self.number("query", whole(1, NUM_DISPLAYED))
        self.measure = self.button("measure")
        self.cancel = self.button("cancel_measure", self.run.cancel)
        self.status = muted_label(wraps=True)
        options = FlowLine()
        for widget in (self.task, self.file, self.scoring, self.shots, self.query):
            options.addWidget(widget)
        for button in (self.measure, self.cancel):
            options.add_right(button)
        column(options, self.status, into=self)
        self.show_phase()

    def show_choice(self, choice: FewShotChoice) -> None:
        """Show other values, without a signal."""
        titles = task_titles()
        if choice.task not in titles:
            titles = {choice.task: choice.title, **titles}
        self.task.show_items(titles, choice.task)
        self.scoring.show_items(SCORINGS, choice.scoring)
        for box, value in ((self.shots, choice.shots), (self.query, choice.query)):
            with QSignalBlocker(box):
                box.setValue(value)

    def start(self, entries: tuple[ModelEntry, ...], choice: FewShotChoice, seed: int) -> None:
        """Measure these models, unless a measurement runs."""
        if not self.run.alive and entries:
            work = partial(measure, entries, choice, seed)
            self.run.start(work, tr("Accuracy by K, {choice}", choice=choice.title))

    def show_phase(self) -> None:
        """Follow the measurement."""
        phase, progress = self.run.phase, self.run.progress
        self.measure.setVisible(not self.run.alive)
        self.cancel.setVisible(self.run.alive)
        words = {
            RunPhase.WAITING: tr("Waiting …"),
            RunPhase.RUNNING: describe(progress) if progress else "",
            RunPhase.CANCELLED: tr("Cancelled. What was measured stays."),
            RunPhase.FAILED: self.run.problem,
        }
        self.status.setText(words.get(phase, ""))
        self.status.setVisible(bool(self.status.text()))

    def _on_curves(self, curves: AccuracyCurves) -> None:
        self.curves = curves
        self.changed.emit({})

    def _on_task(self, task: str) -> None:
        """A task, or the path of an own table."""
        self.changed.emit({"task": task, "query": 1})
