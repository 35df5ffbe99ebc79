"""Commands by name: what one is, how it is searched, and the palette that lists them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QDialog,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from explorer.ui.controls.layouts import column
from explorer.ui.dialogs.searching import ListKeys, has_words

WIDTH, HEIGHT = 520, 480
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Command:
    """Something to do. `group` is its menu; `shortcut` as Qt writes it.

    `checked` puts a mark into the menu, such as at the theme in use.
    """

    title: str
    group: str
    run: Callable[[], object]
    shortcut: str = ""
    enabled: Callable[[], bool] = lambda: True
    checked: Callable[[], bool] | None = None


def matching(commands: Sequence[Command], words: str) -> list[Command]:
    """Commands that contain every word; those that begin with the first word come first."""
    matches = [one for one in commands if has_words(f"{one.group} {one.title}", words)]
    first = next(iter(words.lower().split()), "")
    return sorted(matches, key=lambda one: not one.title.lower().startswith(first))


class WindowFirst(QObject):
    """Reserves a key for the window that a line of text would take.

    Under X11 Ctrl+E moves the cursor to the end of a line, and no shortcut would be triggered.
    """

    def __init__(self, window: QWidget, key: str) -> None:
        super().__init__(window)
        self._window = window
        self._key = QKeySequence(key)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, before: QWidget | None, after: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if isinstance(after, QLineEdit | QAbstractSpinBox) and after.window() is self._window:
            after.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        ours = QKeySequence(event.keyCombination()) == self._key
        if ours:
            event.ignore()
        return ours


class CommandPalette(QDialog):
    """Type some letters, choose with the arrow keys, run with Enter."""

    chosen = Signal(object)  # Command

    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._commands = [command for command in commands if command.enabled()]
        self.setWindowTitle("Commands")
        self.resize(WIDTH, HEIGHT)
        self._line = QLineEdit()
        self._line.setPlaceholderText("What do you want to do?")
        self._line.textChanged.connect(self._show)
        self._line.returnPressed.connect(self.run_current)
        self._list = QTreeWidget()
        self._list.setColumnCount(2)
        self._list.setHeaderHidden(True)
        self._list.setRootIsDecorated(False)
        header = self._list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._list.itemActivated.connect(self.run_current)
        self._list.itemClicked.connect(self.run_current)
        ListKeys(self._line, self._list)
        column(self._line, self._list, into=self, margins=(12, 12, 12, 12))
        self._list.ensurePolished()  # rows need the height of the style sheet
        self._show("")

    def _show(self, words: str) -> None:
        self._list.clear()
        for command in matching(self._commands, words):
            item = QTreeWidgetItem([f"{command.group}: {command.title}", command.shortcut])
            item.setData(0, Qt.ItemDataRole.UserRole, command)
            item.setTextAlignment(1, RIGHT)
            item.setForeground(1, self.palette().placeholderText())
            self._list.addTopLevelItem(item)
        self._list.setCurrentIndex(self._list.model().index(0, 0))

    def run_current(self) -> None:
        """Close the palette, then run the marked command."""
        item = self._list.currentItem()
        if item is not None:
            self.accept()
            self.chosen.emit(item.data(0, Qt.ItemDataRole.UserRole))
