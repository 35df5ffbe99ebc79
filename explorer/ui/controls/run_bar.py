"""What a run is doing, with the buttons that it has at the moment."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from explorer.core.jobs.progress_text import describe
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.panel_base.live_run import LiveRun, Phase
from explorer.ui.window.jobs_bar import CANCEL, STOP

KEPT = "What was learned is kept; Resume goes on from there."
ROOM_FOR_WORDS = 160  # pixels beside the buttons; with less the words stand below them


class RunBar(QWidget):
    """Start, pause, go on, cancel, resume: those that make sense now, and how far the run is."""

    start_requested = Signal()

    def __init__(
        self,
        run: LiveRun,
        start: str,
        resume: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        """`start` names the first button; `resume` goes on with what was cancelled or failed."""
        super().__init__(parent)
        self._run = run
        self.start = self._button(start, self.start_requested.emit, primary=True)
        self.pause = self._button("Pause", run.pause)
        self.go_on = self._button("Go on", run.go_on, primary=True)
        self.cancel = self._button(CANCEL, run.cancel)
        self.resume = self._button("Resume", resume)
        self.status = plain_label()
        self.status.setProperty("muted", True)
        self.status.setWordWrap(True)
        self._buttons = FlowLine()
        for button in (self.start, self.pause, self.go_on, self.cancel, self.resume):
            self._buttons.addWidget(button)
        self._layout = layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._buttons)
        layout.addWidget(self.status, 1)
        run.changed.connect(self.show_phase)
        self.show_phase()

    def add(self, button: QPushButton) -> None:
        """A button of the panel's own, in front of the words."""
        self._buttons.addWidget(button)

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
        self._show_buttons(shown)
        self.cancel.setText(STOP if self._run.saves else CANCEL)
        self.status.setText(self._words(phase))
        self._turn()

    def _show_buttons(self, shown: dict[QPushButton, bool]) -> None:
        """A button that goes hands its focus to what now stands for it, not to its neighbour.

        Else the same key that paused a run would cancel it.
        """
        held = next((button for button in shown if button.hasFocus()), None)
        for button, visible in shown.items():
            if visible:
                button.setVisible(True)
        if held is not None and not shown[held]:
            heirs = (self.go_on, self.pause, self.resume, self.start)
            next(heir for heir in heirs if shown[heir]).setFocus(Qt.FocusReason.OtherFocusReason)
        for button, visible in shown.items():
            button.setVisible(visible)

    def _turn(self) -> None:
        """Words beside the buttons, or below them in a narrow window."""
        beside = self.width() - self._buttons.sizeHint().width() >= ROOM_FOR_WORDS
        directions = QBoxLayout.Direction
        self._layout.setDirection(directions.LeftToRight if beside else directions.TopToBottom)

    def _words(self, phase: Phase) -> str:
        progress = self._run.progress
        how_far = describe(progress) if progress else ""
        reached = f" at step {progress.done:,.0f}" if progress and progress.unit else ""
        return {
            Phase.NONE: "",
            Phase.WAITING: "Waiting for its turn",
            Phase.RUNNING: how_far,
            Phase.PAUSED: f"Paused{reached}",
            Phase.CANCELLED: f"Stopped{reached}. {KEPT}" if self._run.saves else "Cancelled.",
            Phase.FAILED: self._run.problem,
            Phase.FINISHED: f"{self._run.title} is finished.",
        }[phase]

    def _button(self, text: str, run: Callable[[], object], primary: bool = False) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("primary", primary)
        button.clicked.connect(lambda: run())
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()
