"""A table of models: parameters, the memory they take, operations; with their parts as a bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.parameters.inventory import MEMORY_BYTES, PARTS, Inventory, Part
from explorer.core.readable import readable_bytes
from explorer.ui.graphics.drawing import GRID, Drawing, Pinned, hairline, paint_slot
from explorer.ui.panels.parameters.bars import PartHit
from explorer.ui.panels.parameters.parts import amount, part_colour
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

HEAD_HEIGHT = 36.0
LINE_HEIGHT = 24.0
BADGE = 18.0 + GRID
COLUMN_GAP, NARROW_GAP = 2 * GRID, GRID  # narrow where names would be cut otherwise
BAR_LINE = 16.0  # below the numbers, where there is no room beside them
MIN_BAR = 160.0  # beside the numbers
MIN_NAME, MAX_NAME = 56.0, 284.0
BAR_TITLE = "Where its parameters are"
HEADS = (
    ("Parameters",),
    *(("Memory at", f"{n} byte{'s' if n > 1 else ''} each") for n in MEMORY_BYTES),
    ("Operations", "for a token"),
)


@dataclass(frozen=True)
class SizeRow:
    """One model of the table; `detail` stands behind its name."""

    name: str
    inventory: Inventory
    slot: int | None = None
    detail: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        found = self.inventory
        return (
            f"{found.parameters:,}",
            *(readable_bytes(found.memory(n)) for n in MEMORY_BYTES),
            amount(found.operations_per_token),
        )


class SizesHeads(Drawing):
    """What stands in each column of a table; stays when the lines below scroll on."""

    def __init__(self, table: SizesTable) -> None:
        self._table = table

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, HEAD_HEIGHT)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        self._table.paint_heads(painter, rect, palette)


class SizesTable(Drawing):
    """Numbers right-aligned under their titles; where `bars`, the parts of each whole too.

    The bars stand between names and numbers, or in a narrow room in a second line of each row.
    """

    def __init__(
        self,
        rows: Sequence[SizeRow],
        *,
        bars: bool,
        title: str = "",
        selected: Part | None = None,
    ) -> None:
        self.rows = tuple(rows)
        self.bars = bars
        self.title = title
        self.selected = selected
        self._cells = [row.cells for row in self.rows]
        self._parts: list[Mapping[Part, int]] = [row.inventory.by_part for row in self.rows]
        self._heads = SizesHeads(self)

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, HEAD_HEIGHT + self._row_height(width) * len(self.rows))

    def pinned(self, width: float) -> Pinned:
        return Pinned(self._heads, 0.0, self.size(width).height())

    def in_two_lines(self, width: float) -> bool:
        """Whether the bars stand below the numbers."""
        beside = sum(self._number_widths) + len(HEADS) * COLUMN_GAP + self._badge() + GRID
        return self.bars and width - beside - min(self._longest_name, MAX_NAME) < MIN_BAR

    def _row_height(self, width: float) -> float:
        return LINE_HEIGHT + (BAR_LINE if self.in_two_lines(width) else 0.0)

    def least_width(self) -> float:
        """With names as a whole, or so far that they can be told apart, and all numbers."""
        numbers = sum(self._number_widths) + len(HEADS) * NARROW_GAP
        names = max(min(self._names, MAX_NAME), MIN_NAME)
        return self._badge() + names + numbers

    @cached_property
    def _number_widths(self) -> list[float]:
        found = []
        for n, head in enumerate(HEADS):
            lines = [fonts.text_width(line, fonts.SMALL) for line in head]
            cells = [fonts.text_width(cells[n]) for cells in self._cells]
            found.append(max([*lines, *cells]))
        return found

    def _widths(self, width: float) -> list[float]:
        """Of the columns of numbers, the gap before each included."""
        wide = sum(self._number_widths) + len(HEADS) * COLUMN_GAP
        fits = width - wide - self._badge() >= self._names
        return [wide + (COLUMN_GAP if fits else NARROW_GAP) for wide in self._number_widths]

    @cached_property
    def _names(self) -> float:
        """The longest name and the gap behind it, without what stands behind the name."""
        names = [fonts.text_width(row.name, bold=True) for row in self.rows]
        return max(names, default=0.0) + GRID

    @cached_property
    def _longest_name(self) -> float:
        widths = [
            fonts.text_width(row.name, bold=True) + fonts.text_width(f"  {row.detail}")
            for row in self.rows
        ]
        return max(widths, default=0.0)

    def _badge(self) -> float:
        return BADGE if any(row.slot is not None for row in self.rows) else 0.0

    @cached_property
    def _longest_detail(self) -> float:
        widths = [fonts.text_width(row.detail, fonts.SMALL) for row in self.rows]
        return max(widths, default=0.0)

    def _name_width(self, width: float) -> float:
        room = width - sum(self._widths(width)) - self._badge()
        if self.in_two_lines(width):
            return max(room, MIN_NAME)
        return max(min(self._longest_name + GRID, MAX_NAME, room), MIN_NAME)

    def _line(self, rect: QRectF, index: int) -> QRectF:
        """Where the name and the numbers of a row stand."""
        top = rect.top() + HEAD_HEIGHT + index * self._row_height(rect.width())
        return QRectF(rect.left(), top, rect.width(), LINE_HEIGHT)

    def _bar(self, rect: QRectF, index: int) -> QRectF:
        line, begin = self._line(rect, index), rect.left() + self._badge()
        if self.in_two_lines(rect.width()):
            left = begin + min(self._longest_detail, rect.width() / 2) + GRID
            return QRectF(left, line.bottom() - 1, max(rect.right() - left, 0.0), BAR_LINE - 6)
        left = begin + self._name_width(rect.width()) + GRID
        right = rect.right() - sum(self._widths(rect.width()))
        return QRectF(left, line.top() + 4, max(right - left, 0.0), LINE_HEIGHT - 8)

    def _numbers_left(self, rect: QRectF) -> float:
        if self.bars and not self.in_two_lines(rect.width()):
            return max(self._bar(rect, 0).right(), rect.left() + MIN_NAME)
        return rect.left() + self._badge() + self._name_width(rect.width())

    def _segments(self, rect: QRectF, index: int) -> list[tuple[Part, QRectF]]:
        if not self.bars:
            return []
        bar, parts = self._bar(rect, index), self._parts[index]
        total = sum(parts.values()) or 1
        left, found = bar.left(), []
        for part in PARTS:
            width = bar.width() * parts[part] / total
            found.append((part, QRectF(left, bar.top(), width, bar.height())))
            left += width
        return found

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        self.paint_heads(painter, rect, palette)
        for index, row in enumerate(self.rows):
            line = self._line(rect, index)
            self._paint_name(painter, line, row, palette)
            self._paint_bar(painter, rect, index, palette)
            self._paint_cells(painter, rect, line, self._cells[index], palette)

    def _paint_bar(self, painter: QPainter, rect: QRectF, index: int, palette: Palette) -> None:
        for part, segment in self._segments(rect, index):
            if segment.width() > 0:
                painter.fillRect(segment, QColor(part_colour(palette, part)))
                if part == self.selected:
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.setPen(hairline(palette.text, 1.5))
                    painter.drawRect(segment)

    def paint_heads(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        """The titles of the columns over a line, at the top of `rect`."""
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        left = self._numbers_left(rect)
        right = Qt.AlignmentFlag.AlignRight
        for head, width in zip(HEADS, self._widths(rect.width()), strict=True):
            for n, text in enumerate(reversed(head)):
                y = rect.top() + HEAD_HEIGHT - 20 - 14 * n
                painter.drawText(QRectF(left, y, width, 14), right, text)
            left += width
        if self.bars and not self.in_two_lines(rect.width()):
            bar = self._bar(rect, 0)
            spot = QRectF(bar.left(), rect.top() + HEAD_HEIGHT - 20, bar.width(), 14)
            fits = fonts.text_width(BAR_TITLE, fonts.SMALL) <= bar.width()
            title = BAR_TITLE if fits else "Parts"
            painter.drawText(spot, Qt.AlignmentFlag.AlignLeft, title)
        painter.setPen(hairline(palette.line))
        y = rect.top() + HEAD_HEIGHT - 3
        painter.drawLine(QPointF(rect.left(), y), QPointF(min(left, rect.right()), y))

    def _paint_name(self, painter: QPainter, line: QRectF, row: SizeRow, palette: Palette) -> None:
        left = line.left() + self._badge()
        if row.slot is not None:
            paint_slot(painter, QPointF(line.left(), line.top() + 3), row.slot, palette)
        room = self._name_width(line.width()) - 4
        name = fonts.elided(row.name, room, bold=True, keep_end=True)  # which tells sizes apart
        wide = fonts.text_width(name, bold=True)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(fonts.font(bold=True))
        painter.setPen(QColor(palette.text if row.slot is None else palette.model(row.slot)))
        painter.drawText(QRectF(left, line.top(), wide + 4, line.height()), middle, name)
        painter.setPen(QColor(palette.muted))
        if self.in_two_lines(line.width()):
            painter.setFont(fonts.font(fonts.SMALL))
            room = line.width() / 2
            spot = QRectF(left, line.bottom() - 4, room, BAR_LINE)
            painter.drawText(spot, middle, fonts.elided(row.detail, room, fonts.SMALL))
        elif row.detail and room - wide > 40:
            painter.setFont(fonts.font())
            detail = fonts.elided(row.detail, room - wide - GRID)
            spot = QRectF(left + wide + GRID, line.top(), room - wide, line.height())
            painter.drawText(spot, middle, detail)

    def _paint_cells(
        self,
        painter: QPainter,
        rect: QRectF,
        line: QRectF,
        cells: Sequence[str],
        palette: Palette,
    ) -> None:
        left = self._numbers_left(rect)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(fonts.font())
        painter.setPen(QColor(palette.text))
        for cell, width in zip(cells, self._widths(rect.width()), strict=True):
            painter.drawText(QRectF(left, line.top(), width, line.height()), side, cell)
            left += width

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: PartHit) -> None:
        mark = QColor(palette.accent)
        mark.setAlphaF(0.10)
        row = self._line(rect, hit.row)
        row.setHeight(self._row_height(rect.width()))
        painter.fillRect(row, mark)

    def hit(self, point: QPointF, rect: QRectF) -> PartHit | None:
        index = int((point.y() - rect.top() - HEAD_HEIGHT) // self._row_height(rect.width()))
        if not 0 <= index < len(self.rows):
            return None
        found = (part for part, where in self._segments(rect, index) if where.contains(point))
        part = next(found, None)
        return None if part is None else PartHit(index, part)

    def describe(self, hit: PartHit) -> str:
        row, count = self.rows[hit.row], self._parts[hit.row][hit.part]
        share = count / max(row.inventory.parameters, 1)
        return f"{PARTS[hit.part]}: {count:,} parameters, {share:.1%} of {row.name}"

    def neighbour(self, hit: PartHit | None, dx: int, dy: int) -> PartHit | None:
        if not self.rows or not self.bars:
            return None
        row = 0 if hit is None else min(max(hit.row + dy, 0), len(self.rows) - 1)
        parts = [part for part in PARTS if self._parts[row][part]]
        if hit is None or hit.part not in parts:
            return PartHit(row, parts[0])
        return PartHit(row, parts[min(max(parts.index(hit.part) + dx, 0), len(parts) - 1)])
