"""Tokens as columns: what is sampled in each epoch, and who sees whom in an order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from explorer.core.masking.corruption import NUM_EPOCHS
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.examples import DYNAMIC, ONE_MASK, TEN_COPIES, shares
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.graphics.tokens.token_grid import EpochGrid, VisibilityGrid, label_height
from explorer.ui.panels.masking.column import (
    COMPUTING,
    SEE_ABOVE,
    Levelled,
    MaskingColumn,
    MaskingTag,
    Role,
    Texts,
    level,
    section,
)
from models.schema.records import Change, IntArray

COPIES_TITLES: Mapping[int, str] = {
    ONE_MASK: "One static mask",
    TEN_COPIES: "Ten static copies",
    DYNAMIC: "Nothing",
}
_SAID = {
    ONE_MASK: "Drawn once from the numbers of the tokens, whatever the seed; another vocabulary "
    "has other numbers, and so another mask.",
    TEN_COPIES: "Ten masks are drawn once from the numbers of the tokens, and the epochs meet them "
    "in turn, as BERT's authors made them and RoBERTa's took for their static baseline.",
}


def epochs(columns: Sequence[MaskingColumn], copies: int) -> Drawing:
    """What the objective draws for this sentence in ten epochs; `copies` of what stands beside."""
    texts = Texts(
        f"The same sentence over {NUM_EPOCHS} epochs",
        "One row an epoch, drawn as in training; masks set by hand are left out. Filled is masked, "
        "struck through is random, an outline is chosen but left as it is, dashed is predicted in "
        "its turn, a bar below is dropped, in the colour of its span. Under each token, in how "
        "many epochs it was chosen.",
        problem=SEE_ABOVE,
    )
    drawn = [column for column in columns if column.example.epochs is not None]
    height = max((label_height(column.example.names) for column in drawn), default=0.0)
    grids = {column.example.key: _grids(column, height) for column in columns}
    cells = {c.example.key: _titled(c.example, grids[c.example.key], copies) for c in columns}
    level([found[0] for found in cells.values() if found])
    return section(columns, texts, lambda column: _cell(column, cells[column.example.key]))


def _cell(column: MaskingColumn, grids: Sequence[Levelled]) -> Drawing:
    if grids:
        return Stack(grids, gap=16)
    if not column.example.whole:
        return TextBlock(COMPUTING)
    asked = sum(share.taught.targets for share in shares(column.example))
    return TextBlock(f"Nothing is drawn: every epoch asks for the same {asked:,} tokens.")


def _grids(column: MaskingColumn, height: float) -> dict[Role, EpochGrid]:
    """What is drawn anew, and what is fixed; empty where nothing is drawn."""
    example = column.example
    drawn: dict[Role, IntArray | None] = {"epochs": example.epochs, "fixed": example.fixed}
    return {
        role: EpochGrid(changes, example.names, selected=column.selected, label_height=height)
        for role, changes in drawn.items()
        if changes is not None and example.epochs is not None
    }


def _titled(
    example: MaskingExample, grids: Mapping[Role, EpochGrid], copies: int
) -> list[Levelled]:
    anew = f"{_covered(example.covered)} {_always_last(example)}".strip()
    fixed = f"{_covered(example.covered_fixed)} {_SAID.get(copies, '')}"
    said: dict[Role, tuple[str, str]] = {
        "epochs": ("Sampled again in each epoch", anew),
        "fixed": (COPIES_TITLES[copies], fixed),
    }
    return [
        Levelled(Tagged(grid, MaskingTag(role, example.key)), said[role][0], note=said[role][1])
        for role, grid in grids.items()
    ]


def _always_last(example: MaskingExample) -> str:
    """Why the same tokens may be dropped again and again."""
    if not example.spans:
        return ""
    alone = " A text as short as this loses one span, always its end." * (len(example.spans) == 1)
    return f"Kept and dropped spans take turns, and a dropped one comes last.{alone}"


def _covered(share: float | None) -> str:
    if share is None:
        return ""
    return f"After {NUM_EPOCHS} epochs {share:.0%} of the tokens were chosen at least once."


# ---- an order

MIN_WIDTH = 250.0  # of one grid


def seen(columns: Sequence[MaskingColumn]) -> Drawing:
    """The content mask and the query mask of every model that predicts in an order."""
    texts = Texts(
        "Who sees whom in this order",
        "A row looks at the columns that are filled. Both streams see what has an earlier turn and "
        "what is given; the content stream sees itself too, the query stream must not, because it "
        "predicts. Framed rows are predicted. The first of an order where nothing is given sees "
        "nothing: the softmax of equal scores then looks at everything alike, its own token too, "
        "so it is never a target.",
        of_column=_first_note,
    )
    shown = [column for column in columns if column.example.order is not None]
    return section(shown, texts, _both_grids)


def _both_grids(column: MaskingColumn) -> Drawing:
    example = column.example
    assert example.sees is not None
    titles = ("Content stream", "Query stream")
    grids = [
        Titled(Tagged(_grid(column, mask), MaskingTag("sees", example.key)), title)
        for mask, title in zip(example.sees, titles, strict=True)
    ]
    parts: list[Drawing] = [Row(grids, gap=24, min_width=MIN_WIDTH)]
    if not _predicted(example):
        parts.append(TextBlock("Nothing is predicted: every token is given."))
    return Stack(parts, gap=8)


def _grid(column: MaskingColumn, mask: np.ndarray) -> VisibilityGrid:
    example = column.example
    assert example.order is not None
    return VisibilityGrid(
        mask, example.fed, example.order, predicted=_predicted(example), selected=column.selected
    )


def _predicted(example: MaskingExample) -> set[int]:
    """The places that are predicted: targets, and gaps in the text."""
    return {*np.flatnonzero(example.changes == Change.HIDDEN).tolist(), *example.written_gaps}


def _first_note(column: MaskingColumn) -> str:
    """Why the first of an order is never predicted, where there is one that sees nothing."""
    blind = first_of_order(column.example)
    if blind is None:
        return ""
    return f"Here {visible(column.example.fed[blind])} comes first and sees nothing."


def first_of_order(example: MaskingExample) -> int | None:
    """The place whose query row is empty, if there is one."""
    if example.sees is None:
        return None
    empty = np.flatnonzero(~example.sees[1].any(axis=1))
    return int(empty[0]) if len(empty) else None
