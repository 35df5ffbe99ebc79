"""Grounds a question and an answer in a graph, and finds the paths between their concepts.

As KagNet does (Lin et al. 2019, arXiv:1909.02151; reference: INK-USC/KagNet, pathfinder): paths of
the undirected graph up to a length, the shortest first, at most 100 between two concepts; a path
whose triples are implausible, by the product of their TransE scores, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, product
from typing import TYPE_CHECKING

from models.knowledge.graph import KnowledgeGraph
from models.knowledge.linking import EntityLinker

if TYPE_CHECKING:
    import networkx as nx

    from models.knowledge.transe import TransE

Edge = tuple[int, bool]  # a relation, and whether the path goes from its tail to its head


@dataclass(frozen=True)
class PathLimits:
    """Which paths count. The authors' search goes up to 4 triples and prunes at 0.15."""

    max_length: int = 3  # in triples
    max_paths: int = 100  # between two concepts
    threshold: float = 0.15  # of the product of the scores of its triples; 0 keeps all

    def __post_init__(self) -> None:
        if self.max_length < 1 or self.max_paths < 1:
            raise ValueError("max_length and max_paths must be at least 1")
        if not 0 <= self.threshold <= 1:
            raise ValueError("threshold must be between 0 and 1")


@dataclass(frozen=True)
class KnowledgePath:
    """A way from a concept of the question to one of the answer.

    `entities` are n + 1, `edges` the n triples between them. `score` is the product of the scores
    of the triples, 1 without embeddings.
    """

    entities: tuple[int, ...]
    edges: tuple[Edge, ...]
    score: float = 1.0

    @property
    def pair(self) -> tuple[int, int]:
        return self.entities[0], self.entities[-1]

    def triples(self) -> Iterator[tuple[int, int, int]]:
        """Return its triples as the graph has them: head, relation, tail."""
        for (one, other), (relation, backwards) in zip(
            pairwise(self.entities), self.edges, strict=True
        ):
            yield (other, relation, one) if backwards else (one, relation, other)


@dataclass(frozen=True)
class SchemaGraph:
    """The concepts of a question and of an answer, and what connects them.

    `entities` are all nodes, those of the question first. `triples` are those of the paths, and
    those among the concepts of one side. Without paths the text alone must decide.
    """

    question: tuple[int, ...]
    answer: tuple[int, ...]
    paths: tuple[KnowledgePath, ...]
    entities: tuple[int, ...]
    triples: tuple[tuple[int, int, int], ...]

    def remove_path(self, path: KnowledgePath) -> SchemaGraph:
        """Return the graph without one path; nodes and triples that only it has are left out."""
        others = tuple(one for one in self.paths if one is not path)
        kept = {triple for one in others for triple in one.triples()}
        sides = set(self.question), set(self.answer)
        gone = {
            triple
            for triple in set(path.triples()) - kept
            if not any({triple[0], triple[2]} <= side for side in sides)
        }
        triples = tuple(triple for triple in self.triples if triple not in gone)
        return SchemaGraph(
            self.question, self.answer, others, _nodes(self.question, self.answer, others), triples
        )


@dataclass(eq=False)
class PathFinder:
    """Makes schema graphs from one graph; what it has found between two concepts it remembers."""

    graph: KnowledgeGraph
    limits: PathLimits = PathLimits()
    transe: TransE | None = None
    _edges: dict[int, Mapping[int, tuple[Edge, ...]]] = field(default_factory=dict, repr=False)
    _paths: dict[tuple[int, int], tuple[KnowledgePath, ...]] = field(
        default_factory=dict, repr=False
    )

    @cached_property
    def linker(self) -> EntityLinker:
        return EntityLinker(self.graph)

    def ground(self, text: str) -> tuple[int, ...]:
        """The concepts that a text names; an ambiguous name is all that it can mean."""
        mentions = self.linker.link(text)
        return tuple(dict.fromkeys(one for mention in mentions for one in mention.candidates))

    def schema(self, question: str, answer: str) -> SchemaGraph:
        """The schema graph of two texts. What both name is a concept of the answer."""
        ends = self.ground(answer)
        starts = tuple(one for one in self.ground(question) if one not in ends)
        return self.schema_of(starts, ends)

    def schema_of(self, question: tuple[int, ...], answer: tuple[int, ...]) -> SchemaGraph:
        """Return the schema graph of concepts of a question and of an answer."""
        paths = tuple(path for pair in product(question, answer) for path in self.paths(*pair))
        within = (*self._among(question), *self._among(answer))
        triples = dict.fromkeys(triple for path in paths for triple in path.triples())
        triples |= dict.fromkeys(within)
        nodes = _nodes(question, answer, paths)
        return SchemaGraph(question, answer, paths, nodes, tuple(triples))

    def paths(self, start: int, end: int) -> tuple[KnowledgePath, ...]:
        """The plausible paths between two concepts, the shortest first."""
        key = start, end
        if key not in self._paths:
            made = (self._path(nodes) for nodes in self._walks(start, end))
            self._paths[key] = tuple(one for one in made if one.score >= self.limits.threshold)
        return self._paths[key]

    def _walks(self, start: int, end: int) -> list[list[int]]:
        """Simple paths as entities, of the length 1, then 2 …, until there are enough."""
        import networkx as nx  # slow to import

        local, walks = self._find_subgraph(start, end), []
        if start == end or start not in local or end not in local:
            return []
        for length in range(1, self.limits.max_length + 1):
            for nodes in nx.all_simple_paths(local, start, end, cutoff=length):
                if len(nodes) == length + 1:
                    walks.append(nodes)
                if len(walks) == self.limits.max_paths:
                    return walks
        return walks

    def _find_subgraph(self, start: int, end: int) -> nx.Graph:
        """All entities that a path up to the length can have, as an undirected graph.

        Each is near one of both ends, so that a graph of millions is never searched as a whole.
        """
        import networkx as nx  # slow to import

        length = self.limits.max_length
        near = self._find_neighbours(start, length // 2) | self._find_neighbours(end, length // 2)
        local = nx.Graph()
        for node in sorted(near):
            local.add_edges_from((node, other) for other in self._neighbours(node) if other in near)
        if start not in local or end not in local:
            return local
        one, other = (
            nx.single_source_shortest_path_length(local, place, cutoff=length)
            for place in (start, end)
        )
        return local.subgraph(
            node for node in near if one.get(node, length) + other.get(node, length) <= length
        )

    def _find_neighbours(self, entity: int, hops: int) -> set[int]:
        """The entities at most so many triples away."""
        reached = layer = {entity}
        for _ in range(hops):
            layer = {other for one in layer for other in self._neighbours(one)} - reached
            reached = reached | layer
        return reached

    def _neighbours(self, entity: int) -> Mapping[int, tuple[Edge, ...]]:
        """The entities beside one, without itself, and by which relations."""
        if entity not in self._edges:
            edges: dict[int, tuple[Edge, ...]] = {}
            for _, relation, tail in self.graph.outgoing_triples(entity).tolist():
                edges[tail] = (*edges.get(tail, ()), (relation, False))
            for head, relation, _ in self.graph.incoming_triples(entity).tolist():
                edges[head] = (*edges.get(head, ()), (relation, True))
            edges.pop(entity, None)
            self._edges[entity] = edges
        return self._edges[entity]

    def _path(self, nodes: list[int]) -> KnowledgePath:
        """Return the path with the most plausible relation of each step."""
        edges, score = [], 1.0
        for one, other in pairwise(nodes):
            options = self._neighbours(one)[other]
            scores = [self._score(one, edge, other) for edge in options]
            best = scores.index(max(scores))
            edges.append(options[best])
            score *= scores[best]
        return KnowledgePath(tuple(nodes), tuple(edges), score)

    def _score(self, one: int, edge: Edge, other: int) -> float:
        if self.transe is None:
            return 1.0
        relation, backwards = edge
        head, tail = (other, one) if backwards else (one, other)
        return float(self.transe.cosine_score(head, relation, tail))

    def _among(self, concepts: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
        """The triples among concepts of one text."""
        for one in concepts:
            for other in concepts:
                for relation, backwards in self._neighbours(one).get(other, ()):
                    if not backwards:
                        yield one, relation, other


def _nodes(
    question: Iterable[int], answer: Iterable[int], paths: Iterable[KnowledgePath]
) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*question, *answer, *(e for path in paths for e in path.entities))))
