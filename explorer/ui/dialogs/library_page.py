"""The models of this machine as a list to search: bundled, trained here, opened, downloaded."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidgetItem, QMenu

from explorer.core.library.library import ModelEntry
from explorer.core.library.own_models import never_began
from explorer.core.readable import size_on_disk
from explorer.ui.controls.layouts import column, wrapped
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.dialogs.library_actions import LibraryActions
from explorer.ui.dialogs.searching import DATA, SearchPage, has_words
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.style import fonts

ORIGIN_TITLES = {
    "bundled": "With the program",
    "own": "Trained here",
    "opened": "Opened folders and downloads",
}


class LibraryPage(SearchPage):
    """A page of the library dialog, with a menu for the marked model."""

    def __init__(self, context: PanelContext, current: str) -> None:
        """`current` is the key of the model to mark first, or empty."""
        super().__init__("Find a model by its name or family", "Find a model", "Models")
        self._context = context
        self.line.textChanged.connect(self._on_typed)
        self._list.itemSelectionChanged.connect(self._on_selection)
        self._message = wrapped(plain_label())
        self._message.setVisible(False)
        parts = self.line, (self._list, 1), self._message
        column(*parts, into=self, spacing=12, margins=(0, 12, 0, 0))
        self._actions = LibraryActions(context, lambda: self.entry, self)
        self._actions.changed.connect(self._on_changed)
        self._actions.failed.connect(self.say)
        self._list.addActions(self.menu.actions())
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.fill(current)

    @property
    def menu(self) -> QMenu:
        """What can be done with the marked model."""
        return self._actions.menu

    @property
    def entry(self) -> ModelEntry | None:
        """The marked model."""
        entry: ModelEntry | None = self._marked
        return entry

    @property
    def usable(self) -> ModelEntry | None:
        """The marked model, unless it has a problem."""
        return self.entry if self.entry is not None and self.entry.problem is None else None

    def fill(self, current: str = "") -> None:
        """List the matches of the search line; `current` is marked, or else the first."""
        self._list.clear()
        family, words = self._context.engine.family, self.line.text()
        entries = [
            entry
            for entry in self._context.library.entries()
            if matches(entry, family(entry), words) and not never_began(entry)
        ]
        origin = ""
        for entry in entries:
            if entry.origin != origin:
                origin = entry.origin
                self._add_heading(ORIGIN_TITLES[origin])
            self._add(entry, family(entry))
        self._mark(current)
        self.say("" if entries else self._no_match())
        self._on_selection()

    def refresh(self) -> None:
        """Fill the list again, for instance once the names of the families are known."""
        self.fill(self.entry.key if self.entry else "")

    def say(self, text: str) -> None:
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def _no_match(self) -> str:
        words = self.line.text().strip()
        if words:
            return f"No model here is called “{words}”. Open its folder, or go to By name."
        return "There are no models. Open a folder that holds one."

    def _mark(self, key: str) -> None:
        items = [self._list.item(row) for row in range(self._list.count())]
        entries = [(item, item.data(DATA)) for item in items if item.data(DATA) is not None]
        usable = [item for item, entry in entries if entry.problem is None]
        wanted = [item for item, entry in entries if entry.key == key]
        item = next(iter([*wanted, *usable]), None)
        if item is not None:
            self._list.setCurrentItem(item)
            self._list.scrollToItem(item)

    def _add_heading(self, title: str) -> None:
        item = QListWidgetItem(title.upper())
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(fonts.font(fonts.SMALL, bold=True))
        self._list.addItem(item)

    def _add(self, entry: ModelEntry, family: str) -> None:
        item = QListWidgetItem(f"{entry.title}\n{describe(entry, family)}")
        item.setData(DATA, entry)
        set_tip(item, str(entry.folder))
        if entry.problem is not None:  # it can be marked, to be removed from the list
            item.setForeground(self.palette().placeholderText())
        self._list.addItem(item)

    def _on_typed(self, words: str) -> None:
        """A complete name marks its model, even if it is a part of another name."""
        current = self.entry.key if self.entry else ""
        self.fill(called(self._context.library.entries(), words) or current)

    def _on_selection(self) -> None:
        self._actions.refresh()
        self.changed.emit()

    def _on_changed(self, key: str) -> None:
        self._context.library_changed()
        self.fill(key)


def matches(entry: ModelEntry, family: str, words: str) -> bool:
    """Whether every word is in its title, its family's name or id, or the path on the screen."""
    place = _where(entry) if entry.origin == "opened" else entry.name
    return has_words(f"{entry.title} {entry.architecture} {family} {place}", words)


def called(entries: Iterable[ModelEntry], words: str) -> str:
    """The key of the first model with exactly this title; "" if there is none."""
    title = words.strip().lower()
    return next((entry.key for entry in entries if entry.title.lower() == title), "")


def describe(entry: ModelEntry, family: str) -> str:
    """One line about a model: what it is, or why it cannot be used."""
    if entry.problem is not None:
        return f"{entry.problem} {entry.hint}".strip()
    parts = [family]
    if entry.parameters is not None:
        parts.append(f"{entry.parameters:,} parameters")
    parts.append(size_on_disk(entry.size_bytes, entry.parameters))
    if entry.origin == "opened":
        parts.append(_where(entry))  # many folders have a name such as checkpoint-500
    return " · ".join(parts)


def _where(entry: ModelEntry) -> str:
    """The id of a downloaded model, the path of any other."""
    return entry.repo_id or str(entry.folder)
