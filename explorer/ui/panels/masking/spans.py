"""How a span looks wherever one is drawn: its colour, its underline, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen

from explorer.ui.graphics.drawing import GRID, Drawing, hairline, paint_text, wrapped_height
from explorer.ui.graphics.legend import CHIP_HEIGHT, SAMPLE
from explorer.ui.graphics.tokens.token_strip import GAP, PADDING, TokenChip, paint_chip
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette
from models.schema.records import Change

LINE_WIDTH = 2.4
LINE_BELOW = 1.6  # pixels from a chip to the middle of its underline, above the numbers
DASHES: tuple[tuple[float, ...], ...] = ((), (2.2, 1.4), (0.6, 1.6))  # of an underline, in widths
STANDS_FOR = "a sentinel and the span that it stands for, in a colour of their own"


def span_colour(number: int, palette: Palette) -> str:
    """The colour of a span, counted from 0 in its text; those of the models stay theirs."""
    return palette.further[number % len(palette.further)]


def dressed(chip: TokenChip, number: int | None, palette: Palette) -> TokenChip:
    """A chip in the colour of its span, unless it is of none or shows a heat."""
    if number is None or chip.heat is not None:
        return chip
    return replace(chip, colour=span_colour(number, palette), change=Change.KEPT)


def underline(
    painter: QPainter,
    chips: Iterable[tuple[int | None, QRectF]],
    palette: Palette,
    *,
    coloured: bool = True,
) -> None:
    """A line below the chips of each span, given in reading order as (span, place).

    It goes on from chip to chip of a line of text. Those not `coloured` are all alike.
    """
    for number, left, right in _stretches(chips):
        painter.setPen(_pen(number, palette) if coloured else _plain_pen(palette.chosen))
        painter.drawLine(left, right)


def _plain_pen(colour: str) -> QPen:
    pen = hairline(colour, LINE_WIDTH)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def _pen(number: int, palette: Palette) -> QPen:
    pen = _plain_pen(span_colour(number, palette))
    if dashes := DASHES[number % len(DASHES)]:
        pen.setDashPattern(list(dashes))
    return pen


def _stretches(
    chips: Iterable[tuple[int | None, QRectF]],
) -> Iterator[tuple[int, QPointF, QPointF]]:
    """Each underline from its first chip to its last on one line: (span, left, right)."""
    begun: tuple[int, QRectF, QRectF] | None = None  # (span, first chip, last chip)
    for number, chip in chips:
        if begun is not None and (number != begun[0] or chip.top() != begun[2].top()):
            yield _line(*begun)
            begun = None
        if number is not None:
            begun = (number, begun[1] if begun else chip, chip)
    if begun is not None:
        yield _line(*begun)


def _line(number: int, first: QRectF, last: QRectF) -> tuple[int, QPointF, QPointF]:
    below = QPointF(0, LINE_BELOW)
    return number, first.bottomLeft() + below, last.bottomRight() + below


class SpanLegend(Drawing):
    """What the colours of spans mean, with a sample of each that is met."""

    def __init__(self, num_spans: int) -> None:
        self.num_samples = min(num_spans, len(DASHES))

    def _samples(self, corner: QPointF) -> list[tuple[int, QRectF]]:
        wide = fonts.text_width(SAMPLE) + 2 * PADDING
        return [
            (n, QRectF(corner + QPointF(n * (wide + GAP), 0), QSizeF(wide, CHIP_HEIGHT)))
            for n in range(self.num_samples)
        ]

    def _words(self, rect: QRectF) -> QRectF:
        """Where the words stand, beside the samples and level with them."""
        left = self._samples(rect.topLeft())[-1][1].right() + 0.75 * GRID
        height = wrapped_height(STANDS_FOR, rect.right() - left, fonts.SMALL)
        top = rect.top() + max((CHIP_HEIGHT - height) / 2, 0)
        return QRectF(left, top, rect.right() - left, height)

    def size(self, width: float) -> QSizeF:
        words = self._words(QRectF(0, 0, width, 0))
        return QSizeF(width, max(CHIP_HEIGHT + LINE_BELOW + LINE_WIDTH, words.bottom()))

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        samples = self._samples(rect.topLeft())
        for number, place in samples:
            paint_chip(painter, place, dressed(TokenChip(SAMPLE), number, palette), palette)
        underline(painter, samples, palette)
        paint_text(painter, self._words(rect), STANDS_FOR, palette.muted, fonts.SMALL)
