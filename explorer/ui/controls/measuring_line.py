"""How far a measurement is, above its picture: a bar, how long still, and the way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from explorer.core.jobs.jobs import Progress
from explorer.core.jobs.progress_text import describe
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.window.jobs_bar import BAR_STEPS, share_done

BAR_WIDTH = 240


class MeasuringLine(QWidget):
    """Seen while something is measured, and once that was cancelled, with the way to go on."""

    cancel_requested = Signal()
    start_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(BAR_WIDTH)
        self.status = plain_label()
        self.status.setProperty("muted", True)
        self.status.setWordWrap(True)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.cancel_requested)
        self.start = QPushButton("Measure")
        self.start.clicked.connect(self.start_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        for widget in (self._bar, self.cancel, self.start):
            layout.addWidget(widget)
        layout.addWidget(self.status, 1)  # behind the buttons, which stay where they are
        self.hide()

    def show_progress(self, progress: Progress) -> None:
        """What is done of what there is to do; the bar runs to and fro where nobody counts."""
        share = share_done(progress)
        self._bar.setRange(0, 0 if share is None else BAR_STEPS)
        self._bar.setValue(round(BAR_STEPS * (share or 0.0)))
        self.status.setText(describe(progress))
        self._show(running=True)

    def show_cancelled(self) -> None:
        """Nothing is measured any more."""
        self.status.setText("Cancelled. Nothing was measured.")
        self._show(running=False)

    def _show(self, *, running: bool) -> None:
        """The button that stands for the other takes its focus over."""
        held = self.cancel.hasFocus() or self.start.hasFocus()
        self._bar.setVisible(running)
        self.cancel.setVisible(running)
        self.start.setVisible(not running)
        if held:
            (self.cancel if running else self.start).setFocus()
        self.show()
