"""Models as bars on one scale, each cut into the parts of the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.parameters.inventory import PARTS, Part
from explorer.ui.graphics.drawing import GRID, Drawing, hairline, paint_slot
from explorer.ui.panels.parameters.parts import amount, part_colour
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on
from explorer.ui.style.theme import Palette

NAME_HEIGHT = 22.0
BAR_HEIGHT = 28.0
ROW_HEIGHT = NAME_HEIGHT + BAR_HEIGHT + GRID
BADGE = 18.0 + GRID
PADDING = 6.0


@dataclass(frozen=True)
class PartRow:
    """One model: what each of its parts counts. `slot` is that of a chosen model."""

    name: str
    values: Mapping[Part, float]
    slot: int | None = None

    @property
    def total(self) -> float:
        return sum(self.values.values())


@dataclass(frozen=True)
class PartHit:
    """A part of the model in a row."""

    row: int
    part: Part


class PartBars(Drawing):
    """Rows whose lengths are compared; a part that is selected keeps an outline."""

    def __init__(
        self,
        rows: Sequence[PartRow],
        *,
        unit: str,
        exact: bool = False,
        title: str = "",
        selected: Part | None = None,
    ) -> None:
        self.rows = tuple(rows)
        self.unit = unit
        self.exact = exact
        self.title = title
        self.selected = selected
        self.maximum = max((row.total for row in rows), default=0.0) or 1.0

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, ROW_HEIGHT * len(self.rows))

    def _segments(self, index: int, rect: QRectF) -> list[tuple[Part, QRectF]]:
        """The parts of a row that are not empty, from left to right."""
        row = self.rows[index]
        left = rect.left()
        top = rect.top() + index * ROW_HEIGHT + NAME_HEIGHT
        found = []
        for part in PARTS:
            width = rect.width() * row.values.get(part, 0.0) / self.maximum
            if width > 0:
                found.append((part, QRectF(left, top, width, BAR_HEIGHT)))
                left += width
        return found

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for index, row in enumerate(self.rows):
            self._paint_name(painter, index, row, rect, palette)
            for part, segment in self._segments(index, rect):
                self._paint_segment(painter, segment, row, part, palette)
            for part, segment in self._segments(index, rect):
                if part == self.selected:
                    self._outline(painter, segment, palette)

    def _paint_name(
        self, painter: QPainter, index: int, row: PartRow, rect: QRectF, palette: Palette
    ) -> None:
        top = rect.top() + index * ROW_HEIGHT
        left = rect.left()
        if row.slot is not None:
            paint_slot(painter, QPointF(left, top), row.slot, palette)
            left += BADGE
        total = self._total(row, rect.right() - left)
        wide = fonts.text_width(total) + 4
        line = QRectF(left, top, max(rect.right() - left - wide - GRID, 20), NAME_HEIGHT - 4)
        name = fonts.elided(row.name, line.width(), bold=True)
        painter.setFont(fonts.font(bold=True))
        painter.setPen(QColor(palette.text if row.slot is None else palette.model(row.slot)))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(fonts.font())
        painter.setPen(QColor(palette.text))
        beside = left + fonts.text_width(name, bold=True) + GRID
        spot = QRectF(min(beside, rect.right() - wide), top, wide, NAME_HEIGHT - 4)
        painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, total)

    def _total(self, row: PartRow, room: float) -> str:
        """With its unit, unless the name would be cut off for it."""
        total = f"{row.total:,.0f}" if self.exact else amount(row.total)
        label = f"{total} {self.unit}"
        needed = fonts.text_width(row.name, bold=True) + GRID + fonts.text_width(label) + 4
        return label if needed <= room else total

    def _paint_segment(
        self, painter: QPainter, segment: QRectF, row: PartRow, part: Part, palette: Palette
    ) -> None:
        ground = part_colour(palette, part)
        gap = 1.0 if segment.width() > 3 else 0.0
        painter.fillRect(segment.adjusted(0, 0, -gap, 0), QColor(ground))
        text = self._fitting(row, part, segment.width() - 2 * PADDING)
        if text:
            painter.setFont(fonts.font(fonts.SMALL, bold=True))
            painter.setPen(QColor(ink_on(ground)))
            inside = segment.adjusted(PADDING, 0, -PADDING, 0)
            painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, text)

    def _fitting(self, row: PartRow, part: Part, room: float) -> str:
        """The name and the share, the share alone, or nothing."""
        share = f"{row.values[part] / row.total:.0%}"
        for text in (f"{PARTS[part]} {share}", share):
            if fonts.text_width(text, fonts.SMALL, bold=True) <= room:
                return text
        return ""

    def _outline(self, painter: QPainter, segment: QRectF, palette: Palette) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 2.0))
        painter.drawRect(segment.adjusted(0, 0, -1, 0))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: PartHit) -> None:
        segment = dict(self._segments(hit.row, rect)).get(hit.part)
        if segment is not None:
            painter.setPen(hairline(palette.text, 2.0))
            below = segment.bottom() + 2
            painter.drawLine(QPointF(segment.left(), below), QPointF(segment.right(), below))

    def hit(self, point: QPointF, rect: QRectF) -> PartHit | None:
        index = int((point.y() - rect.top()) // ROW_HEIGHT)
        if not 0 <= index < len(self.rows):
            return None
        found = (part for part, where in self._segments(index, rect) if where.contains(point))
        part = next(found, None)
        return None if part is None else PartHit(index, part)

    def describe(self, hit: PartHit) -> str:
        row = self.rows[hit.row]
        value = row.values.get(hit.part, 0.0)
        return f"{PARTS[hit.part]}: {value:,.0f} {self.unit}, {value / row.total:.1%} of {row.name}"

    def neighbour(self, hit: PartHit | None, dx: int, dy: int) -> PartHit | None:
        if not self.rows:
            return None
        row = 0 if hit is None else min(max(hit.row + dy, 0), len(self.rows) - 1)
        parts = [part for part in PARTS if self.rows[row].values.get(part)]
        if not parts:
            return None
        if hit is None or hit.part not in parts:
            return PartHit(row, parts[0])
        return PartHit(row, parts[min(max(parts.index(hit.part) + dx, 0), len(parts) - 1)])
