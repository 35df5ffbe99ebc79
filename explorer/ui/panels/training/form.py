"""The options of a training run as a form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtWidgets import QComboBox, QLineEdit

from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.training import plans
from explorer.core.training.plans import Choices, TrainingChoice
from explorer.ui.controls.form import ChoiceForm, TickList, fill, whole
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.controls.run_fields import (
    NAME,
    RATE_TIP,
    TEXT,
    described_fields,
    device_items,
    precision_items,
    schedule_fields,
)

NO_TASKS = tr("Only the village and mini-world texts have tasks; your own text has none.")
MIN_POSITIONS = 128
OF_MODEL = "\n"  # after the key of a model, in the value of a tokenizer that is that of the model
TEXTS = panel_text("training").controls
GROUPS = {
    tr("Model"): (
        NAME,
        *described_fields(
            TEXTS,
            architecture=QComboBox,
            objectives=TickList,
            num_layers=partial(whole, 1, 24),
            width=partial(whole, 8, 1024, 8),
            num_heads=partial(whole, 1, 16),
        ),
    ),
    tr("Text"): (
        TEXT,
        *described_fields(
            TEXTS,
            data_tokens=partial(whole, 1000, 100_000_000, 100_000),
            tokenizer=QComboBox,
            vocab_size=partial(whole, 300, 60_000, 100),
        ),
    ),
    tr("Training"): (*schedule_fields(rate_step=5e-4), *described_fields(TEXTS, watch=QLineEdit)),
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
        self._choice = self._choices.possible(choice, self._lenders)
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
        relative = TEXTS["relative_rate"]["tip"]
        set_tip(self.fields["learning_rate"], relative if spec.scale_lr_by_rms else RATE_TIP)

    def _offer_objectives(self, choices: Choices, choice: TrainingChoice) -> None:
        items = []
        for spec in choices.objectives_of(choice.architecture):
            possible = not spec.task_share or plans.has_tasks(choice.text)
            tip = tr(spec.summary) if possible else NO_TASKS
            items.append((spec.name, tr(spec.title), tip, possible))
        self.fields["objectives"].offer(items)

    # ---- from the widgets to the choice

    def _replace_field(self, name: str, value: Any) -> TrainingChoice:
        choice, known = self._choice, self._choices
        if known is not None and name == "architecture":
            return known.choose_architecture(choice, value)
        if known is not None and name == "objectives":
            return known.choose_objectives(choice, value)
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
        return super()._replace_field(name, value)
