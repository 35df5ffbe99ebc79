"""The Parameters panel: its study, with the form of the calculator beside the picture."""

from __future__ import annotations

from explorer.core.errors import UserError
from explorer.core.parameters.request import CALCULATOR, ParametersAnswer
from explorer.ui.graphics.drawing import TextBlock
from explorer.ui.panel_base.job_bridge import PATIENCE_MS
from explorer.ui.panels.parameters.form import SizesForm
from explorer.ui.panels.parameters.study import STUDY
from explorer.ui.studies.panel import StudyPanel


class ParametersPanel(StudyPanel):
    study = STUDY
    form_view = CALCULATOR

    def make_form(self) -> SizesForm:
        self.form = SizesForm()
        return self.form

    def show_result(self, value: ParametersAnswer) -> None:
        if value.published:
            self.form.offer(value.published)
        super().show_result(value)

    def show_progress(self, message: str) -> None:
        """Replace the figure of another view where counting takes a moment."""
        super().show_progress(message)
        of_other_view = self.answer is not None and self.answer.view != self.view
        if message and of_other_view and self._since.elapsed() > PATIENCE_MS:
            self.note()
            self.area.set_drawing(TextBlock(f"{message} …"))

    def show_error(self, error: UserError) -> None:
        """Sizes that do not fit together are reported beside the sliders."""
        if self.view == CALCULATOR and self.answer is not None and self.answer.models:
            self._show_body()
            self.redraw()
            self.note(*self.figure.notes, str(error))
        else:
            super().show_error(error)


PANEL = ParametersPanel
