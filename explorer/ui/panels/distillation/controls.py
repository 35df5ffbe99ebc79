"""The controls of the Distillation panel: its models, the temperature, layer and head, progress."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QSlider, QStyle, QWidget

from explorer.core.distillation.students import NOBODY, ModelRoles, students_for, teachers_for
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.ui.controls.choices import ScaleBox
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import FieldWidget, fill, named_box, side_by_side
from explorer.ui.controls.layouts import line, muted_label, push_button
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panels.distillation.attention import AttentionPicture, head_name, layer_name
from explorer.ui.panels.distillation.roles import ROLES
from models.schema.specs import DistillationSpec

SLIDER_STEPS = 200
TEMPERATURES = (0.5, 20.0)  # of the slider, whose steps are even on a logarithmic scale
NONE = (tr("none"), NOBODY)
MIN_LETTERS = 8  # of a name that are visible
INDENT = 6  # pixels that the style leaves free around a name
MAX_NAME = 152  # pixels; a longer name is read in the list, and in the picture
ROLE_TIPS = (
    tr("Its soft labels and attention are the reference"),
    tr("A student of this teacher"),
    tr("The same student, trained without its teacher"),
)


class NameBox(QComboBox):
    """A choice among names, of which a long one ends in an ellipsis; the list shows it as a whole.

    Qt itself cuts through a letter.
    """

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(INDENT, 0)

    def initStyleOption(self, option: Any) -> None:
        super().initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        width = self.style().subControlRect(control, option, part, self).width() - INDENT
        right = Qt.TextElideMode.ElideRight
        option.currentText = self.fontMetrics().elidedText(self.currentText(), right, width)


class RolesLine(QWidget):
    """Shows a ModelRoles and emits another choice."""

    changed = Signal(object)  # ModelRoles

    def __init__(self, *buttons: QPushButton) -> None:
        """The buttons are at the end of the line."""
        super().__init__()
        self._chosen = ModelRoles()
        self._line = FlowLine(self)
        self._boxes = [self._chooser(*each) for each in zip(map(tr, ROLES), ROLE_TIPS, strict=True)]
        self.teacher, self.student, self.alone = self._boxes
        for button in buttons:
            self._line.add_right(button)

    def offer(
        self,
        methods: Mapping[str, DistillationSpec],
        entries: Sequence[ModelEntry],
        chosen: ModelRoles,
    ) -> None:
        """The models of the library that fit a role, and those that have it."""
        teachers = [(one.title, one.key) for one in teachers_for(methods, entries)]
        known = students_for(methods, entries, chosen.teacher)
        students = [(one.title, one.key) for one in known]
        self._chosen = ModelRoles(chosen.teacher, chosen.student or NOBODY, chosen.alone or NOBODY)
        fill(self.teacher, teachers, chosen.teacher)
        fill(self.student, [NONE, *students], chosen.student)
        fill(self.alone, [NONE, *students], chosen.alone)
        for box in self._boxes:
            box.view().setMinimumWidth(box.view().sizeHintForColumn(0))

    def _on_activated(self) -> None:
        """Another teacher brings its own students, another student its own twin."""
        chosen = ModelRoles(*(str(box.currentData()) for box in self._boxes))
        before = self._chosen
        if chosen.teacher != before.teacher:
            chosen = ModelRoles(chosen.teacher)
        elif chosen.student != before.student:
            chosen = ModelRoles(chosen.teacher, chosen.student)
        if chosen != before:
            self.changed.emit(chosen)

    def _chooser(self, role: str, tip: str) -> QComboBox:
        box = NameBox()
        box.setAccessibleName(role)
        set_tip(box, tip)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.setMinimumContentsLength(MIN_LETTERS)
        box.setMaximumWidth(MAX_NAME)
        box.activated.connect(self._on_activated)
        named, name = QWidget(), plain_label(role)
        name.setBuddy(box)
        line(name, box, into=named, margins=(0, 0, 8, 0))
        self._line.addWidget(named)
        return box


class TemperatureLine(FieldWidget):
    """A slider with its value, beside that of the loss, which a button sets to it."""

    applied = Signal()  # to the loss

    def __init__(self) -> None:
        super().__init__()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, SLIDER_STEPS)
        self.slider.setMinimumWidth(120)
        self.slider.setMaximumWidth(280)
        self.slider.setAccessibleName(tr("Temperature of the picture"))
        set_tip(self.slider, tr("The temperature of the soft labels that are drawn"))
        self.slider.valueChanged.connect(
            lambda step: self.chosen.emit(round(temperature_at(step), 2))
        )
        self._value, self._of_loss = plain_label(), muted_label()
        tip = tr("A student that is trained here learns from soft labels of this temperature")
        self.apply = push_button(tr("Use in the loss"), self.applied.emit, tip)
        parts = plain_label(tr("Temperature")), self.slider, self._value, self._of_loss, self.apply
        side_by_side(self, *parts)

    def show_values(self, value: float, of_loss: float | None) -> None:
        """The temperature of the picture, and that of the loss, where the method has one."""
        self._value.setText(f"{value:.2f}")
        known = of_loss is not None
        self._of_loss.setText(tr("in the loss {temperature:.2f}", temperature=of_loss or 0.0))
        self._of_loss.setVisible(known)
        self.apply.setVisible(known and f"{value:.2f}" != f"{of_loss:.2f}")
        with QSignalBlocker(self.slider):
            self.slider.setValue(slider_step(value))


class PlaceLine(QWidget):
    """A layer and a head, or the average over them, which is None, and the scale of colours."""

    chosen = Signal(str, object)  # "layer" or "head", and its index

    def __init__(self) -> None:
        super().__init__()
        self.layer = named_box(tr("Layer of the student"), partial(self.chosen.emit, "layer"))
        self.head = named_box(tr("Head"), partial(self.chosen.emit, "head"))
        self.scale = ScaleBox()
        self._role = plain_label()
        flow = FlowLine(self)
        flow.addWidget(side_by_side(QWidget(), self._role, self.layer))
        flow.addWidget(side_by_side(QWidget(), plain_label(tr("Head")), self.head))
        flow.addWidget(self.scale)

    def show_selection(self, picture: AttentionPicture) -> None:
        """Show the numbers of layers and heads, and which are chosen."""
        role, num_layers, num_heads = picture.counts
        self._role.setText(tr("{role}'s layer", role=role))
        _fill(self.layer, layer_name, num_layers, picture.selection.layer)
        _fill(self.head, head_name, num_heads, picture.selection.head)
        self.scale.show_scale(picture.root_scale)


def _fill(
    box: QComboBox, name: Callable[[int | None], str], count: int, chosen: int | None
) -> None:
    """The average and each number; one that another model chose may be too large."""
    chosen = None if chosen is None else min(chosen, count - 1)
    fill(box, [(name(index), index) for index in (None, *range(count))], chosen)


def temperature_at(step: int) -> float:
    """The temperature at a step of the slider."""
    low, high = TEMPERATURES
    return float(low * (high / low) ** (step / SLIDER_STEPS))


def slider_step(temperature: float) -> int:
    """The step of the slider that is nearest to a temperature."""
    low, high = TEMPERATURES
    share = math.log(min(max(temperature, low), high) / low) / math.log(high / low)
    return round(share * SLIDER_STEPS)
