"""A training run as a state that widgets follow: running, paused, cancelled, resumed, finished."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from PySide6.QtCore import QObject, Signal

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed, Partial, Progress, Work
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge


class Phase(Enum):
    """The state of a run."""

    NONE = "none"
    WAITING = "waiting"  # for the run before it, or for its first report
    RUNNING = "running"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    FAILED = "failed"
    FINISHED = "finished"


ALIVE = (Phase.WAITING, Phase.RUNNING, Phase.PAUSED)
ENDS = {Done: Phase.FINISHED, Cancelled: Phase.CANCELLED, Failed: Phase.FAILED}


class LiveRun(QObject):
    """One run at a time in the train lane, which continues while its panel is invisible.

    A cancelled run saves its progress, unless it `keeps` nothing. It has no parent, because its
    last events may arrive after the panel was deleted.
    """

    changed = Signal()  # phase or progress
    reported = Signal(object)  # the value of a Partial
    finished = Signal(object)  # what the run returned

    def __init__(self, jobs: JobBridge, key: str, keeps: bool = True) -> None:
        super().__init__()
        self._jobs, self._key, self._keeps = jobs, key, keeps
        self._task: BridgedJob | None = None
        self._end: Event | None = None
        self.title = ""
        self.progress: Progress | None = None
        jobs.task_changed.connect(self._on_task_changed)

    def start(self, make: Callable[[], Work], title: str) -> None:
        """Start or resume a run: `make` makes its work, on the thread of the lane."""
        assert not self.alive
        self._end, self.progress, self.title = None, None, title
        self._task = self._jobs.submit("train", self._key, make, self._on_event, title, self._keeps)
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
    def phase(self) -> Phase:
        if self._end is not None:
            return ENDS[type(self._end)]
        if self._task is None:
            return Phase.NONE
        if self._task.job.paused:
            return Phase.PAUSED
        return Phase.WAITING if self.progress is None else Phase.RUNNING

    @property
    def problem(self) -> str:
        """Why the run failed, as a sentence for the screen."""
        if not isinstance(self._end, Failed):
            return ""
        if isinstance(self._end.error, UserError):
            return str(self._end.error)
        return "The program made a mistake here. Saved checkpoints are untouched."

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
