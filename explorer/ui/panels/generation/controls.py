"""The options of generation: the task, the method and its numbers; stop and continue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QPushButton,
    QSpinBox,
    QWidget,
)

from explorer.core.generation.prompts import AS_TYPED, AUTOMATIC
from explorer.core.readable import listed
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import indented, snug
from explorer.ui.controls.layouts import column, line, muted_label
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.panels.generation.options import METHODS, GenerationOptions
from models.schema.specs import Prompt

METHOD_TIPS = {
    "greedy": "Always the most probable token; the seed has no effect",
    "sample": "Sampled from the distribution after temperature, top-k and top-p, with the seed",
    "beam": "Keeps several texts at a time and usually finds more probable ones than greedy "
    "search; the seed has no effect",
}


class GenerationControls(QWidget):
    """The lines above the picture. The panel connects them and stores their values."""

    option_chosen = Signal(str, object)  # name and value, as in Options

    def __init__(self) -> None:
        super().__init__()
        self._build_choices()
        self._build_numbers()
        self._build_buttons()
        self._lay_out()
        self._connect()

    def _build_choices(self) -> None:
        self.tasks = QComboBox()
        self.tasks.setAccessibleName("Tasks that a model has learned")
        set_tip(
            self.tasks,
            "For models that read a task as text: its words are put before the prompt. "
            f"“{AUTOMATIC}”: a question is answered, otherwise a masked position is filled",
        )
        self.method = QComboBox()
        self.method.setAccessibleName("How the next token is chosen")
        for name, title in METHODS.items():
            self.method.addItem(title, name)

    def _build_numbers(self) -> None:
        self.numbers: dict[str, QSpinBox | QDoubleSpinBox] = {
            "max_new_tokens": _whole("Tokens", 1, 400, "How many tokens each model writes"),
            "temperature": _real("Temperature", 0.05, 5.0, "Below 1 sharpens, above 1 flattens"),
            "top_k": _whole("Top-k", 0, 10_000, "Only the k most probable tokens; 0 is off"),
            "top_p": _real(
                "Top-p", 0.01, 1.0, "The fewest tokens with this total probability; 1 is off"
            ),
            "num_beams": _whole("Beams", 1, 12, "Number of hypotheses kept at each step"),
        }
        self.numbers["top_k"].setSpecialValueText("Top-k  off")

    def _build_buttons(self) -> None:
        self.again = QPushButton("Start over")
        self.again.setProperty("quiet", True)
        set_tip(self.again, "Write again from the prompt")
        self.stop = QPushButton("Stop")
        set_tip(self.stop, "Stop; the text so far stays")
        self.continue_ = QPushButton("Continue")
        set_tip(self.continue_, "Write as many tokens again after the text")
        self.fill = QPushButton("Fill a mask in Masking")

    def _lay_out(self) -> None:
        choices = FlowLine()
        for widget in (self.tasks, self.method, *self.numbers.values()):
            choices.addWidget(widget)
        for button in (self.again, self.stop, self.continue_):
            choices.add_right(button)
        column(choices, self._offer_line(), into=self, spacing=16)

    def _offer_line(self) -> QWidget:
        """What a model that cannot write can do instead."""
        self._offer = QWidget()
        self._offer_text = muted_label()
        line(self._offer_text, self.fill, None, into=self._offer)
        return self._offer

    def _connect(self) -> None:
        self.method.activated.connect(
            lambda: self.option_chosen.emit("method", self.method.currentData())
        )
        self.tasks.activated.connect(
            lambda: self.option_chosen.emit("task", self.tasks.currentText())
        )
        for name, spin in self.numbers.items():
            spin.valueChanged.connect(lambda value, name=name: self._on_value(name, value))

    def _on_value(self, name: str, value: float) -> None:
        self.option_chosen.emit(name, round(value, 2) if isinstance(value, float) else value)

    # ---- show

    def show_options(self, options: GenerationOptions) -> None:
        """Show the method and the numbers that it uses, without emitting a signal."""
        with QSignalBlocker(self.method):
            self.method.setCurrentIndex(list(METHODS).index(options.method))
        set_tip(self.method, METHOD_TIPS[options.method])
        for name, spin in self.numbers.items():
            with QSignalBlocker(spin):
                spin.setValue(getattr(options, name))
            spin.setVisible(name in options.used)

    def show_tasks(self, prompts: Sequence[Prompt], chosen: str) -> None:
        """The tasks to choose from, and the chosen one, by title."""
        titles = [AUTOMATIC, *(prompt.title for prompt in prompts), AS_TYPED]
        if titles != [self.tasks.itemText(at) for at in range(self.tasks.count())]:
            self.tasks.clear()
            self.tasks.addItems(titles)
        self.tasks.setCurrentIndex(titles.index(chosen) if chosen in titles else 0)
        self.tasks.setVisible(bool(prompts))

    def show_offer(self, fillers: Sequence[str]) -> None:
        """The titles of models that fill a mask, because they cannot continue a text."""
        self._offer.setVisible(bool(fillers))
        verb = "fills" if len(fillers) == 1 else "fill"
        self._offer_text.setText(f"{listed(fillers)} {verb} masks instead of continuing the text.")

    def show_buttons(self, *, busy: bool, can_continue: bool, has_continued: bool) -> None:
        """Show only the buttons that have an effect now."""
        self.stop.setVisible(busy)
        self.continue_.setVisible(can_continue and not busy)
        self.again.setVisible(has_continued and not busy)


def _whole(title: str, least: int, most: int, tip: str) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(least, most)
    return _labelled(spin, title, tip)


def _real(title: str, least: float, most: float, tip: str) -> QDoubleSpinBox:
    spin = QDoubleSpinBox()
    spin.setRange(least, most)
    spin.setSingleStep(0.05)
    spin.setDecimals(2)
    return _labelled(spin, title, tip)


def _labelled(spin: Any, title: str, tip: str) -> Any:
    """With its name inside the box; a typed value counts once it is finished."""
    spin.setPrefix(f"{title}  ")
    spin.setAccessibleName(title)
    set_tip(spin, tip)
    spin.setKeyboardTracking(False)
    return snug(indented(spin))
