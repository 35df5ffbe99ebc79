"""TransE embeddings of a graph, trained here: a map, nearest entities, and ranks of triples.

Bordes et al. 2013. Shapes: E entities, D dimensions.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.knowledge.layout import Places
from explorer.core.knowledge.linked_text import EntityCandidate, candidate
from explorer.core.knowledge.sources import OpenGraph, open_source
from explorer.core.layers.projection import planes
from explorer.core.localization import tr
from explorer.core.state.choices import FormChoice
from models.runtime.files import read_object, write_text
from models.runtime.generators import map_progress
from models.schema.records import FloatArray, IntArray
from models.tasks.metrics import share_interval

if TYPE_CHECKING:
    from models.knowledge.transe import TransE, TransEReport

VECTORS, FACTS = "transe-{size}-{epochs}-{seed}.safetensors", "transe.json"
HELD_OUT_SHARE = 0.1  # of the triples
MIN_RANKED, MAX_RANKED, RANKED_CELLS = 50, 2000, 100_000_000  # held-out triples, and distances
MAX_POINTS = 2000  # entities on the map
NUM_NEAREST, NUM_TAILS = 10, 8


@dataclass(frozen=True)
class EmbeddingChoice(FormChoice):
    """How embeddings are trained."""

    size: int = 64
    epochs: int = 300


@dataclass(frozen=True)
class TriplePick:
    """The entity whose neighbours are listed, and the names of a triple to score."""

    selected: int | None = None
    triple: tuple[str, str, str] = ("", "", "")


@dataclass(frozen=True)
class TripleScore:
    """The score of a triple, and the rank of its tail among all tails.

    Other true tails are not counted (filtered). `best` are rank, name, score, whether the triple is
    in the graph, and whether it is the one that was picked.
    """

    names: tuple[str, str, str]
    score: float
    rank: int
    num_candidates: int
    known: bool
    best: tuple[tuple[int, str, float, bool, bool], ...]


@dataclass(frozen=True, eq=False)
class EmbeddingMap:
    """Entities with their places (n, 2) on the two largest principal components."""

    entities: tuple[EntityCandidate, ...]
    points: FloatArray
    shares: tuple[float, float]
    linked: frozenset[int]
    facts: tuple[tuple[str, str], ...]
    num_left_out: int
    selected_name: str = ""
    selected_kind: str = ""
    nearest: tuple[tuple[EntityCandidate, float], ...] = ()
    scored: TripleScore | None = None
    pick_problem: str = ""

    @property
    def places(self) -> Places:
        """The points from 0 to 1; the second component goes upwards."""
        points = self.points.astype(np.float64) * (1.0, -1.0)
        least = points.min(axis=0, initial=0.0)
        scaled: Places = (points - least) / np.maximum(
            points.max(axis=0, initial=0.0) - least, 1e-9
        )
        return scaled


# ---- training


def _format_share(share: float, triples: float) -> str:
    """A share of hits, with its interval over triples: both ends of one are not independent."""
    low, high = share_interval(round(share * triples), int(triples)) or (0.0, 1.0)
    interval = tr("95 % interval {low} to {high}", low=f"{low:.1%}", high=f"{high:.1%}")
    return f"{share:.1%} ({interval})"


def train(source: str, text: str, choice: EmbeddingChoice, seed: int) -> Work:
    """Train embeddings of a graph, rank held-out triples, and store both in the cache.

    Returns the measurements. Cancelled, nothing is stored. Raises UserError.
    """
    from models.knowledge.transe import TransERecipe, split_triples, train_transe

    opened_graph = yield from open_source(source, text)
    graph, started = opened_graph.graph, time.monotonic()
    with as_user_errors():
        recipe = TransERecipe(size=choice.size, epochs=choice.epochs, seed=seed)
        yield Progress(tr("Holding out triples"))
        learned, held_out = split_triples(graph, HELD_OUT_SHARE, seed)
        steps = train_transe(graph, recipe, learned)
        transe = yield from map_progress(steps, _progress)
        yield Progress(tr("Ranking held-out triples"))
        sample = held_out[: _choose_ranking_size(len(graph.entities))]
        facts = {
            **asdict(choice),
            "seed": seed,
            "seconds": time.monotonic() - started,
            "trained_on": len(learned),
            **_metrics(transe, opened_graph, sample),
        }
        path = opened_graph.folder / VECTORS.format(**facts)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():  # else the same graph, recipe and seed
            transe.save(path)
        write_text(opened_graph.folder / FACTS, json.dumps({**facts, "file": path.name}))
    return facts


def _choose_ranking_size(num_entities: int) -> int:
    """How many held-out triples are ranked in a time that one waits."""
    return max(MIN_RANKED, min(MAX_RANKED, RANKED_CELLS // max(1, num_entities)))


def _progress(report: TransEReport) -> Progress:
    speed = f"{report.triples_per_second:,.0f} triples/s"
    message = tr("Epochs, loss {loss:.3f}, {speed}", loss=report.loss, speed=speed)
    return Progress(message, report.epoch, report.epochs, unit="epochs")


def _metrics(transe: TransE, opened_graph: OpenGraph, held_out: IntArray) -> dict[str, float]:
    from models.knowledge.transe import evaluate

    if not len(held_out):
        return {"triples": 0}
    return evaluate(transe, opened_graph.graph, held_out).as_dict()


# ---- what is drawn


def embedding_map(
    opened_graph: OpenGraph, linked: Sequence[int], pick: TriplePick
) -> EmbeddingMap | None:
    """The map with what is nearest to the selected entity; None before training.

    Raises UserError for files that are damaged.
    """
    trained = _open_trained(opened_graph)
    if trained is None:
        return None
    transe, facts = trained
    graph = opened_graph.graph
    drawn = _most_connected(opened_graph, linked)
    (plane,) = planes(transe.entities[drawn][None])
    selected = pick.selected if pick.selected in range(len(graph.entities)) else None
    selected = next(iter(linked), None) if selected is None else selected
    nearest = () if selected is None else transe.nearest(selected, NUM_NEAREST)
    scored, problem = _score_triple(transe, opened_graph, selected, pick.triple)
    return EmbeddingMap(
        tuple(candidate(opened_graph, entity) for entity in drawn),
        plane.points,
        plane.shares,
        frozenset(linked),
        _fact_rows(facts),
        len(graph.entities) - len(drawn),
        *("", "") if selected is None else _name_and_kind(opened_graph, selected),
        tuple((candidate(opened_graph, entity), cosine) for entity, cosine in nearest),
        scored,
        problem,
    )


def _name_and_kind(opened_graph: OpenGraph, entity: int) -> tuple[str, str]:
    known = candidate(opened_graph, entity)
    return known.name, known.kind


def _open_trained(opened_graph: OpenGraph) -> tuple[TransE, dict[str, Any]] | None:
    path = opened_graph.folder / FACTS
    if not path.exists():
        return None
    with as_user_errors():
        facts = read_object(path)
        transe = _open(opened_graph.folder / str(facts.get("file")))
    if len(transe.entities) != len(opened_graph.graph.entities):
        raise UserError(tr("The embeddings are those of another graph."), tr("Train them again."))
    return transe, facts


@lru_cache(maxsize=2)
def _open(path: Path) -> TransE:
    from models.knowledge.transe import open_transe

    return open_transe(path)


def _most_connected(opened_graph: OpenGraph, linked: Sequence[int]) -> list[int]:
    """The entities of the text, then those with the most triples."""
    graph = opened_graph.graph
    degrees = np.diff(graph.head_offsets) + np.diff(graph.tail_offsets)
    order = np.argsort(-degrees, kind="stable")[:MAX_POINTS].tolist()
    return list(dict.fromkeys((*linked, *order)))[:MAX_POINTS]


def _score_triple(
    transe: TransE, opened_graph: OpenGraph, selected: int | None, names: tuple[str, str, str]
) -> tuple[TripleScore | None, str]:
    """The score of the named triple, or else of the first one of the selected entity."""
    graph = opened_graph.graph
    if not any(names):
        rows = (
            []
            if selected is None
            else [*graph.outgoing_triples(selected), *graph.incoming_triples(selected)]
        )
        return (score_of(transe, opened_graph, *map(int, rows[0])), "") if rows else (None, "")
    head, tail = graph.entity_named(names[0]), graph.entity_named(names[2])
    relation = graph.relation_named(names[1])
    if head is None or relation is None or tail is None:
        found = zip(("entity", "relation", "entity"), names, (head, relation, tail), strict=True)
        kind, name = next((kind, name) for kind, name, one in found if one is None)
        return None, tr("The graph has no {kind} named “{name}”.", kind=kind, name=name)
    return score_of(transe, opened_graph, head, relation, tail), ""


def score_of(
    transe: TransE, opened_graph: OpenGraph, head: int, relation: int, tail: int
) -> TripleScore:
    """The score of a triple, and the filtered rank of its tail among all entities."""
    graph = opened_graph.graph
    scores = transe.score(head, relation, np.arange(len(graph.entities)))  # (E,)
    outgoing = graph.outgoing_triples(head)
    known = set(outgoing[outgoing[:, 1] == relation, 2].tolist())
    others = np.ones(len(scores), bool)
    others[list(known - {tail})] = False
    order = np.argsort(-scores, kind="stable")
    places = {int(one): place for place, one in enumerate(order[:NUM_TAILS].tolist(), start=1)}
    places.setdefault(tail, int((scores > scores[tail]).sum()) + 1)
    return TripleScore(
        graph.named_triple((head, relation, tail)),
        float(scores[tail]),
        int((scores[others] > scores[tail]).sum()) + 1,
        int(others.sum()),
        tail in known,
        tuple(
            (place, graph.entities.names[one], float(scores[one]), one in known, one == tail)
            for one, place in places.items()
        ),
    )


def _fact_rows(facts: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Measurements in words, as far as there are held-out triples."""
    rows = [(tr("Dimensions, epochs"), f"{facts['size']:,}, {facts['epochs']:,}")]
    rows.append(
        (
            tr("Trained on"),
            tr(
                "{facts:,} triples, {facts_2:.1f} s",
                facts=facts["trained_on"],
                facts_2=facts["seconds"],
            ),
        )
    )
    rows.append((tr("Ranked held-out triples"), f"{facts['triples']:,.0f}"))
    if facts["triples"]:
        hits, tails = (facts[f"hits_at_10{of}"] for of in ("", "_tail"))
        rows += [
            (tr("Mean rank"), f"{facts['mean_rank']:,.1f} of {facts['entities']:,.0f}"),
            ("Hits@10", _format_share(hits, facts["triples"])),
            (tr("Hits@10, tails alone"), _format_share(tails, facts["triples"])),
        ]
    return tuple(rows)
