"""Who is compared in the distillation panel, in one line, and the button that chooses them."""

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
from explorer.ui.panels.distillation.figure import Role
from models.schema.specs import DistillationSpec

NONE = ("none", NOBODY)
ALL_CHOSEN = "All of them are chosen above already."
MIN_LETTERS = 8  # of a name that are seen
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
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        right = Qt.TextElideMode.ElideRight
        metrics, room = self.fontMetrics(), field.width() - INDENT
        option.currentText = metrics.elidedText(  # type: ignore[attr-defined]
            self.currentText(), right, room
        )
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class RolesLine(QWidget):
    """Shows a ModelRoles and emits another choice."""

    changed = Signal(object)  # Cast

    def __init__(self) -> None:
        super().__init__()
        self._cast = ModelRoles()
        self._line = FlowLine(self)
        self.teacher = self._chooser("Teacher", "Its soft labels and attention are the reference")
        self.student = self._chooser("Student", "A student of this teacher")
        self.alone = self._chooser(
            "Without teacher", "The same student, trained without its teacher"
        )

    def add_right(self, widget: QWidget) -> None:
        """A button of the panel's own at the end of the line."""
        self._line.add_right(widget)

    def offer(
        self, method: DistillationSpec, entries: Sequence[ModelEntry], cast: ModelRoles
    ) -> None:
        """The models of the library that fit a part, and who has it."""
        usable = [entry for entry in entries if entry.problem is None]
        teachers = [(e.title, e.key) for e in usable if e.architecture in method.teachers]
        students = [(e.title, e.key) for e in usable if e.architecture == method.student]
        self._cast = ModelRoles(cast.teacher, cast.student or NOBODY, cast.alone or NOBODY)
        fill(self.teacher, teachers, cast.teacher)
        fill(self.student, [NONE, *students], cast.student)
        fill(self.alone, [NONE, *students], cast.alone)
        for box in (self.teacher, self.student, self.alone):
            box.view().setMinimumWidth(box.view().sizeHintForColumn(0))

    def _on_activated(self) -> None:
        boxes = (self.teacher, self.student, self.alone)
        cast = ModelRoles(*(str(box.currentData()) for box in boxes))
        if cast.teacher != self._cast.teacher:
            cast = ModelRoles(cast.teacher)  # its own students are looked for
        elif cast.student != self._cast.student:
            cast = ModelRoles(cast.teacher, cast.student)  # its own twin is looked for
        if cast != self._cast:
            self.changed.emit(cast)

    def _chooser(self, part: str, tip: str) -> QComboBox:
        box = NameBox()
        box.setAccessibleName(part)
        set_tip(box, tip)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.setMinimumContentsLength(MIN_LETTERS)
        box.setMaximumWidth(MAX_NAME)
        box.activated.connect(self._on_activated)
        whole = QWidget()
        name = plain_label(part)
        name.setBuddy(box)
        line(name, box, into=whole, margins=(0, 0, 8, 0))
        self._line.addWidget(whole)
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
        models, new = self._store.state.models, self._new
        room = len(models) + len(new) <= MAX_MODELS
        self.setVisible(len(self._roles) > 1)
        self.setEnabled(bool(new) and room)
        self.setText("See in every panel" if new else "Seen in every panel")
        names = listed([role.title for role in new])
        tip = f"Choose {names} as well" if new else ALL_CHOSEN
        surplus = len(models) + len(new) - MAX_MODELS
        full = (
            f"There is no room for {names}: at most {MAX_MODELS} models side by side. "
            f"Remove {surplus} above first."
        )
        set_tip(self, tip if room else full)

    @property
    def _new(self) -> list[Role]:
        """Those that are not chosen already."""
        return [role for role in self._roles if role.key not in self._store.state.models]

    def _use(self) -> None:
        models = *self._store.state.models, *(role.key for role in self._new)
        self._store.update(models=models[:MAX_MODELS])
        self.offer(self._roles)
