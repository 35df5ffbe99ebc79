"""The commands of the window, with their shortcuts, in a menu and in the palette."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from explorer.core.state.state import Selection
from explorer.ui.style.theme import ThemeChoice
from explorer.ui.window.commands import Command, CommandPalette, WindowFirst
from explorer.ui.window.regions import Regions

if TYPE_CHECKING:
    from explorer.ui.window.main_window import MainWindow

EXPORT_KEY = "Ctrl+E"
THEMES: tuple[ThemeChoice, ...] = ("system", "light", "dark")


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
            stage.hide_help()
            return
        if stage.panel is not None and stage.panel.shrink():
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

    def _open_palette(self) -> None:
        palette = CommandPalette(self.commands, self._window)
        palette.chosen.connect(lambda command: command.run())
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.open()

    def _command_list(self) -> tuple[Command, ...]:
        window, store, sides = self._window, self._store, self._window.sides
        undo, redo = partial(self._revert, store.undo), partial(self._revert, store.redo)
        specs = [panel.spec for panel in window.catalog.panels]
        return (
            Command("Add a model…", "Models", window.open_library, "Ctrl+O"),
            Command("Export this figure…", "Figures", window.export_panel, EXPORT_KEY),
            Command("Export all…", "Figures", window.export_all, "Ctrl+Shift+E"),
            Command("Undo", "Edit", undo, "Ctrl+Z", lambda: store.can_undo),
            Command("Redo", "Edit", redo, "Ctrl+Shift+Z", lambda: store.can_redo),
            Command("Edit the sentence", "Edit", self._focus_sentence, "Ctrl+L"),
            Command("Deselect", "Edit", self._deselect, "Esc"),
            *(
                Command(spec.title, "Panels", partial(store.update, panel=spec.name), f"Ctrl+{n}")
                for n, spec in enumerate(specs, start=1)
            ),
            *map(self._theme_command, THEMES),
            Command("Zoom in", "View", partial(sides.zoom, 1), "Ctrl++"),
            Command("Zoom out", "View", partial(sides.zoom, -1), "Ctrl+-"),
            Command("Usual size", "View", partial(sides.zoom, 0), "Ctrl+0"),
            _side_command("Both sides", sides.toggle_both, "F11", window.rail),
            _side_command("Details at the side", sides.toggle_details, "Ctrl+D", window.details),
            Command("Full screen", "View", self._toggle_full_screen, "Shift+F11"),
            Command("Next part of the window", "View", partial(self._regions.step, 1), "F6"),
            Command("Previous part", "View", partial(self._regions.step, -1), "Shift+F6"),
            Command("All commands…", "Help", self._open_palette, "Ctrl+K"),
            Command("What am I looking at?", "Help", window.stage.toggle_help, "F1"),
            Command("Quit", "Window", window.close, "Ctrl+Q"),
        )

    def _theme_command(self, choice: ThemeChoice) -> Command:
        return Command(
            f"{choice.capitalize()} theme",
            "View",
            partial(self._store.update, theme=choice),
            checked=lambda: self._store.state.theme == choice,
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
        WindowFirst(self._window, EXPORT_KEY)
        redo, plus = (QShortcut(QKeySequence(key), self._window) for key in ("Ctrl+Y", "Ctrl+="))
        redo.activated.connect(partial(self._revert, self._store.redo))
        plus.activated.connect(partial(self._window.sides.zoom, 1))  # the key of + without Shift


def _side_command(title: str, run: Callable[[], None], key: str, side: QWidget) -> Command:
    return Command(title, "View", run, key, checked=lambda: not side.isHidden())


def _mark(action: QAction, checked: Callable[[], bool], *_: object) -> None:
    action.setChecked(checked())
