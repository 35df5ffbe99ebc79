"""The request of the Knowledge panel and its work: the text linked, and what one view needs."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.knowledge.choices import (
    ChoicesRequest,
    ScoredQuestion,
    choice_models,
    example_questions,
    score_choices,
)
from explorer.core.knowledge.embeddings import EmbeddingMap, TriplePick, embedding_map
from explorer.core.knowledge.linked_text import (
    Corrections,
    LinkedMention,
    LinkedTextAnswer,
    corrections_of,
    link,
)
from explorer.core.knowledge.neighbourhood import Neighbourhood, NeighbourhoodQuery, neighbourhood
from explorer.core.knowledge.overview import GraphOverview, overview
from explorer.core.knowledge.sources import WORLD, language_of, open_source
from explorer.core.localization import tr
from explorer.core.state.state import JSON, State

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

GRAPH, EMBEDDINGS, CHOICES, DATA = "graph", "embeddings", "choices", "data"
VIEWS = (GRAPH, EMBEDDINGS, CHOICES, DATA)
OWN_QUESTION = -1  # the text itself, with choices that a person typed
MAX_HOPS = 3
LIMITS = (30, 60, 200, 500, 2000)  # entities around those of the text
MIN_CHOICES = 2


@dataclass(frozen=True)
class ChoicePick:
    """An example question or OWN_QUESTION, the model that scores its choices, and other models."""

    question: int = 0
    own: str = ""  # choices with commas between them
    model: str = ""  # a folder; empty for the bundled model
    folders: tuple[Path, ...] = ()


NO_QUERY, NO_PICK, NO_CHOICE = NeighbourhoodQuery(), TriplePick(), ChoicePick()


@dataclass(frozen=True)
class KnowledgeOptions:
    """The panel's own options, as a session stores them.

    `added` are names that a person searched for, `hidden` those of relations. `unfolded` are
    entities, `pulled` the places where a person put entities. The selection is an entity, or an
    `edge` (head, relation, tail), or the mention at a `span` of the text `span_of`, and its entity.
    `triple` are the names of one to score.
    """

    source: str = WORLD
    hops: int = 1
    limit: int = 60
    hidden: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    unfolded: tuple[int, ...] = ()
    pulled: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    selected: int | None = None
    edge: tuple[int, ...] = ()
    span: tuple[int, ...] = ()
    span_of: str = ""
    triple: tuple[str, str, str] = ("", "", "")
    choice: ChoicePick = NO_CHOICE
    corrections: JSON = None

    @classmethod
    def from_settings(cls, settings: Mapping[str, JSON]) -> Self:
        """Read the options from a session; missing or malformed ones have their defaults."""
        edge = _whole_numbers(settings.get("edge"))
        triple = _texts(settings.get("triple"))
        hops: Any = settings.get("hops")
        limit: Any = settings.get("limit")
        selected, question = settings.get("selected"), settings.get("question")
        own, model = (str(settings.get(name) or "") for name in ("own", "judge"))
        return cls(
            source=str(settings.get("source") or WORLD),
            hops=hops if hops in range(1, MAX_HOPS + 1) else cls.hops,
            limit=limit if limit in LIMITS else cls.limit,
            hidden=_texts(settings.get("hidden")),
            added=_texts(settings.get("added")),
            unfolded=_whole_numbers(settings.get("unfolded")),
            pulled=_places(settings.get("pulled")),
            selected=selected if isinstance(selected, int) else None,
            edge=edge if len(edge) == 3 else (),
            span=_whole_numbers(settings.get("span")),
            span_of=str(settings.get("span_of") or ""),
            triple=(triple[0], triple[1], triple[2]) if len(triple) == 3 else cls.triple,
            choice=ChoicePick(question if isinstance(question, int) else 0, own, model),
            corrections=settings.get("corrections"),
        )


@dataclass(frozen=True)
class KnowledgeRequest:
    """What the numbers of one view depend on."""

    view: str
    text: str
    source: str
    corrections: Corrections
    added: tuple[str, ...]
    query: NeighbourhoodQuery = NO_QUERY
    pick: TriplePick = NO_PICK
    choice: ChoicePick = NO_CHOICE


@dataclass(frozen=True, eq=False)
class KnowledgeAnswer:
    """What a view is drawn from; `unknown` are searched names that the graph does not have."""

    request: KnowledgeRequest
    title: str
    linked: LinkedTextAnswer
    overview: GraphOverview
    unknown: tuple[str, ...] = ()
    shown: Neighbourhood | None = None
    embedded: EmbeddingMap | None = None
    scored_question: ScoredQuestion | None = None
    questions: tuple[ChoicesRequest, ...] = ()
    choice_models: tuple[Path, ...] = ()
    problem: str = ""  # why no choices are scored

    @property
    def view(self) -> str:
        return self.request.view

    def mention_at(self, options: KnowledgeOptions) -> LinkedMention | None:
        """The mention that a person clicked, in the text that it was in."""
        if options.span_of != self.linked.text:
            return None
        return next((one for one in self.linked.mentions if one.span == options.span), None)


def request_of(
    state: State, view: str, options: KnowledgeOptions, folders: tuple[Path, ...] = ()
) -> KnowledgeRequest:
    """The request of a view, which leaves out what this view does not depend on.

    `folders` are those of models, of which some score choices.
    """
    text = f"{state.text}\n{state.pair}" if state.pair else state.text
    query, pick, choice = NO_QUERY, NO_PICK, NO_CHOICE
    if view == GRAPH:
        query = NeighbourhoodQuery(
            options.hops, options.limit, options.hidden, options.unfolded, state.seed
        )
    elif view == EMBEDDINGS:
        pick = TriplePick(options.selected, options.triple)
    elif view == CHOICES:
        choice = replace(options.choice, folders=folders)
    corrections = corrections_of(options.corrections, text)
    return KnowledgeRequest(
        view, text, options.source, corrections, options.added, query, pick, choice
    )


def answer_to(request: KnowledgeRequest, engine: Engine) -> Work:
    """Link the text, then compute what the view shows. Raises UserError."""
    graph = yield from open_source(request.source, request.text)
    linked = link(graph, request.text, request.corrections)
    found = {name: graph.graph.entity_named(name) for name in request.added}
    entities = dict.fromkeys(
        (*linked.entities, *(one for one in found.values() if one is not None))
    )
    shown, embedded, scored_question, problem = None, None, None, ""
    if request.view == GRAPH and entities:
        yield Progress(tr("Laying out the graph"))
        shown = neighbourhood(graph, tuple(entities), request.query)
    elif request.view == EMBEDDINGS:
        yield Progress(tr("Reading the embeddings"))
        embedded = embedding_map(graph, tuple(entities), request.pick)
    questions = example_questions(language_of(request.text)) if request.view == CHOICES else ()
    if request.view == CHOICES:
        try:
            scored_question = yield from _score_choices(request, questions)
        except UserError as error:  # another model or question can still be chosen
            problem = str(error)
    return KnowledgeAnswer(
        request,
        graph.title,
        linked,
        overview(graph),
        tuple(name for name, entity in found.items() if entity is None),
        shown,
        embedded,
        scored_question,
        questions,
        choice_models(request.choice.folders) if questions else (),
        problem,
    )


def _score_choices(
    request: KnowledgeRequest, questions: tuple[ChoicesRequest, ...]
) -> Generator[Progress, None, ScoredQuestion | None]:
    """The choices of an example, or those of the text; None where too few are typed."""
    pick = request.choice
    own = tuple(dict.fromkeys(one.strip() for one in pick.own.split(",") if one.strip()))
    if pick.question == OWN_QUESTION:
        asked = ChoicesRequest(request.text, own)
    else:
        asked = questions[pick.question if pick.question in range(len(questions)) else 0]
    if len(asked.choices) < MIN_CHOICES or not asked.question.strip():
        return None
    return (
        yield from score_choices(replace(asked, folder=Path(pick.model) if pick.model else None))
    )


def _texts(values: JSON) -> tuple[str, ...]:
    return tuple(str(one) for one in values) if isinstance(values, list | tuple) else ()


def _whole_numbers(values: JSON) -> tuple[int, ...]:
    listed = values if isinstance(values, list | tuple) else ()
    return tuple(one for one in listed if isinstance(one, int))


def _places(values: JSON) -> dict[int, tuple[float, float]]:
    """Places by entity, whose id is a text in JSON."""
    stored: dict[Any, Any] = dict(values) if isinstance(values, Mapping) else {}
    return {
        int(entity): (float(place[0]), float(place[1]))
        for entity, place in stored.items()
        if str(entity).isdecimal()
        and isinstance(place, list | tuple)
        and len(place) == 2
        and all(isinstance(one, int | float) for one in place)
    }
