"""What papers leave open, or their authors' code does otherwise, below the cards of the models."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.library.cards import Remarks
from explorer.ui.graphics.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.style import fonts

TITLE = "Paper and code"
NOTE = (
    "What a paper leaves open or its authors' code does differently, and what is done here, for "
    "the architectures above and their objectives."
)
MIN_WIDTH = 320.0  # pixels of a column


def remark_drawings(remarks: Sequence[Remarks]) -> list[Drawing]:
    """A section with the notes on each architecture and objective; none where there is nothing."""
    if not remarks:
        return []
    blocks = [_block(one) for one in remarks]
    return [Titled(Row(blocks, min_width=MIN_WIDTH), TITLE, note=NOTE)]


def _block(one: Remarks) -> Drawing:
    lines = [TextBlock(note, muted=False, pixels=fonts.SMALL) for note in one.notes]
    return Titled(Stack(lines, gap=GRID / 2), one.title)
