"""Knowledge: the entities that a text names, and the graph around them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from explorer.core.knowledge.embeddings import EmbeddingChoice
from explorer.core.knowledge.linked_text import LinkedMention, store_correction
from explorer.core.knowledge.neighbourhood import Neighbourhood, move_nodes
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
    KnowledgeRequest,
    answer_to,
    request_of,
)
from explorer.core.knowledge.sources import WORLD, WORLD_TITLE, title_of
from explorer.core.localization import plural, tr
from explorer.core.report.captions import Basis
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import Drawing, Stack, TagHit, TextBlock, TwoColumns
from explorer.ui.graphics.legend import LegendHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.knowledge import figure
from explorer.ui.panels.knowledge.choices import choices_figure
from explorer.ui.panels.knowledge.graph_drawing import EdgeHit, GraphDrawing, NodeHit
from explorer.ui.panels.knowledge.text import NOTES, caption_settings, details, limits, table
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Situation,
    Study,
    StudyFigure,
    Text,
)

VIEW_TITLES = {
    GRAPH: tr("Neighbourhood"),
    EMBEDDINGS: tr("Embeddings"),
    CHOICES: tr("Choices"),
    DATA: tr("File"),
}
FILE_TYPES = tr("Triples (*.tsv *.csv *.txt *.gz);;All files (*)")
TEXT_ABOVE, MOST = tr("The text above"), 70  # characters of a question
NAME_WIDTH = 150  # pixels of a field for a name
GAP, SIDE = 24.0, 0.36  # pixels; of the width, for the tables beside the map
PICTURE, RELATIONS = "picture", "relations"  # tags, beside those of the figure
TRIPLE = ("head", "relation", "tail")
OF_GRAPH = ("added", "unfolded", "pulled", "selected", "edge", "span", "triple", "hidden")
UNSELECTED: dict[str, Any] = {"selected": None, "edge": [], "span": []}


class KnowledgeStudy(Study):
    """Views of one graph below the linked text, and of choices that are judged with it."""

    spec = panel_spec("knowledge", views=VIEW_TITLES, needs_models=False)
    controls = (
        (
            Control("source"),
            Control("file", "file", files=FILE_TYPES),
            Control("hops"),
            Control("limit"),
            Control("find", "text", width=NAME_WIDTH),
            Control("reset", "button"),
            Control("graphml", "button"),
            Control("question"),
            Control("judge"),
            Control("own", "text", width=2 * NAME_WIDTH),
            Control("head", "text", width=NAME_WIDTH, after=tr("Score the triple")),
            Control("relation", "text", width=NAME_WIDTH),
            Control("tail", "text", width=NAME_WIDTH),
        ),
        (
            Control("size", "number", low=2, high=512, step=16),
            Control("epochs", "number", low=1, high=10_000, step=50),
        ),
    )
    controls_stay = True
    gap = GAP
    work = staticmethod(answer_to)

    def request(self, at: Situation) -> KnowledgeRequest:
        folders = tuple(one.folder for one in at.list_entries())
        return request_of(at.state, at.view, options_in(at), folders)

    def figure(self, answer: KnowledgeAnswer | None, at: Situation) -> StudyFigure:
        """The last picture stays while that of another view is computed."""
        if answer is None:
            return StudyFigure()
        if answer.view == GRAPH and answer.shown is None:
            return StudyFigure(
                instead=NOTES["nothing_linked" if at.state.text.strip() else "no_text"]
            )
        options = options_in(at)
        offered = partial(_correct, answer.linked.text), partial(_toggle_unfolded, answer), _score
        return StudyFigure(
            tuple(_drawings(answer, at)),
            (),
            Basis(at.state.text, at.state.pair, at.state.seed if at.view == GRAPH else None),
            tuple(caption_settings(answer)),
            tuple(limits(answer)),
            *details(answer, options, *offered),
            make_table=partial(table, answer),
        )

    # ---- controls

    def control_values(
        self, answer: KnowledgeAnswer | None, at: Situation
    ) -> dict[str, ControlValue]:
        """The values of the view, and only the controls that it has."""
        options, view = options_in(at), at.view
        if view == CHOICES:
            return _choice_values(answer, options)
        own = {} if options.source == WORLD else {options.source: title_of(options.source)}
        shown: dict[str, ControlValue] = {
            "source": BoxChoices({WORLD: WORLD_TITLE, **own}, options.source),
            "file": True,
        }
        if view in (GRAPH, EMBEDDINGS):
            shown["find"] = Text("")
        if view == GRAPH:
            hops = {n: plural(n, "{count} hop", "{count} hops") for n in range(1, MAX_HOPS + 1)}
            shown["hops"] = BoxChoices(hops, options.hops)
            most = {n: tr("up to {n:,}", n=n) for n in LIMITS}
            shown["limit"] = BoxChoices(most, options.limit)
            shown["reset"] = bool(options.added or options.unfolded or options.pulled)
            shown["graphml"] = True
        if view == EMBEDDINGS:
            chosen = EmbeddingChoice.from_json(at.options)
            embedded = None if answer is None else answer.embedded
            scored = None if embedded is None else embedded.scored
            names = options.triple if scored is None else scored.names
            shown |= {name: Text(one) for name, one in zip(TRIPLE, names, strict=True)}
            shown |= {"size": chosen.size, "epochs": chosen.epochs}
        return shown

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """Another graph has other entities: what was chosen in the last one is dropped."""
        ((name, value), *_) = values.items()
        if name == "find":
            names = (*options_in(at).added, *([value] if value else []))
            return at.with_options(added=list(dict.fromkeys(names)))
        if name not in ("source", "file"):
            return at.with_options(**values)
        other = {} if value == options_in(at).source else dict.fromkeys(OF_GRAPH)
        return at.with_options(source=value, **other)

    def press(self, name: str, answer: Any, at: Situation) -> State:
        """Undo searching, unfolding and pulling of nodes."""
        return at.with_options(added=[], unfolded=[], pulled={}) if name == "reset" else at.state

    # ---- selection

    def click(self, hit: TagHit, answer: KnowledgeAnswer | None, at: Situation) -> State:
        if answer is None:
            return at.state
        options, embedded, shown = options_in(at), answer.embedded, answer.shown
        match hit.tag, hit.hit:
            case figure.CANDIDATES, TokenHit(place, _):
                mention = answer.mention_at(options)
                if mention is not None and place > 0:
                    chosen = [*(one.entity for one in mention.candidates), None][place - 1]
                    return _correct(answer.linked.text, mention, chosen, at)
            case figure.WORDS, TokenHit(place, _):
                return _select_mention(answer, answer.linked.parts()[place][1], at)
            case _, NodeHit(entity):
                return _select(entity, at)
            case _, EdgeHit() as edge if shown is not None:
                names = [*shown.name_triple(edge)]
                return at.with_options(selected=None, edge=[*edge], span=[], triple=names)
            case figure.NEAREST, TableHit(row, _, _) if embedded is not None:
                return _select(embedded.nearest[row][0].entity, at)
            case figure.TAILS, TableHit(row, _, _) if embedded is not None and embedded.scored:
                head, relation, _ = embedded.scored.names
                return at.with_options(triple=[head, relation, embedded.scored.best[row][1]])
            case figure.WORDS, _:
                return self.deselect(at)
        if (name := _relation_at(hit, answer)) is not None:
            others = [one for one in options.hidden if one != name]
            hidden = others if name in options.hidden else [*options.hidden, name]
            return at.with_options(hidden=hidden)
        return at.state

    def modified_click(self, hit: TagHit, answer: KnowledgeAnswer | None, at: Situation) -> State:
        """Hide all relations but one."""
        name = None if answer is None else _relation_at(hit, answer)
        if answer is None or name is None:
            return self.click(hit, answer, at)
        return at.with_options(hidden=[one for one in _relations(answer) if one != name])

    def click_beside(self, at: Situation) -> State:
        return self.deselect(at)

    def double_click(self, hit: TagHit, answer: KnowledgeAnswer | None, at: Situation) -> State:
        if answer is None or not isinstance(hit.hit, NodeHit):
            return at.state
        return _toggle_unfolded(answer, hit.hit.entity, at)

    def deselect(self, at: Situation) -> State:
        return at.with_options(**UNSELECTED)

    def click_hint(self, at: Situation) -> str:
        hint = tr("Click an underlined name, an entity or an edge.")
        return "" if at.view == CHOICES else hint


def options_in(at: Situation) -> KnowledgeOptions:
    return KnowledgeOptions.from_settings(at.options)


def shown_in(answer: KnowledgeAnswer | None, at: Situation) -> Neighbourhood | None:
    """The graph of the figure, its nodes where a person pulled them."""
    if answer is None or answer.shown is None:
        return None
    return move_nodes(answer.shown, {**options_in(at).pulled})


# ---- figure


def _drawings(answer: KnowledgeAnswer, at: Situation) -> list[Drawing]:
    """The linked text, and below it the graph with its relations, or tables beside a map."""
    if answer.view == CHOICES:
        return [_judged(answer, at)]
    options, tables = options_in(at), _tables(answer)
    words = figure.sentence(answer.linked, answer.mention_at(options))
    picture = _picture(answer, at)
    if picture is not None and tables:
        below = Stack(tables, gap=GAP)
        return [words, TwoColumns(picture, below, limit=lambda width: width * (1 - SIDE))]
    if picture is None or answer.shown is None:
        return [words, *tables]
    return [words, picture, figure.legend(answer.shown, options.hidden)]


def _picture(answer: KnowledgeAnswer, at: Situation) -> GraphDrawing | None:
    options = options_in(at)
    selected: NodeHit | EdgeHit | None = EdgeHit(*options.edge) if options.edge else None
    if options.selected is not None:
        selected = NodeHit(options.selected)
    if (shown := shown_in(answer, at)) is not None:
        return figure.graph(shown, selected)
    return None if answer.embedded is None else figure.embedding_plane(answer.embedded, selected)


def _tables(answer: KnowledgeAnswer) -> list[Drawing]:
    if answer.view == EMBEDDINGS:
        return figure.embedding_tables(answer.embedded)
    return figure.data_tables(answer.title, answer.overview) if answer.view == DATA else []


def _judged(answer: KnowledgeAnswer, at: Situation) -> Drawing:
    """The choices, or why none are judged."""
    if answer.scored_question is not None:
        return choices_figure(answer.scored_question)
    asked = bool(at.state.text.strip())
    return TextBlock(answer.problem or NOTES["type_choices" if asked else "no_question"])


def _choice_values(
    answer: KnowledgeAnswer | None, options: KnowledgeOptions
) -> dict[str, ControlValue]:
    """The questions, and the models that can judge them."""
    shown: dict[str, ControlValue] = {}
    if options.choice.question == OWN_QUESTION:
        shown["own"] = Text(options.choice.own)
    if answer is None or not answer.choice_models:
        return shown
    questions = {n: one.question[:MOST] for n, one in enumerate(answer.questions)}
    titles = {**questions, OWN_QUESTION: TEXT_ABOVE}
    shown["question"] = BoxChoices(titles, options.choice.question)
    bundled, *own = answer.choice_models
    if own:
        models = {"": bundled.name, **{str(folder): folder.name for folder in own}}
        shown["judge"] = BoxChoices(models, options.choice.model)
    return shown


# ---- changes


def _select(entity: int | None, at: Situation) -> State:
    return at.with_options(selected=entity, edge=[], span=[])


def _select_mention(answer: KnowledgeAnswer, mention: LinkedMention | None, at: Situation) -> State:
    if mention is None:
        return at.with_options(**UNSELECTED)
    entity = None if mention.chosen is None else mention.chosen.entity
    span, text = list(mention.span), answer.linked.text
    return at.with_options(selected=entity, edge=[], span=span, span_of=text)


def _correct(text: str, mention: LinkedMention, entity: int | None, at: Situation) -> State:
    """Link a mention of a text to another of its candidates, or to none."""
    stored = store_correction(options_in(at).corrections, text, mention.span, entity)
    return at.with_options(corrections=stored, selected=entity)


def _toggle_unfolded(answer: KnowledgeAnswer, entity: int, at: Situation) -> State:
    """Unfold an entity that has triples outside of the figure, or fold it again."""
    node = None if answer.shown is None else answer.shown.node(entity)
    if node is None or not (node.unfolded or node.further):
        return at.state
    others = [one for one in options_in(at).unfolded if one != entity]
    return at.with_options(unfolded=others if node.unfolded else [*others, entity])


def _score(at: Situation) -> State:
    return at.with_options(view=EMBEDDINGS)


def _relations(answer: KnowledgeAnswer) -> list[str]:
    return [] if answer.shown is None else [one.name for one in answer.shown.relations]


def _relation_at(hit: TagHit, answer: KnowledgeAnswer) -> str | None:
    names = _relations(answer)
    known = isinstance(hit.hit, LegendHit) and hit.hit.index < len(names)
    return names[hit.hit.index] if known else None


STUDY = KnowledgeStudy()
