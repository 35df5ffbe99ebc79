"""The models that are compared in the distillation panel, and the button that chooses them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from explorer.core.distillation.students import NOBODY, ModelRoles
from explorer.core.library.library import ModelEntry
from explorer.core.readable import listed
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.state.state import Store
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import fill
from explorer.ui.controls.layouts import line
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panels.distillation.roles import Role
from models.schema.specs import DistillationSpec

NONE = ("none", NOBODY)
ALL_CHOSEN = "All of them are chosen above already."
FULL = (
    f"There is no room for {{names}}: at most {MAX_MODELS} models side by side. "
    "Remove {surplus} above first."
)
MIN_LETTERS = 8  # of a name that are visible
INDENT = 6  # pixels that the style leaves free around a name
MAX_NAME = 152  # pixels; a longer name is read in the list, and in the picture


class NameBox(QComboBox):
    """A choice among names, of which a long one ends in an ellipsis; the list shows it as a whole.

    Qt itself cuts through a letter.
    """

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(INDENT, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        field = self.style().subControlRect(control, option, part, self)
        option.currentText = self.fontMetrics().elidedText(  # type: ignore[attr-defined]
            self.currentText(), Qt.TextElideMode.ElideRight, field.width() - INDENT
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(control, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


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


class SeeButton(QPushButton):
    """Visible while more than the teacher is compared; its tooltip says why it is disabled."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store
        self._roles: tuple[Role, ...] = ()
        self.clicked.connect(self._use)
        self.setVisible(False)

    def offer(self, roles: Sequence[Role]) -> None:
        """Offer the models that are compared now."""
        self._roles = tuple(roles)
        new = [role for role in roles if role.key not in self._store.state.models]
        surplus = len(self._store.state.models) + len(new) - MAX_MODELS
        names = listed([role.title for role in new])
        tip = f"Choose {names} as well" if new else ALL_CHOSEN
        if surplus > 0:
            tip = FULL.format(names=names, surplus=surplus)
        self.setVisible(len(self._roles) > 1)
        self.setEnabled(bool(new) and surplus <= 0)
        self.setText("See in every panel" if new else "Seen in every panel")
        set_tip(self, tip)

    def _use(self) -> None:
        keys = (*self._store.state.models, *(role.key for role in self._roles))
        self._store.update(models=tuple(dict.fromkeys(keys))[:MAX_MODELS])
        self.offer(self._roles)
