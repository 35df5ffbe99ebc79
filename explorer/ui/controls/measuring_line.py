"""How far a measurement is, with a button to cancel it and one to start it again."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from explorer.core.jobs.jobs import Progress
from explorer.core.jobs.progress_text import describe
from explorer.core.localization import tr
from explorer.ui.controls.layouts import JobProgressBar, line, muted_label, push_button


class MeasuringLine(QWidget):
    """Visible during a measurement, and after it was cancelled, with a button to start again."""

    def __init__(self) -> None:
        super().__init__()
        self._bar = JobProgressBar(240)
        self.status = muted_label(wraps=True)
        self.cancel, self.start = push_button(tr("Cancel")), push_button(tr("Measure"))
        # The words come last, so that the buttons do not move.
        line(self._bar, self.cancel, self.start, (self.status, 1), into=self, spacing=12)
        self.hide()

    def show_progress(self, progress: Progress) -> None:
        self._bar.show_progress(progress)
        self._show(describe(progress), running=True)

    def show_cancelled(self, text: str = tr("Cancelled. Nothing was measured.")) -> None:
        self._show(text, running=False)

    def _show(self, text: str, *, running: bool) -> None:
        """The visible button takes over the focus of the other."""
        focused = self.cancel.hasFocus() or self.start.hasFocus()
        self.status.setText(text)
        self._bar.setVisible(running)
        self.cancel.setVisible(running)
        self.start.setVisible(not running)
        if focused:
            (self.cancel if running else self.start).setFocus()
        self.show()
