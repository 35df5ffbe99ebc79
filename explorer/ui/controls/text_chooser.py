"""The training text: the village or the mini-world, in one language or two, or a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QWidget

from explorer.core.training.plans import LANGUAGES, WORLDS, source_name
from explorer.ui.controls.layouts import column
from explorer.ui.controls.plain_text import set_tip

WORLD_TITLES = {"village": "The village", "world": "The mini-world"}
TIP = "The village is a corner of the mini-world with about two hundred words"
LANGUAGE_TITLES = {"both": "English and Korean", "en": "English", "ko": "Korean"}
OWN_FILE = "Own text file…"
FILE = "file"  # the data of the entries that are files


class TextChooser(QWidget):
    """Two boxes: the text, and for the mini-world its language."""

    chosen = Signal(str)  # the name of a source

    def __init__(self) -> None:
        super().__init__()
        self._text = "village"
        self.where = QComboBox()
        for world in WORLDS:
            self.where.addItem(WORLD_TITLES[world], world)
        self.where.addItem(OWN_FILE, FILE)
        set_tip(self.where, TIP)
        self.where.activated.connect(self._on_where)
        self.language = QComboBox()
        for language in LANGUAGES:
            self.language.addItem(LANGUAGE_TITLES[language], language)
        self.language.setAccessibleName("Language of the text")
        self.language.activated.connect(self._on_language)
        column(self.where, self.language, into=self, spacing=6)
        self.setFocusProxy(self.where)

    @property
    def text(self) -> str:
        return self._text

    def set_text(self, name: str) -> None:
        """Show a source by its name."""
        self._text = name
        world, _, language = name.partition(":")
        with QSignalBlocker(self.where), QSignalBlocker(self.language):
            if world in WORLDS:
                self._forget_file()
                self.where.setCurrentIndex(self.where.findData(world))
                self.language.setCurrentIndex(max(0, self.language.findData(language or "both")))
            else:
                self._show_file(name)
        self.language.setVisible(world in WORLDS)

    def ask_for_file(self) -> None:
        """Open a dialog for a text file; nothing changes if it is cancelled."""
        start = "" if self._text.partition(":")[0] in WORLDS else self._text
        path, _ = QFileDialog.getOpenFileName(
            self.window(), "Text to train on", start, "Text (*.txt *.md);;All files (*)"
        )
        self.set_text(path or self._text)
        if path:
            self.chosen.emit(path)

    def _on_where(self, index: int) -> None:
        data = self.where.itemData(index)
        if data == FILE:
            self.ask_for_file()
            return
        self.set_text(source_name(data, self.language.currentData()))
        self.chosen.emit(self._text)

    def _on_language(self) -> None:
        self.set_text(source_name(self.where.currentData(), self.language.currentData()))
        self.chosen.emit(self._text)

    def _forget_file(self) -> None:
        self.where.setItemText(self.where.findData(FILE), OWN_FILE)
        set_tip(self.where, TIP)

    def _show_file(self, path: str) -> None:
        index = self.where.findData(FILE)
        self.where.setItemText(index, Path(path).name)
        set_tip(self.where, path)
        self.where.setCurrentIndex(index)


def title_of(name: str) -> str:
    """The title of a source: the mini-world with its language, or the name of a file."""
    world, _, language = name.partition(":")
    if world not in WORLD_TITLES:
        return Path(name).name
    spoken = f", {LANGUAGE_TITLES[language]}" if language in LANGUAGE_TITLES else ""
    return f"{WORLD_TITLES[world]}{spoken}"
