"""The models that are compared in the distillation panel, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QStyle, QWidget

from explorer.core.distillation.students import NOBODY, ModelRoles
from explorer.core.library.library import ModelEntry
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import fill
from explorer.ui.controls.layouts import line
from explorer.ui.controls.plain_text import plain_label, set_tip
from models.schema.specs import DistillationSpec

NONE = ("none", NOBODY)
MIN_LETTERS = 8  # of a name that are visible
INDENT = 6  # pixels that the style leaves free around a name
MAX_NAME = 152  # pixels; a longer name is read in the list, and in the picture


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
        self.teacher = self._chooser("Teacher", "Its soft labels and attention are the reference")
        self.student = self._chooser("Student", "A student of this teacher")
        twin = "The same student, trained without its teacher"
        self.alone = self._chooser("Without teacher", twin)
        for button in buttons:
            self._line.add_right(button)

    def offer(
        self, method: DistillationSpec, entries: Sequence[ModelEntry], chosen: ModelRoles
    ) -> None:
        """The models of the library that fit a role, and those that have it."""
        usable = [entry for entry in entries if entry.problem is None]
        teachers = [(e.title, e.key) for e in usable if e.architecture in method.teachers]
        students = [(e.title, e.key) for e in usable if e.architecture == method.student]
        self._chosen = ModelRoles(chosen.teacher, chosen.student or NOBODY, chosen.alone or NOBODY)
        fill(self.teacher, teachers, chosen.teacher)
        fill(self.student, [NONE, *students], chosen.student)
        fill(self.alone, [NONE, *students], chosen.alone)
        for box in (self.teacher, self.student, self.alone):
            box.view().setMinimumWidth(box.view().sizeHintForColumn(0))

    def _on_activated(self) -> None:
        """Another teacher brings its own students, another student its own twin."""
        boxes = (self.teacher, self.student, self.alone)
        chosen, before = ModelRoles(*(str(box.currentData()) for box in boxes)), self._chosen
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
