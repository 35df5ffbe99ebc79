"""What every section of the Masking panel is made of: a cell for each model, in the same order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from explorer.core.masking.example import MaskingExample
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.style.colours import Scale
from explorer.ui.style.theme import SLOTS

Role = Literal["fed", "target", "sees", "guess", "spared", "seen", "judged", "epochs", "fixed"]

COMPUTING = "Computing …"
SEE_ABOVE = "Not for this model, see above."

PROBABILITY = Scale(1.0, label="probability")


@dataclass(frozen=True)
class MaskingColumn:
    """A model and its example; `selected` is a position in its own tokens."""

    slot: int
    title: str
    example: MaskingExample
    selected: int | None = None

    @property
    def fills(self) -> bool:
        """Whether the model fills masks, or its decoder writes what is missing."""
        card = self.example.card
        return card is not None and (card.fills or (card.writes and self.example.answers_apart))

    @property
    def judges_pairs(self) -> bool:
        """Whether the model predicts how two texts are related."""
        return self.example.card is not None and bool(self.example.card.pair_heads)

    @property
    def selected_place(self) -> int | None:
        """The position at which the selected token is predicted."""
        return None if self.selected is None else self.example.answer_row(self.selected)


@dataclass(frozen=True)
class MaskingTag:
    """Whose drawing it is, and which."""

    role: Role
    key: str


Draw = Callable[[MaskingColumn], Drawing]


@dataclass(frozen=True)
class Texts:
    """What is written over a section: its title, how its numbers are made, a line per model."""

    title: str
    note: str = ""
    hint: str = ""  # what the user can do on the screen; never in a file
    of_column: Callable[[MaskingColumn], str] = field(default=lambda column: "")
    problem: str = ""  # in the cell of a model that has one; empty says what it is


def section(
    columns: Sequence[MaskingColumn], texts: Texts, draw: Draw, *legend: Drawing
) -> Drawing:
    """One titled cell for each model, and a legend below them."""
    cells = level([_cell(column, texts, draw) for column in columns])
    body = Stack([Row(cells), *legend], gap=12)
    return Titled(body, texts.title, note=texts.note, hint=texts.hint)


def _cell(column: MaskingColumn, texts: Texts, draw: Draw) -> Levelled:
    example = column.example
    if example.problem:
        hint = "" if texts.problem else example.way_out
        message = TextBlock(texts.problem or example.problem, hint=hint)
        return Levelled(message, column.title, column.slot)
    return Levelled(draw(column), column.title, column.slot, texts.of_column(column))


class Levelled(Titled):
    """Its picture begins at the height of its neighbours' pictures."""

    neighbours: Sequence[Levelled] = ()

    def _head(self, width: float) -> float:
        own = super()._head(width)
        return max([own, *(Titled._head(one, width) for one in self.neighbours if one is not self)])


def level(drawings: Sequence[Levelled]) -> Sequence[Levelled]:
    """The same drawings, whose pictures begin at the same height where they share a row."""
    for drawing in drawings:
        drawing.neighbours = drawings
    return drawings


def named(column: MaskingColumn, name: str) -> str:
    """A label that begins with the letter of the model."""
    return f"{SLOTS[column.slot % len(SLOTS)]}  {name}"
