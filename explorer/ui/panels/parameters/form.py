"""The choices of the calculator: a published size to start from, and sliders for its sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QPushButton

from explorer.core.parameters.inventory import SHARINGS
from explorer.core.parameters.sizes import (
    PLAIN,
    Dimensions,
    Published,
    SizeChoice,
    divisors,
    fitting_heads,
    size_examples,
)
from explorer.ui.controls.form import ChoiceForm, fill
from explorer.ui.panels.parameters.dial import Dial, stops_between

MAX_INNER = 98_304
SMALL = 8  # where sliders of large numbers begin
MULTIPLE = 64  # of widths on the slider
ITSELF = ("The same, nothing factorized or shared", PLAIN)
CHOOSE_EXAMPLE = ("Choose an example …", "")
DIALS: dict[str, tuple[str, int, int, int, str]] = {  # title, low, high, step, tip
    "vocab_size": ("Vocabulary", 2, 500_000, 100, "Rows of the token table"),
    "embedding": (
        *("Embedding", 1, 20_480, 1),
        "Size of an embedding before it is projected to the width",
    ),
    "width": ("Width", 1, 20_480, MULTIPLE, "Size of the hidden state of a token"),
    "num_layers": ("Layers", 1, 200, 1, "Blocks of attention and feed-forward"),
    "inner": (
        *("Inner width", 1, MAX_INNER, MULTIPLE),
        "Size of the hidden layer of a feed-forward block",
    ),
    "length": (
        *("Tokens read", 1, 8192, 8),
        "More tokens need more attention scores, but no more parameters",
    ),
}


class SizesForm(ChoiceForm[SizeChoice]):
    """Shows a `SizeChoice` and emits every change."""

    def __init__(self) -> None:
        super().__init__(SizeChoice())
        self._published: dict[str, Published] = {}
        self._build()

    @property
    def dimensions(self) -> Dimensions | None:
        """The choice; None until the published sizes are known."""
        base = self._published.get(self._choice.base)
        return self._choice.dimensions(base) if base else None

    def offer(self, published: Sequence[Published]) -> None:
        """The published sizes to start from and to compare with."""
        self._published = {one.name: one for one in published}
        names = [(f"{one.title}: {one.name}", one.name) for one in published]
        examples = [
            (title, title)
            for title, choice in size_examples().items()
            if {choice.base, choice.against} <= {PLAIN, *self._published}
        ]
        with QSignalBlocker(self.base), QSignalBlocker(self.against):
            fill(self.base, names, self._choice.base)
            fill(self.against, [ITSELF, *names], self._choice.against)
            fill(self.example, [CHOOSE_EXAMPLE, *examples], "")
        self.show_choice(self._choice)

    def show_choice(self, choice: SizeChoice) -> None:
        """Show other values without emitting a signal."""
        self._choice = choice
        sizes = self.dimensions
        if sizes is None:
            return
        for box, name in ((self.base, choice.base), (self.against, choice.against)):
            box.setCurrentIndex(max(0, box.findData(name)))
        self.example.setCurrentIndex(max(0, self.example.findData(_example_of(choice))))
        narrow = stops_between(1, sizes.width, SMALL, 60)  # widths of a table up to the model's
        self.dials["embedding"].show_stops(narrow, max(sizes.width, sizes.embedding))
        for name, dial in self.dials.items():
            dial.show_value(choice.length if name == "length" else getattr(sizes, name))
        heads = [(f"{n:,} × {sizes.width // n:,}", str(n)) for n in divisors(sizes.width)]
        fill(self.heads, heads, str(sizes.num_heads))
        self.sharing.setCurrentIndex(self.sharing.findData(sizes.sharing))
        self.reset.setEnabled(choice.is_changed)

    # ---- from the widgets

    def _on_base(self) -> None:
        self._take(SizeChoice(self.base.currentData(), self._choice.against, self._choice.length))

    def _on_example(self) -> None:
        example = size_examples().get(str(self.example.currentData()))
        if example is not None:
            self._take(replace(example, length=self._choice.length))

    def _on_reset(self) -> None:
        self._take(SizeChoice(self._choice.base, self._choice.against, self._choice.length))

    def _on_width(self, width: int) -> None:
        """Heads keep their width and the inner width its proportion, as far as they can."""
        before = self.dimensions
        if before is None:
            return
        wide = before.embedding == before.width
        heads = max(1, round(width * before.num_heads / before.width))
        self._change(
            width=width,
            embedding=-1 if wide else min(before.embedding, width),
            num_heads=fitting_heads(width, heads),
            inner=min(max(1, round(before.inner * width / before.width)), MAX_INNER),
        )

    def _on_embedding(self, embedding: int) -> None:
        before = self.dimensions
        wide = before is not None and embedding == before.width
        self._change(embedding=-1 if wide else embedding)

    # ---- building

    def _build(self) -> None:
        self.heading("Compare")
        self.example = self.add("Example", QComboBox(), "Sizes that show an effect")
        self.example.activated.connect(self._on_example)
        self.base = self.add("Start from", QComboBox(), "A published size, changed below")
        self.base.activated.connect(self._on_base)
        self.against = self.add(
            "Against", QComboBox(), "A published size, or the same model without sharing"
        )
        self._follow("against", self.against)
        self.heading("Sizes")
        self.dials: dict[str, Dial] = {}
        for name in ("vocab_size", "embedding", "width", "num_layers"):
            self._add_dial(name)
        self.heads = self.add("Heads", QComboBox(), "How many, and how wide each is")
        self.heads.activated.connect(
            lambda: self._change(num_heads=int(self.heads.currentData() or 1))
        )
        self._add_dial("inner")
        self.sharing = self.add(
            "Layers share", QComboBox(), "Weights that all layers have in common"
        )
        fill(self.sharing, [(title, name) for name, title in SHARINGS.items()], "none")
        self._follow("sharing", self.sharing)
        self.reset = self.add("", QPushButton("As published"), "Undo all changes of the sizes")
        self.reset.clicked.connect(self._on_reset)
        self.heading("Operations")
        self._add_dial("length")

    def _add_dial(self, name: str) -> None:
        title, low, high, step, tip = DIALS[name]
        first = low if high <= 1000 else max(low, SMALL)
        dial = self.add(title, Dial(stops_between(first, high, step), low, high), tip)
        dial.set_name(title)
        special = {"width": self._on_width, "embedding": self._on_embedding}
        dial.changed.connect(special.get(name, lambda value: self._change(**{name: value})))
        self.dials[name] = dial


def _example_of(choice: SizeChoice) -> str:
    """The title of the example whose sizes these are, for texts of any length; else nothing."""
    alike = replace(choice, length=SizeChoice().length)
    return next((title for title, one in size_examples().items() if one == alike), "")
