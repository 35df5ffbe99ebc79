"""Figures are laid out and drawn on the thread of the export lane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from explorer.core.jobs.jobs import Done, Event, Failed, Progress, Work
from explorer.ui.export.layout import ExportOptions, Figure, PageLayout, lay_out
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge

Draw = Callable[[Sequence[PageLayout]], Work]


class ExportWorker(QObject):
    """Does one thing at a time for the dialog or for its preview; a newer one replaces it."""

    progressed = Signal(str)
    laid_out = Signal(object)  # list of PageLayout, of the figures in their order
    done = Signal(object)  # what the drawing returned
    failed = Signal(object)  # Failed

    def __init__(self, jobs: JobBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: BridgedJob | None = None
        self._ticket = 0  # of the newest job; events of older ones are dropped

    @property
    def busy(self) -> bool:
        return self._job is not None

    def start(
        self, figures: Sequence[Figure], options: ExportOptions, draw: Draw | None = None
    ) -> None:
        """Lay the figures out, record their plots in this thread, then `draw` all of it."""
        self.stop()
        palette = options.palette

        def draw_recorded(layouts: Sequence[PageLayout]) -> None:
            self.laid_out.emit(layouts)
            if draw is None:
                return
            recorded = [layout.recorded(palette) for layout in layouts]
            self._submit(lambda: draw(recorded), self.done.emit)

        self._submit(partial(_lay_out, tuple(figures), options), draw_recorded)

    def stop(self) -> None:
        """What is under way is dropped; nothing more is said of it."""
        if self._job is not None:
            self._jobs.cancel(self._job)
        self._job = None
        self._ticket += 1

    def _submit(self, make: Callable[[], Work], then: Callable[[Any], None]) -> None:
        if self._jobs.closed:  # and the window with them
            return
        on_event = partial(self._on_event, self._ticket, then)
        self._job = self._jobs.submit("export", f"export {id(self)}", make, on_event)

    def _on_event(self, ticket: int, then: Callable[[Any], None], event: Event) -> None:
        if ticket != self._ticket:
            return
        if isinstance(event, Progress):
            self.progressed.emit(event.message)
        elif isinstance(event, Done):
            self._job = None
            then(event.value)
        elif isinstance(event, Failed):
            self._job = None
            self.failed.emit(event)


def _lay_out(figures: Sequence[Figure], options: ExportOptions) -> Work:
    layouts = []
    for figure in figures:
        yield Progress(f"Laying out {figure.caption.title}")
        layouts.append(lay_out(figure, options))
    return layouts
