"""The arrow keys walk through a list while a person types in the line above it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget

WALKING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class ListKeys(QObject):
    """Hands the keys of a line that walk on to a list. Belongs to the line."""

    def __init__(self, line: QLineEdit, target: QListWidget) -> None:
        super().__init__(line)
        self._target = target
        line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(event, QKeyEvent) and event.key() in WALKING:
            QApplication.sendEvent(self._target, event)
            return True
        return super().eventFilter(watched, event)
