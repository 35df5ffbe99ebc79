"""Above the picture: the step, the head and the other token, the temperature, words, streams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from explorer.core.inside.answer import InsideAnswer
from explorer.core.inside.request import (
    LEAST_TEMPERATURE,
    MOST_TEMPERATURE,
    InsideChoice,
)
from explorer.core.localization import message, tr
from explorer.core.panel_text import panel_text
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import decimal
from explorer.ui.controls.layouts import column
from explorer.ui.controls.option_controls import ChoiceBox, StreamControls
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.inside.figure import InsideColumn

KEYS = {"PgDown": 1, "PgUp": -1}


class InsideControls(StreamControls):
    """Emits words and the temperature; steps, heads, other tokens and streams apart."""

    stepped = Signal(int)  # by so many steps
    jumped = Signal(int)  # to a step of the first model
    picked = Signal(object)  # "head" or "other", by name

    def __init__(self) -> None:
        super().__init__(panel_text("inside").controls)
        self.back = self.button("back", lambda: self.stepped.emit(-1))
        self.on = self.button("on", lambda: self.stepped.emit(1))
        self.layer = self._jump_box("layer")
        self.step = self._jump_box("step")
        self.head = self.choice_box("head", changed=self.picked)
        self.other = self.choice_box("other", changed=self.picked)
        self.temperature = self.number(
            "temperature", decimal(LEAST_TEMPERATURE, MOST_TEMPERATURE, 0.1, 1)
        )
        self.wanted = self.choice_box("wanted")
        self.against = self.choice_box("against")
        steps, words = FlowLine(), FlowLine()
        above: list[QWidget] = [self.back, self.on, self.layer, self.step, self.head, self.other]
        below: list[QWidget] = [self.temperature, self.wanted, self.against, *self.streams]
        for line, widgets in ((steps, above), (words, below)):
            for widget in widgets:
                line.addWidget(widget)
        column(steps, words, into=self)

    def add_keys(self, panel: QWidget) -> None:
        """Page Down and Page Up, while the panel is visible."""
        for key, step in KEYS.items():
            shortcut = QShortcut(QKeySequence(key), panel)
            shortcut.activated.connect(partial(self.stepped.emit, step))

    def _jump_box(self, name: str) -> ChoiceBox:
        box = self.box(name)
        box.activated.connect(lambda: self.jumped.emit(box.currentData()))
        return box

    def show_columns(self, columns: Sequence[InsideColumn], choice: InsideChoice) -> None:
        """Steps are those of the first model."""
        with QSignalBlocker(self.temperature):
            self.temperature.setValue(choice.temperature)
        if columns:
            self._show_step(columns[0])
            self._show_heads(columns)
            self._show_words([one.answer for one in columns], choice)

    def _show_step(self, one: InsideColumn) -> None:
        answer, steps = one.answer, one.answer.steps
        layers = {places[0]: answer.section_name(n) for n, places in answer.sections.items()}
        here = answer.sections[one.step.section]
        self.layer.show_items(layers, here[0])
        titles = {n: f"{count}  {message(steps[n].title)}" for count, n in enumerate(here, 1)}
        self.step.show_items(titles, one.at)
        self.back.setEnabled(one.at > 0)
        self.on.setEnabled(one.at < len(steps) - 1)

    def _show_heads(self, columns: Sequence[InsideColumn]) -> None:
        """List the heads, as many as any model has, and the other tokens of the first model."""
        one = columns[0]
        count = max(step.num_heads for column in columns for step in column.answer.steps)
        heads = {n: tr("Head {n}", n=n + 1) for n in range(count)}
        self.head.setVisible(count > 0)
        self.head.show_items(heads, min(one.head, count - 1))
        others = {
            n: tr("Other token: {name}", name=visible(name)) for n, name in enumerate(one.labels)
        }
        self.other.setVisible(count > 0)
        self.other.show_items(others, min(one.other, len(others) - 1))

    def _show_words(self, answers: Sequence[InsideAnswer], choice: InsideChoice) -> None:
        """The most probable words of all models, to choose one."""
        candidates = [one for answer in answers for one in answer.candidates]
        candidates.sort(key=lambda one: one.is_foreign)
        foreign = {one.name for one in candidates if one.is_foreign}
        words = [choice.wanted, choice.against, *(one.name for one in candidates)]
        words = list(dict.fromkeys(filter(None, words)))
        usual = ", ".join(dict.fromkeys(a.parts.wanted for a in answers if a.parts))
        usual = tr("the most probable") if choice.wanted or not usual else usual
        self.wanted.show_items(
            {"": tr("Logit of  {usual}", usual=usual), **_titles(tr("Logit of"), words)},
            choice.wanted,
            foreign,
        )
        self.against.show_items(
            {"": tr("Against  no other"), **_titles(tr("Against"), words)}, choice.against, foreign
        )
        for box in (self.wanted, self.against):
            box.setVisible(bool(words))


def _titles(before: str, words: Sequence[str]) -> dict[str, str]:
    return {word: f"{before}  {word}" for word in words}
