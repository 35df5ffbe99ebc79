"""Tokens of which some belong together: members of one span share a colour and an underline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from explorer.ui.drawing import hairline
from explorer.ui.theme import Palette
from explorer.ui.widgets.token_strip import TokenChip, TokenStrip
from models.records import Change

LINE_WIDTH = 2.4
LINE_BELOW = 1.6  # pixels from a chip to the middle of its underline, above the numbers
DASHES: tuple[tuple[float, ...], ...] = ((), (2.2, 1.4), (0.6, 1.6))  # of an underline, in widths


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
        dressed = [
            self._dressed(chip, gap, palette)
            for chip, gap in zip(self.chips, self.gaps, strict=True)
        ]
        TokenStrip(dressed, rows=self.rows, selected=self.selected).paint(painter, rect, palette)
        for gap, left, right in self._stretches(rect):
            painter.setPen(self._pen(gap, palette))
            painter.drawLine(left, right)

    def _dressed(self, chip: TokenChip, gap: int | None, palette: Palette) -> TokenChip:
        if gap is None or not self.coloured or chip.heat is not None:
            return chip
        return replace(chip, colour=span_colour(gap, palette), change=Change.KEPT)

    def _pen(self, gap: int, palette: Palette) -> QPen:
        colour = span_colour(gap, palette) if self.coloured else palette.chosen
        pen = hairline(colour, LINE_WIDTH)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        dashes = DASHES[gap % len(DASHES)] if self.coloured else ()
        if dashes:
            pen.setDashPattern(list(dashes))
        return pen

    def _stretches(self, rect: QRectF) -> Iterator[tuple[int, QPointF, QPointF]]:
        """Each underline from its first chip to its last on one line: (span, left, right)."""
        begun: tuple[int, QRectF, QRectF] | None = None  # (span, first chip, last chip)
        for spot in self.spots(rect.width()):
            gap, chip = self.gaps[spot.position], spot.rect.translated(rect.topLeft())
            if begun is not None and (gap != begun[0] or chip.top() != begun[2].top()):
                yield _line(*begun)
                begun = None
            if gap is not None:
                begun = (gap, begun[1] if begun else chip, chip)
        if begun is not None:
            yield _line(*begun)


def _line(gap: int, first: QRectF, last: QRectF) -> tuple[int, QPointF, QPointF]:
    below = QPointF(0, LINE_BELOW)
    return gap, first.bottomLeft() + below, last.bottomRight() + below


def span_colour(gap: int, palette: Palette) -> str:
    """The colour of a span; those of the models stay theirs."""
    return palette.further[gap % len(palette.further)]
