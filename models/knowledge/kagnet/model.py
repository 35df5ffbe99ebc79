"""KagNet (Lin et al. 2019, arXiv:1909.02151): graph convolution, LSTM over paths, two attentions.

    nodes     two layers of graph convolution on the schema graph, without the kinds of its edges
    paths     an LSTM reads [entity ; its node ; relation] along each path; its last state is P
    pairs     T = MLP([s ; question concept ; answer concept]) of each pair of concepts
    attention R = sum of softmax(T W1 P) P over the paths of a pair;
              g = sum of softmax(s W2 T) [T ; R] over the pairs of a statement
    score     sigmoid(w [g ; s])

Sizes are those of the authors' code (INK-USC/KagNet, models/models.py): convolutions of 50 and 25
units that sum over neighbours, and an LSTM of one direction; the paper writes the convolution with
normalized neighbours and the node itself. Their code reads the LSTM's state after the padding of
short paths, this one at the end of each path. A statement without paths has zeros for concepts and
paths, as there. Embeddings are those of TransE and do not learn.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.knowledge.kagnet.batches import NO_RELATION, GraphBatch


@dataclass(frozen=True)
class KagNetConfig:
    """Widths of the layers."""

    statement: int  # of a statement vector
    concept: int  # of TransE
    hidden: int = 50  # of the first convolution
    node: int = 25  # of the second
    path: int = 128
    pair: int = 128
    dropout: float = 0.1


@dataclass(frozen=True, eq=False)
class KagNetOutput:
    """Logits (S,) whose sigmoid is the score; attention over the paths of each pair (P,) and over
    the pairs of each statement (Q,).
    """

    logits: Tensor
    path_attention: Tensor
    pair_attention: Tensor


class GraphConvolution(nn.Module):
    """relu(W (sum of the neighbours' vectors) + b), as in the authors' code."""

    def __init__(self, width: int, out: int) -> None:
        super().__init__()
        self.output = nn.Linear(width, out)

    def forward(self, nodes: Tensor, edges: Tensor) -> Tensor:
        """Nodes (N, D) and edges (2, M) from and to; (N, out)."""
        summed = torch.zeros_like(nodes).index_add(0, edges[1], nodes[edges[0]])  # (N, D)
        return functional.relu(self.output(summed))


class KagNet(nn.Module):
    """The graph module; `entities` (E, C) and `relations` (R, C) are embeddings of TransE."""

    entities: Tensor
    relations: Tensor

    def __init__(self, config: KagNetConfig, entities: Tensor, relations: Tensor) -> None:
        super().__init__()
        self.config = config
        self.register_buffer("entities", entities, persistent=False)
        both = torch.cat((relations, -relations))  # a relation from its tail to its head
        self.register_buffer("relations", both, persistent=False)
        concept = config.concept + config.node
        self.first = GraphConvolution(config.concept, config.hidden)
        self.second = GraphConvolution(config.hidden, config.node)
        self.lstm = nn.LSTM(concept + config.concept, config.path, batch_first=True)
        self.pair = nn.Sequential(
            nn.Linear(2 * concept + config.statement, 2 * config.pair),
            nn.Dropout(config.dropout),
            nn.LeakyReLU(),
            nn.Linear(2 * config.pair, config.pair),
            nn.Dropout(config.dropout),
            nn.LeakyReLU(),
        )
        self.path_query = nn.Linear(config.pair, config.path)
        self.pair_query = nn.Linear(config.statement, config.pair)
        self.output = nn.Linear(config.pair + config.path + config.statement, 1)

    def forward(self, statements: Tensor, batch: GraphBatch) -> KagNetOutput:
        """Statement vectors (S, D) and their schema graphs."""
        nodes = self.node_vectors(batch)  # (N, C + node)
        pairs = self.pair_vectors(statements, nodes, batch)  # (Q, pair)
        paths = self.path_vectors(nodes, batch)  # (P, path)
        scores = (self.path_query(pairs)[batch.path_pair] * paths).sum(1)
        alpha = grouped_softmax(scores, batch.path_pair, batch.num_pairs)  # (P,)
        pooled = pooled_by(alpha[:, None] * paths, batch.path_pair, batch.num_pairs)  # (Q, path)
        queries = self.pair_query(statements)[batch.pair_statement]
        beta = grouped_softmax((queries * pairs).sum(1), batch.pair_statement, len(statements))
        known = torch.cat((pairs, pooled), 1) * beta[:, None]
        graph = pooled_by(known, batch.pair_statement, len(statements))  # (S, pair + path)
        graph = graph + self._fill_missing_pairs(statements, batch)
        logits = self.output(torch.cat((graph, statements), 1))[:, 0]
        return KagNetOutput(logits, alpha, beta)

    def node_vectors(self, batch: GraphBatch) -> Tensor:
        """The embedding of each node and its state after both convolutions (N, C + node)."""
        embedded = self.entities[batch.entities]
        state = self.second(self.first(embedded, batch.edges), batch.edges)
        return torch.cat((embedded, state), 1)

    def pair_vectors(self, statements: Tensor, nodes: Tensor, batch: GraphBatch) -> Tensor:
        """T of each pair (Q, pair)."""
        ends = nodes[batch.pair_question], nodes[batch.pair_answer]
        vectors: Tensor = self.pair(torch.cat((*ends, statements[batch.pair_statement]), 1))
        return vectors

    def path_vectors(self, nodes: Tensor, batch: GraphBatch) -> Tensor:
        """The LSTM's state at the end of each path (P, path).

        Without paths it depends on the LSTM all the same, so that every parameter has a gradient.
        """
        if not len(batch.path_nodes):
            blank = nodes.new_zeros(1, 1, self.lstm.input_size)
            none: Tensor = self.lstm(blank)[0][:0, 0]
            return none
        kinds = self.relations[batch.path_relations.clamp(min=0)]  # (P, T, C)
        kinds = kinds * (batch.path_relations != NO_RELATION)[..., None]
        states, _ = self.lstm(torch.cat((nodes[batch.path_nodes], kinds), 2))  # (P, T, path)
        rows = torch.arange(len(states), device=states.device)
        last: Tensor = states[rows, batch.path_lengths - 1]
        return last

    def _fill_missing_pairs(self, statements: Tensor, batch: GraphBatch) -> Tensor:
        """[T ; 0] of zero concepts for statements without a pair, 0 for the others (S, …)."""
        lone = torch.ones(len(statements), device=statements.device, dtype=torch.bool)
        lone[batch.pair_statement] = False
        blank = statements.new_zeros(len(statements), 2 * (self.config.concept + self.config.node))
        vectors = self.pair(torch.cat((blank, statements), 1))
        padded = functional.pad(vectors, (0, self.config.path))
        result: Tensor = padded * lone[:, None]
        return result


def grouped_softmax(scores: Tensor, group: Tensor, count: int) -> Tensor:
    """Softmax of scores (K,) within each group (K,) of `count` groups."""
    highest = scores.new_full((count,), float("-inf"))
    highest = highest.scatter_reduce(0, group, scores.detach(), "amax")
    raised = (scores - highest[group]).exp()
    return raised / pooled_by(raised[:, None], group, count)[group, 0]


def pooled_by(rows: Tensor, group: Tensor, count: int) -> Tensor:
    """The sum of rows (K, D) in each of `count` groups (count, D)."""
    return rows.new_zeros(count, rows.shape[1]).index_add(0, group, rows)
