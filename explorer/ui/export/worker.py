"""Figures are laid out and drawn on the thread of the export lane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from explorer.core.jobs.jobs import Done, Event, Failed, Progress, Work
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.layout import Figure, PageLayout, lay_out
from explorer.ui.export.writers import paint_image
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge
from explorer.ui.style.theme import Palette

Draw = Callable[[Sequence[PageLayout]], Work]
Then = Callable[[Any], None]  # takes what the drawing returned, in this thread


class ExportWorker(QObject):
    """Does one task at a time for the dialog or for its preview; a newer one replaces it."""

    progressed = Signal(str)
    laid_out = Signal(object)  # list of PageLayout, of the figures in their order
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
        self,
        figures: Sequence[Figure],
        choices: ExportChoices,
        draw: Draw | None = None,
        then: Then = lambda drawn: None,
    ) -> None:
        """Lay the figures out, record their plots in this thread, then `draw` all of it."""
        self.stop()

        def draw_recorded(layouts: Sequence[PageLayout]) -> None:
            self.laid_out.emit(layouts)
            if draw is not None:
                recorded = [layout.recorded(choices.palette) for layout in layouts]
                self._submit(lambda: draw(recorded), then)

        self._submit(partial(_lay_out, tuple(figures), choices), draw_recorded)

    def stop(self) -> None:
        """Cancel the task; no signal follows."""
        if self._job is not None:
            self._jobs.cancel(self._job)
        self._job = None
        self._ticket += 1

    def _submit(self, make: Callable[[], Work], then: Then) -> None:
        if self._jobs.closed:  # and the window with them
            return
        on_event = partial(self._on_event, self._ticket, then)
        self._job = self._jobs.submit("export", f"export {id(self)}", make, on_event)

    def _on_event(self, ticket: int, then: Then, event: Event) -> None:
        if ticket != self._ticket:
            return
        if isinstance(event, Progress):
            self.progressed.emit(event.message)
        elif isinstance(event, Done | Failed):
            self._job = None
            self.failed.emit(event) if isinstance(event, Failed) else then(event.value)


def _lay_out(figures: Sequence[Figure], choices: ExportChoices) -> Work:
    layouts = []
    for figure in figures:
        yield Progress(f"Laying out {figure.caption.title}")
        layouts.append(lay_out(figure, choices))
    return layouts


def draw_image(
    palette: Palette, scale: float, max_side: float, layouts: Sequence[PageLayout]
) -> Work:
    """The first page as an image, whose sides are at most `max_side` pixels."""
    yield Progress("Drawing")
    (layout,) = layouts
    return paint_image(layout, palette, min(scale, max_side / max(layout.paper.toTuple())))
