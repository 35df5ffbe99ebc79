"""The document, the lengths, the budget of memory, and the models with random weights."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QComboBox

from explorer.core.localization import tr
from explorer.core.long_texts.document import MOST_TOKENS, SAMPLE, SAMPLE_TITLE
from explorer.core.long_texts.request import LongTextsChoice, untrained_models
from explorer.ui.controls.form import (
    ChoiceForm,
    Field,
    FieldWidget,
    TickList,
    choice_box,
    fill,
    number_field,
)
from explorer.ui.controls.layouts import column
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.dialogs.choosing import TEXTS, OpenFileButton

LENGTHS = (512, 1_024, 2_048, 4_096, 8_192, MOST_TOKENS)
UNTRAINED_TIP = tr("Random weights and the bundled size; time does not depend on the weights")


class SourceBox(FieldWidget):
    """The sample of the mini-world, or a file; its value is the sample's name or a path."""

    def __init__(self) -> None:
        super().__init__()
        self.source = SAMPLE
        self.box = choice_box([(SAMPLE_TITLE, SAMPLE)])
        self.box.activated.connect(lambda: self._choose(self.box.currentData()))
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.file = OpenFileButton(tr("Long text"), TEXTS)
        self.file.path_chosen.connect(self._choose)
        column(self.box, self.file, into=self)
        self.setFocusProxy(self.box)

    def show_value(self, value: str) -> None:
        self.source = value
        is_file = value != SAMPLE
        own = [(Path(value).name, value)] if is_file else []
        fill(self.box, [(SAMPLE_TITLE, SAMPLE), *own], value)
        set_tip(self.box, value if is_file else tr("Made at once, in English"))

    def _choose(self, source: str) -> None:
        self.show_value(source)
        self.chosen.emit(source)


LENGTH_BOX = partial(
    choice_box, [(tr("{length:,} tokens", length=length), length) for length in LENGTHS]
)
GROUPS = {
    tr("Text"): (
        Field("source", tr("Text"), SourceBox),
        Field("longest", tr("Up to"), LENGTH_BOX, tr("Longer texts take seconds for each model")),
        number_field(
            "budget", tr("Memory, MB"), 1, 1_000_000, 100, tr("Of one pass, without weights")
        ),
    ),
    tr("Random weights"): (Field("untrained", tr("Models"), TickList, UNTRAINED_TIP),),
}


class LongTextsForm(ChoiceForm[LongTextsChoice]):
    """Shows a LongTextsChoice and emits changes."""

    def __init__(self) -> None:
        super().__init__(LongTextsChoice(), GROUPS, across=True)
        self.fields["source"].box.setMinimumWidth(0)  # that of its entries, which are not cut
        ticks: TickList = self.fields["untrained"]
        ticks.setMinimumWidth(0)
        self._groups[-1].labelForField(ticks).hide()  # the heading says what is ticked
        models = untrained_models().values()
        ticks.offer([(one.name, one.title, UNTRAINED_TIP, True) for one in models])
        self.show_choice(self._choice)
