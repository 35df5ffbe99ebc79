"""How a new student is trained: the options of the distillation panel as a form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from explorer.core.distillation.views import ViewAnswer
from explorer.core.training.plans import DistillationChoice
from explorer.ui.controls.form import decimal, fill, whole
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.panels.training.form import RunForm, show_value
from models.schema.specs import DistillationSpec, Option

DIGITS = 2  # after the decimal point, of an option of the method


class DistillationForm(RunForm[DistillationChoice]):
    """Shows a DistillationChoice and emits changes."""

    def __init__(self) -> None:
        self._teacher = self._teacher_text = ""
        self._method: DistillationSpec | None = None
        self._half = 1  # of the teacher's layers
        self.options: dict[str, QWidget] = {}
        super().__init__(DistillationChoice())

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

    def offer(self, answer: ViewAnswer) -> None:
        """Set the teacher and the possible values: sizes up to the teacher's, its text."""
        known, method = answer.choices, answer.method
        if method is not self._method:
            self._method = method
            self._build_options(method)
        self._teacher, self._teacher_text = answer.cast.teacher, answer.text
        self._show_devices(known.devices, self._choice.device)
        fill(self.method, [(m.title, m.name) for m in known.methods.values()], method.name)
        self.set_shown(self.method, len(known.methods) > 1)
        self._half = max(1, answer.num_layers // 2)
        with self._filling():
            self._layers.setMaximum(answer.num_layers)
        self.show_choice(self._choice)

    def show_choice(self, choice: DistillationChoice) -> None:
        """Show other values."""
        self._choice = choice
        with self._filling():
            self._show_fields(replace(choice, num_layers=choice.num_layers or self._half))
            self.text.set_text(choice.text or self._teacher_text or "village")
            for option in self._method.options if self._method else ():
                value = choice.options.get(option.name, option.default)
                show_value(self.options[option.name], value)

    def _change(self, **changes: Any) -> None:
        """A student always has a name."""
        if changes.get("name") == "":
            changes["name"] = DistillationChoice().name
        super()._change(**changes)

    # ---- building

    def _build(self) -> None:
        self.heading("New student")
        self._add_field("name", "Name", QLineEdit(), "Its name in the library")
        self.method = QComboBox()
        self._add_field("method", "Method", self.method)
        self._layers = whole(1, 1)
        self._add_field("num_layers", "Layers", self._layers, "Up to the teacher's")
        self._group_of_options = self.heading("Losses and their weights")
        self.heading("Training")
        self._add_text()
        self._add_schedule(rate_step=1e-4)
        set_tip(self.fields["steps"], "For each of the two models")

    def _build_options(self, method: DistillationSpec) -> None:
        """One control for each option that the method declares."""
        self.clear_group(self._group_of_options)
        self.options = {option.name: self._control(option) for option in method.options}
        for option in method.options:
            tip, control = option.help or option.title, self.options[option.name]
            self.add(short_title(option), control, tip, group=self._group_of_options)

    def _control(self, option: Option) -> QWidget:
        """A box to tick, a list, or a number that sets the option."""
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
        low = 0.0 if option.minimum is None else option.minimum
        high = 1e6 if option.maximum is None else option.maximum
        number = decimal(low, high, 0.5, DIGITS)
        number.valueChanged.connect(lambda value: self.set_value(option.name, value))
        return number


def short_title(option: Option) -> str:
    """The title of an option without what all weights have in common."""
    title = option.title.removeprefix("Weight of the ")
    return title[:1].upper() + title[1:]
