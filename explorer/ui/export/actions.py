"""What the window exports, one panel or all of them, and its messages before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Done, Event
from explorer.core.localization import plural, tr
from explorer.core.report.captions import DrawnModel
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.dialog import ExportDialog
from explorer.ui.export.layout import DrawnFigure
from explorer.ui.export.python_lines import python_lines
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.figures import add_provenance, figure_of, source_reader
from explorer.ui.panel_base.panel import Panel

COPIED = tr("Copied {} lines of Python, which make this figure in a notebook or a script.")
NO_PICTURE = tr("There is no picture to export yet.")
Use = Callable[[Sequence[Panel]], Any]  # of panels that are computed


class Exports(QObject):
    """Opens the dialog with figures of panels, once they are there."""

    message = Signal(str, object)  # a line, and its Action or None
    progressed = Signal(str)  # what is being prepared; empty when it is ready
    chosen = Signal()  # the choices changed

    def __init__(self, context: PanelContext, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._context = context
        self._all: tuple[Panel, ...] = ()  # that shall be exported once they are computed
        self._awaited: tuple[Panel, ...] = ()
        self._then: Use = self.open  # what is done with them
        self.choices = ExportChoices()

    def open(self, panels: Sequence[Panel]) -> ExportDialog | None:
        """Show the dialog for the figures of these panels; None where there is no figure."""
        built = {panel: figure_of(panel, {}) for panel in panels if not panel.message}
        drawn = [panel for panel, figure in built.items() if figure.drawings]
        if not drawn:
            self.message.emit(NO_PICTURE, None)
            return None
        figures = [built[panel] for panel in drawn]
        dialog = ExportDialog(figures, self._context.jobs, self.choices, self._window)
        dialog.chosen.connect(self._on_chosen)
        dialog.exported.connect(self._on_exported)
        if without := [panel.spec.title for panel in panels if panel not in drawn]:
            dialog.remark(
                tr("Without {without}: there is no picture yet.", without=", ".join(without))
            )
        self._read_sources(dialog, figures, [panel.figure_models() for panel in drawn])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def open_whole(self, panels: Sequence[Panel], then: Use | None = None) -> Any:
        """Call `then` (or `open`) once every panel is up to date. Returns its result, or None.

        A picture of the text before would be above a caption that names the new one.
        """
        self._all, self._awaited, self._then = tuple(panels), (), then or self.open
        for panel in panels:
            panel.refresh()
        self._awaited = tuple(panel for panel in panels if panel.busy)
        if number := len(self._awaited):
            self.progressed.emit(
                plural(
                    number, "Preparing {count} more figure …", "Preparing {count} more figures …"
                )
            )
            return None
        self.progressed.emit("")
        return self._then(panels)

    def go_on(self, answered: Panel) -> None:
        """A panel has its answer: what was edited meanwhile is computed once more."""
        if answered in self._awaited:
            self.open_whole(self._all, self._then)

    def copy_python(self, panel: Panel) -> None:
        """Copy the lines of Python that make the figure of a panel, or say why there are none."""
        try:
            script = python_lines(panel)
        except UserError as error:
            self.message.emit(str(error), None)
            return
        QGuiApplication.clipboard().setText(script)
        self.message.emit(COPIED.format(len(script.splitlines())), None)

    def _read_sources(
        self,
        dialog: ExportDialog,
        figures: Sequence[DrawnFigure],
        drawn: Sequence[Sequence[DrawnModel]],
    ) -> None:
        """The hashes of models that a panel shows without their weights, and all their papers."""

        def on_event(event: Event) -> None:
            is_open = dialog in self._window.findChildren(ExportDialog)
            if isinstance(event, Done) and is_open:
                known = [
                    add_provenance(*each, *event.value) for each in zip(figures, drawn, strict=True)
                ]
                dialog.show_figures(known)

        if (read := source_reader(drawn, self._context)) is not None:
            self._context.jobs.submit("explore", "hashes", read, on_event)

    def _on_exported(self, paths: list[Path]) -> None:
        folder = paths[0].parent
        names = paths[0].name if len(paths) == 1 else tr("{count} files", count=len(paths))
        show = Action(tr("Show folder"), lambda: self._show(folder))
        self.message.emit(tr("Wrote {names} into {folder}.", names=names, folder=folder), show)

    def _show(self, folder: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self.message.emit(
                tr("No program here shows folders. The files are in {folder}.", folder=folder), None
            )

    def _on_chosen(self, choices: ExportChoices) -> None:
        self.choices = choices
        self.chosen.emit()
