"""Carries the events of background jobs to the thread of the window, which owns the widgets.

Where requests follow one another, only the newest counts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, Qt, Signal
from shiboken6 import isValid

from explorer.core.jobs.jobs import (
    Cancelled,
    Done,
    Event,
    Failed,
    Job,
    Jobs,
    LaneName,
    OnEvent,
    Partial,
    Progress,
    Work,
)
from explorer.ui.controls.layouts import create_single_shot_timer

PATIENCE_MS = 60  # the time for a complete answer before a part of it is drawn


@dataclass(eq=False)
class BridgedJob:
    """A job with its last progress. A task without a title is not in the jobs bar.

    One that is `resumable` saves its progress when it is cancelled after its first step.
    """

    title: str
    lane: LaneName
    on_event: OnEvent
    resumable: bool = False
    job: Job = field(init=False)
    progress: Progress | None = None
    stepped: bool = False  # whether any step was counted; preparing counts none

    @property
    def saves(self) -> bool:
        """Whether progress is saved if it is cancelled now."""
        return self.resumable and self.stepped

    @property
    def is_running(self) -> bool:
        return not self.job.has_ended


class JobBridge(QObject):
    """Starts jobs and delivers their events. All signals and callbacks arrive on this thread."""

    task_started = Signal(object)  # BridgedJob with a title
    task_changed = Signal(object)  # BridgedJob: progress, paused
    task_ended = Signal(object, object)  # BridgedJob, and Done, Failed or Cancelled
    bug_found = Signal(object)  # Failed
    _arrived = Signal(object, object)  # BridgedJob, Event

    def __init__(self, jobs: Jobs) -> None:
        super().__init__()
        self._jobs = jobs
        self._closed = False
        self._lock = threading.Lock()
        self._latest: dict[int, Progress] = {}  # by id of the task: progress not yet delivered
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def submit(
        self,
        lane: LaneName,
        key: str,
        make: Callable[[], Work],
        on_event: OnEvent,
        title: str = "",
        resumable: bool = False,
    ) -> BridgedJob:
        """Start a job. In the explore lane a newer job of the same key replaces an older one."""
        task = BridgedJob(title=title, lane=lane, on_event=on_event, resumable=resumable)
        task.job = self._jobs.submit(lane, key, make, lambda event: self._post(task, event))
        if title:
            self.task_started.emit(task)
        return task

    def cancel(self, task: BridgedJob) -> None:
        self._jobs.cancel(task.job)

    def pause(self, task: BridgedJob) -> None:
        self._jobs.pause(task.job)
        self.task_changed.emit(task)

    def resume(self, task: BridgedJob) -> None:
        self._jobs.resume(task.job)
        self.task_changed.emit(task)

    def close(self) -> bool:
        """End all jobs, which save their progress. False when one did not end in time.

        Events that still wait are dropped: a panel would answer them with another job.
        """
        self._closed = True
        return self._jobs.close()

    def _post(self, task: BridgedJob, event: Event) -> None:
        """On the thread of the lane. Of several Progress events only the newest is delivered."""
        if isinstance(event, Progress):
            with self._lock:
                waits = id(task) in self._latest
                self._latest[id(task)] = event
            if waits:
                return
        try:
            self._arrived.emit(task, event)
        except RuntimeError:  # the window, and this object with it, is gone
            return

    def _deliver(self, task: BridgedJob, event: Event) -> None:
        if isinstance(event, Progress):
            with self._lock:
                event = self._latest.pop(id(task), event)
            task.progress = event
            task.stepped |= bool(event.unit)
        current = task.job.filter_event(event)
        if current is None or self._closed:  # a cancelled job, a closed window
            return
        if isinstance(current, Failed) and current.is_bug:
            self.bug_found.emit(current)
        if not _is_deleted(task.on_event):
            task.on_event(current)
        if task.title and isinstance(current, Progress):
            self.task_changed.emit(task)
        elif task.title and isinstance(current, Done | Failed | Cancelled):
            self.task_ended.emit(task, current)


def _is_deleted(on_event: OnEvent) -> bool:
    """Whether this is a method of a widget that was deleted during the job."""
    owner = getattr(getattr(on_event, "func", on_event), "__self__", None)
    return isinstance(owner, QObject) and not isValid(owner)


class LatestRequest(QObject):
    """Runs a job for the newest request; events of earlier ones are dropped.

    A part of the answer is reported only if the rest takes longer than a moment.
    """

    busy_changed = Signal(bool)
    progressed = Signal(str)  # what is being computed, in a few words
    partial_ready = Signal(object)  # the value of a Partial
    ended = Signal(object)  # Done, Failed or Cancelled

    def __init__(
        self, jobs: JobBridge, key: str, parent: QObject, lane: LaneName = "explore"
    ) -> None:
        super().__init__(parent)
        self._jobs, self._key, self._lane = jobs, key, lane
        self._job: BridgedJob | None = None
        self._ticket = 0  # of the newest request
        self._patience_ms = 0
        self._then: Callable[[Any], object] | None = None  # takes the answer
        self._pending: Partial | None = None  # not reported yet
        self._timer = create_single_shot_timer(self, PATIENCE_MS, self._report_pending)
        self.busy = False  # whether there is no complete answer yet
        self.progress: Progress | None = None  # the last report of the running job
        self.since = QElapsedTimer()  # the newest request

    def start(
        self,
        make: Callable[[], Work],
        then: Callable[[Any], object] | None = None,
        *,
        patient: bool = False,
    ) -> None:
        """Compute an answer for `then`; a `patient` caller waits a moment for all of it."""
        self._drop()
        self._then = then
        self._patience_ms = PATIENCE_MS if patient else 0
        self.since.start()
        self._set_busy(True)
        on_event = partial(self._on_event, self._ticket)
        self._job = self._jobs.submit(self._lane, self._key, make, on_event)

    def cancel(self) -> None:
        self._drop()
        if self._job is not None:
            self._jobs.cancel(self._job)
        self._job = None
        self._set_busy(False)

    def _drop(self) -> None:
        """Ignore all further events of the running job."""
        self._ticket += 1
        self._pending = self._then = None
        self._timer.stop()

    def _set_busy(self, busy: bool) -> None:
        self.busy, self.progress = busy, None
        self.busy_changed.emit(busy)

    def _on_event(self, ticket: int, event: Event) -> None:
        if ticket != self._ticket:
            return
        if isinstance(event, Progress):
            self.progress = event
            self.progressed.emit(event.message)
        elif isinstance(event, Partial):
            self._pending = event
            self._timer.start(max(0, self._patience_ms - self.since.elapsed()))
        elif isinstance(event, Done | Failed | Cancelled):
            if not isinstance(event, Done):
                self._report_pending()  # no complete answer follows
            then = self._then
            self._drop()
            self._set_busy(False)
            self.ended.emit(event)
            if isinstance(event, Done) and then is not None:
                then(event.value)

    def _report_pending(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            self.partial_ready.emit(pending.value)
