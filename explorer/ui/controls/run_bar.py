"""The state of a run, with the buttons that apply at the moment, and the unfinished runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QPushButton, QWidget

from explorer.core.jobs.progress_text import describe
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import fill
from explorer.ui.controls.layouts import line, muted_label, push_button
from explorer.ui.controls.live_run import LiveRun, Phase
from explorer.ui.window.jobs_bar import CANCEL, STOP

SAVED = "The progress is saved; Resume continues from there."
MIN_NAME = 120  # pixels, of an unfinished run
ROOM_FOR_WORDS = 160  # pixels next to the buttons; with less the words are below them


class RunBar(QWidget):
    """Start, pause, continue, cancel, resume: those that apply now, and how far the run is."""

    start_requested = Signal()

    def __init__(self, run: LiveRun, start: str, resume: Callable[[], object]) -> None:
        """`start` names the first button; `resume` continues a cancelled or failed run."""
        super().__init__()
        self._run = run
        self.start = push_button(start, self.start_requested, style="primary")
        self.pause = push_button("Pause", run.pause)
        self.go_on = push_button("Continue", run.go_on, style="primary")
        self.cancel = push_button(CANCEL, run.cancel)
        self.resume = push_button("Resume", resume)
        self.status = muted_label(wraps=True)
        self._buttons = FlowLine()
        for button in (self.start, self.pause, self.go_on, self.cancel, self.resume):
            self._buttons.addWidget(button)
        self._layout = line(self._buttons, (self.status, 1), into=self)
        run.changed.connect(self.show_phase)
        self.show_phase()

    def add(self, button: QPushButton) -> None:
        """Add a button of the panel's own, in front of the words."""
        self._buttons.addWidget(button)

    def show_phase(self) -> None:
        """Follow the run."""
        phase = self._run.phase
        visible = {
            self.start: not self._run.alive,
            self.pause: phase in (Phase.WAITING, Phase.RUNNING),
            self.go_on: phase is Phase.PAUSED,
            self.cancel: self._run.alive,
            self.resume: phase in (Phase.CANCELLED, Phase.FAILED),
        }
        self._show_buttons(visible)
        self.cancel.setText(STOP if self._run.saves else CANCEL)
        self.status.setText(self._words(phase))
        self._place_words()

    def _show_buttons(self, visible: dict[QPushButton, bool]) -> None:
        """A button that disappears gives its focus to its successor, not to its neighbour.

        Otherwise the same key that paused a run would cancel it.
        """
        focused = next((button for button in visible if button.hasFocus()), None)
        for button in filter(visible.__getitem__, visible):
            button.setVisible(True)
        if focused is not None and not visible[focused]:
            order = (self.go_on, self.pause, self.resume, self.start)
            heir = next(button for button in order if visible[button])
            heir.setFocus(Qt.FocusReason.OtherFocusReason)
        for button in visible:
            button.setVisible(visible[button])

    def _place_words(self) -> None:
        """Words next to the buttons, or below them in a narrow window."""
        beside = self.width() - self._buttons.sizeHint().width() >= ROOM_FOR_WORDS
        directions = QBoxLayout.Direction
        self._layout.setDirection(directions.LeftToRight if beside else directions.TopToBottom)

    def _words(self, phase: Phase) -> str:
        progress = self._run.progress
        how_far = describe(progress) if progress else ""
        reached = f" at step {progress.done:,.0f}" if progress and progress.unit else ""
        return {
            Phase.NONE: "",
            Phase.WAITING: "Waiting …",
            Phase.RUNNING: how_far,
            Phase.PAUSED: f"Paused{reached}",
            Phase.CANCELLED: f"Stopped{reached}. {SAVED}" if self._run.saves else "Cancelled.",
            Phase.FAILED: self._run.problem,
            Phase.FINISHED: f"{self._run.title} is finished.",
        }[phase]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_words()


class UnfinishedLine(QWidget):
    """A list of folders and a button; only while there are any."""

    resume_requested = Signal(object)  # the folder, a Path

    def __init__(self, name: str) -> None:
        """`name` is for screen readers."""
        super().__init__()
        self.runs = QComboBox()
        self.runs.setAccessibleName(name)
        self.runs.setMinimumWidth(MIN_NAME)
        self.resume = push_button("Resume it", self._on_clicked)
        line(muted_label("Unfinished"), self.runs, self.resume, None, into=self)
        self.setVisible(False)

    def offer(self, folders: Sequence[Path]) -> None:
        """List these runs; the chosen one stays chosen if it is among them."""
        items = [(folder.name, str(folder)) for folder in folders]
        fill(self.runs, items, self.runs.currentData())
        self.setVisible(bool(items))

    def _on_clicked(self) -> None:
        self.resume_requested.emit(Path(self.runs.currentData()))
