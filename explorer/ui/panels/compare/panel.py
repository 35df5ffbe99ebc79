"""The panel Differences: its study, with a plot that can be zoomed in the view of curves."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLayout, QWidget

from explorer.core.comparison.request import LEARNING
from explorer.ui.controls.layouts import column
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.panels.compare.learning_view import LearningView
from explorer.ui.panels.compare.study import STUDY, learning_in
from explorer.ui.studies.panel import StudyPanel


class ComparePanel(StudyPanel):
    study = STUDY

    def make_body(self) -> QLayout:
        self.learning = LearningView(self.theme)
        self.learning.changed.connect(self._on_learning)
        self.learning.hide()
        return column((self.area, 1), (self.learning, 1))

    def redraw(self) -> None:
        """The curves are in a widget of their own."""
        super().redraw()
        if self.answer.view == self.view:
            self.area.setVisible(self.view != LEARNING)
            self.learning.setVisible(self.view == LEARNING)
            self.learning.show_scene(learning_in(self.answer, self.situation()))

    def drawings(self) -> list[Drawing]:
        """The curves without those that were hidden in the legend."""
        if self.view != LEARNING or self.answer.view != LEARNING:
            return super().drawings()
        drawing = self.learning.scene.build_drawing(self.learning.curves.visible_chart)
        return [] if drawing is None else [drawing]

    def option_widget(self) -> QWidget | None:
        return self.learning if self.view == LEARNING else super().option_widget()

    def _on_learning(self, changes: dict[str, Any]) -> None:
        self.set_option("learning", {**self.learning.scene.choice.to_json(), **changes})


PANEL = ComparePanel
