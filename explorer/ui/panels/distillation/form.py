"""How a new student is trained: the options of the distillation panel as a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QComboBox

from explorer.core.distillation.students import methods_of_teacher
from explorer.core.distillation.terms import short_title
from explorer.core.distillation.views import ViewAnswer
from explorer.core.localization import tr
from explorer.core.training.plans import DistillationChoice
from explorer.core.training.precision import possible_precision
from explorer.ui.controls.form import ChoiceForm, Field, number_field, option_field
from explorer.ui.controls.run_fields import (
    NAME,
    TEXT,
    device_items,
    precision_items,
    schedule_fields,
)
from models.schema.specs import DistillationSpec

OPTIONS = 1  # the group of the method's own options
GROUPS: dict[str, tuple[Field, ...]] = {
    tr("New student"): (
        NAME,
        Field("method", tr("Method"), QComboBox),
        number_field("num_layers", tr("Layers"), 1, 1, 1, tr("Up to the teacher's")),
        number_field(
            "width", tr("Width"), 1, 1, 1, tr("Up to the teacher's, a multiple of its heads")
        ),
    ),
    tr("Losses and their weights"): (),
    tr("Training"): (TEXT, *schedule_fields(1e-4, tr("For each of the two models"))),
}


class DistillationForm(ChoiceForm[DistillationChoice]):
    """Shows a DistillationChoice and emits changes."""

    def __init__(self) -> None:
        self._teacher = ""
        self._method: DistillationSpec | None = None  # whose options are shown
        self._methods: Mapping[str, DistillationSpec] = {}  # by which the teacher can teach
        # Of the student unless others are chosen: half of the teacher's layers, or as many.
        self._bfloat16_devices: tuple[str, ...] | None = None  # None: not known yet
        self._usual: dict[str, Any] = {"num_layers": 1, "width": 1, "text": "village"}
        super().__init__(DistillationChoice(), GROUPS)

    @property
    def choice(self) -> DistillationChoice:
        """The chosen values with the teacher of the panel, and a method by which it can teach."""
        method = self.value("method")
        options = self._choice.options if method == self._choice.method else {}
        text = self.value("text")
        return replace(
            self._choice, teacher=self._teacher, method=method, options=options, text=text
        )

    def offer(self, answer: ViewAnswer) -> None:
        """Set the teacher and the possible values: sizes up to the teacher's, its text."""
        known, method = answer.choices, answer.method
        if method is not self._method:
            self._method = method
            self.remove_fields(OPTIONS)
            named = [replace(option, title=short_title(option)) for option in method.options]
            self.add_fields([option_field(option, "options") for option in named], OPTIONS)
        self._teacher, size = answer.roles.teacher, answer.teacher_size
        same = method.same_depth
        num_layers = size.num_layers if same else max(1, size.num_layers // 2)
        self._usual = {"num_layers": num_layers, "width": size.width, "text": answer.text}
        self._bfloat16_devices = known.bfloat16_devices
        self.offer_items("device", device_items(known.devices))
        self._methods = methods_of_teacher(known.methods, answer.teacher_kind)
        self.offer_items("method", [(tr(m.title), m.name) for m in self._methods.values()])
        with self._suppress_changes():
            self.fields["num_layers"].setRange(num_layers if same else 1, size.num_layers)
            self.fields["width"].setRange(size.num_heads, size.width)
            self.fields["width"].setSingleStep(size.num_heads)
        self.set_shown(self.fields["width"], method.make_student is None)
        self.show_choice(self._choice)

    def show_choice(self, choice: DistillationChoice) -> None:
        if self._bfloat16_devices is None:
            super().show_choice(choice)
            return
        super().show_choice(possible_precision(choice, self._bfloat16_devices))
        self.offer_items("precision", precision_items(choice.device, self._bfloat16_devices))

    def value(self, name: str) -> Any:
        """What is usual for a student of the teacher, unless another value is chosen."""
        if name == "method" and self._method and self._choice.method not in self._methods:
            return self._method.name
        if name not in self._usual:
            return super().value(name)
        is_fixed = name == "num_layers" and self._method is not None and self._method.same_depth
        return self._usual[name] if is_fixed else getattr(self._choice, name) or self._usual[name]

    def _replace_field(self, name: str, value: Any) -> DistillationChoice:
        """A student always has a name; options belong to a method."""
        if name == "method":
            return replace(self._choice, method=value, options={})
        is_nameless = name == "name" and not value
        return super()._replace_field(name, DistillationChoice().name if is_nameless else value)
