"""Above the figure: the view, the graph, what of it is drawn, and the training of embeddings."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from explorer.core.knowledge.embeddings import EmbeddingChoice
from explorer.core.knowledge.request import (
    CHOICES,
    DATA,
    EMBEDDINGS,
    GRAPH,
    LIMITS,
    MAX_HOPS,
    OWN_QUESTION,
    KnowledgeAnswer,
    KnowledgeOptions,
)
from explorer.core.knowledge.sources import WORLD, WORLD_TITLE, title_of
from explorer.core.localization import plural, tr
from explorer.core.panel_text import panel_text
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import show_value, whole
from explorer.ui.controls.layouts import column, line, muted_label, search_line
from explorer.ui.controls.live_run import LiveRun, RunBar
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.dialogs.choosing import OpenFileButton

VIEW_TITLES = {
    GRAPH: tr("Neighbourhood"),
    EMBEDDINGS: tr("Embeddings"),
    CHOICES: tr("Choices"),
    DATA: tr("File"),
}
FILE_TYPES = tr("Triples (*.tsv *.csv *.txt *.gz);;All files (*)")
TEXT_ABOVE, MOST = tr("The text above"), 70  # characters of a question
NAME_WIDTH = 150  # pixels of a line for a name


class KnowledgeControls(OptionControls):
    """Emits options by name, and what is to be done."""

    found = Signal(str)  # a name to add to the figure
    graphml_requested = Signal()
    reset_requested = Signal()

    def __init__(self, run: LiveRun, start: Any) -> None:
        super().__init__(panel_text("knowledge").controls)
        self.tabs = ViewTabs(VIEW_TITLES)
        self.source = self.choice_box("source")
        self.file = OpenFileButton(tr("Triples"), FILE_TYPES)
        self.file.path_chosen.connect(lambda path: self.changed.emit({"source": path}))
        hops = {n: plural(n, "{count} hop", "{count} hops") for n in range(1, MAX_HOPS + 1)}
        self.hops = self.choice_box("hops", hops)
        self.limit = self.choice_box("limit", {n: tr("up to {n:,}", n=n) for n in LIMITS})
        self.find_line = self._name_line("find")
        self.find_line.returnPressed.connect(self._on_find)
        self.reset = self.button("reset", self.reset_requested)
        self.graphml = self.button("graphml", self.graphml_requested)
        self.size_box = self.number("size", whole(2, 512, 16))
        self.epochs = self.number("epochs", whole(1, 10_000, 50))
        self.bar = RunBar(run, self.texts["train"]["title"], start, start)
        set_tip(self.bar.start, self.texts["train"]["tip"])
        self.triple = tuple(self._name_line(name) for name in ("head", "relation", "tail"))
        for words in self.triple:
            words.editingFinished.connect(self._on_triple)
        self.question = self.choice_box("question")
        self.judge = self.choice_box("judge")
        self.own = self._name_line("own")
        self.own.setFixedWidth(2 * NAME_WIDTH)
        self.own.editingFinished.connect(lambda: self.changed.emit({"own": self.own.text()}))
        self._of_triple = muted_label(self.texts["triple"]["title"])
        self._of_view: dict[str, tuple[QWidget, ...]] = {
            GRAPH: (self.hops, self.limit, self.reset, self.graphml),
            EMBEDDINGS: (self.size_box, self.epochs, self.bar, self._of_triple, *self.triple),
            CHOICES: (self.question, self.judge, self.own),
        }
        options = FlowLine()
        of_graph = self.hops, self.limit, self.find_line, self.reset, self.graphml
        others = *self._of_view[CHOICES], self._of_triple, *self.triple
        for widget in (self.source, self.file, *of_graph, *others):
            options.addWidget(widget)
        training = line(self.size_box, self.epochs, (self.bar, 1))
        column(self.tabs, options, training, into=self)

    def _name_line(self, name: str) -> QLineEdit:
        words = self.texts[name]
        box = search_line(words["title"], words.get("spoken", words["title"]))
        box.setClearButtonEnabled(False)
        set_tip(box, words["tip"])
        box.setFixedWidth(NAME_WIDTH)
        return box

    # ---- what is chosen

    def show_options(self, view: str, options: KnowledgeOptions, choice: EmbeddingChoice) -> None:
        """The values of the view, and only the controls that it has."""
        self.tabs.show_view(view)
        for other, widgets in self._of_view.items():
            for widget in widgets:
                widget.setVisible(other == view)
        self.find_line.setVisible(view in (GRAPH, EMBEDDINGS))
        self.source.setVisible(view != CHOICES)
        self.file.setVisible(view != CHOICES)
        self.own.setVisible(view == CHOICES and options.choice.question == OWN_QUESTION)
        if not self.own.hasFocus():
            self.own.setText(options.choice.own)
        own = {} if options.source == WORLD else {options.source: title_of(options.source)}
        self.source.show_items({WORLD: WORLD_TITLE, **own}, options.source)
        boxes = self.hops, self.limit, self.size_box, self.epochs
        values = options.hops, options.limit, choice.size, choice.epochs
        for box, value in zip(boxes, values, strict=True):
            with QSignalBlocker(box):
                show_value(box, value)
        self.reset.setEnabled(bool(options.added or options.unfolded or options.pulled))

    def show_triple(self, triple: tuple[str, str, str]) -> None:
        """The triple that is scored."""
        for box, name in zip(self.triple, triple, strict=True):
            if not box.hasFocus():
                box.setText(name)
                box.setCursorPosition(0)

    def show_questions(self, answer: KnowledgeAnswer, options: KnowledgeOptions) -> None:
        """The questions, and the models that can judge them."""
        questions = {n: one.question[:MOST] for n, one in enumerate(answer.questions)}
        self.question.show_items({**questions, OWN_QUESTION: TEXT_ABOVE}, options.choice.question)
        bundled, *own = answer.choice_models
        models = {"": bundled.name, **{str(folder): folder.name for folder in own}}
        self.judge.show_items(models, options.choice.model)
        self.judge.setVisible(len(models) > 1)

    # ---- what a person does

    @staticmethod
    def ask_where(parent: QWidget) -> str:
        """The path of a GraphML file to write; empty if the dialog is cancelled."""
        chooser = QFileDialog(parent.window(), tr("Save as GraphML"), "", "GraphML (*.graphml)")
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setDefaultSuffix("graphml")
        return chooser.selectedFiles()[0] if chooser.exec() else ""

    def _on_find(self) -> None:
        name = self.find_line.text().strip()
        self.find_line.clear()
        if name:
            self.found.emit(name)

    def _on_triple(self) -> None:
        names = [box.text().strip() for box in self.triple]
        if all(names):
            self.changed.emit({"triple": names})
