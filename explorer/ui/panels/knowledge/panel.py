"""The Knowledge panel: its study, with a graph whose nodes are pulled, and its embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QLayout

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Done, Event, Failed
from explorer.core.knowledge.embeddings import EmbeddingChoice, train
from explorer.core.knowledge.graphml import write_graphml
from explorer.core.knowledge.request import CHOICES, DATA, EMBEDDINGS, GRAPH, KnowledgeAnswer
from explorer.core.knowledge.sources import title_of
from explorer.core.localization import tr
from explorer.ui.controls.layouts import column, line
from explorer.ui.controls.live_run import LiveRun, RunBar
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.drawing import Drawing, Stack, TagHit, TwoColumns
from explorer.ui.graphics.legend import Legend
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.marks import Mark, mark_widgets
from explorer.ui.panels.knowledge.graph_canvas import GraphCanvas
from explorer.ui.panels.knowledge.graph_drawing import GraphDrawing
from explorer.ui.panels.knowledge.study import (
    GAP,
    PICTURE,
    RELATIONS,
    STUDY,
    TRIPLE,
    options_in,
    shown_in,
)
from explorer.ui.studies.panel import StudyPanel


class KnowledgePanel(StudyPanel):
    study = STUDY
    answer: KnowledgeAnswer | None

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._pulled: dict[int, tuple[float, float]] = {}  # while a node is pulled
        self._written = ""  # what became of a GraphML file
        self.run = LiveRun(context.jobs, "embeddings", resumable=False)
        self.run.finished.connect(self._on_trained)
        words = self.spec.text.controls["train"]
        self.bar = RunBar(self.run, words["title"], self.train, self.train)
        set_tip(self.bar.start, words["tip"])
        self.top.addWidget(self.bar)

    def make_body(self) -> QLayout:
        self.words, self.legend = Canvas(self.theme), Canvas(self.theme)
        self.graph = GraphCanvas(self.theme)
        self.words.clicked.connect(self._on_clicked)
        self.legend.clicked.connect(self._on_legend)
        self.legend.modified_click.connect(partial(self._on_legend, modified=True))
        self.graph.clicked.connect(lambda hit: self._on_clicked(hit and TagHit(PICTURE, hit)))
        self.graph.double_clicked.connect(self._on_graph_opened)
        self.graph.pulled.connect(self._on_pulled)
        self.graph.released.connect(self._on_released)
        middle = line((self.graph, 16), (self.area, 9), spacing=24)
        return column(self.words, (middle, 1), self.legend, spacing=12)

    def redraw(self) -> None:
        """The parts of the figure are on canvases of their own; a sentence has no picture."""
        super().redraw()
        figure = self.figure
        if figure.instead:
            self.say(figure.instead)
        if not figure.drawings or self.answer is None:
            return
        parts = [*figure.drawings]
        words = None if self.answer.view == CHOICES else parts.pop(0)
        if parts and isinstance(both := parts[0], TwoColumns):
            parts = [one for part in both.drawings for one in drawings_in(part)]
        graph = next((one for one in parts if isinstance(one, GraphDrawing)), None)
        legend = next((one for one in parts if isinstance(one, Legend)), None)
        tables = [one for one in parts if not isinstance(one, GraphDrawing | Legend)]
        self.graph.can_pull = self.answer.shown is not None
        for canvas, drawing in ((self.words, words), (self.graph, graph), (self.legend, legend)):
            canvas.setVisible(drawing is not None)
            canvas.set_drawing(drawing)
        self.area.setVisible(bool(tables))
        self.area.set_drawing(Stack(tables, self.spec.title, gap=GAP))
        self.note(*figure.notes, *([self._written] if self._written else []))

    def show_result(self, value: KnowledgeAnswer) -> None:
        self._written = ""
        super().show_result(value)

    def show_controls(self) -> None:
        super().show_controls()
        self.bar.setVisible(self.view == EMBEDDINGS)

    def marks(self) -> list[Mark]:
        made, marks = self.controls.made, self.spec.text.marks
        widgets = {
            GRAPH: (made["source"], self.words, self.graph, self.legend),
            EMBEDDINGS: (made["size"], self.words, self.graph, self.area),
            CHOICES: (made["question"], self.area),
            DATA: (made["source"], self.words, self.area),
        }
        sentences = (*marks["tabs"], *marks[self.view])
        return mark_widgets(sentences, self.controls.tabs, *widgets[self.view])

    # ---- the graph

    def _on_graph_opened(self, hit: Any) -> None:
        if hit is not None:
            self._on_double_clicked(TagHit(PICTURE, hit))

    def _on_legend(self, hit: Any, *, modified: bool = False) -> None:
        if hit is not None:
            self._on_clicked(TagHit(RELATIONS, hit), modified=modified)

    def _on_pulled(self, entity: int, place: tuple[float, float]) -> None:
        self._pulled = {entity: place}
        if isinstance(self.graph.drawing, GraphDrawing):
            self.graph.set_drawing(self.graph.drawing.move_node(entity, place))

    def _on_released(self) -> None:
        places = {**options_in(self.situation()).pulled, **self._pulled}
        self._pulled = {}
        self.set_option("pulled", {str(one): [*place] for one, place in places.items()})

    # ---- what the controls do

    def _on_options(self, values: dict[str, Any]) -> None:
        """A triple is scored once it has all of its names."""
        if set(values) & {*TRIPLE}:
            made: dict[str, Any] = self.controls.made
            names = [made[name].text().strip() for name in TRIPLE]
            values = {"triple": names} if all(names) else {}
        if values:
            super()._on_options(values)

    def press(self, name: str) -> None:
        shown = shown_in(self.answer, self.situation())
        if name != "graphml":
            super().press(name)
        elif shown is not None and (path := self.ask_where()):
            work = partial(write_graphml, shown, Path(path))
            self.context.jobs.submit("export", "graphml", work, self._on_written)

    def ask_where(self) -> str:
        """The path of a GraphML file to write; empty if the dialog is cancelled."""
        chooser = QFileDialog(self.window(), tr("Save as GraphML"), "", "GraphML (*.graphml)")
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setDefaultSuffix("graphml")
        return chooser.selectedFiles()[0] if chooser.exec() else ""

    def _on_written(self, event: Event) -> None:
        if isinstance(event, Done):
            self._written = tr("Wrote {path}.", path=event.value)
        elif isinstance(event, Failed) and isinstance(event.error, UserError):
            self._written = str(event.error)
        self.redraw()

    def train(self) -> None:
        """Train embeddings of the graph."""
        if not self.run.alive:
            at = self.situation()
            request, chosen = STUDY.request(at), EmbeddingChoice.from_json(at.options)
            make = partial(train, request.source, request.text, chosen, self.state.seed)
            self.run.start(make, f"TransE, {title_of(request.source)}")

    def _on_trained(self, facts: Any) -> None:
        self._requested = None  # so that an invisible panel requests it when it is visible
        if self.isVisible():
            self.refresh()


def drawings_in(part: Drawing) -> Sequence[Drawing]:
    """The drawings of a stack; another drawing alone."""
    return part.drawings if isinstance(part, Stack) else (part,)


PANEL = KnowledgePanel
