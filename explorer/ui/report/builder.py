"""The report of the window: puts the figure of a panel into it, and undoes removals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed
from explorer.core.localization import tr
from explorer.core.report.entries import Report, ReportFigure
from explorer.core.state.state import State
from explorer.ui.export.actions import NO_PICTURE, Exports
from explorer.ui.export.layout import DrawnFigure
from explorer.ui.export.worker import ExportWorker
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.figures import add_provenance, figure_of, source_reader
from explorer.ui.panel_base.panel import Panel
from explorer.ui.report.files import CHOICES, draw_svg
from explorer.ui.report.window import ReportWindow


class ReportBuilder(QObject):
    """Holds the report; its window and the project file are views of it."""

    changed = Signal()
    message = Signal(str, object)  # a line, and its Action or None
    state_requested = Signal(object)  # the State of a figure that was clicked

    def __init__(self, context: PanelContext, exports: Exports, window: QWidget) -> None:
        super().__init__(window)
        self._context, self._exports, self._parent = context, exports, window
        self._numbers = count()
        self._removed: list[tuple[int, ReportFigure]] = []
        self.report = Report()

    def set_report(self, report: Report, *, other: bool = False) -> None:
        """Take an edited report, or with `other` one whose removals cannot be undone any more."""
        if other:
            self._removed.clear()
        if report != self.report:
            self.report = report
            self.changed.emit()

    def remove(self, at: int) -> None:
        self._removed.append((at, self.report.figures[at]))
        self.set_report(self.report.remove(at))

    @property
    def can_undo(self) -> bool:
        return bool(self._removed)

    def undo(self) -> None:
        """Put the figure that was removed last back to its place."""
        if self._removed:
            at, figure = self._removed.pop()
            self.set_report(self.report.add_figure(figure, at))

    def show(self) -> ReportWindow:
        """The window of the report, which is there once."""
        for window in self._parent.findChildren(ReportWindow):
            window.raise_()
            window.activateWindow()
            return window
        window = ReportWindow(self, self._context, self._parent)
        window.state_requested.connect(self.state_requested)
        window.show()
        return window

    # ---- adding a figure

    def add(self, panel: Panel) -> None:
        """Add what a panel shows, once it is what the state calls for."""
        self._exports.open_whole([panel], self._add_whole)

    def _add_whole(self, panels: Sequence[Panel]) -> None:
        (panel,) = panels
        if panel.message or not panel.drawings():
            self.message.emit(NO_PICTURE, None)
            return
        figure, drawn, state = (
            figure_of(panel, {}),
            panel.figure_models(),
            self._context.store.state,
        )
        read = source_reader([drawn], self._context)
        if read is None:
            self._draw(state, figure)
            return

        def on_event(event: Event) -> None:
            if isinstance(event, Done):
                self._draw(state, add_provenance(figure, drawn, *event.value))
            elif isinstance(event, Failed | Cancelled):
                self._draw(state, figure)  # its caption is without hashes then

        self._context.jobs.submit("explore", f"report {next(self._numbers)}", read, on_event)

    def _draw(self, state: State, figure: DrawnFigure) -> None:
        worker = ExportWorker(self._context.jobs, self)  # each has its own, so that all are drawn
        worker.failed.connect(lambda event: self.message.emit(str(event.error), None))
        worker.failed.connect(worker.deleteLater)

        def take(svg: str) -> None:
            self._take(state, figure, svg)
            worker.deleteLater()

        worker.draw([figure], CHOICES, partial(draw_svg, figure), take)

    def _take(self, state: State, figure: DrawnFigure, svg: str) -> None:
        title, caption = figure.caption.title, str(figure.caption)
        made = ReportFigure(title, caption, svg, state, papers=figure.papers)
        self.set_report(self.report.add_figure(made))
        number = len(self.report.figures)
        place = tr("It is figure {number} of the report.", number=number)
        self.message.emit(
            tr("Added to the report: {title}. {place}", title=title, place=place),
            Action(tr("Open report"), self.show),
        )
