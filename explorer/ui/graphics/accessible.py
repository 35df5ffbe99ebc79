"""What a screen reader gets of a figure: a graphic with its name and words, and its marked cell.

A figure has one accessible child, the cell that the keyboard or the pointer is at: a map of 512
tokens has 262,144 cells. As in lists and tables of Qt, the child takes the focus of its widget.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QAccessibleObject
from PySide6.QtWidgets import QAccessibleWidget, QWidget


class FigureCell(QObject):
    """The marked cell of a figure; there is none while it has no text.

    A widget that keeps one in its attribute `cell` is a figure to screen readers. It has methods
    `written()`, what is written in it, and `cell_rect()`, where its marked cell is, in its pixels.
    """

    def __init__(self, figure: QWidget) -> None:
        super().__init__(figure)
        _install()
        self.text = ""

    @property
    def figure(self) -> Any:
        """The widget; not an attribute, which would keep it alive."""
        return self.parent()

    @property
    def screen_rect(self) -> QRect:
        rect = self.figure.cell_rect().toAlignedRect()
        return rect.translated(self.figure.mapToGlobal(QPoint(0, 0)))

    @property
    def has_focus(self) -> bool:
        return bool(self.text) and self.figure.hasFocus()

    def announce(self) -> None:
        """The keyboard is at this cell now; said after Qt has announced the figure."""
        QTimer.singleShot(0, self, self._announce)

    def _announce(self) -> None:
        if self.has_focus:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Focus))


class _Figure(QAccessibleWidget):
    def __init__(self, figure: Any) -> None:
        super().__init__(figure, QAccessible.Role.Graphic)
        self._cell: FigureCell = figure.cell

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Value:
            return self._cell.text
        if kind == QAccessible.Text.Description:
            return str(self._cell.figure.written())
        return super().text(kind)

    def childCount(self) -> int:
        return int(bool(self._cell.text))

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        there = index == 0 and bool(self._cell.text)
        return QAccessible.queryAccessibleInterface(self._cell) if there else None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        cell = self.child(0)
        return cell if cell is not None and cell.rect().contains(x, y) else None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self.child(0) if self._cell.has_focus else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return 0 if child.object() is self._cell else -1


class _Cell(QAccessibleObject):
    def __init__(self, cell: FigureCell) -> None:
        super().__init__(cell)
        self._cell = cell

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def text(self, kind: QAccessible.Text) -> str:
        return self._cell.text if kind == QAccessible.Text.Name else ""

    def rect(self) -> QRect:
        return self._cell.screen_rect

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = True
        state.focused = self._cell.has_focus
        state.invisible = not self._cell.text
        return state

    def parent(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self._cell.figure)

    def childCount(self) -> int:
        return 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1


@cache
def _install() -> None:
    """Once for the process."""
    QAccessible.installFactory(_interface)


def _interface(name: str, source: QObject) -> QAccessibleInterface | None:
    """Called by Qt for an object by the name of its class, then by those of its bases."""
    if isinstance(source, FigureCell):
        return _Cell(source)
    if isinstance(source, QWidget) and is_figure(source):
        return _Figure(source)
    return None


def is_figure(widget: QWidget) -> bool:
    """Whether screen readers get it as a figure."""
    return isinstance(getattr(widget, "cell", None), FigureCell)
