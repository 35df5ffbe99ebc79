"""The window: sentence and models on top, panels at the left, details at the right, jobs below."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QProcess, QSize, Qt
from PySide6.QtGui import QCloseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QMenu, QWidget

from explorer.core.comparisons.tours import tours
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Event, Failed, Progress
from explorer.core.localization import language, save_language, tr
from explorer.core.project import ENDING
from explorer.core.project.workspace import ProjectSession
from explorer.core.state.session import Session, save_session, saving_in, set_aside
from explorer.core.state.state import JSON, State
from explorer.ui.controls.layouts import column, create_single_shot_timer, line
from explorer.ui.controls.unseen_line import UnseenLine
from explorer.ui.dialogs.bug import BugDialog
from explorer.ui.dialogs.by_name import Downloads
from explorer.ui.dialogs.library import LibraryDialog
from explorer.ui.dialogs.statements import StatementsDialog
from explorer.ui.dialogs.tour import TourGuide
from explorer.ui.export.actions import Exports
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.dialog import ExportDialog
from explorer.ui.graphics.accessible import is_figure
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.registry import PanelCatalog, find_panels
from explorer.ui.report.builder import ReportBuilder
from explorer.ui.report.window import ReportWindow
from explorer.ui.style import theme
from explorer.ui.window.banners import PROJECT, REMARK, Notices
from explorer.ui.window.commands import WindowMenu
from explorer.ui.window.details import DetailsSide
from explorer.ui.window.drops import Drops
from explorer.ui.window.jobs_bar import JobsBar
from explorer.ui.window.projects import PICTURES, Projects
from explorer.ui.window.regions import Regions, tab_stops
from explorer.ui.window.sides import Rail, SidePanels
from explorer.ui.window.stage import PanelStack
from explorer.ui.window.top_bar import TopBar

REFERENCE_SIZE = (1440, 900)
TITLE_BAR = 40  # pixels, about; the frame has no height before the window is visible
MINIMUM_SIZE = (1000, 700)
SAVE_AFTER_MS = 1000
START_AFTER_MS = 30  # so that the first picture of the window is painted before torch loads


class MainWindow(QMainWindow):
    """Owns the panels and passes changes of the state on. Panels do not know each other."""

    def __init__(
        self,
        context: PanelContext,
        session: Session | None = None,
        session_path: Path | None = None,
        catalog: PanelCatalog | None = None,
    ) -> None:
        super().__init__()
        self.context = context
        self.store = context.store
        self.catalog = catalog or find_panels()
        self._session_path = session_path
        self._panels: dict[str, Panel] = {}
        self._outdated: set[str] = set()  # panels whose controls do not show a restored state yet
        self._started = False
        self._closed = False
        self.setWindowTitle("PLM Explorer")
        self.setMinimumSize(*MINIMUM_SIZE)
        self.resize(*REFERENCE_SIZE)
        self._save_timer = create_single_shot_timer(self, SAVE_AFTER_MS, self.save)
        self._start_timer = create_single_shot_timer(self, START_AFTER_MS, self.start)
        self._build()
        self._connect()
        self._restore(session or Session())
        self._show_panel(self.store.state.panel)
        self.notices.report_broken_panels(self.catalog.broken)

    # ---- for the program and for others in the window

    def panel(self, name: str) -> Panel:
        """A panel, made at its first use. Raises KeyError."""
        if name not in self._panels:
            kind = self.catalog.find(name)
            if kind is None:
                raise KeyError(name)
            panel = kind(self.context)
            panel.details_changed.connect(lambda details: self._on_details(panel))
            panel.library_requested.connect(lambda: self.open_library())
            panel.tour_requested.connect(self.start_tour)
            panel.statements_requested.connect(self.open_statements)
            panel.answered.connect(lambda: self._on_answered(panel))
            self._panels[name] = panel
            self.stage.add(panel)
            self.context.theme.apply_theme(panel)
        return self._panels[name]

    @property
    def current_panel(self) -> Panel | None:
        return self.stage.panel

    def start(self) -> None:
        """Begin to compute, once the window is on the screen: this imports torch."""
        if self._started or self._closed:
            return
        self._started = True
        self._preload()
        self.notices.check_text(self.store.state)
        self.notices.check_models(self.store.state)
        if self.current_panel is not None:
            self.current_panel.refresh()

    def _preload(self) -> None:
        """Load torch and the chosen models in the background, with a line that says so."""
        keys = tuple(slot.key for slot in self.context.slots(self.store.state))
        make = partial(self.context.engine.preload, keys)
        self.context.jobs.submit("explore", "preload", make, self._on_preload)

    def warn(self, text: str, action: Action | None = None) -> None:
        self.notices.warn(text, action)

    def change_language(self, name: str) -> None:
        """The next start of the program uses another language."""
        try:
            save_language(name)
        except OSError as error:
            self.warn(tr("The language cannot be saved ({error}).", error=error.strerror))
            return
        if name != language():
            restart = Action(tr("Restart now"), partial(_restart, self))
            self.warn(tr("The language changes when the program starts again."), restart)

    def show_bug(self, message: str, details: str) -> None:
        """A mistake of the program, with details to copy. The window stays usable."""
        BugDialog(message, details, self).show()

    def open_library(self, index: int | None = None) -> LibraryDialog:
        """Choose a model for the place `index`, or one more for None."""
        dialog = LibraryDialog(self.context, self.downloads, index, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def start_tour(self, name: str) -> None:
        """Begin a guided tour, in place of one that runs."""
        self.tour.start(tours()[name])

    def open_statements(self) -> StatementsDialog:
        """Choose among what lecture notes state; a tour of the theme begins there."""
        dialog = StatementsDialog([panel.spec for panel in self.catalog.panels], self)
        dialog.chosen.connect(lambda theme, at: self.tour.start(theme.tour, at))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def export_panel(self) -> ExportDialog | None:
        """Export the figure of the current state; None while it is still computed."""
        panel = self.current_panel
        return self.exports.open_whole([] if panel is None else [panel])

    def copy_python(self) -> None:
        """Copy the lines of Python that make the visible figure."""
        if self.current_panel is not None:
            self.exports.copy_python(self.current_panel)

    def export_all(self) -> None:
        """Export every panel; those that have no answer yet are computed first."""
        self.exports.open_whole([self.panel(panel.spec.name) for panel in self.catalog.panels])

    def add_to_report(self) -> None:
        """Add the figure of the current state to the report, once it is computed."""
        if self.current_panel is not None:
            self.report.add(self.current_panel)

    def open_report(self) -> ReportWindow:
        return self.report.show()

    def restore_state(self, state: State) -> None:
        """Show a state that was saved, with all options of its panel, in the theme in use."""
        self._outdated = set(self._panels)
        self.store.restore(replace(state, theme=self.store.state.theme))
        if self.current_panel is not None:
            self._update_controls(self.current_panel)

    # ---- the session

    def save(self) -> None:
        """Write the session; a failure is reported in a banner."""
        if self._session_path is None:
            return
        try:
            save_session(self.session(), self._session_path)
        except UserError as error:
            self.warn(str(error))

    def _save_soon(self) -> None:
        """Within a second of the first change, however many follow."""
        self.setWindowTitle(self.projects.title)
        self.setWindowModified(self.projects.is_modified)
        if not self._save_timer.isActive() and not self._closed:
            self._save_timer.start()

    def session(self) -> Session:
        window = {
            "geometry": self.saveGeometry().toBase64().toStdString(),
            **self.sides.to_json(),
            "export": self.exports.choices.to_json(),
        }
        library = self.context.library
        project: dict[str, JSON] = {}
        if self._session_path is not None:
            with saving_in(self._session_path.parent):
                project = self.projects.session().to_json(self._session_path.parent / PICTURES)
        opened, architectures = library.opened_folders, library.architectures
        return Session(self.store.state, opened, window, architectures, project, library.bases)

    def _restore(self, session: Session) -> None:
        """The layout of the window and the choices for exports; the store restores the state."""
        geometry = session.window.get("geometry")
        if isinstance(geometry, str):
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode()))
        self.sides.restore(session.window)
        self.exports.choices = ExportChoices.from_json(session.window.get("export"))
        if self._session_path is not None and session.project:
            self._restore_project(session.project, self._session_path)

    def _restore_project(self, project: Mapping[str, JSON], path: Path) -> None:
        """The report and its file; the session is copied where they cannot be read."""
        try:
            self.projects.restore(ProjectSession.from_json(project, path.parent / PICTURES))
        except (OSError, ValueError) as error:
            copied = set_aside(path, copy=True)
            note = tr(" It was copied to {copied}.", copied=copied) if copied else ""
            self.warn(
                tr(
                    "The report of the last session could not be read ({error}).{note}",
                    error=error,
                    note=note,
                )
            )
        self.setWindowTitle(self.projects.title)
        self.setWindowModified(self.projects.is_modified)

    # ---- changes

    def _on_state(self, before: State, after: State) -> None:
        self._save_soon()
        self.banners.withdraw(REMARK)
        self.unseen_line.refresh()
        if before.theme != after.theme:
            self.context.theme.choose(after.theme)
        if before.text != after.text or before.pair != after.pair:
            self.notices.check_text(after)
        if before.panel != after.panel:
            self._show_panel(after.panel)
        elif self.current_panel is not None and self._started:
            self._update_panel(self.current_panel, before, after)

    def _update_panel(self, panel: Panel, before: State, after: State) -> None:
        panel.refresh()
        if before.selection != after.selection:
            panel.show_selection(after.selection)
        panel_changed = before.settings(panel.spec.name) != after.settings(panel.spec.name)
        if panel_changed and not panel.busy:
            panel.show_settings()
        if before.models != after.models:
            self.notices.check_models(after)
        if before.models != after.models or panel_changed:
            self._on_details(panel)

    def _show_panel(self, name: str) -> None:
        known = [panel.spec.name for panel in self.catalog.panels]
        if not known:
            self.warn(tr("There are no panels to show."))
            return
        name = name if name in known else known[0]
        panel = self.panel(name)
        self.rail.show_chosen(name)
        self.stage.show_panel(panel)
        self._on_details(panel)
        if self._started:
            panel.refresh()
            panel.show_selection(self.store.state.selection)
            self._update_controls(panel)

    def _update_controls(self, panel: Panel) -> None:
        """Show restored options, once the panel has the answer to them."""
        if self._started and panel.spec.name in self._outdated and not panel.busy:
            self._outdated.discard(panel.spec.name)
            panel.show_settings()

    def _on_details(self, panel: Panel) -> None:
        if panel is self.current_panel:
            has_picture = panel.busy or not panel.message  # or will have one
            self.details.show_details(panel.details, panel.click_hint if has_picture else "")

    def _on_answered(self, panel: Panel) -> None:
        self.banners.withdraw(REMARK)
        self._update_controls(panel)
        self._on_details(panel)
        self.details.refresh_models()
        self.exports.go_on(panel)
        if self._started:
            self.unseen_line.start()

    def _on_theme_changed(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, self.context.theme.palette, self.context.theme.zoom)

    def _on_preload(self, event: Event) -> None:
        if isinstance(event, Progress):
            self.stage.show_progress(event.message)
            return
        if isinstance(event, Failed) and not event.is_bug:
            self.warn(str(event.error))
        self.notices.report_broken_files()
        self.details.refresh_models()
        for library in self.findChildren(LibraryDialog):
            library.refresh()
        if self.current_panel is not None and not self.current_panel.busy:
            self.stage.show_progress("")

    def _on_project_message(self, text: str, action: Action | None) -> None:
        """Show the project's message until it is closed or another replaces it."""
        self.banners.withdraw(PROJECT)
        self.banners.add(text, action, PROJECT)

    def _on_bug(self, failed: Failed) -> None:
        self.show_bug(f"{type(failed.error).__name__}: {failed.error}", failed.details)

    def _on_library_changed(self) -> None:
        """Models were added, removed or written again: compute again what depends on them."""
        self.model_bar.refresh()
        self.details.refresh_models()
        self._save_soon()
        if self._started and not self._closed:
            self.notices.check_models(self.store.state)
            self.unseen_line.refresh()
            if self.current_panel is not None:
                self.current_panel.refresh()

    # ---- building

    def _build(self) -> None:
        context = self.context
        self.exports = Exports(context, self)
        self.downloads = Downloads(context, self)
        self.report = ReportBuilder(context, self.exports, self)
        self.projects = Projects(context, self.report, self)
        self.unseen_line = UnseenLine(context)
        self.stage = PanelStack(context.theme, self.unseen_line)
        self.banners = self.stage.banners
        self.notices = Notices(
            context, self.banners, self.open_library, self.projects.describe_missing
        )
        self.rail = Rail(self.catalog, context.theme)
        self.details = DetailsSide(context)
        self.jobs_bar = JobsBar(context.jobs, context.theme)
        self.sides = SidePanels(self, self.rail, self.details, context.theme)
        self.top = TopBar(context)
        self.sentence_bar, self.model_bar = self.top.sentence_bar, self.top.model_bar
        self._menu = WindowMenu(self, self._build_regions())
        self.commands = self._menu.commands
        self.top.set_menu(self._menu.menu)
        stage = column((self.stage, 1), self.jobs_bar, spacing=0)
        middle = line(self.rail, (stage, 1), self.details, spacing=0)
        whole = QWidget()
        column(self.top, (middle, 1), into=whole, spacing=0)
        self.setCentralWidget(whole)
        self.tour = TourGuide(self)
        self.drops = Drops(self)
        for part in (self.top, self.rail, *self.stage.frame, self.details, self.jobs_bar):
            context.theme.apply_theme(part)

    def _build_regions(self) -> Regions:
        def pictures(visible: bool) -> list[QWidget]:
            return [one for one in tab_stops(self.stage) if is_figure(one) == visible]

        stage = partial(pictures, False), partial(pictures, True)
        others = (self.top, self.rail), (self.details, self.jobs_bar)
        before, after = ([partial(tab_stops, part) for part in parts] for parts in others)
        return Regions([*before, *stage, *after])

    def _connect(self) -> None:
        self.unseen_line.marked.connect(self.sentence_bar.mark_words)
        self.unseen_line.library_requested.connect(lambda: self.open_library())
        self.stage.export_requested.connect(self.export_panel)
        self.stage.python_requested.connect(self.copy_python)
        self.exports.message.connect(self.banners.add)
        self.exports.progressed.connect(self.stage.show_progress)
        self.exports.chosen.connect(self._save_soon)
        self.stage.report_requested.connect(self.add_to_report)
        self.report.message.connect(self.banners.add)
        self.report.changed.connect(self._save_soon)
        self.report.state_requested.connect(self.restore_state)
        self.projects.message.connect(self._on_project_message)
        self.projects.warned.connect(self.warn)
        self.projects.progressed.connect(self.stage.show_progress)
        self.projects.changed.connect(self._save_soon)
        self.projects.state_requested.connect(self.restore_state)
        self.rail.chosen.connect(lambda name: self.store.update(panel=name))
        self.sentence_bar.overflowed.connect(self.notices.warn_of_cut_text)
        self.model_bar.choose_requested.connect(self.open_library)
        self.top.details_requested.connect(self.sides.toggle_details)
        self.sides.changed.connect(self._save_soon)
        self._unsubscribe = self.store.subscribe(self._on_state)
        self.context.theme.changed.connect(self._on_theme_changed)
        self.context.library_listeners.append(self._on_library_changed)
        self.context.jobs.bug_found.connect(self._on_bug)

    def fit_screen(self) -> None:
        """Not larger than the free part of the screen, so that the lower end is visible."""
        free = self.screen().availableGeometry().size() - QSize(0, TITLE_BAR)
        self.resize(self.size().boundedTo(free).expandedTo(self.minimumSize()))

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sides.fit()

    def childEvent(self, event: QChildEvent) -> None:
        """Dialogs and menus get their style sheet before they are first visible."""
        if event.polished() and isinstance(child := event.child(), QDialog | QMenu):
            self.context.theme.apply_theme(child)
        super().childEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start_timer.start()

    def changeEvent(self, event: QEvent) -> None:
        """Another program may have written a model while this window was inactive."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self._started:
            self.context.refresh_library()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the session and end the jobs, which save their progress.

        The threads end even after an error here, otherwise the process would never end.
        """
        if not self._closed:
            self._closed = True
            try:
                self._stop()
            finally:
                self.hide()  # a run takes a while to write its checkpoint
                self.context.jobs.close()
        super().closeEvent(event)

    def _stop(self) -> None:
        self._start_timer.stop()
        self.stage.stop()
        self.sentence_bar.flush()
        self._unsubscribe()
        self._save_timer.stop()
        self.save()
        if self._session_path is not None:
            self.projects.sweep(self._session_path.parent / PICTURES)


def _restart(window: QWidget) -> None:
    """Start the program again as it was started; the session brings the work back."""
    if window.close():
        arguments = [one for one in sys.orig_argv[1:] if not one.lower().endswith(ENDING)]
        QProcess.startDetached(sys.executable, arguments)
