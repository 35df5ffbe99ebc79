"""Schema graphs of several statements as one batch of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import torch
from torch import Tensor

from models.knowledge.paths import KnowledgePath, SchemaGraph

NO_RELATION = -1  # at the last entity of a path, and after it


@dataclass(frozen=True, eq=False)
class GraphBatch:
    """The schema graphs of S statements: N nodes, M edges, Q pairs of concepts, P paths.

    Nodes of different statements differ. Only pairs with a path occur. T is the number of entities
    of the longest path; shorter ones are padded.
    """

    entities: Tensor  # (N,) entity of each node
    edges: Tensor  # (2, M) nodes from and to, each triple in both directions
    pair_statement: Tensor  # (Q,)
    pair_question: Tensor  # (Q,) node of the concept of the question
    pair_answer: Tensor  # (Q,) node of the concept of the answer
    path_pair: Tensor  # (P,)
    path_nodes: Tensor  # (P, T)
    path_relations: Tensor  # (P, T); R + r for relation r from its tail to its head
    path_lengths: Tensor  # (P,) entities
    num_statements: int

    @property
    def num_pairs(self) -> int:
        return len(self.pair_statement)

    def to(self, device: torch.device | str) -> GraphBatch:
        moved = {
            one.name: getattr(self, one.name).to(device)
            for one in fields(self)
            if one.name != "num_statements"
        }
        return GraphBatch(**moved, num_statements=self.num_statements)


def graph_batch(schemas: Sequence[SchemaGraph], num_relations: int) -> GraphBatch:
    """Stack schema graphs; their paths stay in order, grouped by pairs of concepts."""
    entities: list[int] = []
    edges: list[tuple[int, int]] = []
    pairs: list[tuple[int, int, int]] = []
    paths: list[tuple[int, KnowledgePath, dict[int, int]]] = []
    for number, schema in enumerate(schemas):
        place = {entity: len(entities) + n for n, entity in enumerate(schema.entities)}
        entities += schema.entities
        sides = {(place[head], place[tail]) for head, _, tail in schema.triples}
        edges += sorted(sides | {(tail, head) for head, tail in sides})
        of_pair: dict[tuple[int, int], int] = {}
        for path in schema.paths:
            if path.pair not in of_pair:
                of_pair[path.pair] = len(pairs)
                start, end = path.pair
                pairs.append((number, place[start], place[end]))
            paths.append((of_pair[path.pair], path, place))
    statement, question, answer = torch.tensor(pairs, dtype=torch.long).reshape(-1, 3).T
    path_pair, path_nodes, path_relations, path_lengths = _path_tensors(paths, num_relations)
    return GraphBatch(
        entities=torch.tensor(entities, dtype=torch.long),
        edges=torch.tensor(edges, dtype=torch.long).reshape(-1, 2).T,
        pair_statement=statement,
        pair_question=question,
        pair_answer=answer,
        path_pair=path_pair,
        path_nodes=path_nodes,
        path_relations=path_relations,
        path_lengths=path_lengths,
        num_statements=len(schemas),
    )


def _path_tensors(
    paths: Sequence[tuple[int, KnowledgePath, dict[int, int]]], num_relations: int
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The last four tensors of a GraphBatch."""
    longest = max((len(path.entities) for _, path, _ in paths), default=1)
    nodes = torch.zeros(len(paths), longest, dtype=torch.long)
    relations = torch.full((len(paths), longest), NO_RELATION)
    for row, (_, path, place) in enumerate(paths):
        nodes[row, : len(path.entities)] = torch.tensor([place[one] for one in path.entities])
        kinds = [kind + num_relations * backwards for kind, backwards in path.edges]
        relations[row, : len(kinds)] = torch.tensor(kinds)
    pair = torch.tensor([pair for pair, _, _ in paths], dtype=torch.long)
    lengths = torch.tensor([len(path.entities) for _, path, _ in paths], dtype=torch.long)
    return pair, nodes, relations, lengths
