"""The options of masking: sampled or not, how many, static or not, in which order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.questions import (
    AS_SHARE,
    MAX_ONE_IN,
    MaskingChoice,
    chosen,
    clicked_positions,
)
from explorer.core.masking.user_overrides import positions_in_order
from explorer.core.panel_text import panel_text
from explorer.core.state.state import State
from explorer.ui.controls.flow import SPACING, WIDE_SPACING, FlowLine
from explorer.ui.controls.form import whole
from explorer.ui.controls.layouts import column, muted_label
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panels.masking.inputs import COPIES_TITLES

MAX_RATE_PERCENT = 90
MIN_FIELD, MAX_FIELD = 160, 560  # pixels
MIN_IN_LINE = 240  # of a field after the options; with less room it takes a line of its own
FRAME = 36  # of a field around its text


class MaskingControls(OptionControls):
    """The lines above the picture."""

    def __init__(self) -> None:
        super().__init__(panel_text("masking").controls)
        self.draw_again = self.button("draw_again")
        self.drawn = self.tick("draw")
        percent = whole(1, MAX_RATE_PERCENT)
        percent.setSuffix("%")
        # The same share of an order, until `one_in` is set.
        self.rate = self.number("rate_percent", percent, one_in=AS_SHARE)
        self.words = self.tick("whole_word")
        self.against = plain_label(tr("Compare with"))
        self.copies = self.choice_box("copies", COPIES_TITLES)
        self.swap = self.button("swap")
        self.translate = self.button("translate")
        self.clear = self.button("clear")
        self.order = OrderLine()
        self.order.changed.connect(self.changed)
        self._lay_out()

    def _lay_out(self) -> None:
        line = FlowLine()
        sampling = (self.draw_again, self.drawn, self.rate, self.words)
        for widget in (*sampling, self.against, self.copies, self.swap, self.translate):
            line.addWidget(widget)
        line.add_right(self.clear)
        column(line, self.order, into=self)

    def show_state(self, state: State, examples: Sequence[MaskingExample]) -> None:
        """The chosen values, and only the options that these models have."""
        choice = chosen(state)
        masking = [example for example in examples if example.masks_tokens]
        useful = bool(masking) or not examples
        drawn = all(example.sampled for example in masking) if choice.draw is None else choice.draw
        self.drawn.setChecked(drawn)
        self.drawn.setEnabled(useful)
        for widget in (self.draw_again, self.rate, self.words):
            widget.setEnabled(useful and drawn)
        self.words.setChecked(choice.whole_word)
        with QSignalBlocker(self.rate):
            self.rate.setValue(round(100 * choice.share))
        self.copies.setCurrentIndex(max(0, self.copies.findData(choice.copies)))
        self._show_useful(state, examples)
        self.clear.setEnabled(any(state.masks.values()))
        ordered = [
            example for example in examples if example.card and example.card.spec.reads_order
        ]
        self.order.setVisible(bool(ordered))
        if ordered:
            order = ordered[0].order
            positions = [0] * len(ordered[0].names) if order is None else order.tolist()
            self.order.show_order(positions, choice, len(clicked_positions(state)))

    def _show_useful(self, state: State, examples: Sequence[MaskingExample]) -> None:
        """Only the options that an objective of these models has; at first those of BERT."""
        specs = [spec for example in examples for spec in example.objectives]
        names = {option.name for spec in specs for option in spec.options}
        self.rate.setVisible(bool(names & {"rate", "noise_density"}) or "one_in" not in names)
        self.words.setVisible(not examples or "whole_word" in names)
        for widget in (self.against, self.copies):
            widget.setVisible(not examples or "copies" in names)
        judging = any(example.card is not None and example.card.pair_heads for example in examples)
        self.swap.setVisible(judging and bool(state.pair.strip()))
        self.translate.setVisible(any(example.translation for example in examples))


class OrderLine(OptionControls):
    """The user's own factorization order: a switch, the positions in the order, and undo."""

    typed = Signal(object)  # places (T,), the first in the order first
    taken_back = Signal()  # the last click

    def __init__(self) -> None:
        super().__init__(panel_text("masking").controls)
        self._length = 0
        self.one_in = self.number("one_in", whole(1, MAX_ONE_IN))
        self.every_token = self.tick("every_token")
        self.overridden = self.tick("order_by_hand")
        self.back = self.button("back")
        self.back.clicked.connect(self.taken_back)
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
        self.typed.emit(positions)

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
