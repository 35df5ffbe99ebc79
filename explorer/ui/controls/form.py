"""A column of labelled choices at the side of a panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QScrollArea,
    QScrollBar,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from explorer.ui.controls.layouts import column, heading_label, line, scroll_area
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.style.zoom import scaled

WIDTH = 328  # of a form; the style sheet lets it shrink in a narrow window
MIN_CONTROL = 60  # controls shrink before the column grows
NUMBER_INDENT = 7
AROUND_NUMBER = 44  # pixels, the arrows included
Control = TypeVar("Control", bound=QWidget)
Choice = TypeVar("Choice")
Number = TypeVar("Number", bound=QAbstractSpinBox)
Box = TypeVar("Box", QSpinBox, QDoubleSpinBox)
WHEELED = (QAbstractSpinBox, QComboBox, QAbstractSlider)  # by default the wheel changes them


class Form(QScrollArea):
    """Groups of choices: names at the left, controls at the right; scrolls in a low window.

    If the form is too narrow, a control is below its name.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._guard = _WheelGuard(self.verticalScrollBar())
        inner = QWidget()
        self._outer = column(None, into=inner, spacing=12, margins=(0, 0, 12, 0))
        self._groups: list[QFormLayout] = []
        self.setWidget(inner)

    def heading(self, text: str) -> int:
        """Begin a group of choices; returns its number."""
        self._outer.insertWidget(self._outer.count() - 1, heading_label(text))
        self._groups.append(_lines())
        self._outer.insertLayout(self._outer.count() - 1, self._groups[-1])
        return len(self._groups) - 1

    def add(self, title: str, control: Control, tip: str = "", group: int = -1) -> Control:
        """One choice with its name, which screen readers know too."""
        label = plain_label()
        (control if isinstance(control, QCheckBox) else label).setText(title)  # a tick names itself
        label.setProperty("choice", True)
        label.setWordWrap(True)
        label.setBuddy(control)
        control.setAccessibleName(title)
        set_tip(control, tip)
        control.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if not isinstance(control, QCheckBox):  # whose text must not be cut; it moves below
            control.setMinimumWidth(MIN_CONTROL)
        for box in control.findChildren(QComboBox):
            box.setMinimumWidth(MIN_CONTROL)
        self._keep_from_wheel(control)
        self._groups[group].addRow(label, control)
        return control

    def clear_group(self, group: int) -> None:
        """Take all choices out of a group."""
        while self._groups[group].rowCount():
            self._groups[group].removeRow(0)

    def set_shown(self, control: QWidget, shown: bool) -> None:
        """Show or hide a choice with its name."""
        for lines in self._groups:
            if lines.indexOf(control) >= 0:
                lines.setRowVisible(control, shown)

    def sizeHint(self) -> QSize:
        return QSize(scaled(WIDTH), super().sizeHint().height())

    def _keep_from_wheel(self, control: QWidget) -> None:
        """The wheel scrolls the form and does not change controls that pass below the pointer."""
        for inside in (control, *control.findChildren(QWidget)):
            if isinstance(inside, WHEELED):
                inside.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                inside.installEventFilter(self._guard)


class ChoiceForm(Form, Generic[Choice]):
    """Shows a frozen dataclass, and emits every change that a person makes to it."""

    changed = Signal(object)  # the choice

    def __init__(self, choice: Choice) -> None:
        super().__init__()
        self._choice = choice
        self._showing = False  # so what the controls emit is no change by a person

    @property
    def choice(self) -> Choice:
        return self._choice

    def show_choice(self, choice: Choice) -> None:
        """Show other values, without emitting them."""
        raise AssertionError(f"{type(self).__name__} shows no choice")

    @contextmanager
    def _filling(self) -> Iterator[None]:
        """While the controls are set to the values of a choice."""
        self._showing = True
        try:
            yield
        finally:
            self._showing = False

    def _take(self, choice: Choice) -> None:
        if self._showing:
            return
        before = self._choice
        self.show_choice(choice)
        if self._choice != before:
            self.changed.emit(self._choice)

    def _change(self, **changes: Any) -> None:
        self._take(replace(cast(Any, self._choice), **changes))

    def _follow(self, name: str, control: QComboBox | QSpinBox | QDoubleSpinBox) -> None:
        """A field of the choice is what a control says."""
        if isinstance(control, QComboBox):
            control.activated.connect(lambda: self._change(**{name: control.currentData()}))
        else:
            control.valueChanged.connect(lambda value: self._change(**{name: value}))


class _WheelGuard(QObject):
    """Sends wheel events over a control without the focus to a scroll bar."""

    def __init__(self, bar: QScrollBar) -> None:
        super().__init__(bar)
        self._bar = bar

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        unfocused = isinstance(watched, QWidget) and not watched.hasFocus()
        if event.type() == QEvent.Type.Wheel and unfocused:
            QApplication.sendEvent(self._bar, event)
            return True
        return super().eventFilter(watched, event)


def _lines() -> QFormLayout:
    lines = QFormLayout()
    lines.setContentsMargins(0, 0, 0, 0)
    lines.setHorizontalSpacing(8)
    lines.setVerticalSpacing(6)
    lines.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
    lines.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return lines


def fill(box: QComboBox, items: Sequence[tuple[str, str]], chosen: str) -> None:
    """Entries as (title, data), one of them chosen; made again only if they changed."""
    if [(box.itemText(i), box.itemData(i)) for i in range(box.count())] != list(items):
        box.clear()
        for title, data in items:
            box.addItem(title, data)
    box.setCurrentIndex(max(0, box.findData(chosen)))


def scrolling(*widgets: QWidget) -> QScrollArea:
    """Widgets below one another that scroll in a low window."""
    inner = QWidget()
    column(*widgets, None, into=inner, spacing=20, margins=(0, 0, 8, 0))
    area = scroll_area(inner)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the control that has the focus
    area.setMinimumSize(QSize(240, 160))
    return area


def side_by_side(whole: QWidget, *widgets: QWidget) -> QWidget:
    """Put controls into a widget, from the left."""
    line(*widgets, None, into=whole)
    return whole


def indented(box: Number) -> Number:
    """A number that begins where other texts do; the style sheet cannot move what is inside."""
    box.lineEdit().setTextMargins(NUMBER_INDENT, 0, 0, 0)
    return box


def snug(box: Box) -> Box:
    """A number in a line of controls, no wider than the longest text that it can hold."""
    longest = max(map(box.textFromValue, (box.minimum(), box.maximum())), key=len)
    text = f"{box.prefix()}{longest}{box.suffix()}"
    box.setMaximumWidth(box.fontMetrics().horizontalAdvance(text) + AROUND_NUMBER)
    return box


def whole(low: int, high: int, step: int = 1) -> QSpinBox:
    """A whole number within bounds."""
    box = QSpinBox()
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setGroupSeparatorShown(True)
    box.setKeyboardTracking(False)
    return indented(box)


def decimal(low: float, high: float, step: float, digits: int) -> QDoubleSpinBox:
    """A number with so many digits after the decimal point, within bounds."""
    box = QDoubleSpinBox()
    box.setDecimals(digits)
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setKeyboardTracking(False)
    return indented(box)
