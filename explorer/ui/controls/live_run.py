"""A training run as a state that widgets follow, its buttons, and the runs to resume."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QPushButton, QWidget

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed, Partial, Progress, Work
from explorer.core.jobs.progress_text import describe
from explorer.core.localization import tr
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import fill
from explorer.ui.controls.layouts import JobProgressBar, line, muted_label, push_button
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge

CANCEL, STOP = tr("Cancel"), tr("Stop and save")  # before the first step of a run, and later
SAVED = tr("The progress is saved; Resume continues from there.")
MIN_NAME = 120  # pixels, of an unfinished run
ROOM_FOR_WORDS = 160  # pixels next to the buttons; with less the words are below them


class RunPhase(Enum):
    """The state of a run."""

    NONE = "none"
    WAITING = "waiting"  # for the run before it, or for its first report
    RUNNING = "running"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    FAILED = "failed"
    FINISHED = "finished"


ALIVE = (RunPhase.WAITING, RunPhase.RUNNING, RunPhase.PAUSED)
ENDS = {Done: RunPhase.FINISHED, Cancelled: RunPhase.CANCELLED, Failed: RunPhase.FAILED}


class LiveRun(QObject):
    """One run at a time in the train lane, which continues while its panel is invisible.

    A cancelled run saves its progress, if it is `resumable`. It has no parent, because its
    last events may arrive after the panel was deleted.
    """

    changed = Signal()  # phase or progress
    reported = Signal(object)  # the value of a Partial
    finished = Signal(object)  # what the run returned

    def __init__(self, jobs: JobBridge, key: str, resumable: bool = True) -> None:
        super().__init__()
        self._jobs, self._key, self.resumable = jobs, key, resumable
        self._task: BridgedJob | None = None
        self._end: Event | None = None
        self.title = ""
        self.progress: Progress | None = None
        jobs.task_changed.connect(self._on_task_changed)

    def start(self, make: Callable[[], Work], title: str) -> None:
        """Start or resume a run: `make` makes its work, on the thread of the lane."""
        assert not self.alive
        self._end, self.progress, self.title = None, None, title
        self._task = self._jobs.submit(
            "train", self._key, make, self._on_event, title, self.resumable
        )
        self.changed.emit()

    def pause(self) -> None:
        if self._task is not None:
            self._jobs.pause(self._task)

    def go_on(self) -> None:
        if self._task is not None:
            self._jobs.resume(self._task)

    def cancel(self) -> None:
        if self._task is not None:
            self._jobs.cancel(self._task)

    @property
    def saves(self) -> bool:
        """Whether progress is saved if it is cancelled now."""
        return self._task is not None and self._task.saves

    @property
    def alive(self) -> bool:
        return self.phase in ALIVE

    @property
    def phase(self) -> RunPhase:
        if self._end is not None:
            return ENDS[type(self._end)]
        if self._task is None:
            return RunPhase.NONE
        if self._task.job.is_paused:
            return RunPhase.PAUSED
        return RunPhase.WAITING if self.progress is None else RunPhase.RUNNING

    @property
    def problem(self) -> str:
        """Why the run failed, as a sentence for the screen."""
        if not isinstance(self._end, Failed):
            return ""
        if isinstance(self._end.error, UserError):
            return str(self._end.error)
        return tr("The program made a mistake here. Saved checkpoints are untouched.")

    def _on_event(self, event: Event) -> None:
        if isinstance(event, Partial):
            self.reported.emit(event.value)
            return
        if isinstance(event, Progress):
            self.progress = event
        else:
            self._end = event
        self.changed.emit()
        if isinstance(event, Done):
            self.finished.emit(event.value)

    def _on_task_changed(self, task: Any) -> None:
        if task is self._task:
            self.changed.emit()


class RunBar(QWidget):
    """Start, pause, continue, cancel, resume: those that apply now, and how far the run is."""

    def __init__(
        self, run: LiveRun, title: str, start: Callable[[], object], resume: Callable[[], object]
    ) -> None:
        """`title` is that of the first button; `resume` continues a cancelled or failed run."""
        super().__init__()
        self._run = run
        self.start = push_button(title, start, style="primary")
        self.pause = push_button(tr("Pause"), run.pause)
        self.go_on = push_button(tr("Continue"), run.go_on, style="primary")
        self.cancel = push_button(CANCEL, run.cancel)
        self.resume = push_button(tr("Resume"), resume)
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
            self.pause: phase in (RunPhase.WAITING, RunPhase.RUNNING),
            self.go_on: phase is RunPhase.PAUSED,
            self.cancel: self._run.alive,
            self.resume: self._run.resumable and phase in (RunPhase.CANCELLED, RunPhase.FAILED),
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

    def _words(self, phase: RunPhase) -> str:
        progress = self._run.progress
        how_far = describe(progress) if progress else ""
        reached = (
            tr(" at step {progress:,.0f}", progress=progress.done)
            if progress and progress.unit
            else ""
        )
        return {
            RunPhase.NONE: "",
            RunPhase.WAITING: tr("Waiting …"),
            RunPhase.RUNNING: how_far,
            RunPhase.PAUSED: tr("Paused{reached}", reached=reached),
            RunPhase.CANCELLED: tr("Stopped{reached}. {saved}", reached=reached, saved=SAVED)
            if self._run.saves
            else tr("Cancelled."),
            RunPhase.FAILED: self._run.problem,
            RunPhase.FINISHED: tr("{title} is finished.", title=self._run.title),
        }[phase]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_words()


class UnfinishedLine(QWidget):
    """A list of folders and a button; only while there are any."""

    def __init__(self, name: str, resume: Callable[[Path], object]) -> None:
        """`name` is for screen readers; `resume` takes the chosen folder."""
        super().__init__()
        self.runs = QComboBox()
        self.runs.setAccessibleName(name)
        self.runs.setMinimumWidth(MIN_NAME)
        self.resume = push_button(tr("Resume it"), lambda: resume(Path(self.runs.currentData())))
        line(muted_label(tr("Unfinished")), self.runs, self.resume, None, into=self)
        self.setVisible(False)

    def offer(self, folders: Sequence[Path]) -> None:
        """List these runs; the chosen one stays chosen if it is among them."""
        items = [(folder.name, str(folder)) for folder in folders]
        fill(self.runs, items, self.runs.currentData())
        self.setVisible(bool(items))


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
