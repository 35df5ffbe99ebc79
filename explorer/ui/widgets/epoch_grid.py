"""What an objective draws for the same tokens, epoch after epoch; shapes survive grey print."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui import fonts
from explorer.ui.drawing import GRID, Drawing, hairline
from explorer.ui.theme import Palette
from explorer.ui.widgets.heat_map import CellHit
from explorer.ui.widgets.token_strip import CHANGE_NAMES, visible
from models.records import Change, IntArray

CELL_HEIGHT = 14.0
MAX_CELL = 24.0
MAX_LABEL = 72.0  # of a token, written upwards
BLOCK_GAP = 12.0
MIN_CELL = 11.0  # a narrower one has no room for its label


class EpochGrid(Drawing):
    """Epochs are rows, tokens columns; more tokens than fit go on in a block below."""

    def __init__(
        self,
        changes: IntArray,  # (E, T) of Change
        tokens: Sequence[str],
        *,
        title: str = "",
        selected: int | None = None,
    ) -> None:
        if changes.shape[1] != len(tokens):
            raise ValueError(f"{changes.shape[1]} columns for {len(tokens)} tokens")
        self.changes = changes
        self.tokens = tuple(visible(token) for token in tokens)
        self.title = title
        self.selected = selected
        widest = max((fonts.text_width(token, fonts.SMALL) for token in self.tokens), default=0.0)
        self._label_height = min(widest, MAX_LABEL) + 4

    # ---- layout

    def _margin(self) -> float:
        return fonts.text_width(str(len(self.changes)), fonts.SMALL) + GRID

    def _cell(self, width: float) -> float:
        room = width - self._margin() - 2
        return min(max(room / max(len(self.tokens), 1), MIN_CELL), MAX_CELL)

    def _per_block(self, width: float) -> int:
        return max(int((width - self._margin() - 2) / self._cell(width)), 1)

    def _block_height(self) -> float:
        return self._label_height + CELL_HEIGHT * len(self.changes) + BLOCK_GAP

    def size(self, width: float) -> QSizeF:
        blocks = math.ceil(len(self.tokens) / self._per_block(width))
        return QSizeF(width, max(blocks * self._block_height() - BLOCK_GAP, 0) + 2)

    def _cell_rect(self, hit: CellHit, rect: QRectF) -> QRectF:
        block, column = divmod(hit.column, self._per_block(rect.width()))
        wide = self._cell(rect.width())
        top = rect.top() + block * self._block_height() + self._label_height
        left = rect.left() + self._margin() + column * wide
        return QRectF(left, top + hit.row * CELL_HEIGHT, wide, CELL_HEIGHT)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        self._paint_labels(painter, rect, palette)
        for column in range(len(self.tokens)):
            for row in range(len(self.changes)):
                cell = self._cell_rect(CellHit(row, column), rect).adjusted(1, 1, -1, -1)
                paint_change(painter, cell, Change(int(self.changes[row, column])), palette)

    def _paint_labels(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        for column, token in enumerate(self.tokens):
            cell = self._cell_rect(CellHit(0, column), rect)
            chosen = column == self.selected
            painter.setPen(QColor(palette.accent if chosen else palette.muted))
            painter.save()
            painter.translate(cell.center().x(), cell.top() - 3)
            painter.rotate(-90)
            line = QRectF(0, -CELL_HEIGHT / 2, self._label_height, CELL_HEIGHT)
            text = fonts.elided(token, self._label_height - 2, fonts.SMALL)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
            painter.restore()
        painter.setPen(QColor(palette.muted))
        for first in range(0, len(self.tokens), self._per_block(rect.width())):
            for row in range(len(self.changes)):
                cell = self._cell_rect(CellHit(row, first), rect)
                spot = QRectF(rect.left(), cell.top(), self._margin() - GRID / 2, CELL_HEIGHT)
                side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(spot, side, str(row + 1))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: CellHit) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.4))
        painter.drawRect(self._cell_rect(hit, rect))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> CellHit | None:
        inside = point - rect.topLeft()
        block, down = divmod(inside.y(), self._block_height())
        row = int((down - self._label_height) // CELL_HEIGHT)
        across = int((inside.x() - self._margin()) // self._cell(rect.width()))
        column = int(block) * self._per_block(rect.width()) + across
        in_block = 0 <= across < self._per_block(rect.width()) and 0 <= row < len(self.changes)
        return CellHit(row, column) if in_block and 0 <= column < len(self.tokens) else None

    def describe(self, hit: CellHit) -> str:
        change = Change(int(self.changes[hit.row, hit.column]))
        return f"Epoch {hit.row + 1}, {self.tokens[hit.column]}: {CHANGE_NAMES[change]}"

    def neighbour(self, hit: CellHit | None, dx: int, dy: int) -> CellHit | None:
        if not self.changes.size:
            return None
        if hit is None:
            return CellHit(0, 0)
        row = min(max(hit.row + dy, 0), len(self.changes) - 1)
        return CellHit(row, min(max(hit.column + dx, 0), len(self.tokens) - 1))


def paint_change(painter: QPainter, cell: QRectF, change: Change, palette: Palette) -> None:
    """Masked is filled, random has a stroke across, chosen but unchanged is an outline."""
    painter.setPen(Qt.PenStyle.NoPen)
    if change is Change.KEPT:
        painter.fillRect(cell, QColor(palette.tint(palette.raised, 0.7)))
        return
    if change is Change.MASKED:
        painter.fillRect(cell, QColor(palette.text))
        return
    colour = palette.change(change)
    painter.setBrush(QColor(palette.tint(colour, 0.16)))
    painter.setPen(hairline(colour, 1.6))
    painter.drawRect(cell.adjusted(0.8, 0.8, -0.8, -0.8))
    if change in (Change.RANDOM, Change.REPLACED):
        painter.drawLine(
            cell.bottomLeft() + QPointF(1.5, -1.5), cell.topRight() + QPointF(-1.5, 1.5)
        )
