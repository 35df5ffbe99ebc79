"""A small table of numbers, one line for each model, in a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import GRID, Drawing, hairline, paint_slot
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

ROW_HEIGHT = 24.0
HEAD_LINE = 14.0
BADGE = 18.0 + GRID
MIN_NAME = 72.0
BLOCK_GAP = 1.5 * GRID  # between columns that have no room side by side
GAP, MIN_GAP = 2.5 * GRID, 1.25 * GRID  # before a column; less where the last would be cut off


@dataclass(frozen=True)
class FactRow:
    """The line of the model in a slot."""

    slot: int
    name: str
    cells: tuple[str, ...]


class FactTable(Drawing):
    """Names on the left, numbers right-aligned under their titles, which may take two lines.

    Where there is no room for all columns, the last ones stand below, beside the names again.
    """

    def __init__(self, columns: Sequence[str], rows: Sequence[FactRow], title: str = "") -> None:
        self.columns = tuple(columns)
        self.rows = tuple(rows)
        self.title = title
        self._heads = [_two_lines(name) for name in self.columns]

    @cached_property
    def _number_widths(self) -> list[float]:
        widths = []
        for n, head in enumerate(self._heads):
            lines = [fonts.text_width(line, fonts.SMALL) for line in head]
            cells = [fonts.text_width(row.cells[n]) for row in self.rows]
            widths.append(max([*lines, *cells]))
        return widths

    @cached_property
    def _longest_name(self) -> float:
        return max((fonts.text_width(row.name, bold=True) for row in self.rows), default=0.0) + 4

    def _blocks(self, width: float) -> list[range]:
        """The columns that stand side by side; what has no room goes on below the names again."""
        least = BADGE + MIN_NAME + sum(self._number_widths) + len(self.columns) * MIN_GAP
        if least <= width:
            return [range(len(self.columns))]
        room, begin, used = width - BADGE - self._longest_name, 0, 0.0
        blocks = []
        for n, wide in enumerate(self._number_widths):
            if n > begin and used + wide + GAP > room:
                blocks.append(range(begin, n))
                begin, used = n, 0.0
            used += wide + GAP
        return [*blocks, range(begin, len(self.columns))]

    def _widths(self, width: float) -> list[float]:
        """Of the columns of numbers, the gap before each included."""
        if len(self._blocks(width)) > 1:
            return [wide + GAP for wide in self._number_widths]
        room = width - BADGE - self._longest_name - sum(self._number_widths)
        gap = min(max(room / max(len(self.columns), 1), MIN_GAP), GAP)
        return [wide + gap for wide in self._number_widths]

    def _name_width(self, width: float) -> float:
        widths = self._widths(width)
        widest = max(sum(widths[n] for n in block) for block in self._blocks(width))
        return max(min(self._longest_name, width - BADGE - widest), MIN_NAME)

    def _head_height(self) -> float:
        return HEAD_LINE * max((len(head) for head in self._heads), default=1) + GRID

    def _block_height(self) -> float:
        return self._head_height() + ROW_HEIGHT * len(self.rows)

    def size(self, width: float) -> QSizeF:
        count = len(self._blocks(width))
        return QSizeF(width, self._block_height() * count + BLOCK_GAP * (count - 1))

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        height = self._block_height()
        for n, block in enumerate(self._blocks(rect.width())):
            top = rect.top() + n * (height + BLOCK_GAP)
            inside = QRectF(rect.left(), top, rect.width(), height)
            self._paint_block(painter, inside, block, palette)

    def _paint_block(self, painter: QPainter, rect: QRectF, block: range, palette: Palette) -> None:
        name_width = self._name_width(rect.width())
        left = rect.left() + BADGE + name_width
        bottom = rect.top() + self._head_height()
        self._paint_heads(painter, rect, left, block, palette)
        for n, row in enumerate(self.rows):
            line = QRectF(rect.left(), bottom + n * ROW_HEIGHT, rect.width(), ROW_HEIGHT)
            self._paint_name(painter, line, row, name_width, palette)
            self._paint_cells(painter, line, row, left, block, palette)
        painter.setPen(hairline(palette.line))
        widths = self._widths(rect.width())
        right = min(left + sum(widths[n] for n in block), rect.right())
        painter.drawLine(QPointF(rect.left(), bottom - 3), QPointF(right, bottom - 3))

    def _paint_heads(
        self, painter: QPainter, rect: QRectF, left: float, block: range, palette: Palette
    ) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        most = max((len(head) for head in self._heads), default=1)
        widths = self._widths(rect.width())
        for column in block:
            head, width = self._heads[column], widths[column]
            for n, line in enumerate(head):
                y = rect.top() + (most - len(head) + n) * HEAD_LINE
                side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(QRectF(left, y, width, HEAD_LINE), side, line)
            left += width

    def _paint_name(
        self, painter: QPainter, line: QRectF, row: FactRow, width: float, palette: Palette
    ) -> None:
        paint_slot(painter, QPointF(line.left(), line.top() + 3), row.slot, palette)
        painter.setFont(fonts.font(bold=True))
        painter.setPen(QColor(palette.model(row.slot)))
        spot = QRectF(line.left() + BADGE, line.top(), width, line.height())
        name = fonts.elided(row.name, width, bold=True)
        painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_cells(
        self,
        painter: QPainter,
        line: QRectF,
        row: FactRow,
        left: float,
        block: range,
        palette: Palette,
    ) -> None:
        painter.setFont(fonts.font())
        painter.setPen(QColor(palette.text))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        widths = self._widths(line.width())
        for column in block:
            spot = QRectF(left, line.top(), widths[column], line.height())
            painter.drawText(spot, side, row.cells[column])
            left += widths[column]


def _two_lines(name: str) -> tuple[str, ...]:
    """A title of several words, broken where its lines come out shortest."""
    words = name.split()
    if len(words) < 2:
        return (name,)
    pairs = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(pairs, key=lambda lines: max(map(len, lines)))
