"""The place of a figure that is made to fit its room."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from explorer.ui.theme import Theme
from explorer.ui.widgets.canvas import CanvasArea


class FittedArea(CanvasArea):
    """Tells when it has another room, also as controls above it wrap or a note below it grows.

    The bar takes from the width of the viewport, so that width is left out: a figure that needs
    the bar at one width, and not at the other, would be fitted for ever.
    """

    room_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent=parent)
        self._room = (0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width(), self.viewport().height()
        if room != self._room:
            self._room = room
            self.room_changed.emit()
