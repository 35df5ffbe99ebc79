"""The order of a permutation by hand: a switch, the turns as numbers, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton, QSpinBox, QWidget

from explorer.core.errors import UserError
from explorer.core.masking.questions import MAX_ONE_IN, ONE_IN
from explorer.core.masking.user_overrides import positions_in_order
from explorer.ui.controls.flow import SPACING, WIDE_SPACING, FlowLine
from explorer.ui.controls.form import indented, snug
from explorer.ui.controls.layouts import muted_label
from explorer.ui.controls.plain_text import plain_label, set_tip

MIN_FIELD, MAX_FIELD = 160, 560  # pixels
LEAST_BESIDE = 240  # of a field behind the choices; with less room it takes a line of its own
FRAME = 36  # of a field around its text


class OrderLine(QWidget):
    """Says what a person wants; the panel keeps it and tells back what is shown."""

    switched = Signal(bool)  # by hand, or drawn
    typed = Signal(object)  # places (T,), the first in the order first
    taken_back = Signal()  # the last click
    every_token_switched = Signal(bool)
    one_in_chosen = Signal(int)  # one of so many tokens is predicted

    def __init__(self) -> None:
        super().__init__()
        self._length = 0
        self.overridden = QCheckBox("Order by hand")
        set_tip(self.overridden, "Click the tokens one after the other, or type their turns")
        self.overridden.clicked.connect(self.switched)
        self.field = QLineEdit()
        self.field.setAccessibleName("The turn of each token")
        set_tip(
            self.field,
            "One number for each token, special ones too: at which turn it comes. Enter applies "
            "them. They belong to this text: another one begins with 1, 2, 3 …",
        )
        self.field.returnPressed.connect(self._on_typed)
        self.waiting = muted_label("Enter applies it")
        self.waiting.hide()
        self.field.textEdited.connect(self.waiting.show)
        self.back = QPushButton("Take back")
        set_tip(self.back, "Takes the last clicked token out of the order")
        self.back.clicked.connect(self.taken_back)
        self.every_token = QCheckBox("Every token in turn")
        set_tip(
            self.every_token,
            "As in the paper. The authors' code gives the tokens that are not predicted to all.",
        )
        self.every_token.clicked.connect(self.every_token_switched)
        self.one_in = indented(QSpinBox())
        self.one_in.setRange(1, MAX_ONE_IN)
        self.one_in.setPrefix("Predict one in  ")
        self.one_in.setAccessibleName("Of how many tokens one is predicted")
        set_tip(self.one_in, f"One token in {ONE_IN} is XLNet's own share")
        self.one_in.valueChanged.connect(self.one_in_chosen)
        snug(self.one_in)
        self.problem = plain_label()
        self.problem.setObjectName("orderProblem")
        self.problem.hide()
        layout = FlowLine(self)
        choices = (self.one_in, self.every_token, self.overridden)
        for widget in (*choices, self.back, self.field, self.waiting, self.problem):
            layout.addWidget(widget)
        self._make_room()

    def show_order(
        self,
        order: Sequence[int],
        *,
        overridden: bool,
        clicked: int,
        every_token: bool,
        one_in: int,
    ) -> None:
        """The turns (T,) as they are; `clicked` of them were chosen by hand."""
        self._length = len(order)
        with QSignalBlocker(self.one_in):
            self.one_in.setValue(one_in)
        self.overridden.setChecked(overridden)
        self.every_token.setChecked(every_token)
        self.every_token.setEnabled(not overridden)
        self.field.setVisible(overridden)  # the turns that are drawn stand under the tokens
        self.back.setVisible(overridden)
        self.back.setEnabled(clicked > 0)
        self._tell("")
        if not self.field.hasFocus() or not self.field.isModified():
            self.waiting.hide()
            with QSignalBlocker(self.field):
                self.field.setText(" ".join(map(str, order)))
                self.field.setCursorPosition(0)
            self._make_room()

    def _tell(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))  # or it takes a line of its own in a narrow window

    def _make_room(self) -> None:
        """A field that shows all its turns where there is room; else it scrolls in its line."""
        wanted = self.field.fontMetrics().horizontalAdvance(self.field.text()) + FRAME
        line = self.width() - SPACING - self.waiting.sizeHint().width()
        before = (self.one_in, self.every_token, self.overridden, self.back)
        beside = line - sum(widget.sizeHint().width() + WIDE_SPACING for widget in before)
        room = beside if beside >= min(wanted, LEAST_BESIDE) else line
        self.field.setFixedWidth(max(min(wanted, room, MAX_FIELD), MIN_FIELD))

    def _on_typed(self) -> None:
        try:
            found = positions_in_order(self.field.text(), self._length)
        except UserError as error:
            self._tell(error.message)
            set_tip(self.problem, error.hint)
            return
        self.field.setModified(False)
        self.typed.emit(found)

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
