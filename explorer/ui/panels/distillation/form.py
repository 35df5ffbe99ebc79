"""How a new student is trained: the options of the distillation panel as a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox, QWidget

from explorer.core.training.plans import Choices, DistillationChoice
from explorer.ui.controls.form import ChoiceForm, decimal, fill, whole
from explorer.ui.controls.text_chooser import TextChooser
from explorer.ui.panels.training.form import device_titles
from models.schema.specs import DistillationSpec, Option

MANY_DIGITS = 2


class DistillationForm(ChoiceForm[DistillationChoice]):
    """Shows a DistillationChoice and emits changes."""

    def __init__(self) -> None:
        super().__init__(DistillationChoice())
        self._teacher = ""
        self._method: DistillationSpec | None = None
        self._teacher_text = ""
        self._half = 1  # of the teacher's layers
        self._numbers: dict[str, QSpinBox | QDoubleSpinBox] = {}
        self.options: dict[str, QWidget] = {}
        self._build()

    @property
    def chosen(self) -> DistillationChoice:
        """The chosen values, for the session."""
        return self._choice

    @property
    def choice(self) -> DistillationChoice:
        """The chosen values with the teacher of the panel."""
        text = self._choice.text or self._teacher_text
        return replace(self._choice, teacher=self._teacher, text=text)

    def value(self, option: str, default: float) -> float:
        """The value of an option of the method, such as the temperature."""
        return float(self._choice.options.get(option, default))

    def set_value(self, option: str, value: Any) -> None:
        self._change(options={**self._choice.options, option: value})

    def offer(
        self,
        choices: Choices,
        method: DistillationSpec,
        teacher: str,
        num_layers: int,
        text: str,
    ) -> None:
        """Set the teacher and the possible values: sizes up to the teacher's, its text."""
        if method is not self._method:
            self._method = method
            self._build_options(method)
        self._teacher, self._teacher_text = teacher, text
        fill(self.device, device_titles(choices.devices), self._choice.device)
        self.set_shown(self.device, len(choices.devices) > 1)
        fill(self.method, [(m.title, m.name) for m in choices.methods.values()], method.name)
        self.set_shown(self.method, len(choices.methods) > 1)
        self._half = max(1, num_layers // 2)
        with QSignalBlocker(self._numbers["num_layers"]):
            self._numbers["num_layers"].setMaximum(num_layers)
        self.show_choice(self._choice)

    def show_choice(self, choice: DistillationChoice) -> None:
        """Show other values."""
        self._choice = choice
        with self._filling():
            self.name.setText(choice.name)
            for name, box in self._numbers.items():
                box.setValue(getattr(choice, name) or self._half)
            self.text.set_text(choice.text or self._teacher_text or "village")
            self._show_options(choice.options)

    def _show_options(self, values: Mapping[str, Any]) -> None:
        for option in self._method.options if self._method else ():
            control, value = self.options[option.name], values.get(option.name, option.default)
            if isinstance(control, QCheckBox):
                control.setChecked(bool(value))
            elif isinstance(control, QComboBox):
                control.setCurrentIndex(max(0, control.findData(value)))
            elif isinstance(control, QDoubleSpinBox):
                control.setValue(float(value))

    # ---- from the widgets

    # ---- building

    def _build(self) -> None:
        self.heading("New student")
        self.name = self.add("Name", QLineEdit(), "Its name in the library")
        self.name.editingFinished.connect(self._on_name)
        self.method = self.add("Method", QComboBox())
        self._follow("method", self.method)
        self._numbers["num_layers"] = self.add("Layers", whole(1, 1), "Up to the teacher's")
        self._place_of_options = self.heading("Losses and their weights")
        self._build_learning()

    def _build_learning(self) -> None:
        self.heading("Training")
        self.text = self.add("Training text", TextChooser())
        self.text.chosen.connect(lambda name: self._change(text=name))
        self._numbers["steps"] = self.add(
            "Steps", whole(1, 10_000_000, 100), "For each of the two models"
        )
        self._numbers["batch_size"] = self.add("Batch", whole(1, 1024), "Examples in each step")
        self._numbers["length"] = self.add(
            "Sequence length", whole(8, 512, 8), "Tokens in each example"
        )
        rate = self.add("Learning rate", decimal(1e-5, 1.0, 1e-4, 5), "At its maximum")
        self.device = self.add("Device", QComboBox())
        self._follow("device", self.device)
        self._numbers["learning_rate"] = rate
        for name, number in self._numbers.items():
            self._follow(name, number)

    def _on_name(self) -> None:
        self._change(name=self.name.text().strip() or DistillationChoice().name)

    def _build_options(self, method: DistillationSpec) -> None:
        """One control for each option that the method declares."""
        self.clear_group(self._place_of_options)
        self.options = {}
        for option in method.options:
            control = self._control(option)
            self.options[option.name] = control
            tip = option.help or option.title
            self.add(short_title(option), control, tip, group=self._place_of_options)

    def _control(self, option: Option) -> QWidget:
        if option.choices == (False, True):
            tick = QCheckBox()
            tick.toggled.connect(lambda on: self.set_value(option.name, on))
            return tick
        if option.choices:
            box = QComboBox()
            for choice in option.choices:
                box.addItem(str(choice), choice)
            box.activated.connect(lambda: self.set_value(option.name, box.currentData()))
            return box
        return self._number(option)

    def _number(self, option: Option) -> QDoubleSpinBox:
        low = option.minimum if option.minimum is not None else 0.0
        high = option.maximum if option.maximum is not None else 1e6
        number = decimal(low, high, 0.5, MANY_DIGITS)
        number.valueChanged.connect(lambda value: self.set_value(option.name, value))
        return number


def short_title(option: Option) -> str:
    """The title of an option without what all weights have in common."""
    title = option.title.removeprefix("Weight of the ")
    return title[:1].upper() + title[1:]
