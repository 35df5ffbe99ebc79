"""Everything that can be done, by name: one list feeds the menu, the shortcuts and the palette."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
    QVBoxLayout,
    QWidget,
)

WIDTH, HEIGHT = 520, 480
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Command:
    """Something to do. `group` is its menu; `shortcut` as Qt writes it.

    What is in force while it is `checked` has a mark in the menu; most commands never have one.
    """

    title: str
    group: str
    run: Callable[[], object]
    shortcut: str = ""
    enabled: Callable[[], bool] = lambda: True
    checked: Callable[[], bool] | None = None


def matching(commands: Sequence[Command], words: str) -> list[Command]:
    """Commands in which every word occurs; those that begin with the first word come first."""
    wanted = words.lower().split()
    found = [c for c in commands if all(w in f"{c.group} {c.title}".lower() for w in wanted)]
    first = wanted[0] if wanted else ""
    return sorted(found, key=lambda c: not c.title.lower().startswith(first))


class WindowFirst(QObject):
    """Keys that are the window's, also where a line of text would take them.

    Under X11 a line takes Ctrl+E for the end of the line, and no shortcut would ever hear of it.
    """

    def __init__(self, window: QWidget, keys: Iterable[str]) -> None:
        super().__init__(window)
        self._window = window
        self._keys = [QKeySequence(key) for key in keys]
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
        ours = QKeySequence(event.keyCombination()) in self._keys
        if ours:
            event.ignore()
        return ours


class CommandPalette(QDialog):
    """Type some letters, walk with the arrow keys, run with Enter."""

    chosen = Signal(object)  # Command

    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._commands = [command for command in commands if command.enabled()]
        self.setWindowTitle("Commands")
        self.resize(WIDTH, HEIGHT)
        self._line = QLineEdit()
        self._line.setPlaceholderText("What do you want to do?")
        self._line.textChanged.connect(self._show)
        self._line.installEventFilter(self)
        self._list = QTreeWidget()
        self._list.setColumnCount(2)
        self._list.setHeaderHidden(True)
        self._list.setRootIsDecorated(False)
        self._list.header().setStretchLastSection(False)
        self._list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._list.itemActivated.connect(self._run)
        self._list.itemClicked.connect(self._run)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.addWidget(self._line)
        layout.addWidget(self._list)
        self._list.ensurePolished()  # else rows keep the height they have without the style sheet
        self._show("")

    def _show(self, words: str) -> None:
        self._list.clear()
        for command in matching(self._commands, words):
            item = QTreeWidgetItem([f"{command.group}: {command.title}", command.shortcut])
            item.setData(0, Qt.ItemDataRole.UserRole, command)
            item.setTextAlignment(1, RIGHT)
            item.setForeground(1, self.palette().placeholderText())
            self._list.addTopLevelItem(item)
        self._mark(0)

    def run_current(self) -> None:
        """Run what is marked, once the palette is gone."""
        item = self._list.currentItem()
        if item is not None:
            self._run(item)

    def _run(self, item: QTreeWidgetItem) -> None:
        self.accept()
        self.chosen.emit(item.data(0, Qt.ItemDataRole.UserRole))

    def _walk(self, step: int) -> None:
        last = self._list.topLevelItemCount() - 1
        self._mark(min(max(self._list.currentIndex().row() + step, 0), last))

    def _mark(self, row: int) -> None:
        item = self._list.topLevelItem(row)
        if item is not None:
            self._list.setCurrentItem(item)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self._walk(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run_current()
                return True
        return super().eventFilter(watched, event)
