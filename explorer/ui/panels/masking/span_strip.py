"""Tokens of which some belong together: members of one span share a colour and an underline."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from explorer.ui.graphics.tokens.token_strip import TokenChip, TokenStrip
from explorer.ui.panels.masking.spans import dressed, underline
from explorer.ui.style.theme import Palette


class SpanStrip(TokenStrip):
    """Chips in reading order; `gaps` names for each the span that it belongs to, or None.

    `coloured` spans are told apart from each other, by colour and by the dashes of the underline,
    so that the same span is found again in another strip.
    """

    def __init__(
        self,
        chips: Sequence[TokenChip],
        gaps: Sequence[int | None],
        *,
        coloured: bool = True,
        rows: Sequence[str] = (),
        selected: int | None = None,
    ) -> None:
        if len(gaps) != len(chips):
            raise ValueError(f"{len(gaps)} spans for {len(chips)} tokens")
        super().__init__(chips, rows=rows, selected=selected)
        self.gaps = tuple(gaps)
        self.coloured = coloured

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        chips = self.chips
        if self.coloured:
            both = zip(self.chips, self.gaps, strict=True)
            chips = tuple(dressed(chip, gap, palette) for chip, gap in both)
        TokenStrip(chips, rows=self.rows, selected=self.selected).paint(painter, rect, palette)
        places = [
            (self.gaps[spot.position], spot.rect.translated(rect.topLeft()))
            for spot in self.spots(rect.width())
        ]
        underline(painter, places, palette, coloured=self.coloured)
