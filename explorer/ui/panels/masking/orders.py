"""Who sees whom where tokens are predicted in an order: the masks of the two streams."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.masking.example import MaskingExample
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.graphics.tokens.token_grid import VisibilityGrid
from explorer.ui.panels.masking.column import MaskingColumn, MaskingTag, Texts, section
from models.schema.records import Change

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
