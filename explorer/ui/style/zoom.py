"""Text and figures larger or smaller together: steps of Ctrl + and Ctrl -, and what follows.

The application's font is the one place that knows the zoom of the widgets, so that a control needs
nothing but itself to be as large as its text.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from explorer.ui.style import fonts

# Pixels of the text, so that letters, controls and figures are scaled by one exact ratio.
TEXT_SIZES = (10, 11, 12, 13, 14, 16, 18, 20, 23, 26)


def zoom_of(text_size: int) -> float:
    """How many times as large as usual everything is at a size of the text in pixels."""
    return text_size / fonts.BODY


def next_size(text_size: int, step: int) -> int:
    """The next larger (1) or smaller (-1) size of the text; at the end it stays."""
    place = TEXT_SIZES.index(text_size) + step
    return TEXT_SIZES[min(max(place, 0), len(TEXT_SIZES) - 1)]


def scaled(pixels: float) -> int:
    """A length in the window, which grows with its text."""
    size = QApplication.font().pixelSize()
    return round(pixels * zoom_of(size if size > 0 else fonts.BODY))


def follow_zoom(widget: QWidget, resize: Callable[[], object]) -> None:
    """Call `resize` now and whenever the zoom changes; it sets what is fixed, by `scaled`."""
    _Follower(widget, resize)


class _Follower(QObject):
    """Watches a widget for a new style sheet, which comes with every new size of the text."""

    def __init__(self, widget: QWidget, resize: Callable[[], object]) -> None:
        super().__init__(widget)
        self._resize = resize
        self._size = 0
        self._follow()
        widget.installEventFilter(self)

    def _follow(self) -> None:
        size = scaled(fonts.BODY)
        if size != self._size:  # a size set here may itself be a change of style
            self._size = size
            self._resize()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self._follow()
        return super().eventFilter(watched, event)
