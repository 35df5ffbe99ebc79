"""A line of text in which words can be marked by a wavy line below them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import (
    QColor,
    QInputMethodEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import QLineEdit

Place = tuple[int, int]  # characters [start, end) of a text

MARGIN = 8.0  # pixels at both ends of the line that have no marks
WAVE = 2.0  # pixels, the height of a wavy line, and half of its length
THICKNESS = 1.2


class MarkedLine(QLineEdit):
    """Marks belong to one text; another one that is typed or shown has none."""

    def __init__(self) -> None:
        super().__init__()
        self._marked: tuple[str, Sequence[Place]] = ("", ())
        self._colour = QColor()
        self._composed = ""  # what an input method has not finished

    def mark_words(self, text: str, places: Sequence[Place], colour: str) -> None:
        """Draw a line below words of a text, while it is the one that is shown."""
        self._marked, self._colour = (text, places), QColor(colour)
        self.update()

    def marks(self) -> list[QLineF]:
        """The lines below the marked words, as far as they are visible."""
        text, places = self._marked
        if not places or self._composed or text != self.text():
            return []
        layout = QTextLayout(text, self.font())
        layout.beginLayout()
        shaped = layout.createLine()
        layout.endLayout()
        cursor = QRectF(self.cursorRect()).center()
        left = cursor.x() - _x_of(shaped, self.cursorPosition())
        y = cursor.y() + self.fontMetrics().height() / 2
        room = QLineF(MARGIN, y, self.width() - MARGIN, y)
        lines = (
            QLineF(left + _x_of(shaped, start), y, left + _x_of(shaped, end), y)
            for start, end in places
        )
        return [part for one in lines if (part := _clip_line(one, room)).dx() > 0]

    # ---- Qt

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composed = event.preeditString()
        super().inputMethodEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not (lines := self.marks()):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._colour, THICKNESS))
        for one in lines:
            painter.drawPolyline(_wave(one))
        painter.end()


def _x_of(shaped: QTextLine, position: int) -> float:
    """Return the x coordinate of a character, in pixels from the start of its line."""
    x, _ = cast("tuple[float, int]", shaped.cursorToX(position))  # with the position
    return x


def _clip_line(one: QLineF, room: QLineF) -> QLineF:
    """The part of a level line that is in the room; of no length where there is none."""
    first, last = max(one.x1(), room.x1()), min(one.x2(), room.x2())
    return QLineF(first, one.y1(), max(first, last), one.y2())


def _wave(one: QLineF) -> QPolygonF:
    """A wavy line in place of a straight one."""
    steps = int(one.dx() / WAVE) + 1
    heights = (one.y1() - WAVE / 2, one.y1() + WAVE / 2)
    return QPolygonF([QPointF(one.x1() + n * WAVE, heights[n % 2]) for n in range(steps + 1)])
