"""The Masking panel: its study, with the line of an order that is typed or clicked."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout

from explorer.core.masking.questions import chosen, clicked_positions
from explorer.ui.controls.layouts import column
from explorer.ui.panels.masking.order_line import OrderLine
from explorer.ui.panels.masking.study import STUDY
from explorer.ui.studies.panel import StudyPanel


class MaskingPanel(StudyPanel):
    study = STUDY

    def make_body(self) -> QLayout:
        self.order = OrderLine()
        self.order.changed.connect(self._on_options)
        self.order.back.clicked.connect(lambda: self.press("back"))
        return column(self.order, (self.area, 1), spacing=16)

    def show_controls(self) -> None:
        super().show_controls()
        examples = self.answer.values()
        ordered = [one for one in examples if one.card and one.card.spec.reads_order]
        self.order.setVisible(bool(ordered))
        if ordered:
            order = ordered[0].order
            turns = [0] * len(ordered[0].names) if order is None else order.tolist()
            self.order.show_order(turns, chosen(self.state), len(clicked_positions(self.state)))


PANEL = MaskingPanel
