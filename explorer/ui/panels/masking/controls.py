"""The options of masking: sampled or not, how many, fixed or not, in which order."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QPushButton,
    QSpinBox,
    QWidget,
)

from explorer.core.masking.example import MaskingExample
from explorer.core.masking.questions import RATE_PERCENT, MaskingChoice, chosen, clicked
from explorer.core.state.state import State
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import indented, snug
from explorer.ui.controls.layouts import column
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panels.masking.grids import COPIES_TITLES
from explorer.ui.panels.masking.order_line import OrderLine

MAX_RATE_PERCENT = 90


class MaskingControls(QWidget):
    """The lines above the picture. The panel connects them and stores their values."""

    def __init__(self) -> None:
        super().__init__()
        self.draw_again = QPushButton("Sample again")
        set_tip(self.draw_again, "Samples with the next seed")
        self.drawn = QCheckBox("Sample as in training")
        self.rate = indented(QSpinBox())
        self.rate.setRange(1, MAX_RATE_PERCENT)
        self.rate.setValue(RATE_PERCENT)
        self.rate.setPrefix("Chosen  ")
        self.rate.setSuffix("%")
        self.rate.setAccessibleName("Tokens chosen")
        set_tip(self.rate, "Masked, replaced or dropped")
        snug(self.rate)
        set_tip(
            self.drawn,
            "At random, as for a training example; otherwise only the tokens that you mask",
        )
        self.words = QCheckBox("Whole words")
        set_tip(self.words, "All tokens of a word are chosen together, or none of them")
        self.against = plain_label("Compare with")
        self.copies = QComboBox()
        self.copies.setAccessibleName("What dynamic masks are compared with over epochs")
        set_tip(
            self.copies,
            "Over ten epochs: dynamic masks are sampled again in each, static ones only once",
        )
        for number, title in COPIES_TITLES.items():
            self.copies.addItem(title, number)
        self.swap = QPushButton("Swap the two texts")
        set_tip(self.swap, "The second text comes first; see how the models judge the order")
        self.clear = QPushButton("Clear masks")
        set_tip(self.clear, "Undoes every click that masked a token or left it as it is")
        self.order = OrderLine()
        self._lay_out()

    def _lay_out(self) -> None:
        choices = FlowLine()
        drawing: tuple[QWidget, ...] = (self.draw_again, self.drawn, self.rate, self.words)
        for widget in (*drawing, self.against, self.copies, self.swap):
            choices.addWidget(widget)
        choices.add_right(self.clear)
        column(choices, self.order, into=self)

    def show_state(self, state: State, examples: Sequence[MaskingExample]) -> None:
        """The chosen values, and only the options that these models have."""
        choice = chosen(state)
        hiding = [example for example in examples if example.hides]
        useful = bool(hiding) or not examples
        drew = all(example.drew for example in hiding)
        self.drawn.setChecked(drew if choice.draw is None else choice.draw)
        self.drawn.setEnabled(useful)
        self._show_choice(choice)
        for widget in (self.draw_again, self.rate, self.words):
            widget.setEnabled(useful and self.drawn.isChecked())
        self._show_useful(examples)
        judging = any(example.card is not None and example.card.pair_heads for example in examples)
        self.swap.setVisible(judging and bool(state.pair.strip()))
        self.clear.setEnabled(any(state.masks.values()))
        self._show_order(choice, len(clicked(state)), examples)

    def _show_choice(self, choice: MaskingChoice) -> None:
        """Show the values without emitting a signal."""
        self.words.setChecked(choice.whole_word)
        with QSignalBlocker(self.rate):
            self.rate.setValue(round(100 * choice.share))
        self.copies.setCurrentIndex(max(0, self.copies.findData(choice.copies)))

    def _show_useful(self, examples: Sequence[MaskingExample]) -> None:
        """The options that an objective of these models has; at first those of BERT."""
        in_order = _any_option(examples, "one_in")
        sharing = _any_option(examples, "rate") or _any_option(examples, "noise_density")
        self.rate.setVisible(sharing or not in_order)
        fixing = not examples or _any_option(examples, "copies")
        self.words.setVisible(not examples or _any_option(examples, "whole_word"))
        self.against.setVisible(fixing)
        self.copies.setVisible(fixing)

    def _show_order(
        self, choice: MaskingChoice, clicks: int, examples: Sequence[MaskingExample]
    ) -> None:
        ordered = [example for example in examples if example.card and example.card.spec.ordered]
        self.order.setVisible(bool(ordered))
        if ordered:
            order = ordered[0].order
            self.order.show_order(
                [0] * len(ordered[0].names) if order is None else order.tolist(),
                overridden=choice.order_by_hand,
                clicked=clicks,
                every_token=choice.every_token,
                one_in=choice.predicted_one_in,
            )


def _any_option(examples: Sequence[MaskingExample], name: str) -> bool:
    """Whether an objective of a model has such an option."""
    return any(
        option.name == name
        for example in examples
        for spec in example.objectives
        for option in spec.options
    )
