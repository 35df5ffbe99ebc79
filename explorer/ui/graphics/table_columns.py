"""A table that is made column by column, each with its cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow

FilledColumn = tuple[Column, Sequence[TableCell]]  # with a cell for each row


def table_of(columns: Sequence[FilledColumn], title: str, **style: Any) -> TableDrawing:
    """The table of these columns; the `style` is that of TableDrawing."""
    cells = zip(*(cells for _, cells in columns), strict=True)
    rows = [TableRow(row) for row in cells]
    return TableDrawing([column for column, _ in columns], rows, title=title, **style)


def text_cells(texts: Sequence[str], **style: Any) -> list[TableCell]:
    """A cell for each text, all in one style."""
    return [TableCell(text, **style) for text in texts]
