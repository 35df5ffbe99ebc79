"""A line to type in with a list of matches below it; the arrow keys work in both."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QListWidget

LIST_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class ListKeys(QObject):
    """Sends Up, Down, Page Up and Page Down from a line to a list. Belongs to the line."""

    def __init__(self, line: QLineEdit, target: QAbstractItemView) -> None:
        super().__init__(line)
        self._target = target
        line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.KeyPress
        if pressed and isinstance(event, QKeyEvent) and event.key() in LIST_KEYS:
            QApplication.sendEvent(self._target, event)
            return True
        return super().eventFilter(watched, event)


def search_line(placeholder: str, name: str) -> QLineEdit:
    line = QLineEdit()
    line.setPlaceholderText(placeholder)
    line.setAccessibleName(name)
    line.setClearButtonEnabled(True)
    return line


def result_list(line: QLineEdit, name: str) -> QListWidget:
    """The list below a search line; long entries wrap."""
    results = QListWidget()
    results.setAccessibleName(name)
    results.setWordWrap(True)
    results.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    ListKeys(line, results)
    return results


def has_words(text: str, words: str) -> bool:
    """Whether a text contains every one of the words, in any case."""
    return all(word in text.lower() for word in words.lower().split())
