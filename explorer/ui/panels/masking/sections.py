"""The sections of the Masking panel as drawings, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.ui.graphics.drawing import Drawing, Row
from explorer.ui.panels.masking import answered, asked, fillings, grids
from explorer.ui.panels.masking.column import MaskingColumn


def sections(columns: Sequence[MaskingColumn], pair: str, copies: int) -> list[Drawing]:
    """All sections from top to bottom.

    `pair` is the second text, empty where there is none. Masks sampled in each epoch are compared
    with those of so many fixed `copies`.
    """
    drawings = [asked.fed(columns)]
    if any(column.example.order is not None for column in columns):
        drawings.append(grids.seen(columns))
    drawings.append(answered.predicted(columns))
    if any(column.example.judged is not None for column in columns):
        drawings.append(answered.judged(columns))
    if any(column.fills for column in columns):
        drawings.append(fillings.filled(columns))
    counted = [asked.loss_shares(columns)]
    if any(column.judges_pairs for column in columns):
        counted.append(answered.pairs(columns, pair))
    return [*drawings, Row(counted, gap=48, min_width=320), grids.epochs(columns, copies)]
