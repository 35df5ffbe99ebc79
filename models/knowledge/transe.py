"""TransE: a relation is a translation from its head to its tail (Bordes et al., NIPS 2013).

A triple (h, r, t) is plausible where the vector of h plus that of r is near that of t. Training
lowers the distance of triples and raises that of corrupted ones, whose head or tail is random,
until they differ by a margin. Gradients are written out, and only rows that a batch uses change, so
that a step costs the same in a graph of any size.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file
from scipy.sparse import csr_array
from torch import Tensor

from models.knowledge.graph import KnowledgeGraph
from models.knowledge.names import Integers
from models.runtime.devices import one_thread
from models.runtime.files import replace_file
from models.schema.parsing import parse_object

Floats: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"
Bools: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"
Norm = Literal[1, 2]

REPORT_STEPS = 100  # between two reports within an epoch
MOST_HELD_OUT = 5_000  # triples
EVALUATED_CELLS = 20_000_000  # distances that are computed at once: 80 MB
EPSILON = 1e-8


@dataclass(frozen=True)
class TransERecipe:
    """How embeddings are trained; `norm` is that of the distance.

    Learning rates are divided by the root of each row's sum of squared gradients (AdaGrad, Duchi et
    al. 2011), instead of the constant rate of the paper: rare entities then learn as well. Rates of
    the last epochs fall linearly to 0.
    """

    size: int = 64
    epochs: int = 200
    batch_size: int = 1024
    learning_rate: float = 0.1
    margin: float = 1.0
    norm: Norm = 2
    negatives: int = 4  # for each triple
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("size", "epochs", "batch_size", "negatives"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        for name in ("learning_rate", "margin"):
            if not 0 < getattr(self, name) < float("inf"):
                raise ValueError(f"{name} must be above 0, not {getattr(self, name)}")
        if self.norm not in (1, 2):
            raise ValueError(f"norm must be 1 or 2, not {self.norm}")

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TransERecipe:
        """Raises ValueError for an unknown entry."""
        known = [one.name for one in fields(cls)]
        if unknown := values.keys() - set(known):
            raise ValueError(f"unknown {', '.join(sorted(unknown))}; known are {', '.join(known)}")
        return cls(**values)


@dataclass(frozen=True)
class TransEReport:
    """Progress: epochs that are done, of how many, and since the last report the mean loss for each
    corrupted triple and the speed in triples per second."""

    epoch: float
    epochs: int
    loss: float
    triples_per_second: float


@dataclass(frozen=True, eq=False)
class TransE:
    """Embeddings of entities (E, D) and relations (R, D), and what they were trained with."""

    entities: Floats
    relations: Floats
    norm: Norm = 1
    recipe: Mapping[str, Any] = field(default_factory=dict)
    fingerprint: str = ""  # of the graph

    def __post_init__(self) -> None:
        shapes = self.entities.shape, self.relations.shape
        if any(len(shape) != 2 for shape in shapes) or shapes[0][1] != shapes[1][1]:
            raise ValueError(f"embeddings of the shapes {shapes[0]} and {shapes[1]} do not fit")
        if not (np.isfinite(self.entities).all() and np.isfinite(self.relations).all()):
            raise ValueError("the embeddings are not all finite numbers")

    @property
    def size(self) -> int:
        return int(self.entities.shape[1])

    def score(self, head: Any, relation: Any, tail: Any) -> Any:
        """Minus the distance of h + r from t: 0 at best. Ids, or arrays of ids of one shape."""
        offset = self._offset(head, relation, tail)
        if self.norm == 1:
            return -np.abs(offset).sum(axis=-1)
        return -np.sqrt((offset**2).sum(axis=-1))

    def cosine_score(self, head: Any, relation: Any, tail: Any) -> Any:
        """(1 + the cosine of r and t - h) / 2, in [0, 1], so that scores of a path multiply."""
        way = self.entities[tail] - self.entities[head]
        kind = self.relations[relation]
        lengths = np.linalg.norm(way, axis=-1) * np.linalg.norm(kind, axis=-1)
        return np.clip((1 + (way * kind).sum(axis=-1) / (lengths + EPSILON)) / 2, 0.0, 1.0)

    def nearest(self, entity: int, count: int = 10) -> tuple[tuple[int, float], ...]:
        """The entities with the highest cosine similarity, without itself, best first."""
        lengths = np.linalg.norm(self.entities, axis=1) + EPSILON
        cosines = self.entities @ self.entities[entity] / (lengths * lengths[entity])
        cosines[entity] = -np.inf
        return _best(cosines, min(count, len(cosines) - 1))

    def _offset(self, head: Any, relation: Any, tail: Any) -> Floats:
        return self.entities[head] + self.relations[relation] - self.entities[tail]

    def save(self, path: Path) -> None:
        """Write a safetensors file. Raises FileExistsError and OSError."""
        if path.exists() or path.is_symlink():
            raise FileExistsError(f"{path} exists already. Choose another name.")
        about = {
            "format": "transe",
            "norm": str(self.norm),
            "recipe": json.dumps(dict(self.recipe)),
            "graph": self.fingerprint,
        }
        tensors = {"entities": self.entities, "relations": self.relations}
        tensors = {name: np.ascontiguousarray(value) for name, value in tensors.items()}
        with replace_file(path) as temporary:
            save_file(tensors, temporary, metadata=about)


def open_transe(path: Path, graph: KnowledgeGraph | None = None) -> TransE:
    """Saved embeddings. Raises OSError, and ValueError for a damaged file or another graph."""
    try:
        with safe_open(path, "np") as file:
            about = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in ("entities", "relations")}
        if about.get("format") != "transe" or about.get("norm") not in ("1", "2"):
            raise ValueError("it has no embeddings of TransE")
        norm: Norm = 1 if about["norm"] == "1" else 2
        recipe = parse_object(about.get("recipe", "{}"))
        entities, relations = (value.astype(np.float32) for value in tensors.values())
        made = TransE(entities, relations, norm, recipe, about.get("graph", ""))
    except (SafetensorError, ValueError, KeyError) as error:
        raise ValueError(f"{path} cannot be read ({error})") from error
    if graph is not None and made.fingerprint != graph.fingerprint():
        raise ValueError(f"{path} has the embeddings of another graph. Train them again.")
    return made


# Training -----------------------------------------------------------------------------------------


def split_triples(
    graph: KnowledgeGraph, share: float = 0.1, seed: int = 1, most: int = MOST_HELD_OUT
) -> tuple[Integers, Integers]:
    """Triples to train on (n, 3) and held-out ones (m, 3), whose parts all occur in training.

    At most `most` are held out, as each is compared with all entities. Where too few entities occur
    more than once, fewer than `share` are.
    """
    triples = np.asarray(graph.triples)
    counts = np.bincount(triples[:, [0, 2]].ravel(), minlength=len(graph.entities))
    kinds = np.bincount(triples[:, 1], minlength=len(graph.relations))
    held_out = np.zeros(len(triples), bool)
    wanted = min(int(share * len(triples)), most)
    for row in np.random.default_rng(seed).permutation(len(triples)):
        if not wanted:
            break
        head, kind, tail = triples[row]
        if counts[head] > 1 and counts[tail] > 1 and kinds[kind] > 1:
            held_out[row] = True
            wanted -= 1
            counts[[head, tail]] -= 1
            kinds[kind] -= 1
    return triples[~held_out], triples[held_out]


def train_transe(
    graph: KnowledgeGraph, recipe: TransERecipe, triples: Integers | None = None
) -> Generator[TransEReport, None, TransE]:
    """Train on the triples (n, 3), by default on all of the graph. The seed decides the result.

    Raises ValueError where there are no triples.
    """
    rows = torch.from_numpy(np.array(graph.triples if triples is None else triples, np.int64))
    if not len(rows):
        raise ValueError("there are no triples to train on")
    trainer = _TransETrainer(len(graph.entities), len(graph.relations), recipe)
    batches = -(-len(rows) // recipe.batch_size)
    total, seen, loss, start = recipe.epochs * batches, 0, 0.0, time.perf_counter()
    for step, batch in enumerate(_batches(rows, recipe, trainer.generator), start=1):
        with one_thread():  # a step is many small operations
            loss += trainer.step(batch, min(1.0, 2 * (1 - (step - 1) / total)))
        seen += len(batch)
        if step % batches == 0 or step % REPORT_STEPS == 0:
            now = time.perf_counter()
            speed = seen / max(now - start, EPSILON)
            yield TransEReport(step / batches, recipe.epochs, loss / seen, speed)
            seen, loss, start = 0, 0.0, now
    return trainer.result(recipe, graph.fingerprint())


def _batches(rows: Tensor, recipe: TransERecipe, generator: torch.Generator) -> Iterator[Tensor]:
    for _ in range(recipe.epochs):
        order = torch.randperm(len(rows), generator=generator)
        for start in range(0, len(rows), recipe.batch_size):
            yield rows[order[start : start + recipe.batch_size]]


class _TransETrainer:
    """Embeddings while they learn, with the sum of squared gradients of each row."""

    def __init__(self, num_entities: int, num_relations: int, recipe: TransERecipe) -> None:
        self.generator = torch.Generator().manual_seed(recipe.seed)
        self.recipe = recipe
        bound = 6 / recipe.size**0.5  # of the paper
        self.entities = self._uniform(num_entities, bound)
        self.relations = torch.nn.functional.normalize(self._uniform(num_relations, bound))
        self.entities = torch.nn.functional.normalize(self.entities)
        self._squares = torch.zeros(num_entities), torch.zeros(num_relations)

    def _uniform(self, num: int, bound: float) -> Tensor:
        values = torch.rand(num, self.recipe.size, generator=self.generator)
        return (2 * values - 1) * bound

    def step(self, batch: Tensor, rate: float) -> float:
        """One step on triples (B, 3) with a share of the learning rate; returns the summed loss."""
        count = self.recipe.negatives
        heads, kinds, tails = batch.unbind(1)
        translated = self.entities[heads] + self.relations[kinds]  # (B, D)
        offset = translated - self.entities[tails]
        replaced = torch.randint(len(self.entities), (len(batch), count), generator=self.generator)
        is_head = torch.rand(len(batch), count, generator=self.generator) < 0.5
        other_heads = torch.where(is_head, replaced, heads[:, None])  # (B, N)
        other_tails = torch.where(is_head, tails[:, None], replaced)
        wrong = self.entities[other_heads] - self.entities[other_tails]
        wrong += self.relations[kinds][:, None]  # (B, N, D)
        losses = self.recipe.margin + self._length(offset)[:, None] - self._length(wrong)
        active = losses > 0
        if not active.any():
            return 0.0
        down = self._direction(offset) * active.sum(1, keepdim=True) / count  # (B, D)
        up = self._direction(wrong)[active] / count  # (A, D)
        places = active.nonzero()[:, 0]
        ends = torch.cat((heads, tails, other_heads[active], other_tails[active]))
        slopes = torch.cat((down, -down, -up, up))
        down.index_add_(0, places, up, alpha=-1)
        self._update(self.entities, self._squares[0], ends, slopes, rate)
        self._update(self.relations, self._squares[1], kinds, down, rate)
        self.entities[ends] = torch.nn.functional.normalize(self.entities[ends])
        return float(losses[active].sum()) / count

    def _length(self, offset: Tensor) -> Tensor:
        return torch.linalg.vector_norm(offset, self.recipe.norm, dim=-1)

    def _direction(self, offset: Tensor) -> Tensor:
        """The gradient of the length."""
        return (
            offset.sign()
            if self.recipe.norm == 1
            else torch.nn.functional.normalize(offset, dim=-1)
        )

    def _update(
        self, table: Tensor, squares: Tensor, rows: Tensor, slopes: Tensor, rate: float
    ) -> None:
        squares.index_add_(0, rows, slopes.square().mean(1))
        steps = -rate * self.recipe.learning_rate / (squares[rows].sqrt() + EPSILON)
        table.index_add_(0, rows, slopes * steps[:, None])

    def result(self, recipe: TransERecipe, fingerprint: str) -> TransE:
        entities, relations = self.entities.numpy(), self.relations.numpy()
        return TransE(entities, relations, recipe.norm, asdict(recipe), fingerprint)


# Evaluation ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class RankMetrics:
    """Ranks (M, 2) of the true head and tail of held-out triples among all entities, from 1.

    Filtered: other entities that make a known triple are not counted. Entities of one score share
    the mean of their ranks. Head and tail both count.
    """

    ranks: Floats
    num_entities: int

    @property
    def mean_rank(self) -> float:
        return float(self.ranks.mean())

    @property
    def mean_reciprocal_rank(self) -> float:
        return float((1 / self.ranks).mean())

    def hits_at(self, count: int) -> float:
        """The share of ranks of at most `count`."""
        return float((self.ranks <= count).mean())

    @property
    def hits_at_1(self) -> float:
        return self.hits_at(1)

    @property
    def hits_at_10(self) -> float:
        return self.hits_at(10)

    def as_dict(self) -> dict[str, float]:
        return {
            "mean_rank": self.mean_rank,
            "mean_reciprocal_rank": self.mean_reciprocal_rank,
            "hits_at_1": self.hits_at_1,
            "hits_at_10": self.hits_at_10,
            "hits_at_10_head": float((self.ranks[:, 0] <= 10).mean()),
            "hits_at_10_tail": float((self.ranks[:, 1] <= 10).mean()),
            "triples": len(self.ranks),
            "entities": self.num_entities,
        }


def evaluate(transe: TransE, graph: KnowledgeGraph, held_out: Integers) -> RankMetrics:
    """Filtered ranks of held-out triples (M, 3); known are all triples of the graph.

    Raises ValueError where there are none, or where the embeddings are those of another graph.
    """
    _check_held_out(held_out)
    if transe.entities.shape[0] != len(graph.entities):
        raise ValueError("the embeddings have another number of entities than the graph")

    def ranks_of(rows: Integers) -> Floats:
        heads, kinds, tails = rows.T
        relations = transe.relations[kinds]
        of_heads = _distances(transe, transe.entities[tails] - relations)
        of_tails = _distances(transe, transe.entities[heads] + relations)
        return _both_ranks(of_heads, of_tails, graph, rows)

    return _rank_in_chunks(ranks_of, graph, held_out)


def frequency_ranks(graph: KnowledgeGraph, trained: Integers, held_out: Integers) -> RankMetrics:
    """The ranks without embeddings: by how often an entity is head, or tail, of the relation.

    What TransE must surpass. Raises ValueError where nothing is held out.
    """
    _check_held_out(held_out)
    shape = len(graph.relations), len(graph.entities)
    ones = np.ones(len(trained), np.float32)
    head_counts, tail_counts = (
        csr_array((ones, (trained[:, 1], trained[:, column])), shape=shape) for column in (0, 2)
    )

    def ranks_of(rows: Integers) -> Floats:
        kinds = rows[:, 1]
        of_heads, of_tails = -head_counts[kinds].toarray(), -tail_counts[kinds].toarray()
        return _both_ranks(of_heads, of_tails, graph, rows)

    return _rank_in_chunks(ranks_of, graph, held_out)


def _check_held_out(held_out: Integers) -> None:
    if not len(held_out):
        raise ValueError(
            "there are no held-out triples. Hold out a larger share of a larger graph."
        )


def _rank_in_chunks(
    ranks_of: Callable[[Integers], Floats], graph: KnowledgeGraph, held_out: Integers
) -> RankMetrics:
    """All ranks (M, 2), so many triples at once that their distances fit into memory."""
    size = max(1, EVALUATED_CELLS // len(graph.entities))
    starts = range(0, len(held_out), size)
    ranks = np.concatenate([ranks_of(held_out[start : start + size]) for start in starts])
    return RankMetrics(ranks, len(graph.entities))


def _both_ranks(
    of_heads: Floats, of_tails: Floats, graph: KnowledgeGraph, rows: Integers
) -> Floats:
    """Ranks (M, 2) by the distances of all entities in the place of heads, and of tails (M, E)."""
    heads = _ranks(of_heads, rows[:, 0], _known_heads(graph, rows))
    tails = _ranks(of_tails, rows[:, 2], _known_tails(graph, rows))
    return np.stack([heads, tails], axis=1)


def _distances(transe: TransE, points: Floats) -> Floats:
    """Compute the distances from points (M, D) to all entities: (M, E)."""
    entities = torch.from_numpy(np.ascontiguousarray(transe.entities))
    found: Floats = torch.cdist(torch.from_numpy(points), entities, p=float(transe.norm)).numpy()
    return found


def _ranks(distances: Floats, targets: Integers, known: tuple[Integers, Integers]) -> Floats:
    """The rank of each target (M,) by distances (M, E), which are changed, without known ones."""
    places = np.arange(len(targets))
    true = distances[places, targets].copy()
    distances[known] = np.inf
    distances[places, targets] = np.inf
    better = (distances < true[:, None]).sum(axis=1)
    equal = (distances == true[:, None]).sum(axis=1)
    ranks: Floats = (1 + better + equal / 2).astype(np.float32)
    return ranks


def _known_tails(graph: KnowledgeGraph, rows: Integers) -> tuple[Integers, Integers]:
    """Row and entity of every tail that makes a known triple with head and relation of a row."""
    known = [graph.outgoing_triples(head) for head, _, _ in rows]
    found = [part[part[:, 1] == row[1], 2] for part, row in zip(known, rows, strict=True)]
    return np.repeat(np.arange(len(rows)), list(map(len, found))), np.concatenate(found)


def _known_heads(graph: KnowledgeGraph, rows: Integers) -> tuple[Integers, Integers]:
    known = [graph.incoming_triples(tail) for _, _, tail in rows]
    found = [part[part[:, 1] == row[1], 0] for part, row in zip(known, rows, strict=True)]
    return np.repeat(np.arange(len(rows)), list(map(len, found))), np.concatenate(found)


def _best(scores: Floats, count: int) -> tuple[tuple[int, float], ...]:
    order = np.argsort(-scores, kind="stable")[: max(0, count)]
    return tuple((int(place), float(scores[place])) for place in order)
