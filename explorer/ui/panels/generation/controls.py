"""The choices of generation: the task, the method and its numbers; stop and continue."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

from explorer.core.generation.prompts import AS_TYPED, AUTOMATIC
from explorer.core.generation.request import METHODS, GenerationOptions
from explorer.core.localization import message, plural, tr
from explorer.core.panel_text import panel_text
from explorer.core.readable import join_names
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import decimal, whole
from explorer.ui.controls.layouts import column, line, muted_label
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import set_tip
from models.schema.specs import TextTask


class GenerationControls(OptionControls):
    """The lines above the picture. The panel connects them and stores their values."""

    def __init__(self) -> None:
        super().__init__(panel_text("generation").controls)
        self.tasks, self.method = self.choice_box("task"), self.choice_box("method")
        self.numbers: dict[str, QSpinBox | QDoubleSpinBox] = {
            "max_new_tokens": self.number("max_new_tokens", whole(1, 400)),
            "temperature": self.number("temperature", decimal(0.05, 5.0, 0.05, digits=2)),
            "top_k": self.number("top_k", whole(0, 10_000)),
            "top_p": self.number("top_p", decimal(0.01, 1.0, 0.05, digits=2)),
            "num_beams": self.number("num_beams", whole(1, 12)),
        }
        self.numbers["top_k"].setSpecialValueText(tr("Top-k  off"))
        self.again = self.button("again", style="quiet")
        self.stop, self.continue_ = self.button("stop"), self.button("continue")
        self.fill = self.button("fill")
        self._lay_out()

    def _lay_out(self) -> None:
        """Below the options, what a model that cannot write can do instead."""
        options = FlowLine()
        for widget in (self.tasks, self.method, *self.numbers.values()):
            options.addWidget(widget)
        for button in (self.again, self.stop, self.continue_):
            options.add_right(button)
        self._offer = QWidget()
        self._offer_text = muted_label(wraps=True)
        line(self.fill, (self._offer_text, 1), into=self._offer, spacing=12)
        column(options, self._offer, into=self, spacing=16)

    def show_options(self, options: GenerationOptions) -> None:
        """Show the method and the numbers that it uses, without emitting a signal."""
        self.method.show_items(METHODS, options.method)
        set_tip(self.method, self.texts[options.method]["tip"])
        for name, number in self.numbers.items():
            with QSignalBlocker(number):
                number.setValue(getattr(options, name))
            number.setVisible(name in options.used)

    def show_tasks(self, prompts: Sequence[TextTask], chosen: str) -> None:
        """The tasks to choose from, and the chosen one, by title."""
        titles = [AUTOMATIC, *(prompt.title for prompt in prompts), AS_TYPED]
        self.tasks.show_items({title: message(title) for title in titles}, chosen)
        self.tasks.setVisible(bool(prompts))

    def show_offer(self, fillers: Sequence[str]) -> None:
        """The titles of models that fill a mask, because they cannot continue a text."""
        self._offer.setVisible(bool(fillers))
        self._offer_text.setText(
            plural(
                len(fillers),
                "{fillers} fills masks instead of continuing the text.",
                "{fillers} fill masks instead of continuing the text.",
                fillers=join_names(fillers),
            )
        )

    def show_buttons(self, *, busy: bool, can_continue: bool, has_continued: bool) -> None:
        """Show only the buttons that have an effect now."""
        self.stop.setVisible(busy)
        self.continue_.setVisible(can_continue and not busy)
        self.again.setVisible(has_continued and not busy)
