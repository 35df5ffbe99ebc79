"""The computation of a panel's answers, of which only the newest counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed, Partial, Progress, Work
from explorer.ui.controls.layouts import delayed
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge

PATIENCE_MS = 60  # the time for a complete answer before a part of it is drawn


class LatestRequest(QObject):
    """Runs a job for the newest request; events of earlier ones are dropped.

    A part of the answer is reported only if the rest takes longer than a moment.
    """

    busy_changed = Signal(bool)
    progressed = Signal(str)  # what is being computed, in a few words
    partial_ready = Signal(object)  # the value of a Partial
    ended = Signal(object)  # Done, Failed or Cancelled

    def __init__(self, jobs: JobBridge, key: str, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._key = key
        self._job: BridgedJob | None = None
        self._ticket = 0  # of the newest request
        self._patience_ms = 0
        self._pending: Partial | None = None  # not reported yet
        self._timer = delayed(self, PATIENCE_MS, self._report_pending)
        self.busy = False  # whether there is no complete answer yet
        self.progress: Progress | None = None  # the last report of the running job
        self.since = QElapsedTimer()  # the newest request

    def start(self, make: Callable[[], Work], *, patient: bool) -> None:
        """Compute an answer; a `patient` caller waits a moment for all of it."""
        self._drop()
        self._patience_ms = PATIENCE_MS if patient else 0
        self.since.start()
        self._set_busy(True)
        on_event = partial(self._on_event, self._ticket)
        self._job = self._jobs.submit("explore", self._key, make, on_event)

    def cancel(self) -> None:
        self._drop()
        if self._job is not None:
            self._jobs.cancel(self._job)
        self._job = None
        self._set_busy(False)

    def _drop(self) -> None:
        """Ignore all further events of the running job."""
        self._ticket += 1
        self._pending = None
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
            self._drop()
            self._set_busy(False)
            self.ended.emit(event)

    def _report_pending(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            self.partial_ready.emit(pending.value)
