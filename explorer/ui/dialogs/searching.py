"""A line to type in with a list of matches below it; the arrow keys work in both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from explorer.ui.controls.layouts import column, search_line

DATA = Qt.ItemDataRole.UserRole  # of an item of a list
PADDING = 10  # pixels at the left and right of a row, with a margin of the text
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


class WrappedRows(QStyledItemDelegate):
    """Makes a row as high as its text within the padding of the style sheet, which Qt forgets."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        narrower: Any = QStyleOptionViewItem(option)
        narrower.rect = narrower.rect.adjusted(PADDING, 0, -PADDING, 0)
        return super().sizeHint(narrower, index)


class SearchPage(QWidget):
    """A line to search with above the list of results, whose items have data."""

    changed = Signal()  # another result is marked, or what can be done with it
    activated = Signal()  # a result, by a double click or the Enter key

    def __init__(self, placeholder: str, line_name: str, list_name: str) -> None:
        """The names are for screen readers."""
        super().__init__()
        self.line = search_line(placeholder, line_name)
        self._list = QListWidget()
        self._list.setAccessibleName(list_name)
        self._list.setWordWrap(True)
        self._list.setItemDelegate(WrappedRows(self._list))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.itemActivated.connect(self.activated)
        ListKeys(self.line, self._list)

    def _lay_out(self, *below: QWidget, filters: Sequence[QWidget] = ()) -> None:
        """Place the line, filters, the list, and other widgets below them."""
        parts: list[QWidget | tuple[QWidget, int]]
        parts = [self.line, *filters, (self._list, 1), *below]
        column(*parts, into=self, spacing=12, margins=(0, 12, 0, 0))

    def _add(self, text: str, data: Any = None) -> QListWidgetItem:
        """A result; without data it cannot be marked."""
        item = QListWidgetItem(text)
        item.setData(DATA, data)
        self._list.addItem(item)
        return item

    @property
    def _marked_data(self) -> Any:
        """The data of the marked result; None if there is none."""
        item = self._list.currentItem()
        return None if item is None else item.data(DATA)
