"""Choices scored with a knowledge graph: their schema graphs, and the best paths."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from explorer.core.errors import as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.knowledge.relations import entity_title, relation_title
from explorer.core.knowledge.sources import language_of
from explorer.core.localization import tr
from models.runtime.resources import resource

if TYPE_CHECKING:
    from models.data.world.lexicon import Language
    from models.knowledge.graph import KnowledgeGraph
    from models.knowledge.kagnet.pipeline import ChoiceScore, KagNetPipeline
    from models.knowledge.paths import KnowledgePath

BUNDLED = ("knowledge", "commonsense-mini")  # below resources
MAX_PATHS = 5  # of a choice, with the largest weights
NUM_EXAMPLES = 12  # questions to choose from

NodeRole = Literal["question", "answer", "between"]


@dataclass(frozen=True)
class ChoiceNode:
    """An entity of a schema graph."""

    entity: int
    name: str
    role: NodeRole


@dataclass(frozen=True)
class ChoiceEdge:
    """A triple of the graph between two nodes, by their places in `ChoiceGraph.nodes`.

    `relation` is its title in the language of the question. `weight` is the sum of the weights of
    the paths through it, in [0, 1].
    """

    head: int
    tail: int
    relation: str
    weight: float


@dataclass(frozen=True)
class ChoicePath:
    """A path from a concept of the question to one of the answer.

    `weight` is its share of the attention: that of its pair of concepts times that of the path
    among the paths of the pair. `plausibility` is the product of the scores of its triples.
    `probability_without` is that of the choice when this path is removed; None where it was not
    computed.
    """

    nodes: tuple[int, ...]
    sentence: str
    weight: float
    plausibility: float
    probability_without: float | None = None


@dataclass(frozen=True)
class ChoiceGraph:
    """A choice with its schema graph. Paths have the largest weight first; there may be none."""

    text: str
    score: float
    probability: float
    is_correct: bool | None  # None where the answer is not known
    nodes: tuple[ChoiceNode, ...]
    edges: tuple[ChoiceEdge, ...]
    paths: tuple[ChoicePath, ...]

    @property
    def has_paths(self) -> bool:
        return bool(self.paths)

    def columns(self) -> list[list[int]]:
        """The places of the nodes from those of the question to those of the answer.

        One between is as far as in the first path that has it.
        """
        longest = max((len(path.nodes) for path in self.paths), default=2)
        columns: list[list[int]] = [[] for _ in range(longest)]
        for place, node in enumerate(self.nodes):
            column = {"question": 0, "answer": longest - 1}.get(node.role)
            if column is None:
                path = next(one.nodes for one in self.paths if place in one.nodes)
                column = min(max(path.index(place), 1), longest - 2)
            columns[column].append(place)
        return columns


@dataclass(frozen=True)
class ScoredQuestion:
    """A question with its choices in the order in which it gives them."""

    question: str
    model: str
    choices: tuple[ChoiceGraph, ...]

    @property
    def best(self) -> int:
        """The index of the choice with the highest score."""
        scores = [one.score for one in self.choices]
        return scores.index(max(scores))

    @property
    def text_alone(self) -> bool:
        """Whether no choice has a path, so that the answer is that of the text alone."""
        return not any(one.has_paths for one in self.choices)


@dataclass(frozen=True)
class ChoicesRequest:
    """A question with its choices, and the folder of the model that scores them.

    `right` is the index of the true answer, None where it is not known; without a folder, the
    bundled model scores.
    """

    question: str
    choices: tuple[str, ...]
    right: int | None = None
    folder: Path | None = None


def choice_models(folders: Sequence[Path]) -> tuple[Path, ...]:
    """The bundled model, and those of some folders that score choices with a graph."""
    own = (one for one in folders if (one / "knowledge" / "kagnet.json").is_file())
    return (resource(*BUNDLED), *own)


@lru_cache(maxsize=2)
def example_questions(language: Language) -> tuple[ChoicesRequest, ...]:
    """Questions of the mini-world's dev split, one of each kind in turn."""
    from models.data.labelled_sets import open_set
    from models.tasks.examples import ChoiceExample

    kinds: dict[str, list[ChoicesRequest]] = {}
    for one in open_set(f"world:commonsense:{language}").examples("dev"):
        assert isinstance(one, ChoiceExample)
        kinds.setdefault(one.phenomenon, []).append(
            ChoicesRequest(one.context, one.choices, one.label)
        )
    turns = zip(*kinds.values(), strict=False)
    return tuple(one for turn in turns for one in turn)[:NUM_EXAMPLES]


def score_choices(request: ChoicesRequest) -> Generator[Progress, None, ScoredQuestion]:
    """The schema graph of each choice with the attention on its paths. Raises UserError."""
    yield Progress(tr("Opening the model that scores choices"))
    with as_user_errors():
        pipeline = _pipeline(request.folder or resource(*BUNDLED))
        yield Progress(tr("Finding paths"))
        scored = pipeline.score_question(request.question, request.choices)
        without = _probabilities_without_paths(pipeline, request, scored)
    probabilities = _softmax([one.logit for one in scored])
    choices = tuple(
        _choice_graph(pipeline, text, place, request, scored, probabilities[place], without[place])
        for place, text in enumerate(request.choices)
    )
    name = (request.folder or resource(*BUNDLED)).name
    return ScoredQuestion(request.question, name, choices)


@lru_cache(maxsize=2)
def _pipeline(folder: Path) -> KagNetPipeline:
    from models.finetuning.run import open_finetuned_graph
    from models.knowledge.kagnet.pipeline import KagNetPipeline

    pipeline = open_finetuned_graph(folder).pipeline
    assert isinstance(pipeline, KagNetPipeline)
    return pipeline


def _softmax(logits: Sequence[float]) -> list[float]:
    import numpy as np

    raised = np.exp(np.array(logits) - max(logits))
    values: list[float] = (raised / raised.sum()).tolist()
    return values


def _sort_by_weight(one: ChoiceScore) -> list[int]:
    """The paths of a choice by their number, the largest weight first."""
    order: list[int] = (-one.weights).argsort(kind="stable")[:MAX_PATHS].tolist()
    return order


def _probabilities_without_paths(
    pipeline: KagNetPipeline, request: ChoicesRequest, scored: Sequence[ChoiceScore]
) -> list[dict[int, float]]:
    """For each choice, its probability without each of its best paths, by the path's number."""
    from models.knowledge.kagnet.pipeline import replace_schema

    rows = pipeline.question_rows(request.question, request.choices)
    removed = [(place, n) for place, one in enumerate(scored) for n in _sort_by_weight(one)]
    changed = [
        replace_schema(rows[place], scored[place].schema.remove_path(scored[place].schema.paths[n]))
        for place, n in removed
    ]
    logits = [one.logit for one in scored]
    without: list[dict[int, float]] = [{} for _ in scored]
    for (place, n), one in zip(removed, pipeline.score_rows(changed), strict=True):
        others = [one.logit if other == place else x for other, x in enumerate(logits)]
        without[place][n] = _softmax(others)[place]
    return without


def _choice_graph(
    pipeline: KagNetPipeline,
    text: str,
    place: int,
    request: ChoicesRequest,
    scored: Sequence[ChoiceScore],
    probability: float,
    without: dict[int, float],
) -> ChoiceGraph:
    one, graph, of = scored[place], pipeline.knowledge.graph, language_of(request.question)
    best = [(one.schema.paths[n], float(one.weights[n]), without[n]) for n in _sort_by_weight(one)]
    entities = dict.fromkeys(
        [
            *one.schema.question,
            *one.schema.answer,
            *(e for path, _, _ in best for e in path.entities),
        ]
    )
    order = {entity: number for number, entity in enumerate(entities)}
    weights = dict.fromkeys(one.schema.triples, 0.0)
    for path, weight in zip(one.schema.paths, one.weights.tolist(), strict=True):
        for triple in path.triples():
            weights[triple] = weights.get(triple, 0.0) + weight
    return ChoiceGraph(
        text=text,
        score=one.logit,
        probability=probability,
        is_correct=None if request.right is None else place == request.right,
        nodes=tuple(
            ChoiceNode(
                entity,
                entity_title(graph.entities[entity], of),
                "question"
                if entity in one.schema.question
                else "answer"
                if entity in one.schema.answer
                else "between",
            )
            for entity in entities
        ),
        edges=tuple(
            ChoiceEdge(
                order[head],
                order[tail],
                relation_title(graph.relations[relation].name, of),
                min(weight, 1.0),
            )
            for (head, relation, tail), weight in weights.items()
            if head in order and tail in order
        ),
        paths=tuple(
            ChoicePath(
                tuple(order[entity] for entity in path.entities),
                _path_sentence(path, graph, of),
                weight,
                path.score,
                probability_without,
            )
            for path, weight, probability_without in best
        ),
    )


def _path_sentence(path: KnowledgePath, graph: KnowledgeGraph, of: Language) -> str:
    """A path in words of a language: each triple as head, relation, tail.

    Korean names the relation between the two, as it has no verb there.
    """
    sentences = []
    for head, relation, tail in path.triples():
        first, last = (entity_title(graph.entities[one], of) for one in (head, tail))
        title = relation_title(graph.relations[relation].name, of)
        sentences.append(f"{first} {title} {last}" if of == "en" else f"{first} · {title} → {last}")
    return "; ".join(sentences)
