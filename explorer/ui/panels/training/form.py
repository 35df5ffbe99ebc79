"""The options of a training run as a form, and the part that every run has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QSpinBox, QWidget

from explorer.core.library.library import ModelEntry
from explorer.core.training import plans
from explorer.core.training.plans import Choices, FormChoice, TrainingChoice
from explorer.ui.controls.form import ChoiceForm, decimal, fill, whole
from explorer.ui.controls.layouts import column
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.controls.text_chooser import TextChooser

DEVICE_TITLES = {"cpu": "Processor (CPU)", "mps": "Apple GPU (MPS)"}
NO_TASKS = "Only the village and mini-world texts have tasks; your own text has none."
MIN_POSITIONS = 128
RATE_TIP = "At its maximum; afterwards it falls to zero"
RELATIVE_TIP = "At its maximum, relative to the RMS of each tensor's weights; it falls to zero"
TEXT_TIP = "Size of the training text; the rest is not used"
NUMBERS = {  # by field of a choice: title, minimum, maximum, step and tip
    "num_layers": ("Layers", 1, 24, 1, "Blocks of attention and feed-forward"),
    "width": ("Width", 8, 1024, 8, "A multiple of the number of heads"),
    "num_heads": ("Heads", 1, 16, 1, "Attention heads in each layer"),
    "data_tokens": ("Tokens read", 1000, 100_000_000, 100_000, TEXT_TIP),
    "vocab_size": ("Vocabulary", 300, 60_000, 100, "Number of tokens, at most"),
    "steps": ("Steps", 1, 10_000_000, 100, "Batches, each with one update of the weights"),
    "batch_size": ("Batch", 1, 1024, 1, "Examples in each step"),
    "length": ("Sequence length", 8, 512, 8, "Tokens in each example"),
}

RunChoice = TypeVar("RunChoice", bound=FormChoice)
Field = QLineEdit | QComboBox | QSpinBox | QDoubleSpinBox


class RunForm(ChoiceForm[RunChoice]):
    """The fields that every run has: its name, text, schedule and device."""

    def __init__(self, choice: RunChoice) -> None:
        super().__init__(choice)
        self.fields: dict[str, Field] = {}  # by the name of a field of the choice
        self._build()

    def _build(self) -> None:
        raise AssertionError(f"{type(self).__name__} has no fields")

    def _on_text(self, name: str) -> None:
        self._change(text=name)

    def _add_field(self, name: str, title: str, control: Field, tip: str = "") -> None:
        """A control that sets a field of the choice, and shows it."""
        self.fields[name] = self.add(title, control, tip)
        if isinstance(control, QLineEdit):
            control.editingFinished.connect(lambda: self._change(**{name: control.text().strip()}))
        else:
            self._follow(name, control)

    def _add_numbers(self, *names: str) -> None:
        for name in names:
            title, low, high, step, tip = NUMBERS[name]
            self._add_field(name, title, whole(low, high, step), tip)

    def _add_text(self) -> None:
        self.text = self.add("Training text", TextChooser())
        self.text.chosen.connect(self._on_text)

    def _add_schedule(self, rate_step: float = 5e-4) -> None:
        self._add_numbers("steps", "batch_size", "length")
        rate = decimal(1e-5, 1.0, rate_step, 5)
        self._add_field("learning_rate", "Learning rate", rate, RATE_TIP)
        self.device = QComboBox()
        self._add_field("device", "Device", self.device)

    def _show_fields(self, choice: RunChoice) -> None:
        for name, control in self.fields.items():
            show_value(control, getattr(choice, name))

    def _show_devices(self, devices: Sequence[str], chosen: str) -> None:
        """Visible where there is more than one."""
        titles = [(DEVICE_TITLES.get(name, f"GPU ({name})"), name) for name in devices]
        fill(self.device, titles, chosen)
        self.set_shown(self.device, len(devices) > 1)


def show_value(control: QWidget, value: Any) -> None:
    if isinstance(control, QLineEdit):
        control.setText(value)
        control.setCursorPosition(0)
    elif isinstance(control, QCheckBox):
        control.setChecked(bool(value))
    elif isinstance(control, QComboBox):
        control.setCurrentIndex(max(0, control.findData(value)))
    elif isinstance(control, QSpinBox | QDoubleSpinBox):
        control.setValue(value)


class TrainingForm(RunForm[TrainingChoice]):
    """Shows a TrainingChoice and emits changes."""

    def __init__(self) -> None:
        self._choices: Choices | None = None
        self._lenders: tuple[ModelEntry, ...] = ()
        self.objective_boxes: list[QCheckBox] = []  # each named after its spec
        super().__init__(TrainingChoice())

    def offer(self, choices: Choices, entries: Sequence[ModelEntry]) -> None:
        """Set the possible values: those of the program, and tokenizers of the library."""
        self._choices = choices
        self._lenders = tuple(e for e in entries if e.problem is None and e.has_tokenizer)
        self.show_choice(self._choice)

    def show_choice(self, choice: TrainingChoice) -> None:
        """Show other values; those that no longer exist are replaced."""
        if self._choices is None:
            self._choice = choice
            return
        self._choice = _possible(choice, self._choices, self._lenders)
        with self._filling():
            self._show(self._choices, self._choice)

    # ---- from the choice to the widgets

    def _show(self, choices: Choices, choice: TrainingChoice) -> None:
        titles = [(spec.title, name) for name, spec in choices.architectures.items()]
        fill(self.architecture, titles, choice.architecture)
        spec = choices.architectures[choice.architecture]
        set_tip(self.architecture, spec.summary)
        self._show_objectives(choices, choice)
        self._show_tokenizers(choices, choice)
        self.text.set_text(choice.text)
        self._show_devices(choices.devices, choice.device)
        rate_tip = RELATIVE_TIP if spec.scale_lr_by_rms else RATE_TIP
        set_tip(self.fields["learning_rate"], rate_tip)
        self._show_fields(choice)

    def _show_objectives(self, choices: Choices, choice: TrainingChoice) -> None:
        for box in self.objective_boxes:
            self._objective_lines.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.objective_boxes = []
        for spec in choices.objectives_of(choice.architecture):
            box = QCheckBox(spec.title)
            box.setObjectName(spec.name)
            box.setChecked(spec.name in choice.objectives)
            possible = not spec.task_share or plans.has_tasks(choice.text)
            box.setEnabled(possible)
            set_tip(box, spec.summary if possible else NO_TASKS)
            box.toggled.connect(lambda on, name=spec.name: self._on_objective(name, on))
            self._objective_lines.addWidget(box)
            self.objective_boxes.append(box)

    def _show_tokenizers(self, choices: Choices, choice: TrainingChoice) -> None:
        families = choices.families_of(choice.architecture, choice.objectives)
        items = [(f"{choices.tokenizers[name].title}, new", name) for name in families]
        items += [
            (f"That of {entry.title}", f"{entry.key}\n")
            for entry in self._lenders
            if choices.can_lend(entry.architecture, choice.objectives)
        ]
        chosen = f"{choice.tokenizer_of}\n" if choice.tokenizer_of else choice.tokenizer
        fill(self.tokenizer, items, chosen)
        self.set_shown(self.fields["vocab_size"], not choice.tokenizer_of)

    # ---- from the widgets to the choice

    def _on_architecture(self) -> None:
        assert self._choices is not None
        name = self.architecture.currentData()
        spec = self._choices.architectures[name]
        before, rate = f"my-{self._choice.architecture}", self._choice.learning_rate
        title = f"my-{name}" if self._choice.name == before else self._choice.name
        if rate == plans.rate_of(self._choices.architectures[self._choice.architecture]):
            rate = plans.rate_of(spec)  # the default, so it follows the architecture
        families = self._choices.families_of(name, spec.objectives)
        self._change(
            name=title,
            architecture=name,
            objectives=self._names_together(name, spec.objectives[:1]),
            tokenizer=families[0],
            tokenizer_of="",
            learning_rate=rate,
        )

    def _on_objective(self, name: str, on: bool) -> None:
        """Of objectives that train the same head, one is chosen; at least one objective is."""
        assert self._choices is not None
        known, before = self._choices.objectives, self._choice.objectives
        others = [
            other
            for other in before
            if other != name and not (on and known[other].excludes(known[name]))
        ]
        chosen = [*others, name] if on else others or before
        names = self._names_together(self._choice.architecture, chosen)
        if names == before:
            self.show_choice(self._choice)
        self._change(objectives=names)

    def _names_together(self, architecture: str, names: Sequence[str]) -> tuple[str, ...]:
        assert self._choices is not None
        objectives = self._choices.together(architecture, names, self._choice.text)
        return tuple(one.name for one in objectives)

    def _on_tokenizer(self) -> None:
        family, lent, _ = str(self.tokenizer.currentData()).partition("\n")
        if lent:
            self._change(tokenizer_of=family)
        else:
            self._change(tokenizer=family, tokenizer_of="")

    def _on_text(self, name: str) -> None:
        """The watched sentence is in the language of the text, unless the user wrote one."""
        watch = self._choice.watch
        if watch == plans.watch_of(self._choice.text):
            watch = plans.watch_of(name)
        self._change(text=name, data_tokens=plans.tokens_of(name), watch=watch)

    def _change(self, **changes: Any) -> None:
        """Examples are never longer than the model's positions."""
        if "length" in changes:
            changes["num_positions"] = max(MIN_POSITIONS, changes["length"])
        super()._change(**changes)

    # ---- building

    def _build(self) -> None:
        self.heading("Model")
        self._add_field("name", "Name", QLineEdit(), "Its name in the library")
        self.architecture = self.add("Architecture", QComboBox())
        self.architecture.activated.connect(self._on_architecture)
        self.objectives = self.add("Objectives", QWidget(), "What the model must predict")
        self.objectives.setMinimumWidth(0)  # but that of its titles: below its name if too long
        self._objective_lines = column(into=self.objectives, spacing=6, margins=(0, 2, 0, 0))
        self._add_numbers("num_layers", "width", "num_heads")
        self.heading("Text")
        self._add_text()
        self._add_numbers("data_tokens")
        tokenizer_tip = "Trained on the text, or that of another model"
        self.tokenizer = self.add("Tokenizer", QComboBox(), tokenizer_tip)
        self.tokenizer.activated.connect(self._on_tokenizer)
        self._add_numbers("vocab_size")
        self.heading("Training")
        self._add_schedule()
        watch_tip = "The model predicts [MASK] in it during training"
        self._add_field("watch", "Watched sentence", QLineEdit(), watch_tip)


def _possible(
    choice: TrainingChoice, choices: Choices, lenders: Sequence[ModelEntry]
) -> TrainingChoice:
    """The choice with what does not exist, or does not fit, replaced by the nearest that does."""
    if choice.architecture not in choices.architectures:
        choice = replace(choice, architecture=next(iter(choices.architectures)))
    objectives = choices.together(choice.architecture, choice.objectives, choice.text)
    choice = replace(choice, objectives=tuple(one.name for one in objectives))
    families = choices.families_of(choice.architecture, choice.objectives)
    if choice.tokenizer not in families:
        choice = replace(choice, tokenizer=families[0])
    lending = {e.key for e in lenders if choices.can_lend(e.architecture, choice.objectives)}
    if choice.tokenizer_of not in lending:
        choice = replace(choice, tokenizer_of="")
    if choice.device not in choices.devices:
        choice = replace(choice, device=choices.devices[0])
    return replace(choice, name=choice.name or f"my-{choice.architecture}")
