"""A summary of a task: its model, the share of tokens with a loss, and the loss."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import (
    TITLE_HEIGHT,
    Drawing,
    paint_slot,
    paint_text,
    wrapped_height,
)
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

BAR_HEIGHT = 8.0
BADGE = 26.0
MAX_BAR = 168.0
LINE_GAP = 3.0
UNTITLED_TOP = 4.0  # above a task without a title, level with the tokens beside it


@dataclass(frozen=True)
class Summary:
    """`title` empty: a further task of the model above. `share` of tokens with a loss, 0 to 1."""

    slot: int
    title: str = ""
    name: str = ""  # of the task
    share: float | None = None
    lines: tuple[str, ...] = ()  # below the bar; the first is the loudest


class TaskSummary(Drawing):
    """The summary at the left of the tokens."""

    def __init__(self, summary: Summary) -> None:
        self.summary = summary
        self.title = summary.title

    def size(self, width: float) -> QSizeF:
        summary = self.summary
        height = TITLE_HEIGHT + 2 if summary.title else UNTITLED_TOP
        height += wrapped_height(summary.name, width, fonts.SMALL) + 6
        height += BAR_HEIGHT + 6 if summary.share is not None else 0.0
        height += sum(self._height_of(n, width) + LINE_GAP for n in range(len(summary.lines)))
        return QSizeF(width, height)

    def _height_of(self, n: int, width: float) -> float:
        return wrapped_height(self.summary.lines[n], width, fonts.SMALL if n else fonts.BODY)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        summary = self.summary
        top = rect.top() + UNTITLED_TOP
        if summary.title:
            self._paint_title(painter, rect, palette)
            top = rect.top() + TITLE_HEIGHT + 2
        name = QRectF(rect.left(), top, rect.width(), 0)
        paint_text(painter, name, summary.name, palette.muted, fonts.SMALL)
        top += wrapped_height(summary.name, rect.width(), fonts.SMALL) + 6
        if summary.share is not None:
            self._paint_bar(painter, QPointF(rect.left(), top), rect.width(), palette)
            top += BAR_HEIGHT + 6
        for n, text in enumerate(summary.lines):
            line = QRectF(rect.left(), top, rect.width(), 0)
            colour, pixels = (palette.muted, fonts.SMALL) if n else (palette.text, fonts.BODY)
            paint_text(painter, line, text, colour, pixels)
            top += self._height_of(n, rect.width()) + LINE_GAP

    def _paint_title(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        paint_slot(painter, QPointF(rect.left(), rect.top() + 3), self.summary.slot, palette)
        painter.setFont(fonts.font(bold=True))
        painter.setPen(QColor(palette.model(self.summary.slot)))
        room = rect.width() - BADGE
        line = QRectF(rect.left() + BADGE, rect.top(), room, TITLE_HEIGHT)
        title = fonts.elided(self.summary.title, room, bold=True)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_bar(
        self, painter: QPainter, corner: QPointF, width: float, palette: Palette
    ) -> None:
        """A bar whose filled part is the share of tokens with a loss."""
        track = QRectF(corner.x(), corner.y(), min(width, MAX_BAR), BAR_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.raised))
        painter.drawRoundedRect(track, 3, 3)
        filled = QRectF(track)
        filled.setWidth(track.width() * min(self.summary.share or 0.0, 1.0))
        painter.setBrush(QColor(palette.model(self.summary.slot)))
        painter.drawRoundedRect(filled, 3, 3)
