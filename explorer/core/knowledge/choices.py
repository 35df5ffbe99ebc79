"""The view model of a question whose choices are judged with a knowledge graph: graphs and paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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

    `weight` is the sum of the weights of the paths through it, in [0, 1].
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
    is_right: bool | None  # None where the answer is not known
    nodes: tuple[ChoiceNode, ...]
    edges: tuple[ChoiceEdge, ...]
    paths: tuple[ChoicePath, ...]

    @property
    def has_paths(self) -> bool:
        return bool(self.paths)


@dataclass(frozen=True)
class JudgedChoices:
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
