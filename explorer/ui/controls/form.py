"""A column of labelled choices at the side of a panel, built from declared fields."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar, cast

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from explorer.core.localization import mark, tr
from explorer.ui.controls.layouts import ScrollColumn, column, discard, heading_label, line
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.style.zoom import scale_length
from models.schema.specs import Option

WIDTH = 328  # of a form; the style sheet lets it shrink in a narrow window
ACROSS_GAP = 24  # between groups beside one another
MIN_CONTROL = 60  # controls shrink before the column grows
NUMBER_INDENT = 7
AROUND_NUMBER = 44  # pixels, the arrows included
OPTION_STEP, OPTION_DIGITS = 0.5, 2  # of a declared option that is a number
Control = TypeVar("Control", bound=QWidget)
Choice = TypeVar("Choice")
Number = TypeVar("Number", bound=QAbstractSpinBox)
Box = TypeVar("Box", QSpinBox, QDoubleSpinBox)
WHEELED = (QAbstractSpinBox, QComboBox, QAbstractSlider)  # by default the wheel changes them


@dataclass(frozen=True)
class Field:
    """A setting: its name in the choice of a form, its title, its control, and a tooltip.

    The name "options.temperature" is an entry of the mapping `options`, with a `default`.
    """

    name: str
    title: str
    make: Callable[[], QWidget]
    tip: str = ""
    default: Any = None


class FieldWidget(QWidget):
    """Several controls that edit one value."""

    chosen = Signal(object)  # the value, by a person

    def show_value(self, value: Any) -> None:
        """Show another value, without a signal."""
        raise AssertionError(f"{type(self).__name__} shows no value")


class Form(ScrollColumn):
    """Groups of choices: names at the left, controls at the right; scrolls in a low window.

    If the form is too narrow, a control is below its name. `across`: the groups are beside one
    another, and the form is as high as the highest, above a picture.
    """

    def __init__(self, *, across: bool = False) -> None:
        super().__init__()
        self._across = across
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._guard = _WheelGuard(self.verticalScrollBar())
        inner = QWidget()
        self._outer = (line if across else column)(
            None, into=inner, spacing=ACROSS_GAP if across else 12, margins=(0, 0, 12, 0)
        )
        self._headings: list[QWidget] = []
        self._groups: list[QFormLayout] = []
        self.setWidget(inner)
        if across:
            self.setProperty("across", True)  # the style sheet lets it be wide
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def heading(self, text: str) -> int:
        """Begin a group of choices; returns its number."""
        self._headings.append(heading_label(text))
        self._groups.append(_lines())
        group = column(self._headings[-1], self._groups[-1], spacing=12)
        if self._across:
            group.addStretch(1)
        self._outer.insertLayout(self._outer.count() - 1, group)
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
        for inside in (control, *control.findChildren(QWidget)):
            if isinstance(inside, WHEELED):  # the wheel scrolls the form and changes no control
                inside.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                inside.installEventFilter(self._guard)
                inside.setAccessibleName(inside.accessibleName() or title)
            if isinstance(inside, QComboBox):
                inside.setMinimumWidth(MIN_CONTROL)
        self._groups[group].addRow(label, control)
        return control

    def set_shown(self, control: QWidget, shown: bool) -> None:
        """Show or hide a choice with its name."""
        for lines in self._groups:
            if lines.indexOf(control) >= 0:
                lines.setRowVisible(control, shown)

    def show_group(self, group: int, shown: bool) -> None:
        """Show or hide a group with its heading."""
        self._headings[group].setVisible(shown)
        lines = self._groups[group]
        for row in range(lines.rowCount()):
            lines.setRowVisible(row, shown)

    def sizeHint(self) -> QSize:
        inner = self.widget()
        if self._across and inner is not None:
            return inner.sizeHint()
        return QSize(scale_length(WIDTH), super().sizeHint().height())


class ChoiceForm(Form, Generic[Choice]):
    """Shows a frozen dataclass by declared fields, and emits every change that a person makes."""

    changed = Signal(object)  # the choice

    def __init__(
        self,
        choice: Choice,
        groups: Mapping[str, Sequence[Field]] | None = None,
        *,
        across: bool = False,
    ) -> None:
        """`groups` are declared fields by the headings above them."""
        super().__init__(across=across)
        self._choice = choice
        self._showing = False  # so what the controls emit is no change by a person
        self._declared: dict[str, Field] = {}
        self.fields: dict[str, Any] = {}  # the controls, by the names of their fields
        for heading, fields in (groups or {}).items():
            self.add_fields(fields, self.heading(heading))

    def add_fields(self, fields: Sequence[Field], group: int = -1) -> None:
        """Controls that show and set fields of the choice."""
        for field in fields:
            control = self.add(field.title, field.make(), field.tip, group)
            self._declared[field.name], self.fields[field.name] = field, control
            self._follow(field.name, control)

    def remove_fields(self, group: int) -> None:
        """Take all fields out of a group."""
        for name, control in list(self.fields.items()):
            if self._groups[group].indexOf(control) >= 0:
                del self.fields[name], self._declared[name]
        while self._groups[group].rowCount():
            row = self._groups[group].takeRow(0)  # one of its controls may have asked for this
            for item in (row.labelItem, row.fieldItem):
                if (widget := item.widget()) is not None:
                    discard(widget)

    def offer_items(self, name: str, items: Sequence[tuple[str, Any]]) -> None:
        """The entries of a list, as (title, value); a list of one is invisible."""
        with self._suppress_changes():
            fill(self.fields[name], items, self.value(name))
        self.set_shown(self.fields[name], len(items) > 1)

    @property
    def chosen(self) -> Choice:
        """What a person chose, and the session stores."""
        return self._choice

    @property
    def choice(self) -> Choice:
        """The chosen values completed by what a subclass adds, such as a teacher."""
        return self._choice

    def show_choice(self, choice: Choice) -> None:
        """Show other values, without emitting them."""
        self._choice = choice
        with self._suppress_changes():
            for name, control in self.fields.items():
                show_value(control, self.value(name))

    def value(self, name: str) -> Any:
        """The value of a field, as its control shows it; None for a button."""
        field, _, entry = name.partition(".")
        value = getattr(self._choice, field, None)
        return (value or {}).get(entry, self._declared[name].default) if entry else value

    def set_value(self, name: str, value: Any) -> None:
        """A person sets a field."""
        if self._showing:
            return
        before = self._choice
        self.show_choice(self._replace_field(name, value))
        if self._choice != before:
            self.changed.emit(self._choice)

    def _replace_field(self, name: str, value: Any) -> Choice:
        """The choice with another value of a field, and what follows from it for other fields."""
        field, _, entry = name.partition(".")
        if entry:
            value = {**getattr(self._choice, field), entry: value}
        return cast(Choice, replace(cast(Any, self._choice), **{field: value}))

    @contextmanager
    def _suppress_changes(self) -> Iterator[None]:
        """While the controls are set to the values of a choice."""
        before, self._showing = self._showing, True
        try:
            yield
        finally:
            self._showing = before

    def _follow(self, name: str, control: QWidget) -> None:
        """A field of the choice is what a control says."""
        choose = partial(self.set_value, name)
        if isinstance(control, FieldWidget):
            control.chosen.connect(choose)
        elif isinstance(control, QLineEdit):
            control.editingFinished.connect(lambda: choose(control.text().strip()))
        elif isinstance(control, QComboBox):
            control.activated.connect(lambda: choose(control.currentData()))
        elif isinstance(control, QCheckBox):
            control.toggled.connect(choose)
        elif isinstance(control, QSpinBox | QDoubleSpinBox):
            control.valueChanged.connect(choose)
        elif isinstance(control, QPushButton):
            control.clicked.connect(lambda: choose(None))


def show_value(control: QWidget, value: Any) -> None:
    """Show the value of a field in its control; a button has none."""
    if isinstance(control, FieldWidget):
        control.show_value(value)
    elif isinstance(control, QLineEdit):
        control.setText(value)
        control.setCursorPosition(0)
    elif isinstance(control, QComboBox):
        control.setCurrentIndex(max(0, control.findData(value)))
    elif isinstance(control, QCheckBox):
        control.setChecked(bool(value))
    elif isinstance(control, QSpinBox | QDoubleSpinBox):
        control.setValue(value)


class TickList(FieldWidget):
    """Names of which any number can be ticked; its value is the tuple of those."""

    def __init__(self, columns: int = 1) -> None:
        super().__init__()
        self.boxes: list[QCheckBox] = []  # each has the name of its value
        self._columns = columns
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 2, 0, 0)
        self._grid.setVerticalSpacing(6)

    def offer(self, items: Sequence[tuple[str, str, str, bool]]) -> None:
        """The boxes, as (name, title, tooltip, whether it can be ticked)."""
        if [box.objectName() for box in self.boxes] != [name for name, *_ in items]:
            self._build([name for name, *_ in items])
        for box, (_, title, tip, possible) in zip(self.boxes, items, strict=True):
            box.setText(title)
            box.setEnabled(possible)
            set_tip(box, tip)

    def show_value(self, value: Collection[str]) -> None:
        for box in self.boxes:
            with QSignalBlocker(box):
                box.setChecked(box.objectName() in value)

    def _build(self, names: Sequence[str]) -> None:
        for box in self.boxes:
            self._grid.removeWidget(box)
            discard(box)
        self.boxes = [QCheckBox() for _ in names]
        for place, (box, name) in enumerate(zip(self.boxes, names, strict=True)):
            box.setObjectName(name)
            box.toggled.connect(self._on_toggled)
            self._grid.addWidget(box, *divmod(place, self._columns))
            box.show()

    def _on_toggled(self) -> None:
        self.chosen.emit(tuple(box.objectName() for box in self.boxes if box.isChecked()))


def number_field(name: str, title: str, low: int, high: int, step: int, tip: str) -> Field:
    """The field of a whole number within bounds."""
    return Field(name, title, partial(whole, low, high, step), tip)


def option_field(option: Option, mapping: str) -> Field:
    """The field of a declared option, which is an entry of a mapping in the choice."""
    name, make = f"{mapping}.{option.name}", partial(_option_control, option)
    title, tip = tr(option.title), tr(option.help or option.title)
    return Field(name, title, make, tip, option.default)


# Values of options that `models` declares, where one word is no text by its looks.
VALUES = (
    *(
        mark("ablation"),
        mark("automatic"),
        mark("auxiliary"),
        mark("channel"),
        mark("dynamic int8"),
    ),
    *(mark("global"), mark("gradient"), mark("group"), mark("heads"), mark("joint")),
    *(mark("layer"), mark("layers"), mark("magnitude"), mark("maximum"), mark("percentile")),
    *(mark("probabilities"), mark("progressive"), mark("random"), mark("scores"), mark("separate")),
    *(mark("shared"), mark("tensor"), mark("weight int4"), mark("weight int8")),
)


def _option_control(option: Option) -> QWidget:
    """A box to tick, a list, a line of text, or a number."""
    if set(option.choices) == {False, True}:
        return QCheckBox()
    if option.fills_masks:
        return QComboBox()  # the form offers the models
    if option.choices:
        return choice_box([(tr(str(one).replace("_", " ")), one) for one in option.choices])
    if isinstance(option.default, str):
        return QLineEdit()
    low = 0.0 if option.minimum is None else option.minimum
    high = 1e6 if option.maximum is None else option.maximum
    if isinstance(option.default, int):
        return whole(int(low), int(high))
    if 0 < option.default < 10**-OPTION_DIGITS:  # such as a learning rate
        return decimal(low, high, option.default, 1 - math.floor(math.log10(option.default)))
    return decimal(low, high, OPTION_STEP, OPTION_DIGITS)


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


def choice_box(items: Sequence[tuple[str, Any]]) -> QComboBox:
    """A list whose entries, as (title, value), are always the same."""
    box = QComboBox()
    fill(box, items, None)
    return box


def named_box(name: str, choose: Callable[[Any], object]) -> QComboBox:
    """A list as wide as its entries; `choose` takes the value that a person chooses."""
    box = QComboBox()
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.activated.connect(lambda: choose(box.currentData()))
    return box


def fill(box: QComboBox, items: Sequence[tuple[str, Any]], chosen: Any) -> None:
    """Entries as (title, data), one of them chosen; made again only if they changed."""
    if [(box.itemText(i), box.itemData(i)) for i in range(box.count())] != list(items):
        box.clear()
        for title, data in items:
            box.addItem(title, data)
    box.setCurrentIndex(max(0, box.findData(chosen)))


def build_scroll_area(*widgets: QWidget) -> QScrollArea:
    """Widgets below one another that scroll in a low window."""
    inner = QWidget()
    column(*widgets, None, into=inner, spacing=20, margins=(0, 0, 8, 0))
    area = ScrollColumn(inner)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the control that has the focus
    area.setMinimumSize(QSize(240, 160))
    return area


def side_by_side(whole: QWidget, *widgets: QWidget) -> QWidget:
    """Put controls into a widget, from the left."""
    line(*widgets, None, into=whole)
    return whole


def indent_number(box: Number) -> Number:
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
    return indent_number(box)


def decimal(low: float, high: float, step: float, digits: int) -> QDoubleSpinBox:
    """A number with so many digits after the decimal point, within bounds."""
    box = QDoubleSpinBox()
    box.setDecimals(digits)
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setKeyboardTracking(False)
    return indent_number(box)
