"""The neighbourhood of some entities as a figure draws it: nodes, triples and places.

Shapes: N nodes, M triples.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from explorer.core.knowledge.layout import Places, layout, unfold_nodes
from explorer.core.knowledge.relations import relation_title
from explorer.core.knowledge.sources import OpenGraph
from models.schema.records import IntArray

UNFOLD_MOST = 40  # new neighbours of one entity


@dataclass(frozen=True)
class Node:
    """An entity of the figure. `further` counts its triples that are not in the figure."""

    entity: int
    name: str
    kind: str
    degree: int  # triples in the whole graph
    further: int
    linked: bool
    unfolded: bool = False


@dataclass(frozen=True)
class RelationCount:
    """A relation and its triples in the figure, before any relation is filtered out."""

    id: int
    name: str
    count: int


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """Nodes from the most important on; a triple (head, relation, tail) has entities' ids."""

    nodes: tuple[Node, ...]
    triples: IntArray  # (M, 3)
    places: Places  # (N, 2)
    relations: tuple[RelationCount, ...]
    num_left_out: int = 0

    @property
    def index_of(self) -> dict[int, int]:
        return {node.entity: index for index, node in enumerate(self.nodes)}

    def node(self, entity: int | None) -> Node | None:
        return next((node for node in self.nodes if node.entity == entity), None)

    @cached_property
    def _names(self) -> tuple[dict[int, str], dict[int, str]]:
        """The names of the nodes and of the relations, by id."""
        return {n.entity: n.name for n in self.nodes}, {r.id: r.name for r in self.relations}

    def name_triple(self, triple: Sequence[int]) -> tuple[str, str, str]:
        """The names of a triple among its nodes."""
        nodes, relations = self._names
        return nodes[triple[0]], relations[triple[1]], nodes[triple[2]]

    def has(self, triple: Sequence[int]) -> bool:
        return bool((self.triples == triple).all(axis=1).any())

    def describe_triple(self, triple: Sequence[int]) -> str:
        head, relation, tail = self.name_triple(triple)
        return f"{head} · {relation_title(relation)} → {tail}"

    def triples_of(self, entity: int) -> list[tuple[int, int, int]]:
        """Return the triples (head, relation, tail) with this head or tail."""
        rows = (self.triples[:, 0] == entity) | (self.triples[:, 2] == entity)
        return [(int(h), int(r), int(t)) for h, r, t in self.triples[rows]]


@dataclass(frozen=True)
class NeighbourhoodQuery:
    """What is drawn. `hidden` are names of relations, `unfolded` entities in their order."""

    hops: int = 1
    limit: int = 60
    hidden: tuple[str, ...] = ()
    unfolded: tuple[int, ...] = ()
    seed: int = 1


def neighbourhood(
    opened: OpenGraph, seeds: Sequence[int], query: NeighbourhoodQuery
) -> Neighbourhood:
    """The entities around `seeds`, which come first, then those around what is unfolded."""
    relations = _followed_relations(opened, query)
    around = opened.graph.neighbourhood(seeds, query.hops, relations, query.limit)
    entities = _sort_by_triples(opened, around.entities.tolist(), seeds)
    places = layout(len(entities), _links(entities, around.triples), query.seed)
    centres = []
    for centre in query.unfolded:
        if centre in entities:
            new = _further(opened, entities, centre, relations)
            places = unfold_nodes(places, entities.index(centre), len(new))
            entities += new
            centres.append(centre)
    chosen = np.array(entities, np.int64)
    triples = opened.graph.triples_among(chosen, relations)
    return Neighbourhood(
        _nodes(opened, entities, triples, seeds, centres),
        triples,
        places,
        _relation_counts(opened, opened.graph.triples_among(chosen), query.hidden),
        around.num_left_out,
    )


def _followed_relations(opened: OpenGraph, query: NeighbourhoodQuery) -> list[int] | None:
    """The relations that are followed; None for all."""
    if not query.hidden:
        return None
    return [one.id for one in opened.graph.relations if one.name not in query.hidden]


def _further(
    opened: OpenGraph, entities: Sequence[int], centre: int, relations: list[int] | None
) -> list[int]:
    """The first neighbours of an entity that are not yet in the figure."""
    found = opened.graph.neighbourhood(centre, 1, relations, UNFOLD_MOST + len(entities))
    known = set(entities)
    return [one for one in found.entities.tolist() if one not in known][:UNFOLD_MOST]


def move_nodes(shown: Neighbourhood, pulled: dict[int, tuple[float, float]]) -> Neighbourhood:
    """Move the nodes to the places where the user pulled them."""
    index = shown.index_of
    places = shown.places.copy()
    for entity, place in pulled.items():
        if entity in index:
            places[index[entity]] = np.clip(place, 0.0, 1.0)
    return replace(shown, places=places)


def _sort_by_triples(opened: OpenGraph, entities: Sequence[int], seeds: Sequence[int]) -> list[int]:
    """The seeds in their order, then the others from those with most triples."""
    known = set(entities)
    first = [seed for seed in dict.fromkeys(seeds) if seed in known]
    others = [one for one in entities if one not in set(first)]
    return first + sorted(others, key=lambda one: -opened.graph.degree(one))


def _links(entities: Sequence[int], triples: IntArray) -> IntArray:
    """Triples as pairs (M, 2) of indices."""
    index = {entity: at for at, entity in enumerate(entities)}
    pairs = [(index[head], index[tail]) for head, _, tail in triples.tolist()]
    return np.array(pairs, np.int64).reshape(-1, 2)


def _nodes(
    opened: OpenGraph,
    entities: Sequence[int],
    triples: IntArray,
    seeds: Collection[int],
    opened_here: Collection[int],
) -> tuple[Node, ...]:
    ids, counts = np.unique(triples[:, [0, 2]], return_counts=True)
    drawn = dict(zip(ids.tolist(), counts.tolist(), strict=True))
    nodes = []
    for entity in entities:
        known, degree = opened.graph.entities[entity], opened.graph.degree(entity)
        further = degree - drawn.get(entity, 0)
        linked, here = entity in seeds, entity in opened_here
        nodes.append(Node(entity, known.name, known.kind, degree, further, linked, here))
    return tuple(nodes)


def _relation_counts(
    opened: OpenGraph, triples: IntArray, hidden: Collection[str]
) -> tuple[RelationCount, ...]:
    """Count the relations of all triples, the most frequent first; hidden ones stay listed."""
    counts = np.bincount(triples[:, 1], minlength=len(opened.graph.relations))
    order = np.argsort(-counts, kind="stable").tolist()
    every = (RelationCount(n, opened.graph.relations[n].name, int(counts[n])) for n in order)
    return tuple(one for one in every if one.count or one.name in hidden)
