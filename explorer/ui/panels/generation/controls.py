"""The options of generation: the task, the method and its numbers; stop and continue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QPushButton, QSpinBox, QWidget

from explorer.core.generation.prompts import AS_TYPED, AUTOMATIC
from explorer.core.readable import listed
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import Box, decimal, fill, snug, whole
from explorer.ui.controls.layouts import column, line, muted_label
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.panels.generation.options import METHODS, GenerationOptions
from models.schema.specs import Prompt

TASK_TIP = (
    "For models that read a task as text: its words are put before the prompt. "
    f"“{AUTOMATIC}”: a question is answered, otherwise a masked position is filled"
)
METHOD_TIPS = {
    "greedy": "Always the most probable token; the seed has no effect",
    "sample": "Sampled from the distribution after temperature, top-k and top-p, with the seed",
    "beam": "Keeps several texts at a time and usually finds more probable ones than greedy "
    "search; the seed has no effect",
}


class GenerationControls(QWidget):
    """The lines above the picture. The panel connects them and stores their values."""

    option_chosen = Signal(str, object)  # name and value, as in GenerationOptions

    def __init__(self) -> None:
        super().__init__()
        self.tasks = self._choice("task", "Tasks that a model has learned")
        set_tip(self.tasks, TASK_TIP)
        self.method = self._choice("method", "How the next token is chosen")
        self.numbers: dict[str, QSpinBox | QDoubleSpinBox] = {
            "max_new_tokens": _number("Tokens", "How many tokens each model writes", whole(1, 400)),
            "temperature": _number(
                "Temperature",
                "Below 1 sharpens, above 1 flattens",
                decimal(0.05, 5.0, 0.05, digits=2),
            ),
            "top_k": _number(
                "Top-k", "Only the k most probable tokens; 0 is off", whole(0, 10_000)
            ),
            "top_p": _number(
                "Top-p",
                "The fewest tokens with this total probability; 1 is off",
                decimal(0.01, 1.0, 0.05, digits=2),
            ),
            "num_beams": _number("Beams", "Number of hypotheses kept at each step", whole(1, 12)),
        }
        self.numbers["top_k"].setSpecialValueText("Top-k  off")
        for name, number in self.numbers.items():
            number.valueChanged.connect(partial(self.option_chosen.emit, name))
        self.again = _button("Start over", "Write again from the prompt")
        self.again.setProperty("quiet", True)
        self.stop = _button("Stop", "Stop; the text so far stays")
        self.continue_ = _button("Continue", "Write as many tokens again after the text")
        self.fill = QPushButton("Fill a mask in Masking")
        self._lay_out()

    def _choice(self, name: str, title: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(title)
        box.activated.connect(lambda: self.option_chosen.emit(name, box.currentData()))
        return box

    def _lay_out(self) -> None:
        """Below the options, what a model that cannot write can do instead."""
        options = FlowLine()
        for widget in (self.tasks, self.method, *self.numbers.values()):
            options.addWidget(widget)
        for button in (self.again, self.stop, self.continue_):
            options.add_right(button)
        self._offer = QWidget()
        self._offer_text = muted_label()
        line(self._offer_text, self.fill, None, into=self._offer)
        column(options, self._offer, into=self, spacing=16)

    def show_options(self, options: GenerationOptions) -> None:
        """Show the method and the numbers that it uses, without emitting a signal."""
        fill(self.method, [(title, name) for name, title in METHODS.items()], options.method)
        set_tip(self.method, METHOD_TIPS[options.method])
        for name, number in self.numbers.items():
            with QSignalBlocker(number):
                number.setValue(getattr(options, name))
            number.setVisible(name in options.used)

    def show_tasks(self, prompts: Sequence[Prompt], chosen: str) -> None:
        """The tasks to choose from, and the chosen one, by title."""
        titles = [AUTOMATIC, *(prompt.title for prompt in prompts), AS_TYPED]
        fill(self.tasks, [(title, title) for title in titles], chosen)
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


def _number(title: str, tip: str, box: Box) -> Box:
    """A number with its name inside the box."""
    box.setPrefix(f"{title}  ")
    box.setAccessibleName(title)
    set_tip(box, tip)
    return snug(box)


def _button(title: str, tip: str) -> QPushButton:
    button = QPushButton(title)
    set_tip(button, tip)
    return button
