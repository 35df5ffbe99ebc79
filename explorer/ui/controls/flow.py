"""A line of controls that wraps like text, so that none is cut off in a narrow window."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QPushButton,
    QWidget,
)

SPACING = 8
WIDE_SPACING = 16  # around what has no border, so that words are close to their own control
FRAMED = (QAbstractSpinBox, QComboBox, QLineEdit, QPushButton)


class FlowLine(QLayout):
    """Widgets from the left; those added by `add_right` are at the right end of the last line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._right: set[QWidget] = set()
        self._heights: dict[int, int] = {}  # by width; Qt needs them a hundred times for one change
        self.setContentsMargins(0, 0, 0, 0)

    def add_right(self, widget: QWidget) -> None:
        self._right.add(widget)
        self.addWidget(widget)

    def _visible(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        visible = self._visible()
        for index, item in enumerate(visible):
            space = _space(visible[index - 1], item)
            if not lines or used + space + _first_group_width(visible[index:]) > width:
                lines.append([])
                used = space = 0
            lines[-1].append(item)
            used += space + item.sizeHint().width()
        return lines

    def _place(self, rect: QRect, move: bool) -> int:
        """Set the widgets into `rect`, or only measure; returns the height."""
        top = 0
        for line in self._lines(rect.width()):
            height = max(item.sizeHint().height() for item in line)
            if move:
                self._place_line(line, rect, rect.top() + top, height)
            top += height + SPACING
        return max(top - SPACING, 0)

    def _place_line(self, line: list[QLayoutItem], rect: QRect, top: int, height: int) -> None:
        right = [item for item in line if item.widget() in self._right]
        left = rect.left()
        for before, item in zip([None, *line], line, strict=False):
            left += _space(before, item) if before is not None else 0
            if right and item is right[0]:
                wide = sum(other.sizeHint().width() + SPACING for other in right) - SPACING
                left = max(left, rect.left() + rect.width() - wide)
            size = item.sizeHint()
            item.setGeometry(QRect(QPoint(left, top + (height - size.height()) // 2), size))
            left += size.width()

    # ---- Qt

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        visible = self._visible()
        width = sum(item.sizeHint().width() + WIDE_SPACING for item in visible)
        return QSize(width, max((item.sizeHint().height() for item in visible), default=0))

    def minimumSize(self) -> QSize:
        visible = self._visible()
        return QSize(
            max((item.minimumSize().width() for item in visible), default=0),
            max((item.sizeHint().height() for item in visible), default=0),
        )


def flow(*widgets: QWidget, into: QWidget | None = None) -> FlowLine:
    """The widgets in a line that wraps, which is the layout of `into` if there is one."""
    layout = FlowLine(into)
    for widget in widgets:
        layout.addWidget(widget)
    return layout


def _space(before: QLayoutItem, after: QLayoutItem) -> int:
    """The distance of two neighbours in a line; a label is close to what it names."""
    if isinstance(before.widget(), QLabel):
        return SPACING
    framed = all(isinstance(item.widget(), FRAMED) for item in (before, after))
    return SPACING if framed else WIDE_SPACING


def _first_group_width(items: list[QLayoutItem]) -> int:
    """The width of the first item, together with the control that it names, if it is a label."""
    widths = [item.sizeHint().width() for item in items[:2]]
    names = isinstance(items[0].widget(), QLabel) and len(items) > 1
    return sum(widths) + SPACING if names else widths[0]
