"""How far a measurement is, above its picture: a bar, the remaining time, and a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from explorer.core.jobs.jobs import Progress
from explorer.core.jobs.progress_text import describe
from explorer.ui.controls.layouts import line, muted_label
from explorer.ui.controls.share_bar import ShareBar


class MeasuringLine(QWidget):
    """Visible during a measurement, and after it was cancelled, with a button to start again."""

    cancel_requested = Signal()
    start_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = ShareBar(240)
        self.status = muted_label(wraps=True)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.cancel_requested)
        self.start = QPushButton("Measure")
        self.start.clicked.connect(self.start_requested)
        # The words come last, so that the buttons do not move.
        line(self._bar, self.cancel, self.start, (self.status, 1), into=self, spacing=12)
        self.hide()

    def show_progress(self, progress: Progress) -> None:
        self._bar.show_progress(progress)
        self.status.setText(describe(progress))
        self._show(running=True)

    def show_cancelled(self) -> None:
        self.status.setText("Cancelled. Nothing was measured.")
        self._show(running=False)

    def _show(self, *, running: bool) -> None:
        """The visible button takes over the focus of the other."""
        focused = self.cancel.hasFocus() or self.start.hasFocus()
        self._bar.setVisible(running)
        self.cancel.setVisible(running)
        self.start.setVisible(not running)
        if focused:
            (self.cancel if running else self.start).setFocus()
        self.show()
