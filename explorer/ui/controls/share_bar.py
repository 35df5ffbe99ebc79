"""A progress bar for the events of jobs."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar

from explorer.core.jobs.jobs import Progress

STEPS = 1000


class ShareBar(QProgressBar):
    """The share of a job that is done; indeterminate while a job runs that counts nothing."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.setTextVisible(False)
        self.setFixedWidth(width)

    def show_progress(self, progress: Progress | None, *, running: bool = True) -> None:
        share = share_done(progress)
        self.setRange(0, 0 if share is None and running else STEPS)
        self.setValue(round(STEPS * (share or 0.0)))


def share_done(progress: Progress | None) -> float | None:
    """From 0 to 1; None without a count, such as for a single step that takes long."""
    if progress is None or progress.total <= 1:
        return None
    return min(progress.done / progress.total, 1.0)
