"""Labelled horizontal bars: probabilities of candidates, counts, anything that grows from zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import GRID, Drawing, hairline, number
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

ROW_HEIGHT = 20.0
BAR_HEIGHT = 12.0
MAX_LABEL = 128.0
VALUE_WIDTH = 64.0
NOTE_HEIGHT = 16.0  # of a note that has no room beside its bar
MIN_BAR = 96.0  # pixels that a note leaves for a bar and its value
BEYOND = 1.000001  # times the end of the scale, where an outline goes on to the right of it


@dataclass(frozen=True)
class Bar:
    """One bar. `slot` gives a model's colour, else the accent; `struck` was pruned; `ghost` is a
    second value drawn as an outline behind (before filtering, the teacher's …), open at the right
    where it goes on beyond the scale. The `note` stands at the right end of the line, or below it
    where that is too narrow."""

    label: str
    value: float
    slot: int | None = None
    text: str = ""  # instead of the value
    struck: bool = False
    strong: bool = False
    ghost: float | None = None
    tip: str = ""
    note: str = ""


@dataclass(frozen=True)
class BarHit:
    index: int


class Bars(Drawing):
    """Bars on one scale from zero to `maximum`; bars that are compared share it."""

    def __init__(
        self,
        bars: Sequence[Bar],
        *,
        maximum: float = 1.0,
        title: str = "",
        selected: int | None = None,
    ) -> None:
        self.bars = tuple(bars)
        self.maximum = maximum if maximum > 0 else 1.0
        self.title = title
        self.selected = selected

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self._row_height(width) * len(self.bars))

    def _note_width(self) -> float:
        """Of the widest note; 0 without one."""
        return max((fonts.text_width(bar.note, fonts.SMALL) for bar in self.bars), default=0.0)

    def _value_width(self) -> float:
        """The free width after the longest bar, so that its value ends before a note."""
        if not self._note_width():
            return VALUE_WIDTH
        widest = max(fonts.text_width(_value_text(bar), fonts.SMALL) for bar in self.bars)
        return max(widest + GRID, VALUE_WIDTH)

    def _notes_are_below(self, width: float) -> bool:
        note = self._note_width()
        taken = self._label_width(width) + 2 * GRID + self._value_width() + note
        return note > 0 and width - taken < MIN_BAR

    def _row_height(self, width: float) -> float:
        return ROW_HEIGHT + (NOTE_HEIGHT if self._notes_are_below(width) else 0.0)

    def _label_width(self, width: float) -> float:
        widest = max((fonts.text_width(bar.label, bold=True) for bar in self.bars), default=0.0)
        return min(widest + 2, MAX_LABEL, width * 0.45)

    def _line(self, index: int, rect: QRectF) -> QRectF:
        height = self._row_height(rect.width())
        return QRectF(rect.left(), rect.top() + index * height, rect.width(), height)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        label, below = self._label_width(rect.width()), self._notes_are_below(rect.width())
        note = 0.0 if below else self._note_width()
        for index, bar in enumerate(self.bars):
            line = self._line(index, rect)
            if index == self.selected:
                painter.fillRect(line, QColor(palette.tint(palette.accent, 0.14)))
            above = QRectF(line.topLeft(), QSizeF(line.width() - note, ROW_HEIGHT))
            self._paint_label(painter, above, bar, palette, label)
            self._paint_bar(painter, above, bar, palette, label)
            spot = QRectF(above.right(), line.top(), note, ROW_HEIGHT)
            if below:
                spot = line.adjusted(label + GRID, ROW_HEIGHT, 0, 0)
            _paint_note(painter, spot, bar, palette)

    def _paint_label(
        self, painter: QPainter, line: QRectF, bar: Bar, palette: Palette, label: float
    ) -> None:
        face = fonts.font(bold=bar.strong)
        face.setStrikeOut(bar.struck)
        painter.setFont(face)
        painter.setPen(QColor(palette.muted if bar.struck else palette.text))
        spot = QRectF(line.left(), line.top(), label, line.height())
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(spot, side, fonts.elided(bar.label, label, bold=bar.strong))

    def _paint_bar(
        self, painter: QPainter, line: QRectF, bar: Bar, palette: Palette, label: float
    ) -> None:
        left = line.left() + label + GRID
        room = max(line.right() - left - self._value_width(), 8.0)
        top = line.center().y() - BAR_HEIGHT / 2
        colour = palette.accent if bar.slot is None else palette.model(bar.slot)
        length = room * min(max(bar.value / self.maximum, 0.0), 1.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.tint(colour, 0.35) if bar.struck else colour))
        painter.drawRoundedRect(QRectF(left, top, max(length, 1.0), BAR_HEIGHT), 2, 2)
        if bar.ghost is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(hairline(palette.muted))
            ghost = room * min(max(bar.ghost / self.maximum, 0.0), 1.0)
            outline = QRectF(left, top, max(ghost, 1.0), BAR_HEIGHT)
            if bar.ghost > self.maximum * BEYOND:
                painter.drawPolyline(_open_right(outline))
            else:
                painter.drawRoundedRect(outline, 2, 2)
            length = max(length, ghost)
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted if bar.struck else palette.text))
        text = _value_text(bar)
        wide = max(VALUE_WIDTH, fonts.text_width(text, fonts.SMALL)) + 40
        spot = QRectF(left + length + 6, line.top(), wide, line.height())
        painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, text)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: BarHit) -> None:
        mark = QColor(palette.accent)
        mark.setAlphaF(0.10)
        painter.fillRect(self._line(hit.index, rect), mark)

    def hit(self, point: QPointF, rect: QRectF) -> BarHit | None:
        index = int((point.y() - rect.top()) // self._row_height(rect.width()))
        inside = rect.left() <= point.x() <= rect.right() and 0 <= index < len(self.bars)
        return BarHit(index) if inside else None

    def describe(self, hit: BarHit) -> str:
        bar = self.bars[hit.index]
        return bar.tip or f"{bar.label}: {_value_text(bar)}"

    def neighbour(self, hit: BarHit | None, dx: int, dy: int) -> BarHit | None:
        if not self.bars:
            return None
        index = 0 if hit is None else hit.index + dx + dy
        return BarHit(min(max(index, 0), len(self.bars) - 1))


def _open_right(rect: QRectF) -> list[QPointF]:
    """The outline of a bar that does not end here."""
    return [rect.topRight(), rect.topLeft(), rect.bottomLeft(), rect.bottomRight()]


def _value_text(bar: Bar) -> str:
    return bar.text or number(bar.value)


def _paint_note(painter: QPainter, spot: QRectF, bar: Bar, palette: Palette) -> None:
    painter.setFont(fonts.font(fonts.SMALL))
    painter.setPen(QColor(palette.muted))
    text = fonts.elided(bar.note, spot.width(), fonts.SMALL)
    painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, text)
