"""The zoom of text and figures: the steps of Ctrl + and Ctrl -, and lengths that follow them.

The zoom of the widgets is the size of the application's font, so that a control needs no other
object to be as large as its text.
"""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from explorer.ui.style import fonts

# Pixels of the text, so that letters, controls and figures are scaled by one exact ratio.
TEXT_SIZES = (10, 11, 12, 13, 14, 16, 18, 20, 23, 26)


def zoom_of(text_size: int) -> float:
    """The zoom at a size of the text in pixels."""
    return text_size / fonts.BODY


def next_size(text_size: int, step: int) -> int:
    """The next larger (1) or smaller (-1) size of the text; at the end it stays."""
    place = TEXT_SIZES.index(text_size) + step
    return TEXT_SIZES[min(max(place, 0), len(TEXT_SIZES) - 1)]


def scale_length(pixels: float) -> int:
    """A length in the window at the current zoom."""
    size = QApplication.font().pixelSize()
    return round(pixels * zoom_of(size if size > 0 else fonts.BODY))
