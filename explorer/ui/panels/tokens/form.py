"""The choices of a vocabulary to train, and the training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from explorer.core.jobs.progress_text import describe
from explorer.core.localization import tr
from explorer.core.tokens.vocabularies import VocabularyChoice
from explorer.ui.controls.form import ChoiceForm, Field, choice_box, number_field
from explorer.ui.controls.layouts import line, muted_label, push_button
from explorer.ui.controls.live_run import LiveRun, RunPhase
from explorer.ui.controls.text_chooser import TextChooser
from models.schema.specs import TokenizerSpec

MIN_SIZE, MAX_SIZE, SIZE_STEP = 100, 60_000, 100


class VocabularyForm(ChoiceForm[VocabularyChoice]):
    """Shows a VocabularyChoice and emits every change."""

    train_requested = Signal()
    restore_requested = Signal()

    def __init__(self, specs: Mapping[str, TokenizerSpec], run: LiveRun) -> None:
        kinds = [(tr(spec.title), name) for name, spec in specs.items()]
        kind_tip = tr("The algorithm that splits a text into tokens")
        size = (MIN_SIZE, MAX_SIZE, SIZE_STEP)
        fields = (
            Field("family", tr("Kind"), partial(choice_box, kinds), kind_tip),
            number_field("size", tr("Tokens"), *size, tr("At most")),
            Field("text", tr("Training text"), TextChooser),
        )
        super().__init__(VocabularyChoice(), {tr("Train a vocabulary"): fields})
        self._specs = dict(specs)
        self._run = run
        self._build()
        run.changed.connect(self.show_phase)
        self.show_choice(self._choice)
        self.show_phase()

    def show_choice(self, choice: VocabularyChoice) -> None:
        """Show other values; a kind that is not available any more becomes the first that is."""
        if choice.family not in self._specs:
            choice = replace(choice, family=next(iter(self._specs)))
        super().show_choice(choice)
        self.summary.setText(tr(self._specs[choice.family].summary))

    def show_phase(self) -> None:
        """Follow the training."""
        alive = self._run.alive
        self.train.setVisible(not alive)
        self.cancel.setVisible(alive)
        if alive:
            self.say(describe(self._run.progress) if self._run.progress else tr("Waiting"))
        elif self._run.phase is RunPhase.CANCELLED:
            self.say(tr("Cancelled. Nothing was saved."))
        elif self._run.phase is RunPhase.FAILED:
            self.say(self._run.problem)

    def say(self, text: str, *, can_restore: bool = False) -> None:
        """A line below the buttons, and the way back after a removal."""
        self.status.setText(text)
        self.restore_removed.setVisible(can_restore)

    def _on_cancel(self) -> None:
        self._run.cancel()
        if self._run.alive:
            self.say(tr("Stopping …"))

    # ---- building

    def _build(self) -> None:
        self.summary, self.status = muted_label(wraps=True), muted_label(wraps=True)
        self.train = push_button(tr("Train"), self.train_requested, style="primary")
        self.cancel = push_button(tr("Cancel"), self._on_cancel)
        buttons = QWidget()
        line(self.train, self.cancel, None, into=buttons, margins=(0, 4, 0, 0))
        self.restore_removed = push_button(tr("Restore it"), self.restore_requested)
        self.restore_removed.setVisible(False)
        for widget in (self.summary, buttons, self.status, self.restore_removed):
            self._groups[-1].addRow(widget)
