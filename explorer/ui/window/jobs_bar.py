"""The bottom of the window, while there is long work: what, how far, how fast, how long still."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QToolButton, QVBoxLayout, QWidget

from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed, Progress
from explorer.core.jobs.progress_text import describe
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge
from explorer.ui.style import fonts
from explorer.ui.style.theme import Theme

BAR_STEPS = 1000
CANCEL, STOP = "Cancel", "Stop and keep"  # before a run has learned something, and then
KEPT = {"train": "what was learned is kept", "download": "what was downloaded is kept"}


class TaskRow(QWidget):
    """One job. After its end it says how it ended, until it is closed."""

    closed = Signal()

    def __init__(
        self, task: BridgedJob, bridge: JobBridge, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._task = task
        self._bridge = bridge
        self._theme = theme
        self._ended = False
        self._build()
        self.update_progress()
        theme.changed.connect(self._apply_theme)

    def update_progress(self) -> None:
        """Show how far the job is."""
        progress = self._task.progress
        paused = self._paused
        self._apply_pause_icon()
        set_tip(self._pause, "Go on" if paused else "Pause")
        set_tip(self._cancel, STOP if self._task.saves else CANCEL)
        self._cancel.setAccessibleName(f"{self._cancel.toolTip()}: {self._task.title}")
        self._show_share(progress, paused)
        if progress is None:
            self._state.setText("paused" if paused else "waiting")
            return
        if progress.message == self._task.title:
            progress = replace(progress, message="")
        self._state.setText("paused" if paused else describe(progress))

    @property
    def _paused(self) -> bool:
        return self._task.job is not None and self._task.job.paused

    def _apply_theme(self) -> None:
        """Icons in the colours of the theme."""
        self._apply_pause_icon()
        self._cancel.setIcon(self._theme.icon("close"))

    def _apply_pause_icon(self) -> None:
        self._pause.setIcon(self._theme.icon("play" if self._paused else "pause"))

    def _show_share(self, progress: Progress | None, paused: bool) -> None:
        """What is done; where nobody counts, it runs to and fro, and in a pause it is empty."""
        done = share_done(progress)
        runs = done is None and not paused
        self._bar.setRange(0, 0 if runs else BAR_STEPS)
        self._bar.setValue(round(BAR_STEPS * (done or 0.0)))

    def end(self, event: Event) -> None:
        """Say quietly how it ended."""
        self._ended = True
        self._bar.setVisible(False)
        self._pause.setVisible(False)
        set_tip(self._cancel, "Close")
        left = KEPT.get(self._task.lane, "") if self._task.saves else ""
        stopped = f"stopped; {left}" if left else "cancelled; nothing of it is kept"
        words = {Done: "finished", Cancelled: stopped}
        text = str(event.error) if isinstance(event, Failed) else words.get(type(event), "")
        self._state.setText(text)

    def _build(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        title = plain_label(fonts.elided(self._task.title, 260))
        set_tip(title, self._task.title)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(240)
        self._state = plain_label()
        self._state.setProperty("muted", True)
        self._pause = self._button("Pause", self._on_pause)
        self._pause.setVisible(self._task.lane == "train")
        self._cancel = self._button(CANCEL, self._on_cancel)
        layout.addWidget(title)
        layout.addWidget(self._bar)
        layout.addWidget(self._state, 1)
        layout.addWidget(self._pause)
        layout.addWidget(self._cancel)
        self._apply_theme()

    def _button(self, name: str, run: object) -> QToolButton:
        button = QToolButton()
        button.setIconSize(QSize(14, 14))
        set_tip(button, name)
        button.setAccessibleName(f"{name}: {self._task.title}")
        button.clicked.connect(run)
        return button

    def _on_pause(self) -> None:
        if self._paused:
            self._bridge.resume(self._task)
        else:
            self._bridge.pause(self._task)

    def _on_cancel(self) -> None:
        if self._ended:
            self.closed.emit()
            return
        self._cancel.setEnabled(False)
        self._state.setText("stopping" if self._task.saves else "cancelling")
        self._bridge.cancel(self._task)
        self._cancel.setEnabled(True)


class JobsBar(QWidget):
    """All jobs with a title; hidden while there are none."""

    def __init__(self, bridge: JobBridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("jobsBar")
        self._bridge = bridge
        self._theme = theme
        self._rows: dict[BridgedJob, TaskRow] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(24, 8, 16, 8)
        self._layout.setSpacing(4)
        self.setVisible(False)
        bridge.task_started.connect(self._on_started)
        bridge.task_changed.connect(self._on_changed)
        bridge.task_ended.connect(self._on_ended)

    def _on_started(self, task: BridgedJob) -> None:
        for other in [other for other in self._rows if not other.running]:
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
            row.hide()
            row.deleteLater()
        self.setVisible(bool(self._rows))


def share_done(progress: Progress | None) -> float | None:
    """From 0 to 1; None where it is not counted, such as one thing that takes long."""
    if progress is None or progress.total <= 1:
        return None
    return min(progress.done / progress.total, 1.0)
