"""The choices of a vocabulary to train, and what its training is doing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from explorer.core.jobs.progress_text import describe
from explorer.core.tokens.vocabularies import VocabularyChoice
from explorer.ui.controls.form import ChoiceForm, fill, whole
from explorer.ui.controls.layouts import line, muted_label
from explorer.ui.controls.live_run import LiveRun, Phase
from explorer.ui.controls.text_chooser import TextChooser
from models.schema.specs import TokenizerSpec

MIN_SIZE, MAX_SIZE, SIZE_STEP = 100, 60_000, 100


class VocabularyForm(ChoiceForm[VocabularyChoice]):
    """Shows a VocabularyChoice and emits every change."""

    train_requested = Signal()
    put_back_requested = Signal()

    def __init__(self, specs: Mapping[str, TokenizerSpec], run: LiveRun) -> None:
        super().__init__(VocabularyChoice())
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
        self._choice = choice
        with self._filling():
            kinds = [(spec.title, name) for name, spec in self._specs.items()]
            fill(self.kind, kinds, choice.family)
            self.vocabulary.setValue(choice.size)
            self.text.show_value(choice.text)
        self.summary.setText(self._specs[choice.family].summary)

    def show_phase(self) -> None:
        """Follow the training."""
        alive = self._run.alive
        self.train.setVisible(not alive)
        self.cancel.setVisible(alive)
        if alive:
            self.say(describe(self._run.progress) if self._run.progress else "Waiting")
        elif self._run.phase is Phase.CANCELLED:
            self.say("Cancelled. Nothing was saved.")
        elif self._run.phase is Phase.FAILED:
            self.say(self._run.problem)

    def say(self, text: str, *, can_put_back: bool = False) -> None:
        """A line below the buttons, and the way back after a removal."""
        self.status.setText(text)
        self.put_back.setVisible(can_put_back)

    def _on_cancel(self) -> None:
        self._run.cancel()
        if self._run.alive:
            self.say("Stopping …")

    # ---- building

    def _build(self) -> None:
        self.heading("Train a vocabulary")
        self.kind = self.add("Kind", QComboBox(), "The algorithm that splits a text into tokens")
        self._follow("family", self.kind)
        self.vocabulary = self.add("Tokens", whole(MIN_SIZE, MAX_SIZE, SIZE_STEP), "At most")
        self._follow("size", self.vocabulary)
        self.text = self.add("Training text", TextChooser())
        self._follow("text", self.text)
        self.summary, self.status = muted_label(wraps=True), muted_label(wraps=True)
        self.train = QPushButton("Train")
        self.train.setProperty("primary", True)
        self.train.clicked.connect(self.train_requested)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self._on_cancel)
        buttons = QWidget()
        line(self.train, self.cancel, None, into=buttons, margins=(0, 4, 0, 0))
        self.put_back = QPushButton("Restore it")
        self.put_back.clicked.connect(self.put_back_requested)
        self.put_back.setVisible(False)
        for widget in (self.summary, buttons, self.status, self.put_back):
            self._groups[-1].addRow(widget)
