"""What models learn and how, as a form of declared fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox

from explorer.core.distillation.terms import short_title
from explorer.core.finetuning.plans import UNTAUGHT, FineTuningChoice, FineTuningChoices, KnownSet
from explorer.core.finetuning.teachers import KnownTeacher, TeachingChoices
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.state.state import JSON
from explorer.core.training.precision import possible_precision
from explorer.ui.controls.form import (
    ChoiceForm,
    Field,
    FieldWidget,
    TickList,
    choice_box,
    decimal,
    fill,
    option_field,
    whole,
)
from explorer.ui.controls.layouts import column, push_button
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.controls.run_fields import (
    DEVICE,
    PRECISION,
    described_fields,
    device_items,
    precision_items,
)
from explorer.ui.dialogs.choosing import TABLES, OpenFileButton
from models.finetuning.recipe import FEATURES, LORA_MODULES, STYLES, WAYS
from models.schema.specs import DistillationSpec

NO_TEACHER = tr("None")
ALL = tr("All")
AROUND_TITLE = 44  # pixels, the arrow included
MAX_SEEDS = 5
MAX_EXAMPLES, MAX_SEED = 10_000_000, 2**31 - 1
TEXTS, NOTES = panel_text("finetuning").controls, panel_text("finetuning").notes


class DataChooser(FieldWidget):
    """The sets by name, and a file; its value is the name of a set, or a path.

    A file is no value yet: its columns are to be chosen first.
    """

    file_chosen = Signal(str)  # a path, by a person

    def __init__(self) -> None:
        super().__init__()
        self.data = ""
        self._sets: tuple[KnownSet, ...] = ()
        self.box = QComboBox()
        self.box.activated.connect(self._on_activated)
        words = TEXTS["columns"]
        self.columns = push_button(
            words["title"], lambda: self.file_chosen.emit(self.data), words["tip"]
        )
        self.file = OpenFileButton(tr("Examples with labels"), TABLES)
        self.file.path_chosen.connect(self.file_chosen)
        column(self.box, self.file, self.columns, into=self, spacing=6)
        self.setFocusProxy(self.box)

    def offer(self, sets: tuple[KnownSet, ...]) -> None:
        self._sets = sets
        measured = self.box.fontMetrics().horizontalAdvance
        width = max((measured(tr(one.title)) for one in sets), default=0) + AROUND_TITLE
        self.setMinimumWidth(width)  # so that it goes below its name in a narrow window
        self.show_value(self.data)

    def show_value(self, value: str) -> None:
        self.data = value
        known = next((one for one in self._sets if one.name == value), None)
        is_file = known is None and bool(self._sets)
        items = [(tr(one.title), one.name) for one in self._sets]
        own = [(Path(value).name, value)] if is_file else []
        fill(self.box, [*items, *own], value)
        set_tip(self.box, value if known is None else f"{tr(known.task)}. {TEXTS['sets']['tip']}")
        self.columns.setVisible(is_file)

    def _on_activated(self) -> None:
        self.show_value(self.box.currentData())
        self.chosen.emit(self.data)


def _examples_box() -> QSpinBox:
    box = whole(0, MAX_EXAMPLES, 100)
    box.setSpecialValueText(ALL)
    return box


def _list_of(titles: Mapping[str, str]) -> QComboBox:
    return choice_box([(tr(title), name) for name, title in titles.items()])


def _module_list() -> TickList:
    boxes = TickList(columns=2)
    boxes.offer([(name, tr(title), "", True) for name, title in LORA_MODULES.items()])
    return boxes


LOSSES, MORE_EXAMPLES = 2, 3  # the groups of a method's options
GROUPS: dict[str, tuple[Field, ...]] = {
    tr("Data"): described_fields(
        TEXTS,
        data=DataChooser,
        skip_bad_rows=QCheckBox,
        num_examples=_examples_box,
        name=QLineEdit,
    ),
    tr("Teacher"): described_fields(TEXTS, teacher=QComboBox, method=QComboBox),
    tr("Losses and their weights"): (),
    tr("More examples"): (),
    tr("What learns"): described_fields(
        TEXTS,
        way=partial(_list_of, WAYS),
        last_layers=partial(whole, 1, 48),
        lora_rank=partial(whole, 1, 256),
        lora_modules=_module_list,
        style=partial(_list_of, STYLES),
        features=partial(_list_of, FEATURES),
        auxiliary_lm=partial(decimal, 0.0, 10.0, 0.1, 2),
        from_scratch=QCheckBox,
        frozen_embeddings=QCheckBox,
        layer_decay=partial(decimal, 0.05, 1.0, 0.05, 2),
        head_rate=partial(decimal, 0.1, 1000.0, 1.0, 1),
    ),
    tr("Training"): (
        *described_fields(
            TEXTS,
            epochs=partial(whole, 1, 1000),
            batch_size=partial(whole, 1, 1024, 8),
            learning_rate=partial(decimal, 1e-6, 1.0, 1e-4, 6),
            max_length=partial(whole, 8, 4096, 8),
            patience=partial(whole, 0, 100),
            class_weights=QCheckBox,
        ),
        Field("adversarial", "SiFT", partial(decimal, 0.0, 100.0, 0.5, 2), TEXTS["sift"]["tip"]),
        *described_fields(
            TEXTS,
            seed=partial(whole, 0, MAX_SEED),
            num_seeds=partial(whole, 1, MAX_SEEDS),
        ),
        DEVICE,
        PRECISION,
    ),
}
DEPENDENT = {  # fields that belong to one value of another
    "last_layers": ("way", "last_layers"),
    "lora_rank": ("way", "lora"),
    "lora_modules": ("way", "lora"),
    "auxiliary_lm": ("style", "gpt"),
    "features": ("style", "features"),
}
OF_TEACHER = ("teacher", "method")
OF_UNTAUGHT = {*UNTAUGHT, *DEPENDENT}  # fields that a student has no use for


class FineTuningForm(ChoiceForm[FineTuningChoice]):
    """Shows a FineTuningChoice and emits changes."""

    def __init__(self) -> None:
        self._choices: FineTuningChoices | None = None
        self._teaching = TeachingChoices({}, (), {})
        self._method: DistillationSpec | None = None  # whose options are fields
        super().__init__(FineTuningChoice(), GROUPS)
        self.show_choice(self._choice)

    @property
    def teacher(self) -> KnownTeacher | None:
        """The chosen teacher; None where it cannot teach what is chosen."""
        known = self._teaching.teachers_for(self._choice)
        return next((one for one in known if one.name == self._choice.teacher), None)

    @property
    def choice(self) -> FineTuningChoice:
        """The chosen values with the method of the teacher, and the model that fills masks."""
        method, teacher = self._teaching.method_of(self._choice), self.teacher
        if method is None or teacher is None:
            return replace(self._choice, teacher="")
        filler = self._teaching.filler_for(teacher)
        options = {option.name: filler for option in method.task_options if option.fills_masks}
        options |= self._choice.options
        return replace(self._choice, method=method.name, options=options)

    def offer(self, choices: FineTuningChoices, teaching: TeachingChoices) -> None:
        """Set the sets, the devices and the teachers that there are."""
        self._choices, self._teaching = choices, teaching
        self.fields["data"].offer(choices.sets)
        self.offer_items("device", device_items(choices.devices))
        self.show_choice(self._choice)

    def show_choice(self, choice: FineTuningChoice) -> None:
        if self._choices is not None:
            lower = self._choices.bfloat16_devices
            choice = possible_precision(choice, lower)
            self.offer_items("precision", precision_items(choice.device, lower))
        self._choice = choice
        self._offer_teachers()
        super().show_choice(choice)
        is_taught = self.teacher is not None
        for group in (LOSSES, MORE_EXAMPLES):
            self.show_group(group, is_taught)
        for name in OF_UNTAUGHT:
            other, value = DEPENDENT.get(name, (name, getattr(choice, name)))
            self.set_shown(self.fields[name], not is_taught and getattr(choice, other) == value)
        known = {one.name for one in self._choices.sets} if self._choices else {choice.data}
        self.set_shown(self.fields["skip_bad_rows"], choice.data not in known)

    def _offer_teachers(self) -> None:
        """The teachers of the chosen data, and the options of the method that they teach by."""
        known, method = self._teaching, self._teaching.method_of(self._choice)
        if method is not self._method and method is not None:
            self._method = method
            for group, options in ((LOSSES, method.options), (MORE_EXAMPLES, method.task_options)):
                named = [replace(one, title=short_title(one)) for one in options]
                self.remove_fields(group)
                self.add_fields([option_field(one, "options") for one in named], group)
        for option in method.task_options if method is not None else ():
            if option.fills_masks:
                items = [(title, name) for name, title in known.fillers.items()]
                self.offer_items(f"options.{option.name}", items)
        teachers = [(one.title, one.name) for one in known.teachers_for(self._choice)]
        self.offer_items("method", [(tr(one.title), one.name) for one in known.methods.values()])
        self.offer_items("teacher", [(NO_TEACHER, ""), *teachers])
        self.set_shown(self.fields["teacher"], True)  # also a list of one

    def value(self, name: str) -> Any:
        """The method and the model that fills masks, unless others are chosen."""
        _, _, option = name.partition(".")
        if option in self.choice.options:
            return self.choice.options[option]
        return getattr(self.choice, name) if name in OF_TEACHER else super().value(name)

    def _replace_field(self, name: str, value: Any) -> FineTuningChoice:
        """LoRA adapts at least one kind of matrix; columns are those of one file, options those of
        one method.
        """
        if name == "lora_modules" and not value:
            return self._choice
        choice = super()._replace_field(name, value)
        if name == "method":
            return replace(choice, options={})
        if name == "data" and value != self._choice.data:
            return replace(choice, columns={}, skip_bad_rows=False)
        return choice

    def use_file(self, path: str, columns: Mapping[str, JSON], skip_bad_rows: bool) -> None:
        """A person chose a file, and what its columns are."""
        self.show_choice(
            replace(self._choice, data=path, columns=dict(columns), skip_bad_rows=skip_bad_rows)
        )
        self.changed.emit(self._choice)
