"""How finely vocabularies cut two texts: bars of pieces per word, and numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.tokens.groups import Counts
from explorer.ui.graphics.drawing import GRID, Drawing, hairline, number, paint_slot
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

HEAD_HEIGHT = 36.0
LINE = 21.0
BLOCK_GAP = 14.0
BADGE = 18.0 + GRID
NAME_SHARE = 0.33  # of the width, at least
CELL = 64.0
NARROW = 500.0  # below this width names stand above the numbers, not beside them
INSET = 6.0  # so that what marks a row stands a little around it
MIN_BAR = 34.0
BAR_HEIGHT = 11.0
PALE = 0.55  # of the colour, for the second text
TEXTS = ("sentence", "held out")
HEADS = (("pieces", "per word"), ("pieces per", "character"), ("bytes", "per piece"), ("unknown",))
SHORT_HEADS = (("per", "word"), ("per", "char."), ("bytes", "each"), ("unk.",))


@dataclass(frozen=True)
class Fineness:
    """One vocabulary; the counts are those of TEXTS, None where they are not known yet."""

    slot: int
    name: str
    about: str  # its kind and its sizes
    counts: tuple[Counts | None, Counts | None]


@dataclass(frozen=True)
class RowHit:
    row: int


class FinenessTable(Drawing):
    """A block for each vocabulary with a line for each text, all bars on one scale."""

    def __init__(
        self, rows: Sequence[Fineness], *, title: str = "", selected: int | None = None
    ) -> None:
        self.rows = tuple(rows)
        self.title = title
        self.selected = selected
        known = [one for row in self.rows for one in row.counts if one is not None]
        self.maximum = max((one.per_word for one in known), default=0.0) or 1.0

    # ---- layout

    def size(self, width: float) -> QSizeF:
        each = self._block_height(width) + BLOCK_GAP
        return QSizeF(width, HEAD_HEIGHT + len(self.rows) * each)

    def _block_height(self, width: float) -> float:
        return (4 if width < NARROW else 2) * LINE

    def _block(self, n: int, rect: QRectF) -> QRectF:
        height = self._block_height(rect.width())
        top = rect.top() + HEAD_HEIGHT + n * (height + BLOCK_GAP)
        return QRectF(rect.left() + INSET, top, rect.width() - 2 * INSET, height)

    def _name_width(self, width: float) -> float:
        if width < NARROW:
            return width - BADGE
        wanted = [fonts.text_width(row.about, fonts.SMALL) for row in self.rows]
        wanted += [fonts.text_width(row.name, bold=True) for row in self.rows]
        room = width - 2 * INSET - BADGE - _texts_width() - MIN_BAR - len(HEADS) * CELL - 1
        return min(max(max(wanted, default=0.0) + 2 * GRID, width * NAME_SHARE), room)

    def _columns(self, rect: QRectF) -> tuple[float, float, float, float]:
        """Left of the names of the texts, left and width of the bars, width of a cell."""
        texts = rect.left() + INSET
        if rect.width() >= NARROW:
            texts += BADGE + self._name_width(rect.width())
        bars = texts + _texts_width()
        right = rect.right() - INSET
        cell = min(CELL, max((right - bars - MIN_BAR) / len(HEADS), 40.0))
        return texts, bars, max(right - bars - len(HEADS) * cell, 1.0), cell

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        self._paint_heads(painter, rect, palette)
        for n, row in enumerate(self.rows):
            block = self._block(n, rect)
            if n == self.selected:
                ground = block.adjusted(-INSET, -5, INSET, 5)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(palette.tint(palette.accent, 0.14)))
                painter.drawRoundedRect(ground, 6, 6)
            self._paint_name(painter, block, row, palette)
            first = block.bottom() - 2 * LINE
            for k, counts in enumerate(row.counts):
                line = QRectF(block.left(), first + k * LINE, block.width(), LINE)
                self._paint_line(painter, rect, line, (row.slot, k), counts, palette)

    def _paint_heads(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        _, bars, room, cell = self._columns(rect)
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for n, head in enumerate(HEADS if cell == CELL else SHORT_HEADS):
            for k, text in enumerate(reversed(head)):
                y = rect.top() + HEAD_HEIGHT - 22 - 14 * k
                spot = QRectF(bars + room + n * cell, y, cell, 14)
                painter.drawText(spot, side, text)
        painter.setPen(hairline(palette.line))
        y = rect.top() + HEAD_HEIGHT - 6
        painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))

    def _paint_name(
        self, painter: QPainter, block: QRectF, row: Fineness, palette: Palette
    ) -> None:
        paint_slot(painter, QPointF(block.left(), block.top() + 2), row.slot, palette)
        room = self._name_width(block.width() + 2 * INSET) - GRID
        left = block.left() + BADGE
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(fonts.font(bold=True))
        painter.setPen(QColor(palette.model(row.slot)))
        name = fonts.elided(row.name, room, bold=True)
        painter.drawText(QRectF(left, block.top(), room + 4, LINE), middle, name)
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        about = fonts.elided(row.about, room, fonts.SMALL)
        painter.drawText(QRectF(left, block.top() + LINE, room + 4, LINE), middle, about)

    def _paint_line(
        self,
        painter: QPainter,
        rect: QRectF,
        line: QRectF,
        which: tuple[int, int],
        counts: Counts | None,
        palette: Palette,
    ) -> None:
        texts, bars, room, cell = self._columns(rect)
        slot, k = which
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(texts, line.top(), bars - texts, LINE), middle, TEXTS[k])
        if counts is not None:
            colour = palette.model(slot)
            wide = room * counts.per_word / self.maximum
            bar = QRectF(bars, line.top() + (LINE - BAR_HEIGHT) / 2, wide, BAR_HEIGHT)
            painter.fillRect(bar, QColor(palette.tint(colour, PALE) if k else colour))
        painter.setFont(fonts.font())
        painter.setPen(QColor(palette.text))
        side = Qt.AlignmentFlag.AlignRight | middle
        for n, text in enumerate(cells(counts)):
            painter.drawText(QRectF(bars + room + n * cell, line.top(), cell, LINE), side, text)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: RowHit) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.muted))
        painter.drawRoundedRect(
            self._block(hit.row, rect).adjusted(1 - INSET, -5, INSET - 1, 5), 6, 6
        )

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> RowHit | None:
        found = (n for n in range(len(self.rows)) if self._block(n, rect).contains(point))
        n = next(found, None)
        return None if n is None else RowHit(n)

    def describe(self, hit: RowHit) -> str:
        row = self.rows[hit.row]
        return f"{row.name}: {row.about}"

    def neighbour(self, hit: RowHit | None, dx: int, dy: int) -> RowHit | None:
        if not self.rows:
            return None
        row = 0 if hit is None else hit.row + dy
        return RowHit(min(max(row, 0), len(self.rows) - 1))


def _texts_width() -> float:
    """What the names of the texts take before the bars."""
    return max(fonts.text_width(name, fonts.SMALL) for name in TEXTS) + GRID


def cells(counts: Counts | None) -> tuple[str, ...]:
    """The numbers of a line; dashes where nothing was counted."""
    if counts is None or not counts.pieces:
        return ("–",) * len(HEADS)
    return (
        number(counts.per_word),
        number(counts.per_character),
        number(counts.bytes_per_piece),
        _share(counts),
    )


def _share(counts: Counts) -> str:
    if not counts.unknown:
        return "none"
    share = counts.unknown_share
    return f"{share:.0%}" if share >= 0.1 else f"{share:.1%}"
