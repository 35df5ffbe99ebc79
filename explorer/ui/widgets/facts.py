"""A small table of numbers, one line for each model, in a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui import fonts
from explorer.ui.drawing import GRID, Drawing, hairline, paint_slot
from explorer.ui.theme import Palette

ROW_HEIGHT = 24.0
HEAD_LINE = 14.0
BADGE = 18.0 + GRID
MIN_NAME = 72.0
GAP, MIN_GAP = 2.5 * GRID, 1.25 * GRID  # before a column; less where the last would be cut off


@dataclass(frozen=True)
class FactRow:
    """The line of the model in a slot."""

    slot: int
    name: str
    cells: tuple[str, ...]


class Facts(Drawing):
    """Names on the left, numbers right-aligned under their titles, which may take two lines."""

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

    def _widths(self, width: float) -> list[float]:
        """Of the columns of numbers, the gap before each included."""
        room = width - BADGE - self._longest_name - sum(self._number_widths)
        gap = min(max(room / max(len(self.columns), 1), MIN_GAP), GAP)
        return [wide + gap for wide in self._number_widths]

    def _name_width(self, width: float) -> float:
        room = width - BADGE - sum(self._widths(width))
        return max(min(self._longest_name, room), MIN_NAME)

    def _head_height(self) -> float:
        return HEAD_LINE * max((len(head) for head in self._heads), default=1) + GRID

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self._head_height() + ROW_HEIGHT * len(self.rows))

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        name_width = self._name_width(rect.width())
        left = rect.left() + BADGE + name_width
        bottom = rect.top() + self._head_height()
        self._paint_heads(painter, rect, left, palette)
        for n, row in enumerate(self.rows):
            line = QRectF(rect.left(), bottom + n * ROW_HEIGHT, rect.width(), ROW_HEIGHT)
            self._paint_row(painter, line, row, left, name_width, palette)
        painter.setPen(hairline(palette.line))
        right = min(left + sum(self._widths(rect.width())), rect.right())
        painter.drawLine(QPointF(rect.left(), bottom - 3), QPointF(right, bottom - 3))

    def _paint_heads(self, painter: QPainter, rect: QRectF, left: float, palette: Palette) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        most = max((len(head) for head in self._heads), default=1)
        for head, width in zip(self._heads, self._widths(rect.width()), strict=True):
            for n, line in enumerate(head):
                y = rect.top() + (most - len(head) + n) * HEAD_LINE
                side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(QRectF(left, y, width, HEAD_LINE), side, line)
            left += width

    def _paint_row(
        self,
        painter: QPainter,
        line: QRectF,
        row: FactRow,
        left: float,
        name_width: float,
        palette: Palette,
    ) -> None:
        paint_slot(painter, QPointF(line.left(), line.top() + 3), row.slot, palette)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(fonts.font(bold=True))
        painter.setPen(QColor(palette.model(row.slot)))
        name = QRectF(line.left() + BADGE, line.top(), name_width, line.height())
        painter.drawText(name, middle, fonts.elided(row.name, name_width, bold=True))
        painter.setFont(fonts.font())
        painter.setPen(QColor(palette.text))
        for cell, width in zip(row.cells, self._widths(line.width()), strict=True):
            spot = QRectF(left, line.top(), width, line.height())
            painter.drawText(spot, Qt.AlignmentFlag.AlignRight | middle, cell)
            left += width


def _two_lines(name: str) -> tuple[str, ...]:
    """A title of several words, broken where its lines come out shortest."""
    words = name.split()
    if len(words) < 2:
        return (name,)
    pairs = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(pairs, key=lambda lines: max(map(len, lines)))
