"""Everything that can be done, by name: one list feeds the menu, the shortcuts and the palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

WIDTH, HEIGHT = 520, 360


@dataclass(frozen=True)
class Command:
    """Something to do. `group` is its menu; `shortcut` as Qt writes it."""

    title: str
    group: str
    run: Callable[[], object]
    shortcut: str = ""
    enabled: Callable[[], bool] = lambda: True


def matching(commands: Sequence[Command], words: str) -> list[Command]:
    """Commands in which every word occurs; those that begin with the first word come first."""
    wanted = words.lower().split()
    found = [c for c in commands if all(w in f"{c.group} {c.title}".lower() for w in wanted)]
    first = wanted[0] if wanted else ""
    return sorted(found, key=lambda c: not c.title.lower().startswith(first))


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
        self._list = QListWidget()
        self._list.itemActivated.connect(self._run)
        self._list.itemClicked.connect(self._run)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.addWidget(self._line)
        layout.addWidget(self._list)
        self._show("")

    def _show(self, words: str) -> None:
        self._list.clear()
        for command in matching(self._commands, words):
            keys = f"    {command.shortcut}" if command.shortcut else ""
            item = QListWidgetItem(f"{command.group}: {command.title}{keys}")
            item.setData(Qt.ItemDataRole.UserRole, command)
            self._list.addItem(item)
        self._list.setCurrentRow(0)

    def run_current(self) -> None:
        """Run what is marked, once the palette is gone."""
        item = self._list.currentItem()
        if item is not None:
            self._run(item)

    def _run(self, item: QListWidgetItem) -> None:
        self.accept()
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                last = self._list.count() - 1
                self._list.setCurrentRow(min(max(self._list.currentRow() + step, 0), last))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run_current()
                return True
        return super().eventFilter(watched, event)
