"""What a run is doing, with the buttons that it has at the moment."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from explorer.ui.jobs_bar import describe
from explorer.ui.live_run import LiveRun, Phase


class RunBar(QWidget):
    """Start, pause, go on, cancel, resume: those that make sense now, and how far the run is."""

    start_requested = Signal()

    def __init__(self, run: LiveRun, start: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self.start = self._button(start, self.start_requested.emit, primary=True)
        self.pause = self._button("Pause", run.pause)
        self.go_on = self._button("Go on", run.go_on, primary=True)
        self.cancel = self._button("Cancel", run.cancel)
        self.resume = self._button("Resume", run.resume)
        self.status = QLabel()
        self.status.setProperty("muted", True)
        self.status.setWordWrap(True)
        self._layout = layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for button in (self.start, self.pause, self.go_on, self.cancel, self.resume):
            layout.addWidget(button)
        layout.addWidget(self.status, 1)
        run.changed.connect(self.show_phase)
        self.show_phase()

    def add(self, button: QPushButton) -> None:
        """A button of the panel's own, in front of the words."""
        self._layout.insertWidget(self._layout.count() - 1, button)

    def show_phase(self) -> None:
        """Follow the run."""
        phase = self._run.phase
        shown = {
            self.start: not self._run.alive,
            self.pause: phase in (Phase.WAITING, Phase.RUNNING),
            self.go_on: phase is Phase.PAUSED,
            self.cancel: self._run.alive,
            self.resume: phase in (Phase.CANCELLED, Phase.FAILED),
        }
        for button, visible in shown.items():
            button.setVisible(visible)
        self.status.setText(self._words(phase))

    def _words(self, phase: Phase) -> str:
        progress = self._run.progress
        how_far = describe(progress) if progress else ""
        reached = f" at step {progress.done:,.0f}" if progress and progress.unit else ""
        return {
            Phase.NONE: "",
            Phase.WAITING: "Waiting for its turn",
            Phase.RUNNING: how_far,
            Phase.PAUSED: f"Paused{reached}",
            Phase.CANCELLED: f"Cancelled{reached}. What was learned is kept.",
            Phase.FAILED: self._run.problem,
            Phase.FINISHED: f"{self._run.title} is finished.",
        }[phase]

    def _button(self, text: str, run: Callable[[], object], primary: bool = False) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("primary", primary)
        button.clicked.connect(lambda: run())
        return button
