"""The training text: a part of the mini-world in one language or two, examples, or a file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from explorer.core.training.plans import LANGUAGES, WORLDS, source_name
from explorer.ui.controls.form import FieldWidget, choice_box
from explorer.ui.controls.layouts import column
from explorer.ui.controls.plain_text import set_tip

WORLD_TITLES = {"village": "The village", "world": "The mini-world"}
EXAMPLE_TITLES = {  # in all languages at once
    "demonstrations": "Examples of tasks",
    "world+demonstrations": "The mini-world and examples",
}
TIP = "The village is a corner of the mini-world with about two hundred words"
LANGUAGE_TITLES = {"both": "English and Korean", "en": "English", "ko": "Korean"}
OWN_FILE = "Own text file…"
FILE = "file"  # the data of the entries that are files


class TextChooser(FieldWidget):
    """Two boxes: the text, and for the mini-world its language. Its value names a source."""

    def __init__(self) -> None:
        super().__init__()
        self.text = "village"
        worlds = [(WORLD_TITLES[world], world) for world in WORLDS]
        examples = [(title, name) for name, title in EXAMPLE_TITLES.items()]
        self.where = choice_box([*worlds, *examples, (OWN_FILE, FILE)])
        self.language = choice_box([(LANGUAGE_TITLES[name], name) for name in LANGUAGES])
        self.language.setAccessibleName("Language of the text")
        for box in (self.where, self.language):
            box.activated.connect(self._on_activated)
        column(self.where, self.language, into=self, spacing=6)
        self.setFocusProxy(self.where)
        self.show_value(self.text)

    def show_value(self, value: str) -> None:
        self.text = value
        world, _, language = value.partition(":")
        is_file = world not in (*WORLDS, *EXAMPLE_TITLES)
        self.where.setItemText(self.where.findData(FILE), Path(value).name if is_file else OWN_FILE)
        self.where.setCurrentIndex(self.where.findData(FILE if is_file else world))
        set_tip(self.where, value if is_file else TIP)
        self.language.setVisible(world in WORLDS)
        if world in WORLDS:
            self.language.setCurrentIndex(max(0, self.language.findData(language or "both")))

    def ask_for_file(self) -> None:
        """Open a dialog for a text file; nothing changes if it is cancelled."""
        built_in = (*WORLDS, *EXAMPLE_TITLES)
        start = "" if self.text.partition(":")[0] in built_in else self.text
        path, _ = QFileDialog.getOpenFileName(
            self.window(), "Text to train on", start, "Text (*.txt *.md);;All files (*)"
        )
        self.show_value(path or self.text)
        if path:
            self.chosen.emit(path)

    def _on_activated(self) -> None:
        world = self.where.currentData()
        if world == FILE:
            self.ask_for_file()
            return
        named = source_name(world, self.language.currentData()) if world in WORLDS else world
        self.show_value(named)
        self.chosen.emit(self.text)


def title_of(name: str) -> str:
    """The title of a source: the mini-world with its language, or the name of a file."""
    world, _, language = name.partition(":")
    if world not in WORLD_TITLES:
        return EXAMPLE_TITLES.get(name, Path(name).name)
    language_title = f", {LANGUAGE_TITLES[language]}" if language in LANGUAGE_TITLES else ""
    return f"{WORLD_TITLES[world]}{language_title}"
