"""What an objective draws for the same tokens, epoch after epoch; shapes survive grey print."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.masking.masks import times_chosen
from explorer.ui.graphics.drawing import GRID, Drawing, hairline
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.tokens.token_strip import CHANGE_NAMES, visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette
from models.schema.records import Change, IntArray

CELL_HEIGHT = 14.0
MAX_CELL = 24.0
MAX_LABEL = 72.0  # of a token, written upwards
BLOCK_GAP = 12.0
MIN_CELL = 11.0  # a narrower one has no room for its label
COUNT_BAR = 24.0  # of a token that was chosen in every epoch
COUNT_HEIGHT = COUNT_BAR + 22.0  # with the number below it
MIN_COUNT = 16.0  # of a column whose number is written in the usual small type
TINY = 9  # pixels


@dataclass(frozen=True)
class _Fit:
    """The measures of a grid at one width."""

    margin: float
    label_height: float
    rows_height: float  # of all epochs
    cell: float  # the width of one
    per_block: int
    block_height: float

    def cell_rect(self, hit: CellHit, rect: QRectF) -> QRectF:
        block, column = divmod(hit.column, self.per_block)
        top = rect.top() + block * self.block_height + self.label_height + hit.row * CELL_HEIGHT
        return QRectF(rect.left() + self.margin + column * self.cell, top, self.cell, CELL_HEIGHT)

    def count_rect(self, column: int, rect: QRectF) -> QRectF:
        """The room below a token's cells for how often it was chosen."""
        first = self.cell_rect(CellHit(0, column), rect)
        return QRectF(first.left(), first.top() + self.rows_height, self.cell, COUNT_HEIGHT)


class EpochGrid(Drawing):
    """Epochs are rows, tokens columns; more tokens than fit go on in a block below.

    `counted` says under each token in how many of the epochs it was chosen.
    """

    def __init__(
        self,
        changes: IntArray,  # (E, T) of Change
        tokens: Sequence[str],
        *,
        title: str = "",
        selected: int | None = None,
        counted: bool = False,
    ) -> None:
        if changes.shape[1] != len(tokens):
            raise ValueError(f"{changes.shape[1]} columns for {len(tokens)} tokens")
        self.changes = changes
        self.tokens = tuple(visible(token) for token in tokens)
        self.title = title
        self.selected = selected
        self.times = times_chosen(changes).tolist() if counted else []
        widest = max((fonts.text_width(token, fonts.SMALL) for token in self.tokens), default=0.0)
        self._label_height = min(widest, MAX_LABEL) + 4
        self._margin = fonts.text_width(str(len(changes)), fonts.SMALL) + GRID

    # ---- layout

    def _fit(self, width: float) -> _Fit:
        """How cells are set when the grid is `width` wide."""
        room = width - self._margin - 2
        cell = min(max(room / max(len(self.tokens), 1), MIN_CELL), MAX_CELL)
        rows = CELL_HEIGHT * len(self.changes)
        block = self._label_height + rows + (COUNT_HEIGHT if self.times else 0) + BLOCK_GAP
        return _Fit(self._margin, self._label_height, rows, cell, max(int(room / cell), 1), block)

    def size(self, width: float) -> QSizeF:
        fit = self._fit(width)
        blocks = math.ceil(len(self.tokens) / fit.per_block)
        return QSizeF(width, max(blocks * fit.block_height - BLOCK_GAP, 0) + 2)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        fit = self._fit(rect.width())
        self._paint_labels(painter, rect, fit, palette)
        kept = palette.tint(palette.raised, 0.7)
        for column in range(len(self.tokens)):
            for row, change in enumerate(self.changes[:, column].tolist()):
                cell = fit.cell_rect(CellHit(row, column), rect).adjusted(1, 1, -1, -1)
                if change == Change.KEPT:
                    painter.fillRect(cell, QColor(kept))
                else:
                    paint_change(painter, cell, Change(change), palette)
        for column, times in enumerate(self.times):
            self._paint_count(painter, fit.count_rect(column, rect), times, palette)

    def _paint_count(self, painter: QPainter, room: QRectF, times: int, palette: Palette) -> None:
        """A bar that stands on its number."""
        height = COUNT_BAR * times / max(len(self.changes), 1)
        ground = room.top() + GRID / 2 + COUNT_BAR
        bar = QRectF(room.left() + 1, ground - height, room.width() - 2, height)
        painter.fillRect(bar, QColor(palette.accent))
        painter.setPen(hairline(palette.line))
        painter.drawLine(QPointF(room.left(), ground), QPointF(room.right(), ground))
        painter.setFont(fonts.font(fonts.SMALL if room.width() >= MIN_COUNT else TINY))
        painter.setPen(QColor(palette.text if times else palette.muted))
        below = QRectF(room.left() - 4, ground + 2, room.width() + 8, 14)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, str(times))

    def _paint_labels(self, painter: QPainter, rect: QRectF, fit: _Fit, palette: Palette) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        for column, token in enumerate(self.tokens):
            cell = fit.cell_rect(CellHit(0, column), rect)
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
        for first in range(0, len(self.tokens), fit.per_block):
            for row in range(len(self.changes)):
                cell = fit.cell_rect(CellHit(row, first), rect)
                spot = QRectF(rect.left(), cell.top(), self._margin - GRID / 2, CELL_HEIGHT)
                side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(spot, side, str(row + 1))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: CellHit) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.4))
        painter.drawRect(self._fit(rect.width()).cell_rect(hit, rect))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> CellHit | None:
        fit, inside = self._fit(rect.width()), point - rect.topLeft()
        block, down = divmod(inside.y(), fit.block_height)
        row = int((down - self._label_height) // CELL_HEIGHT)
        across = int((inside.x() - self._margin) // fit.cell)
        column = int(block) * fit.per_block + across
        in_block = 0 <= across < fit.per_block and 0 <= row < len(self.changes)
        return CellHit(row, column) if in_block and 0 <= column < len(self.tokens) else None

    def describe(self, hit: CellHit) -> str:
        change = Change(int(self.changes[hit.row, hit.column]))
        name = CHANGE_NAMES[change] if change is not Change.SPAN else "dropped with its span"
        said = f"Epoch {hit.row + 1}, {self.tokens[hit.column]}: {name}"
        if not self.times:
            return said
        return f"{said}; chosen in {self.times[hit.column]} of {len(self.changes)} epochs"

    def neighbour(self, hit: CellHit | None, dx: int, dy: int) -> CellHit | None:
        if not self.changes.size:
            return None
        if hit is None:
            return CellHit(0, 0)
        row = min(max(hit.row + dy, 0), len(self.changes) - 1)
        return CellHit(row, min(max(hit.column + dx, 0), len(self.tokens) - 1))


def paint_change(painter: QPainter, cell: QRectF, change: Change, palette: Palette) -> None:
    """Masked is filled, random has a stroke across, chosen but unchanged is an outline.

    Predicted in its turn is dashed; dropped with its span is a bar that goes on to its neighbour.
    """
    if change is Change.MASKED:
        painter.fillRect(cell, QColor(palette.text))
        return
    colour = palette.change(change)
    if change is Change.SPAN:
        painter.fillRect(cell.adjusted(-1, 0, 1, 0), QColor(palette.tint(colour, 0.22)))
        painter.fillRect(cell.adjusted(-1, cell.height() - 4, 1, 0), QColor(colour))
        return
    pen = hairline(colour, 1.6)
    if change is Change.HIDDEN:
        pen.setDashPattern([2.0, 1.4])
    painter.setBrush(QColor(palette.tint(colour, 0.16)))
    painter.setPen(pen)
    painter.drawRect(cell.adjusted(0.8, 0.8, -0.8, -0.8))
    if change in (Change.RANDOM, Change.REPLACED):
        painter.drawLine(
            cell.bottomLeft() + QPointF(1.5, -1.5), cell.topRight() + QPointF(-1.5, 1.5)
        )
