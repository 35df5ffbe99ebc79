"""The commands of the window, with their shortcuts, in a menu and in a palette to search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from explorer.core.library.listing import has_words
from explorer.core.localization import LANGUAGES, language, tr
from explorer.core.state.state import Selection
from explorer.ui.controls.layouts import column
from explorer.ui.dialogs.searching import ListKeys
from explorer.ui.dialogs.shortcuts import ShortcutSheet
from explorer.ui.style.theme import ThemeChoice
from explorer.ui.window.regions import Regions
from explorer.ui.window.sides import PANEL_KEYS

if TYPE_CHECKING:
    from explorer.ui.window.main_window import MainWindow

EXPORT_KEY = "Ctrl+E"
THEME_TITLES: dict[ThemeChoice, str] = {
    "system": tr("System theme"),
    "light": tr("Light theme"),
    "dark": tr("Dark theme"),
}
PROJECT, REPORT, FIGURES = tr("Project"), tr("Report"), tr("Figures")
EDIT, PANELS, VIEW, HELP = tr("Edit"), tr("Panels"), tr("View"), tr("Help")
LANGUAGE = "Language · 언어"  # legible in any language
BACK = tr("Back to the work before")
NO_RECENT = (tr("Choose a file…"), tr("No project was saved or opened here yet"))  # title and group
WIDTH, HEIGHT = 520, 480
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class Command:
    """Something to do. `group` is its menu; `shortcut` as Qt writes it.

    `checked` puts a mark into the menu, such as at the theme in use.
    """

    title: str
    group: str
    run: Callable[[], object]
    shortcut: str = ""
    enabled: Callable[[], bool] = lambda: True
    checked: Callable[[], bool] | None = None

    @property
    def label(self) -> str:
        """The command's name in the palette: its group and title."""
        return f"{self.group}: {self.title}"


def filter_commands(commands: Sequence[Command], words: str) -> list[Command]:
    """Commands whose label or shortcut contains every word.

    Those that begin with the first word come first.
    """
    words = words.replace("...", "…")
    matches = [one for one in commands if has_words(f"{one.label} {one.shortcut}", words)]
    first = next(iter(words.lower().split()), "")
    return sorted(matches, key=lambda one: not one.title.lower().startswith(first))


class CommandPalette(QDialog):
    """Type some letters, choose with the arrow keys, run with Enter."""

    chosen = Signal(object)  # Command

    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self._commands = [command for command in commands if command.enabled()]
        self.setWindowTitle(tr("Commands"))
        self.resize(WIDTH, HEIGHT)
        self._line = QLineEdit()
        self._line.setPlaceholderText(tr("What do you want to do?"))
        self._line.textChanged.connect(self._show)
        self._line.returnPressed.connect(self.run_current)
        self._list = QTreeWidget()
        self._list.setColumnCount(2)
        self._list.setHeaderHidden(True)
        self._list.setRootIsDecorated(False)
        header = self._list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._list.itemActivated.connect(self.run_current)
        self._list.itemClicked.connect(self.run_current)
        ListKeys(self._line, self._list)
        column(self._line, self._list, into=self, margins=(12, 12, 12, 12))
        self._list.ensurePolished()  # rows need the height of the style sheet
        self._show("")

    def _show(self, words: str) -> None:
        self._list.clear()
        for command in filter_commands(self._commands, words):
            item = QTreeWidgetItem([command.label, command.shortcut])
            item.setData(0, Qt.ItemDataRole.UserRole, command)
            item.setTextAlignment(1, RIGHT)
            item.setForeground(1, self.palette().placeholderText())
            self._list.addTopLevelItem(item)
        self._list.setCurrentIndex(self._list.model().index(0, 0))

    def run_current(self) -> None:
        """Close the palette, then run the marked command."""
        item = self._list.currentItem()
        if item is not None:
            self.accept()
            self.chosen.emit(item.data(0, Qt.ItemDataRole.UserRole))


class WindowMenu(QObject):
    """Everything that can be done without a panel of one's own."""

    def __init__(self, window: MainWindow, regions: Regions) -> None:
        super().__init__(window)
        self._window = window
        self._store = window.store
        self._regions = regions
        self.commands = self._command_list()
        self.menu = QMenu(window)
        self._build()

    def _revert(self, change: Callable[[], object]) -> None:
        """Undo or redo, after what was just typed is in the state."""
        self._window.sentence_bar.flush()
        change()

    def _deselect(self) -> None:
        """Fold the help; else show all again where a picture fills the panel; else deselect."""
        stage = self._window.stage
        if stage.help_shown:
            stage.help_button.setChecked(False)
            return
        if stage.panel is not None and stage.panel.leave_enlarged_part():
            return
        self._store.update(selection=Selection())
        if stage.panel is not None:
            stage.panel.deselect()

    def _focus_sentence(self) -> None:
        self._window.sentence_bar.sentence.setFocus()
        self._window.sentence_bar.sentence.selectAll()

    def _toggle_full_screen(self) -> None:
        """For a projector; the same key leads back to the window as it was."""
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _open_recent(self) -> None:
        """The last projects that are still there, to search and choose from."""
        paths = [Path(path) for path in self._window.projects.recent if Path(path).is_file()]
        open_file = self._window.projects.open_file
        recent = [Command(path.name, str(path.parent), partial(open_file, path)) for path in paths]
        self._open_palette(recent or [Command(*NO_RECENT, self._window.projects.open)])

    def _open_palette(self, commands: Sequence[Command] | None = None) -> None:
        palette = CommandPalette(self.commands if commands is None else commands, self._window)
        palette.chosen.connect(lambda command: command.run())
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.open()

    def _open_shortcuts(self) -> None:
        by_menu: dict[str, dict[str, str]] = {}
        for command in self.commands:
            if command.shortcut:
                by_menu.setdefault(command.group, {})[command.shortcut] = command.title
        sheet = ShortcutSheet(by_menu, self._window)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()

    def _step_panel(self, step: int) -> None:
        names = [panel.spec.name for panel in self._window.catalog.panels]
        place = names.index(self._store.state.panel)
        self._store.update(panel=names[(place + step) % len(names)])

    def _command_list(self) -> tuple[Command, ...]:
        window, store, sides = self._window, self._store, self._window.sides
        undo, redo = partial(self._revert, store.undo), partial(self._revert, store.redo)
        specs = [panel.spec for panel in window.catalog.panels]
        projects, bar = window.projects, window.model_bar
        return (
            Command(tr("Open project…"), PROJECT, projects.open, "Ctrl+Shift+O"),
            Command(tr("Open recent project…"), PROJECT, self._open_recent),
            Command(tr("Save project"), PROJECT, projects.save, "Ctrl+S"),
            Command(tr("Save project as…"), PROJECT, projects.save_as, "Ctrl+Shift+S"),
            Command(tr("New project"), PROJECT, projects.new),
            Command(BACK, PROJECT, projects.back, "", lambda: projects.can_go_back),
            Command(tr("Add this figure to the report"), REPORT, window.add_to_report, "Ctrl+R"),
            Command(tr("Open report…"), REPORT, window.open_report, "Ctrl+Shift+R"),
            Command(tr("Add a model…"), tr("Models"), window.open_library, "Ctrl+O"),
            Command(
                tr("Switch adapters on or off"),
                tr("Models"),
                lambda: bar.switch_adapters(bar.adapted_keys),
                "Ctrl+Shift+A",
                lambda: bool(bar.adapted_keys),
            ),
            Command(tr("Export this figure…"), FIGURES, window.export_panel, EXPORT_KEY),
            Command(tr("Export all…"), FIGURES, window.export_all, "Ctrl+Shift+E"),
            Command(tr("Copy as Python"), FIGURES, window.copy_python, "Ctrl+Shift+C"),
            Command(tr("Undo"), EDIT, undo, "Ctrl+Z", lambda: store.can_undo),
            Command(tr("Redo"), EDIT, redo, "Ctrl+Shift+Z", lambda: store.can_redo),
            Command(tr("Edit the sentence"), EDIT, self._focus_sentence, "Ctrl+L"),
            Command(tr("Deselect"), EDIT, self._deselect, "Esc"),
            *(
                Command(spec.title, PANELS, partial(store.update, panel=spec.name), key)
                for spec, key in zip(specs, chain(PANEL_KEYS, repeat("")), strict=False)
            ),
            Command(tr("Next panel"), PANELS, partial(self._step_panel, 1), "Ctrl+PgDown"),
            Command(tr("Previous panel"), PANELS, partial(self._step_panel, -1), "Ctrl+PgUp"),
            *map(self._theme_command, THEME_TITLES),
            *map(self._language_command, LANGUAGES),
            Command(tr("Zoom in"), VIEW, partial(sides.zoom, 1), "Ctrl++"),
            Command(tr("Zoom out"), VIEW, partial(sides.zoom, -1), "Ctrl+-"),
            Command(tr("Usual size"), VIEW, partial(sides.zoom, 0), "Ctrl+0"),
            _side_command(tr("Both sides"), sides.toggle_both, "F11", window.rail),
            _side_command(
                tr("Details at the side"), sides.toggle_details, "Ctrl+D", window.details
            ),
            Command(tr("Full screen"), VIEW, self._toggle_full_screen, "Shift+F11"),
            Command(tr("Next part of the window"), VIEW, partial(self._regions.step, 1), "F6"),
            Command(tr("Previous part"), VIEW, partial(self._regions.step, -1), "Shift+F6"),
            Command(tr("All commands…"), HELP, self._open_palette, "Ctrl+K"),
            Command(tr("What notes state…"), HELP, window.open_statements),
            Command(tr("Keyboard shortcuts"), HELP, self._open_shortcuts, "Ctrl+/"),
            Command(tr("What am I looking at?"), HELP, window.stage.help_button.toggle, "F1"),
            Command(tr("Quit"), tr("Window"), window.close, "Ctrl+Q"),
        )

    def _theme_command(self, choice: ThemeChoice) -> Command:
        return Command(
            THEME_TITLES[choice],
            VIEW,
            partial(self._store.update, theme=choice),
            checked=lambda: self._store.state.theme == choice,
        )

    def _language_command(self, name: str) -> Command:
        return Command(
            LANGUAGES[name],
            LANGUAGE,
            partial(self._window.change_language, name),
            checked=lambda: language() == name,
        )

    def _build(self) -> None:
        groups: dict[str, QMenu] = {}
        for command in self.commands:
            if command.group not in groups:
                groups[command.group] = self.menu.addMenu(command.group)
            action = groups[command.group].addAction(command.title)
            action.triggered.connect(lambda _checked=False, run=command.run: run())
            action.setShortcut(QKeySequence(command.shortcut))
            if command.checked is not None:
                mark = partial(_mark, action, command.checked)
                action.setCheckable(True)
                groups[command.group].aboutToShow.connect(mark)
                action.triggered.connect(mark)  # Qt unmarks what is chosen once more
            self._window.addAction(action)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)
        redo, plus = (QShortcut(QKeySequence(key), self._window) for key in ("Ctrl+Y", "Ctrl+="))
        redo.activated.connect(partial(self._revert, self._store.redo))
        plus.activated.connect(partial(self._window.sides.zoom, 1))  # the key of + without Shift

    # ---- a key that a line of text would take

    def _on_focus_changed(self, before: QWidget | None, after: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if isinstance(after, QLineEdit | QAbstractSpinBox) and after.window() is self._window:
            after.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Under X11 Ctrl+E moves the cursor to the end of a line, and would trigger no shortcut."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        ours = QKeySequence(event.keyCombination()) == QKeySequence(EXPORT_KEY)
        if ours:
            event.ignore()
        return ours


def _side_command(title: str, run: Callable[[], None], key: str, side: QWidget) -> Command:
    return Command(title, VIEW, run, key, checked=lambda: not side.isHidden())


def _mark(action: QAction, checked: Callable[[], bool], *_: object) -> None:
    action.setChecked(checked())
