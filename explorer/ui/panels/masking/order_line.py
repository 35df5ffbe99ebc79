"""The line of a factorization order, which a person can click or type."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.masking.questions import MAX_ONE_IN, MaskingChoice
from explorer.core.masking.user_overrides import positions_in_order
from explorer.core.panel_text import panel_text
from explorer.ui.controls.flow import SPACING, WIDE_SPACING, FlowLine
from explorer.ui.controls.form import whole
from explorer.ui.controls.layouts import muted_label
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import plain_label, set_tip

MIN_FIELD, MAX_FIELD = 160, 560  # pixels
MIN_IN_LINE = 240  # of a field after the options; with less room it takes a line of its own
FRAME = 36  # of a field around its text


class OrderLine(OptionControls):
    """The user's own order: a switch, undo, and a field; emits `order`, the places that are typed.

    The first in the order is the first of the places (T,).
    """

    def __init__(self) -> None:
        super().__init__(panel_text("masking").controls)
        self._length = 0
        self.one_in = self.number("one_in", whole(1, MAX_ONE_IN))
        self.every_token = self.tick("every_token")
        self.overridden = self.tick("order_by_hand")
        self.back = self.button("back")
        self.field = QLineEdit()
        self.field.setAccessibleName(self.texts["order"]["title"])
        set_tip(self.field, self.texts["order"]["tip"])
        self.field.returnPressed.connect(self._on_typed)
        self.waiting = muted_label(tr("Enter applies it"))
        self.waiting.hide()
        self.field.textEdited.connect(self.waiting.show)
        self.problem = plain_label()
        self.problem.setObjectName("orderProblem")
        self.problem.hide()
        layout = FlowLine(self)
        self._before_field = (self.one_in, self.every_token, self.overridden, self.back)
        for widget in (*self._before_field, self.field, self.waiting, self.problem):
            layout.addWidget(widget)
        self._make_room()

    def show_order(self, order: Sequence[int], choice: MaskingChoice, num_clicked: int) -> None:
        """Positions in the order (T,), the first `num_clicked` of which the user set by clicks."""
        self._length = len(order)
        with QSignalBlocker(self.one_in):
            self.one_in.setValue(choice.predicted_one_in)
        self.overridden.setChecked(choice.order_by_hand)
        self.every_token.setChecked(choice.every_token)
        self.every_token.setEnabled(not choice.order_by_hand)
        for widget in (self.field, self.back):  # a sampled order is under the tokens
            widget.setVisible(choice.order_by_hand)
        self.back.setEnabled(num_clicked > 0)
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
        text_width = self.field.fontMetrics().horizontalAdvance(self.field.text()) + FRAME
        line = self.width() - SPACING - self.waiting.sizeHint().width()
        widths = (widget.sizeHint().width() + WIDE_SPACING for widget in self._before_field)
        free = line - sum(widths)
        room = free if free >= min(text_width, MIN_IN_LINE) else line
        self.field.setFixedWidth(max(min(text_width, room, MAX_FIELD), MIN_FIELD))

    def _on_typed(self) -> None:
        try:
            positions = positions_in_order(self.field.text(), self._length)
        except UserError as error:
            self._show_problem(error.message)
            set_tip(self.problem, error.hint)
            return
        self.field.setModified(False)
        self.changed.emit({"order": positions})

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
