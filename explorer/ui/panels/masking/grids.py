"""Tokens as columns: what is sampled in each epoch, and who attends to whom in an order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from explorer.core.masking.corruption import NUM_EPOCHS
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.examples import DYNAMIC, ONE_MASK, TEN_COPIES, shares
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.graphics.tokens.token_grid import EpochGrid, VisibilityGrid, label_room
from explorer.ui.panels.masking.column import (
    COMPUTING,
    NOTES,
    SEE_ABOVE,
    GridRole,
    Levelled,
    MaskingColumn,
    level,
    section,
)
from models.schema.records import Change, IntArray

COPIES_TITLES: Mapping[int, str] = {
    ONE_MASK: "One static mask",
    TEN_COPIES: "Ten static copies",
    DYNAMIC: "Nothing",
}
_COPIES_NOTES = {ONE_MASK: NOTES["one_mask"], TEN_COPIES: NOTES["ten_copies"]}
MIN_WIDTH = 250.0  # of one grid of visibility


# ---- epochs


def epoch_section(columns: Sequence[MaskingColumn], copies: int) -> Drawing:
    """What the objective samples in ten epochs, compared with so many static `copies`."""
    names = [column.example.names for column in columns if column.example.epochs is not None]
    height = max(map(label_room, names), default=0.0)
    grids = {column.example.key: _epoch_grids(column, copies, height) for column in columns}
    level([of_model[0] for of_model in grids.values() if of_model])
    return section(
        columns,
        f"The same sentence over {NUM_EPOCHS} epochs",
        lambda column: _epoch_cell(column.example, grids[column.example.key]),
        note=NOTES["epochs"],
        problem=SEE_ABOVE,
    )


def _epoch_cell(example: MaskingExample, grids: Sequence[Levelled]) -> Drawing:
    if grids:
        return Stack(grids, gap=16)
    if not example.whole:
        return TextBlock(COMPUTING)
    num_targets = sum(share.coverage.targets for share in shares(example))
    return TextBlock(f"Nothing is sampled: every epoch has the same {num_targets:,} targets.")


def _epoch_grids(column: MaskingColumn, copies: int, height: float) -> list[Levelled]:
    """Masks sampled in each epoch, and static ones; empty where nothing is sampled."""
    example = column.example
    if example.epochs is None:
        return []

    def grid(role: GridRole, changes: IntArray, title: str, *notes: str) -> Levelled:
        drawing = EpochGrid(changes, example.names, selected=column.selected, label_height=height)
        note = " ".join(filter(None, notes))
        return Levelled(column.tagged(role, drawing), title, note=note)

    dynamic = _covered(example.covered), _always_last(example)
    grids = [grid("epochs", example.epochs, "Sampled again in each epoch", *dynamic)]
    if example.fixed is not None:
        static = _covered(example.covered_fixed), _COPIES_NOTES.get(copies, "")
        grids.append(grid("fixed", example.fixed, COPIES_TITLES[copies], *static))
    return grids


def _always_last(example: MaskingExample) -> str:
    """Why the same tokens may be dropped in many epochs."""
    if not example.spans:
        return ""
    alone = " A text this short loses one span, always its end." * (len(example.spans) == 1)
    return f"Spans alternate between unchanged and dropped, and the last one is dropped.{alone}"


def _covered(share: float | None) -> str:
    if share is None:
        return ""
    return f"After {NUM_EPOCHS} epochs {share:.0%} of the tokens were chosen at least once."


# ---- an order


def visibility_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """The content mask and the query mask of every model that predicts in an order."""
    return section(
        [column for column in columns if column.example.order is not None],
        "Which tokens attend to which in this order",
        _visibility_cell,
        note=NOTES["visibility"],
        note_of=_first_note,
    )


def _visibility_cell(column: MaskingColumn) -> Drawing:
    example = column.example
    assert example.sees is not None
    assert example.order is not None
    targets = np.flatnonzero(example.changes == Change.HIDDEN).tolist()
    predicted = {*targets, *example.written_gaps}
    grids = []
    for mask, title in zip(example.sees, ("Content stream", "Query stream"), strict=True):
        grid = VisibilityGrid(
            mask, example.fed, example.order, predicted=predicted, selected=column.selected
        )
        grids.append(Titled(column.tagged("visibility", grid), title))
    parts: list[Drawing] = [Row(grids, gap=24, min_width=MIN_WIDTH)]
    if not predicted:
        parts.append(TextBlock("Nothing is predicted: every token is context."))
    return Stack(parts, gap=8)


def _first_note(column: MaskingColumn) -> str:
    """Why the first of an order is never predicted, where there is one that attends to nothing."""
    if column.example.sees is None:
        return ""
    empty = np.flatnonzero(~column.example.sees[1].any(axis=1))  # rows of the query stream
    if not len(empty):
        return ""
    return f"Here {visible(column.example.fed[empty[0]])} comes first and attends to nothing."
