"""The memory and time that a run will need, next to the button that starts it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Done, Event, Failed, Work
from explorer.core.jobs.progress_text import duration
from explorer.core.readable import readable_bytes
from explorer.core.training.estimates import Estimate
from explorer.ui.controls.layouts import delayed
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge

SETTLED_MS = 700  # after the last change of a form
WAITING = "Measuring time and memory of this run …"
PREPARING = "Preparing the text takes additional time before training."


class EstimateLine(QLabel):
    """Measures again when the form changes, while visible; `plan` gives None during a run."""

    def __init__(self, jobs: JobBridge, plan: Callable[[], Callable[[], Work] | None]) -> None:
        super().__init__()
        self.setProperty("muted", True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self._jobs = jobs
        self._plan = plan
        self._task: BridgedJob | None = None
        self._timer = delayed(self, SETTLED_MS, self._measure)

    def refresh(self) -> None:
        """The form or the phase of the run has changed."""
        self._stop()
        ready = self._plan() is not None
        self.setText(WAITING if ready else "")
        if ready and self.isVisible():
            self._timer.start()

    def _measure(self) -> None:
        make = self._plan()
        if make is not None:
            self._task = self._jobs.submit("explore", "estimate", make, self._on_event)

    def _stop(self) -> None:
        """Cancel the measurement."""
        self._timer.stop()
        if self._task is not None:
            self._jobs.cancel(self._task)
            self._task = None

    def _on_event(self, event: Event) -> None:
        if self._plan() is None:  # the run was started meanwhile
            return
        if isinstance(event, Done):
            self.setText(words(event.value))
        elif isinstance(event, Failed):
            known = isinstance(event.error, UserError)
            self.setText(str(event.error) if known else "")

    # ---- Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self._stop()
        super().hideEvent(event)


def words(estimate: Estimate) -> str:
    """Parameters, memory and time of a run, and how they were measured."""
    counts = estimate.parameters
    models = f"{counts[0]:,} parameters"
    if len(counts) > 1:
        same = len(set(counts)) == 1
        each = f"{counts[0]:,} parameters each" if same else " and ".join(f"{n:,}" for n in counts)
        models = f"{len(counts)} models one after the other (student, then its twin without the "
        models += f"teacher), {each}"
    return (
        f"{models} · about {readable_bytes(estimate.memory)} of memory to train · about "
        f"{duration(estimate.seconds)} for {estimate.steps:,} steps on this computer, estimated "
        f"from {estimate.steps_measured} of its steps just now. {PREPARING}"
    )
