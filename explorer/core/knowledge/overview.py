"""A graph in numbers: how much it has, its relations with examples, and what its file was like."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from explorer.core.knowledge.sources import OpenGraph
from models.knowledge.reading import TripleReport

MAX_RELATIONS = 60


@dataclass(frozen=True)
class RelationRow:
    """A relation, how many triples it has, and the first of them in words."""

    name: str
    count: int
    example: tuple[str, str, str] | None


@dataclass(frozen=True)
class GraphOverview:
    """Sizes of a graph, its most frequent relations, and the report about its file."""

    num_entities: int
    num_triples: int
    relations: tuple[RelationRow, ...]
    num_relations: int
    report: TripleReport | None


@lru_cache(maxsize=2)
def overview(opened: OpenGraph) -> GraphOverview:
    graph = opened.graph
    counts = np.bincount(graph.triples[:, 1], minlength=len(graph.relations))
    order = np.argsort(-counts, kind="stable")[:MAX_RELATIONS].tolist()
    ids, first = np.unique(graph.triples[:, 1], return_index=True)
    examples = dict(zip(ids.tolist(), first.tolist(), strict=True))
    rows = tuple(
        RelationRow(
            graph.relations[n].name,
            int(counts[n]),
            graph.named_triple(graph.triples[examples[n]]) if n in examples else None,
        )
        for n in order
    )
    sizes = len(graph.entities), len(graph.triples)
    return GraphOverview(*sizes, rows, len(graph.relations), opened.report)
