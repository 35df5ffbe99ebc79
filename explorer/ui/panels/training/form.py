"""The options of a training run as a form: model, text, training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from explorer.core.library.library import ModelEntry
from explorer.core.training.plans import (
    Choices,
    TrainingChoice,
    has_tasks,
    rate_of,
    tokens_of,
    watch_of,
)
from explorer.ui.controls.form import ChoiceForm, decimal, fill, whole
from explorer.ui.controls.layouts import column
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.controls.text_chooser import TextChooser

DEVICE_TITLES = {"cpu": "Processor (CPU)", "mps": "Apple GPU (MPS)"}
NO_TASKS = "Only the village and mini-world texts have tasks; your own text has none."
MIN_POSITIONS = 128
RATE_TIP = "At its maximum; afterwards it falls to zero"
RELATIVE_TIP = "At its maximum, relative to the RMS of each tensor's weights; it falls to zero"


class TrainingForm(ChoiceForm[TrainingChoice]):
    """Shows a TrainingChoice and emits changes."""

    def __init__(self) -> None:
        super().__init__(TrainingChoice())
        self._choices: Choices | None = None
        self._lenders: tuple[ModelEntry, ...] = ()
        self._boxes: list[QCheckBox] = []
        self._numbers: dict[str, QSpinBox | QDoubleSpinBox] = {}
        self._build()

    @property
    def objective_boxes(self) -> list[QCheckBox]:
        """The boxes of the objectives, each named after its spec."""
        return self._boxes

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
        self._choice = _mended(choice, self._choices, self._lenders)
        with self._filling():
            self._show(self._choices, self._choice)

    # ---- from the choice to the widgets

    def _show(self, choices: Choices, choice: TrainingChoice) -> None:
        self.name.setText(choice.name)
        titles = [(spec.title, name) for name, spec in choices.architectures.items()]
        fill(self.architecture, titles, choice.architecture)
        set_tip(self.architecture, choices.architectures[choice.architecture].summary)
        self._show_objectives(choices, choice)
        self._show_tokenizers(choices, choice)
        self.text.set_text(choice.text)
        fill(self.device, device_titles(choices.devices), choice.device)
        self.set_shown(self.device, len(choices.devices) > 1)
        set_tip(
            self._numbers["learning_rate"],
            RELATIVE_TIP
            if choices.architectures[choice.architecture].scale_lr_by_rms
            else RATE_TIP,
        )
        for name, box in self._numbers.items():
            box.setValue(getattr(choice, name))
        self.watch.setText(choice.watch)
        self.watch.setCursorPosition(0)

    def _show_objectives(self, choices: Choices, choice: TrainingChoice) -> None:
        layout = self._objective_lines
        while (item := layout.takeAt(0)) is not None:
            if (box := item.widget()) is not None:
                box.hide()
                box.deleteLater()
        self._boxes = []
        for spec in choices.objectives_of(choice.architecture):
            box = QCheckBox(spec.title)
            box.setChecked(spec.name in choice.objectives)
            possible = not spec.task_share or has_tasks(choice.text)
            box.setEnabled(possible)
            set_tip(box, spec.summary if possible else NO_TASKS)
            box.setObjectName(spec.name)
            box.toggled.connect(lambda on, name=spec.name: self._on_objective(name, on))
            layout.addWidget(box)
            self._boxes.append(box)

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
        self.set_shown(self._numbers["vocab_size"], not choice.tokenizer_of)

    # ---- from the widgets to the choice

    def _on_architecture(self) -> None:
        assert self._choices is not None
        name = self.architecture.currentData()
        spec = self._choices.architectures[name]
        before, rate = f"my-{self._choice.architecture}", self._choice.learning_rate
        title = f"my-{name}" if self._choice.name == before else self._choice.name
        if rate == rate_of(self._choices.architectures[self._choice.architecture]):
            rate = rate_of(spec)  # the default, so it follows the architecture
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
        """Objectives that train the same head take each other's place; one always stays."""
        assert self._choices is not None
        known = self._choices.objectives
        others = [
            other
            for other in self._choice.objectives
            if other != name and not (on and known[other].excludes(known[name]))
        ]
        chosen = [*others, name] if on else others or self._choice.objectives
        names = self._names_together(self._choice.architecture, chosen)
        if names == self._choice.objectives:
            self.show_choice(self._choice)
        self._change(objectives=names)

    def _names_together(self, architecture: str, names: Sequence[str]) -> tuple[str, ...]:
        assert self._choices is not None
        found = self._choices.together(architecture, names, self._choice.text)
        return tuple(one.name for one in found)

    def _on_tokenizer(self) -> None:
        family, lent, _ = str(self.tokenizer.currentData()).partition("\n")
        if lent:
            self._change(tokenizer_of=family)
        else:
            self._change(tokenizer=family, tokenizer_of="")

    def _on_text(self, name: str) -> None:
        """The watched sentence is in the language of the text, unless the user wrote one."""
        watch = self._choice.watch
        if watch == watch_of(self._choice.text):
            watch = watch_of(name)
        self._change(text=name, data_tokens=tokens_of(name), watch=watch)

    def _on_length(self, length: int) -> None:
        self._change(length=length, num_positions=max(MIN_POSITIONS, length))

    # ---- building

    def _build(self) -> None:
        self.heading("Model")
        self.name = self.add("Name", QLineEdit(), "Its name in the library")
        self.name.editingFinished.connect(lambda: self._change(name=self.name.text().strip()))
        self.architecture = self.add("Architecture", QComboBox())
        self.architecture.activated.connect(self._on_architecture)
        self.objectives = self.add("Objectives", QWidget(), "What the model must predict")
        self.objectives.setMinimumWidth(0)  # but that of its titles: below its name if too long
        self._objective_lines = column(into=self.objectives, spacing=6, margins=(0, 2, 0, 0))
        layers = self.add("Layers", whole(1, 24), "Blocks of attention and feed-forward")
        width = self.add("Width", whole(8, 1024, 8), "A multiple of the number of heads")
        heads = self.add("Heads", whole(1, 16), "Attention heads in each layer")
        self._build_text()
        self._build_learning()
        self._numbers.update(num_layers=layers, width=width, num_heads=heads)
        for name, box in self._numbers.items():
            if name != "length":
                self._follow(name, box)
        self._numbers["length"].valueChanged.connect(self._on_length)

    def _build_text(self) -> None:
        self.heading("Text")
        self.text = self.add("Training text", TextChooser())
        self.text.chosen.connect(self._on_text)
        tokens = self.add(
            "Tokens read",
            whole(1000, 100_000_000, 100_000),
            "Size of the training text; the rest is not used",
        )
        self.tokenizer = self.add(
            "Tokenizer", QComboBox(), "Trained on the text, or that of another model"
        )
        self.tokenizer.activated.connect(self._on_tokenizer)
        vocabulary = self.add("Vocabulary", whole(300, 60_000, 100), "Number of tokens, at most")
        self._numbers.update(data_tokens=tokens, vocab_size=vocabulary)

    def _build_learning(self) -> None:
        self.heading("Training")
        steps = self.add(
            "Steps", whole(1, 10_000_000, 100), "Batches, each with one update of the weights"
        )
        batch = self.add("Batch", whole(1, 1024), "Examples in each step")
        length = self.add("Sequence length", whole(8, 512, 8), "Tokens in each example")
        rate = self.add("Learning rate", decimal(1e-5, 1.0, 5e-4, 5))
        self.device = self.add("Device", QComboBox())
        self._follow("device", self.device)
        self.watch = self.add(
            "Watched sentence", QLineEdit(), "The model predicts [MASK] in it during training"
        )
        self.watch.editingFinished.connect(lambda: self._change(watch=self.watch.text()))
        self._numbers.update(steps=steps, batch_size=batch, length=length, learning_rate=rate)


def device_titles(devices: Sequence[str]) -> list[tuple[str, str]]:
    """Titles of devices, with torch's names."""
    return [(DEVICE_TITLES.get(name, f"GPU ({name})"), name) for name in devices]


def _mended(
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
