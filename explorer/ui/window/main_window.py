"""The window: sentence and models on top, panels at the left, details at the right, jobs below."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Event, Failed, Progress
from explorer.core.library.families import families
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.state.session import Session, save_session
from explorer.core.state.state import Selection, State
from explorer.core.state.texts import CUT, MAX_TEXT
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.controls.unseen_line import UnseenLine
from explorer.ui.dialogs.bug import BugDialog
from explorer.ui.dialogs.by_name import ByNamePage
from explorer.ui.dialogs.library import LibraryDialog
from explorer.ui.export.actions import Exports
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.dialog import ExportDialog
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.registry import PanelCatalog, find_panels
from explorer.ui.style import fonts, theme
from explorer.ui.window.banners import Banners
from explorer.ui.window.commands import Command, CommandPalette, WindowFirst
from explorer.ui.window.details import DetailsSide
from explorer.ui.window.downloads import Downloads
from explorer.ui.window.jobs_bar import JobsBar
from explorer.ui.window.rail import Rail
from explorer.ui.window.regions import Regions, tab_stops
from explorer.ui.window.stage import Stage
from explorer.ui.window.top_bar import ModelBar, SentenceBar
from explorer.ui.window.zoom import TEXT_SIZES, next_size, scaled, zoom_of

log = logging.getLogger(__name__)

REFERENCE_SIZE = (1440, 900)
TITLE_BAR = 40  # pixels, about; a frame has its height only once it is shown
MINIMUM_SIZE = (1000, 700)
LEAST_WITH_DETAILS = 960  # pixels, of the window at the usual size of text
SAVE_AFTER_MS = 1000
START_AFTER_MS = 30  # so that the first picture of the window is painted before torch loads
EXPORT_KEY = "Ctrl+E"
GLYPHS, MODELS, LENGTH = "glyphs", "models", "length"  # topics of warnings that may cease to hold


class MainWindow(QMainWindow):
    """Owns the panels and tells each what changed. Panels do not know each other."""

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
        self._missing_glyphs: str | None = None
        self._narrow = False  # too much so for the details
        self._started = False
        self._words_known = False  # asked for behind the first picture, which they would delay
        self._closed = False
        self.setWindowTitle("PLM Explorer")
        self.setMinimumSize(*MINIMUM_SIZE)
        self.resize(*REFERENCE_SIZE)
        self.exports = Exports(context, self)
        self.downloads = Downloads(context, self)
        self._build()
        self._add_commands()
        self._restore(session or Session())
        self._save_timer = QTimer(self)
        self._save_timer.setSingleShot(True)
        self._save_timer.setInterval(SAVE_AFTER_MS)
        self._save_timer.timeout.connect(self.save)
        self.exports.chosen.connect(self._save_timer.start)
        self._start_timer = QTimer(self)
        self._start_timer.setSingleShot(True)
        self._start_timer.setInterval(START_AFTER_MS)
        self._start_timer.timeout.connect(self.start)
        self._unsubscribe = self.store.subscribe(self._on_state)
        context.theme.changed.connect(self._on_theme_changed)
        context.theme.set_zoom(zoom_of(self._text_size))
        context.library_listeners.append(self._on_library_changed)
        context.jobs.bug_found.connect(self._on_bug)
        self._show_panel(self.store.state.panel)
        self._tell_broken_panels()

    # ---- what others call

    def panel(self, name: str) -> Panel:
        """A panel, made when it is first asked for. Raises KeyError."""
        if name not in self._panels:
            kind = self.catalog.find(name)
            if kind is None:
                raise KeyError(name)
            panel = kind(self.context)
            panel.details_changed.connect(lambda details: self._on_details(panel))
            panel.library_requested.connect(lambda: self.open_library())
            panel.answered.connect(lambda: self._on_answered(panel))
            self._panels[name] = panel
            self.stage.add(panel)
            self.context.theme.apply_theme(panel)
        return self._panels[name]

    @property
    def current(self) -> Panel | None:
        return self.stage.panel

    def start(self) -> None:
        """Begin to compute. Called once the window is on the screen, since it brings in torch."""
        if self._started or self._closed:
            return
        self._started = True
        self._preload()
        self._check_glyphs(self.store.state)
        self._check_models(self.store.state)
        if self.current is not None:
            self.current.refresh()

    def _preload(self) -> None:
        """Load torch and the chosen models in the background, with a line that says so."""
        keys = tuple(slot.key for slot in self.context.slots(self.store.state))
        make = partial(self.context.engine.preload, keys)
        self.context.jobs.submit("explore", "preload", make, self._on_preload)

    def tell(self, text: str, action: Action | None = None) -> None:
        self.banners.tell(text, "true", action)

    def warn(self, text: str, action: Action | None = None, topic: str = "") -> None:
        self.banners.tell(text, "warning", action, topic)

    def show_bug(self, message: str, details: str) -> None:
        """Our mistake: the details to copy. The window goes on."""
        dialog = BugDialog(message, details, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()

    def save(self) -> None:
        """Write the session; what prevents it is said once."""
        if self._session_path is None:
            return
        try:
            save_session(self.session(), self._session_path)
        except UserError as error:
            self.warn(str(error))

    def session(self) -> Session:
        geometry = bytes(self.saveGeometry().toBase64().data()).decode("ascii")
        window = {
            "geometry": geometry,
            "details": self._with_details,
            "sides": not self.rail.isHidden(),
            "text_size": self._text_size,
            "export": self.exports.choices.to_json(),
        }
        library = self.context.library
        return Session(self.store.state, library.opened, window, library.architectures)

    # ---- the state

    def _on_state(self, before: State, after: State) -> None:
        self._save_timer.start()
        self.banners.pass_by()
        if self._words_known:
            self.unseen_line.refresh()
        if before.theme != after.theme:
            self.context.theme.choose(after.theme)
        if before.text != after.text or before.pair != after.pair:
            self._check_glyphs(after)
            if max(len(after.text), len(after.pair)) < MAX_TEXT:
                self.banners.withdraw(LENGTH)
        if before.panel != after.panel:
            self._show_panel(after.panel)
            return
        panel = self.current
        if panel is None or not self._started:
            return
        panel.refresh()
        if before.selection != after.selection:
            panel.show_selection(after.selection)
        panel_changed = before.settings(panel.spec.name) != after.settings(panel.spec.name)
        if panel_changed and not panel.busy:
            panel.show_settings()
        if before.models != after.models:
            self._check_models(after)
        if before.models != after.models or panel_changed:
            self._on_details(panel)

    def _show_panel(self, name: str) -> None:
        known = [panel.spec.name for panel in self.catalog.panels]
        if not known:
            self.warn("There are no panels to show.")
            return
        name = name if name in known else known[0]
        panel = self.panel(name)
        self.rail.show_chosen(name)
        self.stage.show_panel(panel)
        self._on_details(panel)
        if self._started:
            panel.refresh()
            panel.show_selection(self.store.state.selection)

    def _choose_panel(self, name: str) -> None:
        self.store.update(panel=name)

    def _check_glyphs(self, state: State) -> None:
        said = fonts.missing_glyphs(state.text, state.pair)
        if said == self._missing_glyphs:  # said already, and perhaps closed
            return
        self._missing_glyphs = said
        self.banners.withdraw(GLYPHS)
        if said is not None:
            self.warn(said, topic=GLYPHS)

    def _check_models(self, state: State) -> None:
        """Say of each chosen model that cannot be used why, and offer another."""
        self.banners.withdraw(MODELS)
        for index, key in enumerate(state.models):
            entry = self.context.entry(key)
            if entry is not None and entry.problem is None:
                continue
            reason = f"{entry.problem} {entry.hint}" if entry else "It is no longer there."
            choose = Action("Choose another", partial(self.open_library, index))
            title = entry.title if entry else key
            self.warn(f"{title} cannot be used. {reason}".strip(), choose, MODELS)

    def _on_details(self, panel: Panel) -> None:
        if panel is self.current:
            self.details.show_details(panel.details, panel.hint)

    def _on_theme_changed(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, self.context.theme.palette, self.context.theme.zoom)
        if self.current is not None:
            self._on_details(self.current)
        self._apply_theme()

    def _on_preload(self, event: Event) -> None:
        if isinstance(event, Progress):
            self.stage.tell_progress(event.message)
        elif isinstance(event, Failed) and not event.is_bug:
            self.warn(str(event.error))
        if isinstance(event, Progress):
            return
        self._tell_broken_files()
        self.details.refresh_models()
        for library in self.findChildren(LibraryDialog):
            library.refresh()
        if self.current is not None and not self.current.busy:
            self.stage.tell_progress("")

    def _on_bug(self, failed: Failed) -> None:
        self.show_bug(f"{type(failed.error).__name__}: {failed.error}", failed.details)

    def _tell_broken_panels(self) -> None:
        for name, reason in self.catalog.broken.items():
            self.warn(f"The panel {name.rpartition('.')[2]} cannot be loaded ({reason}).")

    def _tell_broken_files(self) -> None:
        """Of architectures, objectives, tokenizers and methods; the others work without them."""
        by_reason: dict[str, list[str]] = {}  # one file may take others along
        for name, reason in self.context.engine.broken.items():
            by_reason.setdefault(reason, []).append(name)
        if by_reason:
            said = (
                f"{', '.join(names)} cannot be loaded ({why})." for why, names in by_reason.items()
            )
            self.warn(" ".join(said))

    # ---- commands

    def _undo(self) -> None:
        self.sentence_bar.flush()
        self.store.undo()

    def _redo(self) -> None:
        self.sentence_bar.flush()
        self.store.redo()

    def _on_escape(self) -> None:
        if self.stage.help_shown:
            self.stage.hide_help()
        elif self.current is None or not self.current.shrink():
            self.store.update(selection=Selection())
            if self.current is not None:
                self.current.deselect()

    def _toggle_details(self) -> None:
        shown = self.details.isHidden()
        self.details.setVisible(shown)
        if not (self.rail.isHidden() or self._narrow):
            self._with_details = shown
        self._save_timer.start()

    def _toggle_sides(self) -> None:
        """Leave the window to the sentence and its picture; the same key brings the sides back."""
        self._show_sides(self.rail.isHidden())
        self._save_timer.start()

    def _show_sides(self, shown: bool) -> None:
        self.rail.setVisible(shown)
        self.details.setVisible(shown and self._with_details and not self._narrow)

    def _fit_sides(self) -> None:
        """Fold the details as the window becomes too narrow for its text, and bring them back."""
        narrow = self.width() < scaled(LEAST_WITH_DETAILS)
        if narrow != self._narrow:
            self._narrow = narrow
            self._show_sides(not self.rail.isHidden())

    def _zoom(self, step: int) -> None:
        self._set_text_size(next_size(self._text_size, step))

    def _set_text_size(self, pixels: int) -> None:
        """Text and figures grow together."""
        self._text_size = pixels
        self.context.theme.set_zoom(zoom_of(pixels))
        self._fit_sides()
        self._save_timer.start()

    def open_library(self, index: int | None = None) -> LibraryDialog:
        """Choose another in place of one of the models, or one more, if there is room."""
        models = self.store.state.models
        current = models[index] if index is not None and index < len(models) else ""
        context = self.context
        full = self._model_names() if index is None and len(models) >= MAX_MODELS else ()
        by_name = ByNamePage(context.jobs, self.downloads)
        dialog = LibraryDialog(context.library, by_name, self, context.engine.family, current, full)
        dialog.chosen.connect(lambda key: self._use_model(key, dialog.place if full else index))
        dialog.deleted.connect(self._take_out)
        dialog.library_changed.connect(self.context.library_changed)
        dialog.unnamed.connect(lambda folder: self._find_families(dialog, folder))
        self._open(dialog)
        return dialog

    def _find_families(self, dialog: LibraryDialog, folder: str) -> None:
        """Which architectures a folder may be of, read from its weights in the background."""
        work = partial(families, folder)
        self.context.jobs.submit("explore", "families", work, partial(dialog.offer, folder))

    def _use_model(self, key: str, index: int | None) -> None:
        models = [*self.store.state.models]
        if index is not None and index < len(models):
            models[index] = key
        else:
            assert len(models) < MAX_MODELS
            models.append(key)
        self.store.update(models=tuple(models))

    def _take_out(self, key: str) -> None:
        """A model whose folder is in the trash is no longer shown."""
        models = self.store.state.models
        self.store.update(models=tuple(other for other in models if other != key))

    def _model_names(self) -> tuple[str, ...]:
        """The chosen models by letter and title; by key where they are no longer there."""
        models = self.store.state.models
        entries = map(self.context.entry, models)
        return tuple(
            theme.lettered(place, entry.title if entry else key)
            for place, (key, entry) in enumerate(zip(models, entries, strict=True))
        )

    def _on_library_changed(self) -> None:
        """Models came, went, or were written again: then what is shown is computed anew."""
        self.model_bar.refresh()
        self.details.refresh_models()
        self._save_timer.start()
        if self._started and not self._closed:
            self._check_models(self.store.state)
            if self._words_known:
                self.unseen_line.refresh()
            if self.current is not None:
                self.current.refresh()

    def export_panel(self) -> ExportDialog | None:
        """Export what is shown, once it is the answer to what is asked now; None until then."""
        panel = self.current
        return self.exports.open_whole([] if panel is None else [panel])

    def export_all(self) -> None:
        """Export every panel; those not yet seen are computed first."""
        self.exports.open_whole([self.panel(panel.spec.name) for panel in self.catalog.panels])

    def _on_answered(self, panel: Panel) -> None:
        self.banners.pass_by()
        self._on_details(panel)
        self.details.refresh_models()
        self.exports.go_on(panel)
        if not self._words_known and self._started:
            self._words_known = True
            self.unseen_line.refresh()

    def _open_palette(self) -> None:
        palette = CommandPalette(self.commands, self)
        palette.chosen.connect(lambda command: command.run())
        self._open(palette)

    def _open(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _command_list(self) -> tuple[Command, ...]:
        look: tuple[tuple[str, theme.ThemeChoice], ...]
        look = ("System", "system"), ("Light", "light"), ("Dark", "dark")
        panels = [panel.spec for panel in self.catalog.panels]
        return (
            Command("Add a model…", "Models", partial(self.open_library, None), "Ctrl+O"),
            Command("Export this figure…", "Figures", self.export_panel, EXPORT_KEY),
            Command("Export all…", "Figures", self.export_all, "Ctrl+Shift+E"),
            Command("Undo", "Edit", self._undo, "Ctrl+Z", lambda: self.store.can_undo),
            Command("Redo", "Edit", self._redo, "Ctrl+Shift+Z", lambda: self.store.can_redo),
            Command("Write in the sentence", "Edit", self._focus_sentence, "Ctrl+L"),
            Command("Deselect", "Edit", self._on_escape, "Esc"),
            *(
                Command(spec.title, "Panels", partial(self._choose_panel, spec.name), f"Ctrl+{n}")
                for n, spec in enumerate(panels, start=1)
            ),
            *(self._theme_command(title, choice) for title, choice in look),
            Command("Zoom in", "View", partial(self._zoom, 1), "Ctrl++"),
            Command("Zoom out", "View", partial(self._zoom, -1), "Ctrl+-"),
            Command("Usual size", "View", partial(self._set_text_size, fonts.BODY), "Ctrl+0"),
            self._shown_command("Both sides", self._toggle_sides, "F11", self.rail),
            self._shown_command(
                "Details at the side", self._toggle_details, "Ctrl+D", self.details
            ),
            Command("Full screen", "View", self._toggle_full_screen, "Shift+F11"),
            Command("Next part of the window", "View", partial(self._regions.step, 1), "F6"),
            Command("Part before", "View", partial(self._regions.step, -1), "Shift+F6"),
            Command("All commands…", "Help", self._open_palette, "Ctrl+K"),
            Command("What am I looking at?", "Help", self.stage.toggle_help, "F1"),
            Command("Quit", "Window", self.close, "Ctrl+Q"),
        )

    def _theme_command(self, title: str, choice: theme.ThemeChoice) -> Command:
        return Command(
            f"{title} theme",
            "View",
            partial(self.store.update, theme=choice),
            checked=lambda: self.store.state.theme == choice,
        )

    @staticmethod
    def _shown_command(title: str, run: Callable[[], None], key: str, side: QWidget) -> Command:
        return Command(title, "View", run, key, checked=lambda: not side.isHidden())

    def _toggle_full_screen(self) -> None:
        """For a projector; the same key leads back to the window as it was."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _focus_sentence(self) -> None:
        self.sentence_bar.sentence.setFocus()
        self.sentence_bar.sentence.selectAll()

    def _add_commands(self) -> None:
        """Shortcuts for the window, and the menu with the same commands."""
        self.commands = self._command_list()
        menu = QMenu(self)
        groups: dict[str, QMenu] = {}
        for command in self.commands:
            if command.group not in groups:
                groups[command.group] = menu.addMenu(command.group)
            action = QAction(command.title, self)
            action.triggered.connect(lambda _checked=False, run=command.run: run())
            if command.shortcut:
                action.setShortcut(QKeySequence(command.shortcut))
            if command.checked is not None:
                mark = partial(self._mark, action, command.checked)
                action.setCheckable(True)
                groups[command.group].aboutToShow.connect(mark)
                action.triggered.connect(mark)  # Qt unmarks what is chosen once more
            groups[command.group].addAction(action)
            self.addAction(action)
        self._menu_button.setMenu(menu)
        WindowFirst(self, [EXPORT_KEY])
        redo = QShortcut(QKeySequence("Ctrl+Y"), self)
        redo.activated.connect(self._redo)
        plus = QShortcut(QKeySequence("Ctrl+="), self)  # the same key without Shift
        plus.activated.connect(partial(self._zoom, 1))

    @staticmethod
    def _mark(action: QAction, checked: Callable[[], bool], *_: object) -> None:
        action.setChecked(checked())

    # ---- building

    def _build(self) -> None:
        context = self.context
        self.banners = Banners(context.theme)
        self.unseen_line = UnseenLine(context)
        self.unseen_line.library_requested.connect(lambda: self.open_library())
        self.stage = Stage(context.theme, self.banners, self.unseen_line)
        self.stage.export_requested.connect(self.export_panel)
        self.exports.said.connect(self.tell)
        self.exports.progressed.connect(self.stage.tell_progress)
        self.rail = Rail(self.catalog, context.theme)
        self.rail.chosen.connect(self._choose_panel)
        self.details = DetailsSide(context)
        self.details.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.jobs_bar = JobsBar(context.jobs, context.theme)
        self.jobs_bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.rail)
        middle.addWidget(self.stage, 1)
        middle.addWidget(self.details)
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        top = self._build_top()
        layout.addWidget(top)
        layout.addLayout(middle, 1)
        layout.addWidget(self.jobs_bar)
        self.setCentralWidget(whole)
        self._regions = Regions(
            [
                lambda: [*tab_stops(top)],
                lambda: [*tab_stops(self.rail)],
                lambda: [stop for stop in tab_stops(self.stage) if not isinstance(stop, Canvas)],
                lambda: [stop for stop in tab_stops(self.stage) if isinstance(stop, Canvas)],
                lambda: [*tab_stops(self.details)],
                lambda: [*tab_stops(self.jobs_bar)],
            ]
        )
        self._apply_theme()
        for part in (top, self.rail, *self.stage.frame, self.details, self.jobs_bar):
            context.theme.apply_theme(part)

    def _build_top(self) -> QWidget:
        top = QWidget()
        top.setObjectName("top")
        top.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.sentence_bar = SentenceBar(self.store, self.context.theme)
        self.sentence_bar.overflowed.connect(lambda: self.warn(CUT, topic=LENGTH))
        self.model_bar = ModelBar(self.context)
        self.model_bar.choose_requested.connect(self.open_library)
        self._details_button = QToolButton()
        set_tip(self._details_button, "Details at the side (Ctrl+D)")
        self._details_button.setAccessibleName("Details at the side")
        self._details_button.clicked.connect(self._toggle_details)
        self._menu_button = QToolButton()
        self._menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        set_tip(self._menu_button, "Menu; Ctrl+K finds any command")
        self._menu_button.setAccessibleName("Menu")
        line = QHBoxLayout()
        line.addWidget(self.model_bar, 1)
        line.addWidget(self._details_button)
        line.addWidget(self._menu_button)
        layout = QVBoxLayout(top)
        layout.setContentsMargins(16, 12, 16, 10)
        layout.setSpacing(8)
        layout.addWidget(self.sentence_bar)
        layout.addLayout(line)
        return top

    def _apply_theme(self) -> None:
        self._details_button.setIcon(self.context.theme.icon("details"))
        self._menu_button.setIcon(self.context.theme.icon("menu"))

    def _restore(self, session: Session) -> None:
        """Geometry, sides, the size of text, how figures leave; the state is the store's."""
        geometry = session.window.get("geometry")
        if isinstance(geometry, str) and geometry:
            try:
                self.restoreGeometry(QByteArray(base64.b64decode(geometry, validate=True)))
            except ValueError:
                log.info("the saved geometry cannot be read")
        self._with_details = session.window.get("details") is not False
        self._show_sides(session.window.get("sides") is not False)
        size = session.window.get("text_size")
        self._text_size = size if size in TEXT_SIZES else fonts.BODY
        self.exports.choices = ExportChoices.from_json(session.window.get("export"))

    def fit_screen(self) -> None:
        """Not larger than what the screen has free, or the lower end is out of sight."""
        free = self.screen().availableGeometry().size() - QSize(0, TITLE_BAR)
        self.resize(self.size().boundedTo(free).expandedTo(self.minimumSize()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_sides()

    def childEvent(self, event: QChildEvent) -> None:
        """Dialogs and menus are dressed before they are first shown."""
        if event.polished() and isinstance(child := event.child(), QDialog | QMenu):
            self.context.theme.apply_theme(child)
        super().childEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start_timer.start()

    def changeEvent(self, event: QEvent) -> None:
        """A person who comes back may have written a model again meanwhile."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self._started:
            self.context.look_again()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the session and end the jobs, which keep what they won.

        The threads end whatever goes wrong before, or the process would never end.
        """
        if not self._closed:
            self._closed = True
            try:
                self._put_away()
            finally:
                self.hide()  # a run takes a while to write down what it won
                self.context.jobs.close()
        super().closeEvent(event)

    def _put_away(self) -> None:
        self._save_timer.stop()
        self._start_timer.stop()
        self.stage.stop()
        self.sentence_bar.flush()
        self._unsubscribe()
        self._save_timer.stop()  # what was just typed began it again
        self.save()
