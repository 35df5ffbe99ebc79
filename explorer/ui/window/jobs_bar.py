"""The bottom of the window during long work: what runs, how far it is, how fast, how long still."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed
from explorer.core.jobs.progress_text import describe
from explorer.core.localization import tr
from explorer.ui.controls.layouts import (
    JobProgressBar,
    column,
    discard,
    icon_button,
    line,
    muted_label,
)
from explorer.ui.controls.live_run import CANCEL, STOP
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge
from explorer.ui.style import fonts
from explorer.ui.style.theme import Theme
from explorer.ui.window.leaving import REMARK_MS, leave_after

SAVED = {"train": tr("the progress is saved"), "download": tr("the downloaded part is saved")}


class TaskRow(QWidget):
    """One job. After its end it says how it ended, for a while or until it is closed."""

    closed = Signal()

    def __init__(self, task: BridgedJob, bridge: JobBridge, theme: Theme) -> None:
        super().__init__()
        self._task = task
        self._bridge = bridge
        self._theme = theme
        title = plain_label(fonts.elide(task.title, 260))
        set_tip(title, task.title)
        self._bar = JobProgressBar(240)
        self._state = muted_label()
        self._pause = icon_button(tr("Pause: {task}", task=task.title), self._on_pause, size=14)
        self._cancel = icon_button(CANCEL, self._on_cancel, size=14)
        line(title, self._bar, (self._state, 1), self._pause, self._cancel, into=self, spacing=12)
        self._pause.setVisible(task.lane == "train")  # in its row: without a parent it is a window
        theme.set_icon(self._cancel, "close")
        self.update_progress()

    def update_progress(self) -> None:
        """Show how far the job is."""
        progress, paused = self._task.progress, self._task.job.is_paused
        self._theme.set_icon(self._pause, "play" if paused else "pause")
        set_tip(self._pause, tr("Continue") if paused else tr("Pause"))
        set_tip(self._cancel, STOP if self._task.saves else CANCEL)
        self._cancel.setAccessibleName(f"{self._cancel.toolTip()}: {self._task.title}")
        self._bar.show_progress(progress, running=not paused)
        if paused or progress is None:
            self._state.setText(tr("paused") if paused else tr("waiting"))
            return
        if progress.message == self._task.title:
            progress = replace(progress, message="")
        self._state.setText(describe(progress))

    def end(self, event: Event) -> None:
        """Say how the job ended; an error stays until it is closed."""
        self._bar.setVisible(False)
        self._pause.setVisible(False)
        set_tip(self._cancel, tr("Close"))
        saved = SAVED.get(self._task.lane, "") if self._task.saves else ""
        stopped = (
            tr("stopped; {saved}", saved=saved) if saved else tr("cancelled; nothing is saved")
        )
        words = {Done: "finished", Cancelled: stopped}
        text = str(event.error) if isinstance(event, Failed) else words.get(type(event), "")
        self._state.setText(text)
        if not isinstance(event, Failed):
            leave_after(self, REMARK_MS, self.closed.emit)

    def _on_pause(self) -> None:
        change = self._bridge.resume if self._task.job.is_paused else self._bridge.pause
        change(self._task)

    def _on_cancel(self) -> None:
        if not self._task.is_running:
            self.closed.emit()
            return
        self._cancel.setEnabled(False)
        self._state.setText(tr("stopping") if self._task.saves else tr("cancelling"))
        self._bridge.cancel(self._task)
        self._cancel.setEnabled(True)


class JobsBar(QFrame):
    """All jobs with a title; invisible without any."""

    def __init__(self, bridge: JobBridge, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("jobsBar")
        self._bridge = bridge
        self._theme = theme
        self._rows: dict[BridgedJob, TaskRow] = {}
        self._layout = column(into=self, spacing=4, margins=(24, 8, 16, 8))
        self.setVisible(False)
        bridge.task_started.connect(self._on_started)
        bridge.task_changed.connect(self._on_changed)
        bridge.task_ended.connect(self._on_ended)

    def _on_started(self, task: BridgedJob) -> None:
        for other in [other for other in self._rows if not other.is_running]:
            self._remove(other)
        row = TaskRow(task, self._bridge, self._theme)
        row.closed.connect(lambda: self._remove(task))
        self._rows[task] = row
        self._layout.addWidget(row)
        self.setVisible(True)

    def _on_changed(self, task: BridgedJob) -> None:
        if task in self._rows:
            self._rows[task].update_progress()

    def _on_ended(self, task: BridgedJob, event: Event) -> None:
        if task in self._rows:
            self._rows[task].end(event)

    def _remove(self, task: BridgedJob) -> None:
        row = self._rows.pop(task, None)
        if row is not None:
            discard(row)
        self.setVisible(bool(self._rows))
