"""A text with the words of the model in its colour."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QTextCharFormat, QTextLayout

from explorer.ui.graphics.drawing import Drawing
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

SIZE = 15.0  # pixels: the first thing that is read
LEADING = 1.35  # of the height of a line


class Prose(Drawing):
    """Parts of one text in reading order; True marks those that a model wrote."""

    def __init__(self, parts: Sequence[tuple[str, bool]], *, slot: int) -> None:
        self.parts = tuple((text.replace("\n", " "), written) for text, written in parts)
        self.slot = slot

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.parts)

    def size(self, width: float) -> QSizeF:
        layout = self._layout(width)
        return QSizeF(width, layout.lineCount() * self._line_height())

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        formats, start = [], 0
        for text, written in self.parts:
            one = QTextLayout.FormatRange()
            one.start, one.length = start, _length(text)
            look = QTextCharFormat()
            look.setForeground(QColor(palette.model(self.slot) if written else palette.muted))
            one.format = look
            formats.append(one)
            start += one.length
        self._layout(rect.width(), formats).draw(painter, rect.topLeft())

    def _line_height(self) -> float:
        return fonts.metrics(SIZE).height() * LEADING

    def _layout(self, width: float, formats: Sequence[QTextLayout.FormatRange] = ()) -> QTextLayout:
        """The text broken into lines."""
        layout = QTextLayout(self.text, fonts.font(SIZE))
        layout.setFormats(list(formats))
        layout.beginLayout()
        top = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1.0))
            line.setPosition(QPointF(0, top))
            top += self._line_height()
        layout.endLayout()
        return layout


def _length(text: str) -> int:
    """As Qt counts: characters outside of the basic plane are two."""
    return len(text.encode("utf-16-le")) // 2
