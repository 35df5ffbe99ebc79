"""The Long texts panel: its study, with the form of what is measured, and the measurement."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QLayout

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.long_texts.request import CURVES, LongTextsAnswer
from explorer.core.readable import join_names
from explorer.core.state.state import State
from explorer.ui.controls.layouts import column
from explorer.ui.controls.live_run import MeasuringLine
from explorer.ui.graphics.drawing import TextBlock
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.panel import MEASURED_HERE
from explorer.ui.panels.long_texts.figure import NOTES
from explorer.ui.panels.long_texts.form import LongTextsForm
from explorer.ui.panels.long_texts.study import STUDY
from explorer.ui.studies.panel import StudyPanel

CANCELLED = tr("Cancelled. The lengths measured so far stay.")


class LongTextsPanel(StudyPanel):
    study = STUDY
    form_view = CURVES

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._measures = self._again = False  # whether a person has started it, for all lengths
        self.progressed.connect(self._show_measuring)

    def make_body(self) -> QLayout:
        self.form, self.measuring = LongTextsForm(), MeasuringLine()
        self.store_choice(self.form)
        self.measuring.cancel.clicked.connect(self._cancel_measuring)
        self.measuring.start.clicked.connect(self._measure)
        picture = column(self.measuring, (self.area, 1), spacing=12)
        return column(self.form, (picture, 1), spacing=16)

    def request(self, state: State) -> Any:
        found = super().request(state)
        measures = self._measures and found.view == CURVES
        return replace(found, measures=measures, again=self._again and measures)

    def show_result(self, value: LongTextsAnswer) -> None:
        """All of an answer; what was measured is there at the next start."""
        self._measures = self._again = False
        super().show_result(value)

    def redraw(self) -> None:
        super().redraw()
        self._show_measuring()

    def show_error(self, error: UserError) -> None:
        """A text that cannot be read is reported beside the form where it is chosen."""
        if self.view != CURVES:
            super().show_error(error)
            return
        self.show_result(STUDY.nothing)
        self._show_body()
        self.redraw()
        self.note()
        self.area.set_drawing(TextBlock(error.message, hint=error.hint))

    def why_no_python(self) -> str:
        return MEASURED_HERE if self.answer.view == self.view and self.answer.measured_on else ""

    # ---- measuring

    def _show_measuring(self, *_: object) -> None:
        progress = self.progress
        if self.view == CURVES == self.answer.view and not self._measures:
            self.measuring.show_cancelled(self._when_measured())
        elif not self.busy or progress is None:
            self.measuring.hide()
        elif progress.total:
            self.measuring.show_progress(progress)

    def _when_measured(self) -> str:
        """When the curves were measured, or that they are not."""
        if not self.answer.measured_on:
            return NOTES["start"]
        days = join_names(self.answer.measured_on)
        return NOTES["measured" if self.answer.is_measured else "measured_part"].format(days=days)

    def _measure(self) -> None:
        """What was not measured here yet; where everything was, all of it again."""
        known = self.answer.view == CURVES and self.answer.is_measured
        self._measures, self._again = True, known
        self.refresh(force=True)

    def _cancel_measuring(self) -> None:
        self.cancel()
        self._measures = self._again = False
        self.measuring.show_cancelled(CANCELLED)
        self.answered.emit()


PANEL = LongTextsPanel
