"""The choices of the calculator: a published size to start from, and sliders for its sizes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QSlider

from explorer.core.localization import tr
from explorer.core.parameters.inventory import SHARINGS
from explorer.core.parameters.sizes import (
    MAX_INNER,
    PLAIN,
    Dimensions,
    PublishedSize,
    SizeChoice,
    divisors,
    size_examples,
    stops_between,
)
from explorer.ui.controls.form import ChoiceForm, Field, FieldWidget, choice_box, fill, whole
from explorer.ui.controls.layouts import line, push_button

SMALL = 8  # where sliders of large numbers begin
MULTIPLE = 64  # of widths on the slider
BOX_WIDTH = 92  # pixels
ITSELF = (tr("The same, nothing factorized or shared"), PLAIN)
CHOOSE_EXAMPLE = (tr("Choose an example …"), "")
AGAINST_TIP = tr("A published size, or the same model without sharing")
EMBEDDING_TIP = tr("Size of an embedding before it is projected to the width")
INNER_TIP = tr("Size of the hidden layer of a feed-forward block")
LENGTH_TIP = tr("More tokens need more attention scores, but no more parameters")
SPEED_TIP = tr("Lets both sizes read a text with random weights; a change of a size ends it")
AS_PUBLISHED = partial(push_button, tr("As published"))
SHARING_BOX = partial(choice_box, [(title, name) for name, title in SHARINGS.items()])


class Dial(FieldWidget):
    """A whole number within bounds. The slider goes through usual values, the box takes any."""

    def __init__(self, low: int, high: int, step: int) -> None:
        super().__init__()
        first = low if high <= 1000 else max(low, SMALL)
        self._stops = stops_between(first, high, step)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(self._stops) - 1)
        self.slider.setPageStep(max(1, len(self._stops) // 10))
        self.box = whole(low, high)
        self.box.setFixedWidth(BOX_WIDTH)
        self.box.valueChanged.connect(self._on_value)
        self.slider.valueChanged.connect(lambda step: self.box.setValue(self._stops[step]))
        line((self.slider, 1), self.box, into=self)

    @property
    def value(self) -> int:
        return self.box.value()

    def show_value(self, value: int) -> None:
        with QSignalBlocker(self.box):
            self.box.setValue(value)
        self._follow(value)

    def show_stops(self, stops: Sequence[int], high: int) -> None:
        """Offer other values, up to another bound."""
        if tuple(stops) != self._stops:
            self._stops = tuple(stops)
            with QSignalBlocker(self.slider):
                self.slider.setRange(0, len(self._stops) - 1)
        with QSignalBlocker(self.box):
            self.box.setMaximum(high)

    def _on_value(self, value: int) -> None:
        self._follow(value)
        self.chosen.emit(value)

    def _follow(self, value: int) -> None:
        """Move the slider to its nearest value, without changing the number."""
        after = min(bisect_left(self._stops, value), len(self._stops) - 1)
        near = min({max(after - 1, 0), after}, key=lambda step: abs(self._stops[step] - value))
        with QSignalBlocker(self.slider):
            self.slider.setValue(near)


def _dial(name: str, title: str, low: int, high: int, step: int, tip: str) -> Field:
    return Field(name, title, partial(Dial, low, high, step), tip)


GROUPS = {
    tr("Compare"): (
        Field("example", tr("Example"), QComboBox, tr("Sizes that show an effect")),
        Field("base", tr("Start from"), QComboBox, tr("A published size, changed below")),
        Field("against", tr("Against"), QComboBox, AGAINST_TIP),
    ),
    tr("Sizes"): (
        _dial("vocab_size", tr("Vocabulary"), 2, 500_000, 100, tr("Rows of the token table")),
        _dial("embedding", tr("Embedding"), 1, 20_480, 1, EMBEDDING_TIP),
        _dial("width", tr("Width"), 1, 20_480, MULTIPLE, tr("Size of the hidden state of a token")),
        _dial("num_layers", tr("Layers"), 1, 200, 1, tr("Blocks of attention and feed-forward")),
        Field("num_heads", tr("Heads"), QComboBox, tr("How many, and how wide each is")),
        _dial("inner", tr("Inner width"), 1, MAX_INNER, MULTIPLE, INNER_TIP),
        Field(
            "sharing", tr("Layers share"), SHARING_BOX, tr("Weights that all layers have in common")
        ),
        Field("published", "", AS_PUBLISHED, tr("Undo all changes of the sizes")),
    ),
    tr("Operations"): (
        _dial("length", tr("Tokens read"), 1, 8192, 8, LENGTH_TIP),
        Field("measured", tr("Measure the speed here"), QCheckBox, SPEED_TIP),
    ),
}


class SizesForm(ChoiceForm[SizeChoice]):
    """Shows a `SizeChoice` and emits every change."""

    def __init__(self) -> None:
        self._published: dict[str, PublishedSize] = {}
        super().__init__(SizeChoice(), GROUPS)

    @property
    def dimensions(self) -> Dimensions | None:
        """The choice; None until the published sizes are known."""
        base = self._published.get(self._choice.base)
        return self._choice.dimensions(base) if base else None

    def offer(self, published: Sequence[PublishedSize]) -> None:
        """The published sizes to start from and to compare with."""
        self._published = {one.name: one for one in published}
        names = [(f"{one.title}: {one.name}", one.name) for one in published]
        examples = [
            (tr(title), title)
            for title, choice in size_examples().items()
            if {choice.base, choice.against} <= {PLAIN, *self._published}
        ]
        fill(self.fields["base"], names, self._choice.base)
        fill(self.fields["against"], [ITSELF, *names], self._choice.against)
        fill(self.fields["example"], [CHOOSE_EXAMPLE, *examples], "")
        self.show_choice(self._choice)

    def show_choice(self, choice: SizeChoice) -> None:
        self._choice = choice
        sizes = self.dimensions
        if sizes is None:
            return
        narrow = stops_between(1, sizes.width, SMALL, 60)  # widths of a table up to the model's
        self.fields["embedding"].show_stops(narrow, max(sizes.width, sizes.embedding))
        heads = [(f"{n:,} × {sizes.width // n:,}", n) for n in divisors(sizes.width)]
        fill(self.fields["num_heads"], heads, sizes.num_heads)
        is_free = not self._published[choice.base].inner_widths
        self.set_shown(self.fields["inner"], is_free)
        self.fields["published"].setEnabled(choice.is_changed)
        super().show_choice(choice)

    def value(self, name: str) -> Any:
        """Sizes that were not changed are the published ones."""
        if name == "example":
            alike = replace(self._choice, length=SizeChoice().length)  # for texts of any length
            return next((title for title, one in size_examples().items() if one == alike), "")
        return getattr(self.dimensions, name, None) or super().value(name)

    def _replace_field(self, name: str, value: Any) -> SizeChoice:
        choice, before = self._choice, self.dimensions
        if name != "measured":
            choice = replace(choice, measured=False)
        if name == "example":
            return replace(size_examples().get(value, choice), length=choice.length)
        if name in ("base", "published"):
            base = value if name == "base" else choice.base
            return SizeChoice(base, choice.against, choice.length)
        if name == "width" and before is not None:
            return choice.set_width(value, before)
        if name == "embedding" and before is not None:
            return replace(choice, embedding=-1 if value == before.width else value)
        return replace(choice, **{name: value})
