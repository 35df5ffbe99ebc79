"""Knowledge: the entities that a text names, and the graph around them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Done, Event, Failed
from explorer.core.knowledge.embeddings import EmbeddingChoice, train
from explorer.core.knowledge.graphml import write_graphml
from explorer.core.knowledge.linked_text import LinkedMention, store_correction
from explorer.core.knowledge.neighbourhood import Neighbourhood, move_nodes
from explorer.core.knowledge.request import (
    CHOICES,
    DATA,
    EMBEDDINGS,
    GRAPH,
    KnowledgeAnswer,
    KnowledgeOptions,
    KnowledgeRequest,
    answer_to,
    request_of,
)
from explorer.core.knowledge.sources import title_of
from explorer.core.localization import tr
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.controls.layouts import line
from explorer.ui.controls.live_run import LiveRun
from explorer.ui.graphics.canvas import Canvas, CanvasArea
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, TwoColumns, find_tag_hit
from explorer.ui.graphics.legend import LegendHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.marks import Mark, mark_widgets
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.knowledge import figure
from explorer.ui.panels.knowledge.choices import choices_figure
from explorer.ui.panels.knowledge.controls import VIEW_TITLES, KnowledgeControls
from explorer.ui.panels.knowledge.graph_canvas import GraphCanvas
from explorer.ui.panels.knowledge.graph_drawing import EdgeHit, GraphDrawing, NodeHit
from explorer.ui.panels.knowledge.text import NOTES, caption_settings, details, limits, table

SIDE = 0.36  # of the width, for the tables beside the map
OF_GRAPH = ("added", "unfolded", "pulled", "selected", "edge", "span", "triple", "hidden")
UNSELECTED: dict[str, Any] = {"selected": None, "edge": [], "span": []}


class KnowledgePanel(Panel):
    """Views of one graph below the linked text, and of choices that are judged with it."""

    spec = panel_spec("knowledge", views=VIEW_TITLES, needs_models=False)
    work = staticmethod(answer_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answer: KnowledgeAnswer | None = None
        self._pulled: dict[int, tuple[float, float]] = {}  # while a node is pulled
        self._written = ""  # what became of a GraphML file
        self.run = LiveRun(context.jobs, "embeddings", resumable=False)
        self.run.finished.connect(self._on_trained)
        self._build()

    def _build(self) -> None:
        self.controls = KnowledgeControls(self.run, self.train)
        controls = self.controls
        controls.tabs.chosen.connect(self.show_view)
        controls.changed.connect(self._on_options)
        controls.found.connect(self._on_found)
        controls.reset_requested.connect(self.reset)
        controls.graphml_requested.connect(self._on_graphml)
        self.words, self.legend = Canvas(self.theme), Canvas(self.theme)
        self.graph = GraphCanvas(self.theme)
        self.tables = CanvasArea(self.theme)
        self.words.clicked.connect(self._on_word)
        self.legend.clicked.connect(self._on_legend)
        self.legend.modified_click.connect(self._on_only)
        self.graph.clicked.connect(self._on_graph)
        self.graph.double_clicked.connect(self._on_double_clicked)
        self.graph.pulled.connect(self._on_pulled)
        self.graph.released.connect(self._on_released)
        self.tables.canvas.clicked.connect(self._on_table)
        self.top.addWidget(self.controls)
        self.body.setSpacing(12)
        self.body.addWidget(self.words)
        self.body.addLayout(line((self.graph, 16), (self.tables, 9), spacing=24), 1)
        self.body.addWidget(self.legend)

    # ---- request and answer

    @property
    def options(self) -> KnowledgeOptions:
        return KnowledgeOptions.from_settings(self.state.settings(self.spec.name))

    @property
    def choice(self) -> EmbeddingChoice:
        return EmbeddingChoice.from_json(self.state.settings(self.spec.name))

    def request(self, state: State) -> KnowledgeRequest:
        self._show_controls()
        folders = tuple(one.folder for one in self.context.library.entries())
        return request_of(state, self.view, self.options, folders)

    def show_error(self, error: UserError) -> None:
        self._answer = None
        super().show_error(error)

    def show_result(self, value: KnowledgeAnswer) -> None:
        self._answer, self._written = value, ""
        self._redraw()

    def show_settings(self) -> None:
        self._redraw()

    def _show_controls(self) -> None:
        self.controls.show_options(self.view, self.options, self.choice)

    def _redraw(self) -> None:
        """The last picture stays while that of another view is computed."""
        self._show_controls()
        answer = self._answer
        if answer is None:
            return
        if answer.view == GRAPH and answer.shown is None:
            self.say(NOTES["nothing_linked" if self.state.text.strip() else "no_text"])
            return
        self.graph.can_pull = answer.shown is not None
        tables = self._tables(answer)
        below = Stack(tables, self.spec.title, gap=24) if tables else None
        _show(self.words, None if answer.view == CHOICES else self._sentence(answer))
        _show(self.graph, self._picture(answer))
        _show(self.tables, below)
        _show(self.legend, self._legend(answer))
        if answer.view == CHOICES:
            self.controls.show_questions(answer, self.options)
        scored = None if answer.embedded is None else answer.embedded.scored
        self.controls.show_triple(self.options.triple if scored is None else scored.names)
        self.note(*limits(answer), *([self._written] if self._written else []))
        actions = self._correct, self._toggle_unfolded, lambda: self.show_view(EMBEDDINGS)
        self.show_details(details(answer, self.options, *actions))

    # ---- figure

    def _sentence(self, answer: KnowledgeAnswer) -> Drawing:
        return figure.sentence(answer.linked, answer.mention_at(self.options))

    @property
    def _selected_hit(self) -> NodeHit | EdgeHit | None:
        options = self.options
        if options.selected is not None:
            return NodeHit(options.selected)
        return EdgeHit(*options.edge) if options.edge else None

    @property
    def shown(self) -> Neighbourhood | None:
        """The graph of the figure, its nodes where a person pulled them."""
        if self._answer is None or self._answer.shown is None:
            return None
        return move_nodes(self._answer.shown, {**self.options.pulled, **self._pulled})

    def _picture(self, answer: KnowledgeAnswer) -> GraphDrawing | None:
        if (shown := self.shown) is not None:
            return figure.graph(shown, self._selected_hit)
        if answer.embedded is not None:
            return figure.embedding_plane(answer.embedded, self._selected_hit)
        return None

    def _legend(self, answer: KnowledgeAnswer) -> Drawing | None:
        shown = answer.shown
        return None if shown is None else figure.legend(shown, self.options.hidden)

    def _tables(self, answer: KnowledgeAnswer) -> list[Drawing]:
        if answer.view == EMBEDDINGS:
            return figure.embedding_tables(answer.embedded)
        if answer.view == CHOICES:
            scored = answer.scored_question
            asked = bool(self.state.text.strip())
            reason = TextBlock(answer.problem or NOTES["type_choices" if asked else "no_question"])
            return [reason if scored is None else choices_figure(scored)]
        return figure.data_tables(answer.title, answer.overview) if answer.view == DATA else []

    def drawings(self) -> list[Drawing]:
        answer = self._answer
        if answer is None or self.message:
            return []
        picture, tables = self._picture(answer), self._tables(answer)
        if answer.view == CHOICES:
            return tables
        if picture is not None and tables:
            below = Stack(tables, gap=24)
            tables = [TwoColumns(picture, below, limit=lambda width: width * (1 - SIDE))]
        elif picture is not None:
            tables = [one for one in (picture, self._legend(answer)) if one is not None]
        return [self._sentence(answer), *tables]

    def table(self) -> Table:
        return Table(()) if self._answer is None else table(self._answer)

    def figure_models(self) -> tuple[DrawnModel, ...]:
        return ()

    def caption_settings(self) -> list[str]:
        return [] if self._answer is None else caption_settings(self._answer)

    def caption_dependencies(self) -> Basis:
        seed = self.state.seed if self.view == GRAPH else None
        return Basis(self.state.text, self.state.pair, seed)

    def marks(self) -> list[Mark]:
        controls, marks = self.controls, self.spec.text.marks
        widgets = {
            GRAPH: (controls.source, self.words, self.graph, self.legend),
            EMBEDDINGS: (controls.size_box, self.words, self.graph, self.tables),
            CHOICES: (controls.question, self.tables),
            DATA: (controls.source, self.words, self.tables),
        }
        sentences = (*marks["tabs"], *marks[self.view])
        return mark_widgets(sentences, controls.tabs, *widgets[self.view])

    # ---- what is clicked

    @property
    def click_hint(self) -> str:
        return "" if self.view == CHOICES else tr("Click an underlined name, an entity or an edge.")

    def deselect(self) -> None:
        self.store.update_panel(self.spec.name, **UNSELECTED)

    def _update(self, **values: Any) -> None:
        self.store.update_panel(self.spec.name, **values)

    def _on_word(self, hit: Any) -> None:
        """A name of the text, or one of its candidates."""
        target, answer = find_tag_hit(hit), self._answer
        if target is None or answer is None or not isinstance(target.hit, TokenHit):
            self.deselect()
        elif target.tag == figure.CANDIDATES:
            mention = answer.mention_at(self.options)
            if mention is not None and target.hit.position > 0:
                chosen = [*(one.entity for one in mention.candidates), None]
                self._correct(mention, chosen[target.hit.position - 1])
        elif (mention := answer.linked.parts()[target.hit.position][1]) is None:
            self.deselect()
        else:
            entity = None if mention.chosen is None else mention.chosen.entity
            span, text = list(mention.span), answer.linked.text
            self._update(selected=entity, edge=[], span=span, span_of=text)

    def _correct(self, mention: LinkedMention, entity: int | None) -> None:
        """Link a mention to another of its candidates, or to none."""
        if self._answer is None:
            return
        text = self._answer.linked.text
        stored = store_correction(self.options.corrections, text, mention.span, entity)
        self._update(corrections=stored, selected=entity)

    def _on_graph(self, hit: Any) -> None:
        if isinstance(hit, NodeHit):
            self._update(selected=hit.entity, edge=[], span=[])
        elif isinstance(hit, EdgeHit) and self.shown is not None:
            names = self.shown.name_triple(hit)
            self._update(selected=None, edge=list(hit), span=[], triple=list(names))
        else:
            self.deselect()

    def _on_double_clicked(self, hit: Any) -> None:
        if isinstance(hit, NodeHit):
            self._toggle_unfolded(hit.entity)

    def _toggle_unfolded(self, entity: int) -> None:
        """Unfold an entity that has triples outside of the figure, or fold it again."""
        node = None if self.shown is None else self.shown.node(entity)
        if node is not None and (node.unfolded or node.further):
            others = [one for one in self.options.unfolded if one != entity]
            self.set_option("unfolded", others if node.unfolded else [*others, entity])

    def _on_pulled(self, entity: int, place: tuple[float, float]) -> None:
        self._pulled = {entity: place}
        if isinstance(self.graph.drawing, GraphDrawing):
            self.graph.set_drawing(self.graph.drawing.move_node(entity, place))

    def _on_released(self) -> None:
        places = {**self.options.pulled, **self._pulled}
        self._pulled = {}
        self.set_option("pulled", {str(one): [*place] for one, place in places.items()})

    def _on_legend(self, hit: Any) -> None:
        """Hide or show a relation."""
        name, hidden = self._relation_at(hit), self.options.hidden
        if name is not None:
            others = [one for one in hidden if one != name]
            self.set_option("hidden", others if name in hidden else [*hidden, name])

    def _on_only(self, hit: Any) -> None:
        """Hide all relations but one; a click with Ctrl."""
        name = self._relation_at(hit)
        if name is not None:
            self.set_option("hidden", [one for one in self._relations if one != name])

    @property
    def _relations(self) -> list[str]:
        return [] if self.shown is None else [one.name for one in self.shown.relations]

    def _relation_at(self, hit: Any) -> str | None:
        known = isinstance(hit, LegendHit) and hit.index < len(self._relations)
        return self._relations[hit.index] if known else None

    def _on_table(self, hit: Any) -> None:
        """One of the nearest entities, or another tail."""
        target = find_tag_hit(hit)
        embedded = None if self._answer is None else self._answer.embedded
        if target is None or embedded is None:
            return
        row = target.hit.row
        if target.tag == figure.NEAREST:
            self._update(selected=embedded.nearest[row][0].entity, edge=[], span=[])
        elif embedded.scored is not None:
            head, relation, _ = embedded.scored.names
            self.set_option("triple", [head, relation, embedded.scored.best[row][1]])

    # ---- what the controls do

    def _on_options(self, values: dict[str, Any]) -> None:
        """Another graph has other entities: what was chosen in the last one is dropped."""
        if values.get("source", self.options.source) != self.options.source:
            values = {**values, **dict.fromkeys(OF_GRAPH)}
        self._update(**values)
        self._show_controls()

    def _on_found(self, name: str) -> None:
        self.set_option("added", list(dict.fromkeys((*self.options.added, name))))

    def reset(self) -> None:
        """Undo searching, unfolding and pulling of nodes."""
        self._update(added=[], unfolded=[], pulled={})

    def train(self) -> None:
        """Train embeddings of the graph."""
        if not self.run.alive:
            state, request = self.state, self.request(self.state)
            make = partial(train, request.source, request.text, self.choice, state.seed)
            self.run.start(make, f"TransE, {title_of(request.source)}")

    def _on_trained(self, facts: Any) -> None:
        self._requested = None  # so that an invisible panel requests it when it is visible
        if self.isVisible():
            self.refresh()

    def _on_graphml(self) -> None:
        if self.shown is not None and (path := self.controls.ask_where(self)):
            work = partial(write_graphml, self.shown, Path(path))
            self.context.jobs.submit("export", "graphml", work, self._on_written)

    def _on_written(self, event: Event) -> None:
        if isinstance(event, Done):
            self._written = tr("Wrote {path}.", path=event.value)
        elif isinstance(event, Failed) and isinstance(event.error, UserError):
            self._written = str(event.error)
        self._redraw()


def _show(canvas: Canvas | CanvasArea, drawing: Drawing | None) -> None:
    """A canvas without a drawing is hidden."""
    canvas.setVisible(drawing is not None)
    canvas.set_drawing(drawing)


PANEL = KnowledgePanel
