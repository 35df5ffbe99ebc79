"""A text with the words of the model in its colour."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QTextCharFormat, QTextLayout

from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

SIZE = 15.0  # pixels: the first thing that is read
LEADING = 1.35  # of the height of a line


class Prose(Sketched):
    """Parts of one text in reading order; True marks those that a model wrote."""

    def __init__(self, parts: Sequence[tuple[str, bool]], *, slot: int) -> None:
        self.parts = tuple((text.replace("\n", " "), written) for text, written in parts)
        self.slot = slot

    def draw(self, sketch: Sketch, width: float) -> None:
        def layout() -> QTextLayout:  # each thread needs its own
            return self._layout(width, sketch.palette)

        height = layout().lineCount() * _line_height()
        whole = QRectF(0, 0, width, height)
        sketch.custom(whole, lambda painter: layout().draw(painter, QPointF()))

    def _layout(self, width: float, palette: Palette) -> QTextLayout:
        """The text broken into lines."""
        layout = QTextLayout("".join(text for text, _ in self.parts), fonts.font(SIZE))
        layout.setFormats(self._formats(palette))
        layout.beginLayout()
        top = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1.0))
            line.setPosition(QPointF(0, top))
            top += _line_height()
        layout.endLayout()
        return layout

    def _formats(self, palette: Palette) -> list[QTextLayout.FormatRange]:
        formats, start = [], 0
        for text, written in self.parts:
            one, look = QTextLayout.FormatRange(), QTextCharFormat()
            look.setForeground(QColor(palette.model(self.slot) if written else palette.muted))
            one.start, one.length, one.format = start, _length(text), look
            formats.append(one)
            start += one.length
        return formats


def _line_height() -> float:
    return fonts.metrics(SIZE).height() * LEADING


def _length(text: str) -> int:
    """As Qt counts: characters outside of the basic plane are two."""
    return len(text.encode("utf-16-le")) // 2
