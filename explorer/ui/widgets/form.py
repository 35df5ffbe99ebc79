"""A column of labelled choices at the side of a panel."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

WIDTH = 304
LABEL_WIDTH = 88
Control = TypeVar("Control", bound=QWidget)


class Form(QScrollArea):
    """Labels at the left, controls at the right; scrolls where the window is low."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(WIDTH)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inner = QWidget()
        self._outer = QVBoxLayout(inner)
        self._outer.setContentsMargins(0, 0, 12, 0)
        self._outer.setSpacing(12)
        self._outer.addStretch(1)
        self._lines: QFormLayout | None = None
        self.setWidget(inner)

    def heading(self, text: str) -> None:
        """Begin a group of choices."""
        label = QLabel(text.upper())
        label.setProperty("heading", True)
        self._outer.insertWidget(self._outer.count() - 1, label)
        self._lines = _lines()
        self._outer.insertLayout(self._outer.count() - 1, self._lines)

    def add(self, title: str, control: Control, tip: str = "") -> Control:
        """One choice with its name; the name is read to people who do not see it."""
        assert self._lines is not None
        label = QLabel(title)
        label.setFixedWidth(LABEL_WIDTH)
        label.setWordWrap(True)
        label.setBuddy(control)
        control.setAccessibleName(title)
        control.setToolTip(tip)
        control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._lines.addRow(label, control)
        return control

    def set_shown(self, control: QWidget, shown: bool) -> None:
        """Show or hide a choice with its name."""
        for index in range(self._outer.count()):
            lines = self._outer.itemAt(index).layout()
            if isinstance(lines, QFormLayout) and lines.indexOf(control) >= 0:
                lines.setRowVisible(control, shown)

    def place(self, widget: QWidget) -> None:
        """A widget as wide as the column."""
        self._outer.insertWidget(self._outer.count() - 1, widget)


def _lines() -> QFormLayout:
    lines = QFormLayout()
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setHorizontalSpacing(8)
    lines.setVerticalSpacing(6)
    lines.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return lines


def whole(low: int, high: int, step: int = 1) -> QSpinBox:
    """A whole number within bounds."""
    box = QSpinBox()
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setGroupSeparatorShown(True)
    box.setKeyboardTracking(False)
    return box


def decimal(low: float, high: float, step: float, digits: int) -> QDoubleSpinBox:
    """A number with digits behind the point within bounds."""
    box = QDoubleSpinBox()
    box.setDecimals(digits)
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setKeyboardTracking(False)
    return box
