"""The user's own factorization order: a switch, the positions in the order, and undo."""

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
MIN_IN_LINE = 240  # of a field after the options; with less room it takes a line of its own
FRAME = 36  # of a field around its text


class OrderLine(QWidget):
    """Emits what the user sets; the panel stores it and calls `show_order`."""

    switched = Signal(bool)  # the user's order, or a sampled one
    typed = Signal(object)  # places (T,), the first in the order first
    taken_back = Signal()  # the last click
    every_token_switched = Signal(bool)
    one_in_chosen = Signal(int)  # one of so many tokens is predicted

    def __init__(self) -> None:
        super().__init__()
        self._length = 0
        self.overridden = QCheckBox("Own order")
        set_tip(
            self.overridden,
            "Click the tokens one after the other, or type their positions in the order",
        )
        self.overridden.clicked.connect(self.switched)
        self.field = QLineEdit()
        self.field.setAccessibleName("Position of each token in the order")
        set_tip(
            self.field,
            "One number for each token, special ones too: its position in the order. Enter applies "
            "them. They belong to this text; for another text the order is 1, 2, 3 …",
        )
        self.field.returnPressed.connect(self._on_typed)
        self.waiting = muted_label("Enter applies it")
        self.waiting.hide()
        self.field.textEdited.connect(self.waiting.show)
        self.back = QPushButton("Undo")
        set_tip(self.back, "Removes the last clicked token from the order")
        self.back.clicked.connect(self.taken_back)
        self.every_token = QCheckBox("Order all tokens")
        set_tip(
            self.every_token,
            "As in the paper. In the authors' code, tokens that are not predicted are context.",
        )
        self.every_token.clicked.connect(self.every_token_switched)
        self.one_in = indented(QSpinBox())
        self.one_in.setRange(1, MAX_ONE_IN)
        self.one_in.setPrefix("Predict one in  ")
        self.one_in.setAccessibleName("Of how many tokens one is predicted")
        set_tip(self.one_in, f"The published value is one token in {ONE_IN}")
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
        """Positions in the order (T,), the first `clicked` of which the user set by clicks."""
        self._length = len(order)
        with QSignalBlocker(self.one_in):
            self.one_in.setValue(one_in)
        self.overridden.setChecked(overridden)
        self.every_token.setChecked(every_token)
        self.every_token.setEnabled(not overridden)
        self.field.setVisible(overridden)  # a sampled order is written under the tokens
        self.back.setVisible(overridden)
        self.back.setEnabled(clicked > 0)
        self._show_problem("")
        if not self.field.hasFocus() or not self.field.isModified():
            self.waiting.hide()
            with QSignalBlocker(self.field):
                self.field.setText(" ".join(map(str, order)))
                self.field.setCursorPosition(0)
            self._make_room()

    def _show_problem(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))  # or it takes a line of its own in a narrow window

    def _make_room(self) -> None:
        """Make the field as wide as its text where there is room; else it scrolls in its line."""
        wanted = self.field.fontMetrics().horizontalAdvance(self.field.text()) + FRAME
        line = self.width() - SPACING - self.waiting.sizeHint().width()
        before = (self.one_in, self.every_token, self.overridden, self.back)
        free = line - sum(widget.sizeHint().width() + WIDE_SPACING for widget in before)
        room = free if free >= min(wanted, MIN_IN_LINE) else line
        self.field.setFixedWidth(max(min(wanted, room, MAX_FIELD), MIN_FIELD))

    def _on_typed(self) -> None:
        try:
            positions = positions_in_order(self.field.text(), self._length)
        except UserError as error:
            self._show_problem(error.message)
            set_tip(self.problem, error.hint)
            return
        self.field.setModified(False)
        self.typed.emit(positions)

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
