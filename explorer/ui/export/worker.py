"""Figures are laid out and drawn on the thread of the export lane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from explorer.core.jobs.jobs import Event, Failed, Progress, Work
from explorer.core.localization import tr
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.layout import DrawnFigure, PageLayout, lay_out
from explorer.ui.export.writers import paint_image
from explorer.ui.panel_base.job_bridge import JobBridge, LatestRequest
from explorer.ui.style.palette import Palette

Draw = Callable[[Sequence[PageLayout]], Work]
Then = Callable[[Any], None]  # takes what the drawing returned, in this thread


class ExportWorker(LatestRequest):
    """Does one task at a time for the dialog or for its preview; a newer one replaces it."""

    laid_out = Signal(object)  # list of PageLayout, of the figures in their order
    failed = Signal(object)  # Failed

    def __init__(self, jobs: JobBridge, parent: QObject) -> None:
        super().__init__(jobs, f"export {id(self)}", parent, lane="export")
        self.ended.connect(self._on_end)

    def draw(
        self,
        figures: Sequence[DrawnFigure],
        choices: ExportChoices,
        draw: Draw | None = None,
        then: Then | None = None,
    ) -> None:
        """Lay the figures out, then `draw` all of it."""
        self.cancel()

        def draw_recorded(layouts: Sequence[PageLayout]) -> None:
            self.laid_out.emit(layouts)
            if draw is not None:
                self.start(lambda: draw(layouts), then)

        self.start(partial(_lay_out, tuple(figures), choices), draw_recorded)

    def _on_end(self, event: Event) -> None:
        if isinstance(event, Failed):
            self.failed.emit(event)


def _lay_out(figures: Sequence[DrawnFigure], choices: ExportChoices) -> Work:
    layouts = []
    for figure in figures:
        yield Progress(tr("Laying out {figure}", figure=figure.caption.title))
        layouts.append(lay_out(figure, choices))
    return layouts


def draw_image(
    palette: Palette, scale: float, max_side: float, layouts: Sequence[PageLayout]
) -> Work:
    """The first page as an image, whose sides are at most `max_side` pixels."""
    yield Progress(tr("Drawing"))
    (layout,) = layouts
    return paint_image(layout, palette, min(scale, max_side / max(layout.paper.toTuple())))
