"""What every section of the Masking panel is made of: a cell for each model, in the same order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from explorer.core.localization import tr
from explorer.core.masking.example import MaskingExample
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Tagged,
    TextBlock,
    Titled,
    add_common_legend,
)
from explorer.ui.style.colours import Scale

StripRole = Literal["input", "target", "causal", "detection"]  # hits are tokens
GridRole = Literal["visibility", "epochs", "fixed"]  # hits are cells
TableRole = Literal["predictions", "without"]  # hits are rows
Role = StripRole | GridRole | TableRole

COMPUTING = tr("Computing …")
SEE_ABOVE = tr("Not for this model, see above.")
NOTES = panel_text("masking").notes
PROBABILITY = Scale(1.0, label=tr("probability"))


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
        return card is not None and (card.fills or (card.writes and self.example.has_output_text))

    @property
    def has_pair_heads(self) -> bool:
        """Whether the model predicts how two texts are related."""
        return self.example.card is not None and bool(self.example.card.pair_heads)

    @property
    def selected_place(self) -> int | None:
        """The position at which the selected token is predicted."""
        return None if self.selected is None else self.example.answer_row(self.selected)

    def tag_drawing(self, role: Role, drawing: Drawing) -> Tagged:
        return Tagged(drawing, MaskingTag(role, self.example.key))


@dataclass(frozen=True)
class MaskingTag:
    """The role of a drawing and the key of its model."""

    role: Role
    key: str


def section(
    columns: Sequence[MaskingColumn],
    title: str,
    draw: Callable[[MaskingColumn], Drawing],
    *legend: Drawing,
    note: str = "",
    hint: str = "",
    note_of: Callable[[MaskingColumn], str] = lambda column: "",
    problem: str = SEE_ABOVE,
) -> Drawing:
    """One titled cell for each model, and a legend below them.

    The cell of a model that has a problem shows `problem`, or what it is where that is empty.
    """

    def cell(column: MaskingColumn) -> Levelled:
        example = column.example
        if not example.problem:
            return Levelled(draw(column), column.title, column.slot, note_of(column))
        message = TextBlock(problem or example.problem, hint="" if problem else example.hint)
        return Levelled(message, column.title, column.slot)

    cells = level([cell(column) for column in columns])
    return Titled(add_common_legend(Row(cells), *legend), title, note=note, hint=hint)


class Levelled(Titled):
    """Its picture begins at the height of its neighbours' pictures."""

    notes: Sequence[str] = ()  # its neighbours' and its own; the drawings would be a cycle

    def head_height(self, width: float) -> float:
        heads = (Titled(self.drawing, "", note=note) for note in (self.note, *self.notes))
        return max(one.head_height(width) for one in heads)


def level(drawings: Sequence[Levelled]) -> Sequence[Levelled]:
    """Level the pictures of drawings that share a row. Returns the same drawings."""
    notes = [drawing.note for drawing in drawings]
    for drawing in drawings:
        drawing.notes = notes
    return drawings
