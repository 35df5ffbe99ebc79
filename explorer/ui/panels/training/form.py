"""The options of a training run as a form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QComboBox, QLineEdit

from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.training import plans
from explorer.core.training.plans import Choices, TrainingChoice
from explorer.ui.controls.form import ChoiceForm, Field, TickList, fill, number_field
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.controls.run_fields import (
    NAME,
    RATE_TIP,
    TEXT,
    device_items,
    possible_precision,
    precision_items,
    schedule_fields,
)

NO_TASKS = tr("Only the village and mini-world texts have tasks; your own text has none.")
MIN_POSITIONS = 128
OF_MODEL = "\n"  # after the key of a model, in the value of a tokenizer that is that of the model
RELATIVE_TIP = tr("At its maximum, relative to the RMS of each tensor's weights; it falls to zero")
TEXT_TIP = tr("Size of the training text; the rest is not used")
TOKENIZER_TIP = tr("Trained on the text, or that of another model")
WATCH_TIP = tr("The model predicts [MASK] in it during training")
GROUPS = {
    tr("Model"): (
        NAME,
        Field("architecture", tr("Architecture"), QComboBox),
        Field("objectives", tr("Objectives"), TickList, tr("What the model must predict")),
        number_field(
            "num_layers", tr("Layers"), 1, 24, 1, tr("Blocks of attention and feed-forward")
        ),
        number_field("width", tr("Width"), 8, 1024, 8, tr("A multiple of the number of heads")),
        number_field("num_heads", tr("Heads"), 1, 16, 1, tr("Attention heads in each layer")),
    ),
    tr("Text"): (
        TEXT,
        number_field("data_tokens", tr("Tokens read"), 1000, 100_000_000, 100_000, TEXT_TIP),
        Field("tokenizer", tr("Tokenizer"), QComboBox, TOKENIZER_TIP),
        number_field(
            "vocab_size", tr("Vocabulary"), 300, 60_000, 100, tr("Number of tokens, at most")
        ),
    ),
    tr("Training"): (
        *schedule_fields(rate_step=5e-4),
        Field("watch", tr("Watched sentence"), QLineEdit, WATCH_TIP),
    ),
}


class TrainingForm(ChoiceForm[TrainingChoice]):
    """Shows a TrainingChoice and emits changes."""

    def __init__(self) -> None:
        self._choices: Choices | None = None
        self._lenders: tuple[ModelEntry, ...] = ()
        super().__init__(TrainingChoice(), GROUPS)
        self.fields["objectives"].setMinimumWidth(0)  # below its name if its titles are too long

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
        self._offer_values(self._choices, self._choice)
        super().show_choice(self._choice)

    # ---- from the choice to the widgets

    def value(self, name: str) -> Any:
        if name == "tokenizer" and self._choice.tokenizer_of:
            return f"{self._choice.tokenizer_of}{OF_MODEL}"
        return super().value(name)

    def _offer_values(self, choices: Choices, choice: TrainingChoice) -> None:
        """What can be chosen for the architecture, the objectives and the text of a choice."""
        spec = choices.architectures[choice.architecture]
        titles = [(one.title, name) for name, one in choices.architectures.items()]
        fill(self.fields["architecture"], titles, choice.architecture)
        set_tip(self.fields["architecture"], tr(spec.summary))
        self._offer_objectives(choices, choice)
        families = choices.families_of(choice.architecture, choice.objectives)
        tokenizers = [
            (tr("{title}, new", title=choices.tokenizers[name].title), name) for name in families
        ]
        tokenizers += [
            (tr("That of {title}", title=entry.title), f"{entry.key}{OF_MODEL}")
            for entry in self._lenders
            if choices.can_lend(entry.architecture, choice.objectives)
        ]
        fill(self.fields["tokenizer"], tokenizers, self.value("tokenizer"))
        self.set_shown(self.fields["vocab_size"], not choice.tokenizer_of)
        self.offer_items("device", device_items(choices.devices))
        self.offer_items("precision", precision_items(choice.device, choices.bfloat16_devices))
        rate_tip = RELATIVE_TIP if spec.scale_lr_by_rms else RATE_TIP
        set_tip(self.fields["learning_rate"], rate_tip)

    def _offer_objectives(self, choices: Choices, choice: TrainingChoice) -> None:
        items = []
        for spec in choices.objectives_of(choice.architecture):
            possible = not spec.task_share or plans.has_tasks(choice.text)
            tip = tr(spec.summary) if possible else NO_TASKS
            items.append((spec.name, tr(spec.title), tip, possible))
        self.fields["objectives"].offer(items)

    # ---- from the widgets to the choice

    def _with(self, name: str, value: Any) -> TrainingChoice:
        choice = self._choice
        if name == "architecture":
            return self._with_architecture(value)
        if name == "objectives":
            return replace(choice, objectives=self._compatible(value))
        if name == "tokenizer":
            family, lent, _ = str(value).partition(OF_MODEL)
            if lent:
                return replace(choice, tokenizer_of=family)
            return replace(choice, tokenizer=family, tokenizer_of="")
        if name == "text":
            own = choice.watch != plans.watch_of(choice.text)  # a sentence that the user wrote
            watch = choice.watch if own else plans.watch_of(value)
            return replace(choice, text=value, data_tokens=plans.tokens_of(value), watch=watch)
        if name == "length":  # examples are never longer than the model's positions
            return replace(choice, length=value, num_positions=max(MIN_POSITIONS, value))
        return super()._with(name, value)

    def _with_architecture(self, name: str) -> TrainingChoice:
        """Another architecture, with its objectives, its tokenizer, and defaults that follow it."""
        assert self._choices is not None
        choice, before = self._choice, self._choices.architectures[self._choice.architecture]
        spec = self._choices.architectures[name]
        is_default = choice.learning_rate == plans.rate_of(before)
        return replace(
            choice,
            name=f"my-{name}" if choice.name == f"my-{choice.architecture}" else choice.name,
            architecture=name,
            objectives=self._names_together(name, spec.objectives[:1]),
            tokenizer=self._choices.families_of(name, spec.objectives)[0],
            tokenizer_of="",
            learning_rate=plans.rate_of(spec) if is_default else choice.learning_rate,
        )

    def _compatible(self, ticked: Sequence[str]) -> tuple[str, ...]:
        """Of objectives that train the same head, one is chosen; at least one objective is."""
        assert self._choices is not None
        known, before = self._choices.objectives, self._choice.objectives
        new = [known[name] for name in ticked if name not in before]
        names = [
            name
            for name in ticked
            if known[name] in new or not any(known[name].excludes(one) for one in new)
        ]
        return self._names_together(self._choice.architecture, names or before)

    def _names_together(self, architecture: str, names: Sequence[str]) -> tuple[str, ...]:
        assert self._choices is not None
        objectives = self._choices.together(architecture, names, self._choice.text)
        return tuple(one.name for one in objectives)


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
    choice = possible_precision(choice, choices.bfloat16_devices)
    return replace(choice, name=choice.name or f"my-{choice.architecture}")
