"""Carries the events of background jobs onto the window's thread, where widgets may be touched."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
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
    Progress,
    Work,
)


@dataclass(eq=False)
class BridgedJob:
    """A job as the window knows it. A task without a title stays out of the jobs bar.

    One that `keeps` saves what its steps won when it is cancelled, once there were some.
    """

    title: str
    lane: LaneName
    on_event: OnEvent
    keeps: bool = False
    job: Job | None = None
    progress: Progress | None = None
    stepped: bool = False  # whether any step was counted, which preparing is not

    @property
    def saves(self) -> bool:
        """Whether something is saved when it is cancelled now."""
        return self.keeps and self.stepped

    @property
    def running(self) -> bool:
        return self.job is not None and not self.job.ended


class JobBridge(QObject):
    """Starts jobs and hands their events on. All signals and callbacks arrive on this thread."""

    task_started = Signal(object)  # Task, where it has a title
    task_changed = Signal(object)  # Task: progress, paused
    task_ended = Signal(object, object)  # Task, and Done, Failed or Cancelled
    bug_found = Signal(object)  # Failed
    _arrived = Signal(object, object)  # Task, Event

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.closed = False  # and so no job can begin
        self._lock = threading.Lock()
        self._latest: dict[int, Progress] = {}  # by id of the task: progress not yet told
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def submit(
        self,
        lane: LaneName,
        key: str,
        make: Callable[[], Work],
        on_event: OnEvent,
        title: str = "",
        keeps: bool = False,
    ) -> BridgedJob:
        """Start a job. In the explore lane a newer job of the same key replaces an older one."""
        task = BridgedJob(title=title, lane=lane, on_event=on_event, keeps=keeps)
        task.job = self._jobs.submit(lane, key, make, lambda event: self._post(task, event))
        if title:
            self.task_started.emit(task)
        return task

    def cancel(self, task: BridgedJob) -> None:
        if task.job is not None:
            self._jobs.cancel(task.job)

    def pause(self, task: BridgedJob) -> None:
        if task.job is not None:
            self._jobs.pause(task.job)
            self.task_changed.emit(task)

    def resume(self, task: BridgedJob) -> None:
        if task.job is not None:
            self._jobs.resume(task.job)
            self.task_changed.emit(task)

    def close(self) -> bool:
        """End all jobs; what they won is kept. False when one did not end in time."""
        self.closed = True
        return self._jobs.close()

    def _post(self, task: BridgedJob, event: Event) -> None:
        """On the lane's thread. Progress is thinned out: only the newest waits to be told."""
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
        told = event if task.job is None else task.job.filter_event(event)
        if told is None:  # it was cancelled while this waited
            return
        event = told
        if isinstance(event, Failed) and event.is_bug:
            self.bug_found.emit(event)
        if not _is_gone(task.on_event):
            task.on_event(event)
        self._tell_bar(task, event)

    def _tell_bar(self, task: BridgedJob, event: Event) -> None:
        if not task.title:
            return
        if isinstance(event, Progress):
            self.task_changed.emit(task)
        elif isinstance(event, Done | Failed | Cancelled):
            self.task_ended.emit(task, event)


def _is_gone(on_event: OnEvent) -> bool:
    """Whether the widget whose method this is was deleted while the job ran."""
    owner = getattr(getattr(on_event, "func", on_event), "__self__", None)
    return isinstance(owner, QObject) and not isValid(owner)
