"""Tokens as columns: what is sampled in each epoch, and who attends to whom in an order."""

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
_COPIES_NOTES = {
    ONE_MASK: "Sampled once from the token ids, independent of the seed. Another vocabulary has "
    "other ids, so it gets another mask.",
    TEN_COPIES: "Ten masks are sampled once from the token ids, and the epochs use them one after "
    "the other: the static masks of the papers that compare them with dynamic ones.",
}


def epochs(columns: Sequence[MaskingColumn], copies: int) -> Drawing:
    """What the objective samples in ten epochs, compared with so many static `copies`."""
    texts = Texts(
        f"The same sentence over {NUM_EPOCHS} epochs",
        "One row per epoch, sampled as in training; your own masks are left out. Filled: "
        "masked. Struck through: random. Outlined: chosen but unchanged. Dashed: predicted in the "
        "order. A bar below: dropped, in the colour of its span. Under each token: the number of "
        "epochs in which it was chosen.",
        problem=SEE_ABOVE,
    )
    sampled = [column for column in columns if column.example.epochs is not None]
    height = max((label_height(column.example.names) for column in sampled), default=0.0)
    grids = {column.example.key: _grids(column, height) for column in columns}
    cells = {c.example.key: _titled(c.example, grids[c.example.key], copies) for c in columns}
    level([grids[0] for grids in cells.values() if grids])
    return section(columns, texts, lambda column: _cell(column, cells[column.example.key]))


def _cell(column: MaskingColumn, grids: Sequence[Levelled]) -> Drawing:
    if grids:
        return Stack(grids, gap=16)
    if not column.example.whole:
        return TextBlock(COMPUTING)
    num_targets = sum(share.coverage.targets for share in shares(column.example))
    return TextBlock(f"Nothing is sampled: every epoch has the same {num_targets:,} targets.")


def _grids(column: MaskingColumn, height: float) -> dict[Role, EpochGrid]:
    """Masks sampled in each epoch, and fixed ones; empty where nothing is sampled."""
    example = column.example
    by_role: dict[Role, IntArray | None] = {"epochs": example.epochs, "fixed": example.fixed}
    return {
        role: EpochGrid(changes, example.names, selected=column.selected, label_height=height)
        for role, changes in by_role.items()
        if changes is not None and example.epochs is not None
    }


def _titled(
    example: MaskingExample, grids: Mapping[Role, EpochGrid], copies: int
) -> list[Levelled]:
    dynamic = f"{_covered(example.covered)} {_always_last(example)}".strip()
    fixed = f"{_covered(example.covered_fixed)} {_COPIES_NOTES.get(copies, '')}"
    titles: dict[Role, tuple[str, str]] = {
        "epochs": ("Sampled again in each epoch", dynamic),
        "fixed": (COPIES_TITLES[copies], fixed),
    }
    return [
        Levelled(Tagged(grid, MaskingTag(role, example.key)), titles[role][0], note=titles[role][1])
        for role, grid in grids.items()
    ]


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

MIN_WIDTH = 250.0  # of one grid


def seen(columns: Sequence[MaskingColumn]) -> Drawing:
    """The content mask and the query mask of every model that predicts in an order."""
    texts = Texts(
        "Which tokens attend to which in this order",
        "A row attends to its filled columns. Both streams attend to context tokens and to those "
        "earlier in the order; the content stream also attends to the token itself, the query "
        "stream must not, because it predicts that token. Framed rows are predicted. Without "
        "context tokens, the first in the order attends to nothing: the softmax of equal scores is "
        "then even over all tokens, its own too, so it is never a target.",
        of_column=_first_note,
    )
    ordered = [column for column in columns if column.example.order is not None]
    return section(ordered, texts, _both_grids)


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
        parts.append(TextBlock("Nothing is predicted: every token is context."))
    return Stack(parts, gap=8)


def _grid(column: MaskingColumn, mask: np.ndarray) -> VisibilityGrid:
    example = column.example
    assert example.order is not None
    return VisibilityGrid(
        mask, example.fed, example.order, predicted=_predicted(example), selected=column.selected
    )


def _predicted(example: MaskingExample) -> set[int]:
    """The positions that are predicted: targets, and masks in the text itself."""
    return {*np.flatnonzero(example.changes == Change.HIDDEN).tolist(), *example.written_gaps}


def _first_note(column: MaskingColumn) -> str:
    """Why the first of an order is never predicted, where there is one that attends to nothing."""
    blind = first_of_order(column.example)
    if blind is None:
        return ""
    return f"Here {visible(column.example.fed[blind])} comes first and attends to nothing."


def first_of_order(example: MaskingExample) -> int | None:
    """The position whose query row is empty, if there is one."""
    if example.sees is None:
        return None
    empty = np.flatnonzero(~example.sees[1].any(axis=1))
    return int(empty[0]) if len(empty) else None
