"""Above the picture: the view, where the sentences come from, and what is drawn of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal

from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.sentences.request import (
    CONTEXTS,
    MAP,
    MEAN,
    SCATTER,
    TABLE,
    TOKEN,
    SentencesAnswer,
    SentencesOptions,
)
from explorer.core.sentences.rows import RowFilter
from explorer.core.sentences.source import (
    LANGUAGES,
    MAX_SENTENCES,
    WORLD,
    SourceChoice,
)
from explorer.core.sentences.states import METHODS, UMAP
from explorer.core.sentences.umap_points import INSTALL, is_installed
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import flow
from explorer.ui.controls.form import whole
from explorer.ui.controls.layouts import column, search_line
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.dialogs.choosing import OpenFileButton

VIEW_TITLES = {
    TABLE: tr("Sentences"),
    SCATTER: tr("Loss against loss"),
    MAP: tr("Map of states"),
    CONTEXTS: tr("Similar contexts"),
}
SOURCE = ("source", "language", "number")  # what belongs to the source
FROM = (*SOURCE, "file")
SHOWN = {
    TABLE: (*FROM, "search", "disagree", "errors"),
    SCATTER: (*FROM, "first", "second", "colour"),
    MAP: (*FROM, "subject", "layer", "what", "method", "colour"),
    CONTEXTS: (*FROM, "subject", "layer"),
}
OPTIONAL = ("language", "disagree", "errors")  # where there is something to choose
LAST_LAYER = -1
FILES = (".txt", ".tsv", ".csv", ".json", ".jsonl")
KINDS = tr("Sentences (*.txt *.tsv *.csv *.json *.jsonl);;All files (*)")
WHAT = {MEAN: tr("Point  mean of the tokens"), TOKEN: tr("Point  token at the selected position")}


class SentencesControls(OptionControls):
    """Emits options by name; those of SOURCE say which sentences are read."""

    used = Signal()  # the selected sentence

    def __init__(self) -> None:
        super().__init__(panel_text("sentences").controls)
        self.tabs = ViewTabs(VIEW_TITLES)
        self.search = search_line(self.texts["search"]["title"], self.texts["search"]["tip"])
        self.search.textChanged.connect(lambda text: self.changed.emit({"search": text}))
        self.file = OpenFileButton(tr("Sentences"), KINDS)
        self.file.path_chosen.connect(lambda path: self.changed.emit({"source": path}))
        self.parts: dict[str, Any] = {
            "source": self.choice_box("source"),
            "file": self.file,
            "language": self.choice_box("language", LANGUAGES),
            "number": self.number("number", whole(1, MAX_SENTENCES, 100)),
            "search": self.search,
            "disagree": self.tick("disagree"),
            "errors": self.tick("errors"),
            **{name: self.choice_box(name) for name in ("first", "second", "subject", "layer")},
            "what": self.choice_box("what", WHAT),
            "method": self.choice_box("method", METHODS),
            "colour": self.choice_box("colour"),
        }
        if not is_installed():
            self.parts["method"].disable(UMAP, tr("Not installed: {install}", install=INSTALL))
        self.use = self.button("use", self.used)
        column(self.tabs, flow(*self.parts.values(), self.use), into=self)

    def show_source(self, view: str, source: SourceChoice, sets: Mapping[str, str]) -> None:
        """Only the options of the view; `sets` are the labelled ones, with titles."""
        self.tabs.show_view(view)
        for name, part in self.parts.items():
            if name not in OPTIONAL or name not in SHOWN[view]:
                part.setVisible(name in SHOWN[view])
        known = {WORLD: tr("Sample of the mini-world"), **sets}
        if source.source not in known:
            known[source.source] = Path(source.source).name
        self.parts["source"].show_items(known, source.source)
        set_tip(self.parts["source"], known[source.source])
        self.parts["language"].setCurrentIndex([*LANGUAGES].index(source.language))
        self.parts["language"].setVisible(source.source == WORLD)
        with QSignalBlocker(self.parts["number"]):
            self.parts["number"].setValue(source.number)

    def show_filter(self, chosen: RowFilter) -> None:
        """What is searched and ticked, also after a restart and where it was undone."""
        if self.search.text() != chosen.search:
            with QSignalBlocker(self.search):
                self.search.setText(chosen.search)
        self.parts["disagree"].setChecked(chosen.disagree)
        self.parts["errors"].setChecked(chosen.errors)

    def show_answer(
        self, answer: SentencesAnswer, titles: dict[str, str], options: SentencesOptions
    ) -> None:
        """The values that there are; `titles` are those of the models by key."""
        table, parts, view = answer.table, self.parts, answer.view
        parts["disagree"].setVisible(view == TABLE and table.can_disagree)
        parts["errors"].setVisible(view == TABLE and table.has_classified)
        able = {key: titles[key] for key, one in table.known.items() if one.has_losses}
        for name, chosen in zip(("first", "second"), answer.pair, strict=True):
            head = self.texts[name]["title"]
            parts[name].show_items({key: f"{head}  {one}" for key, one in able.items()}, chosen)
        parts["subject"].show_items(titles, answer.subject)
        states = answer.map or answer.contexts
        names = () if states is None else states.layer_names
        layers = dict(enumerate(names)) or {LAST_LAYER: tr("Last layer")}
        parts["layer"].show_items(layers, LAST_LAYER if states is None else states.layer)
        parts["what"].show_items(WHAT, options.what)
        parts["method"].show_items(METHODS, options.method)
        colours = {by: tr("Colour  {title}", title=title) for by, title in answer.colours.items()}
        parts["colour"].show_items({"": tr("Colour  none"), **colours}, options.colour)
