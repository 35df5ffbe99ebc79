"""What `bench` measures of knowledge graphs: training of embeddings, neighbourhoods, and ranks.

No other library has a side here: the aims are times on two idle cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from models.knowledge.graph import KnowledgeGraph, open_graph
from models.knowledge.names import EntityTable
from models.knowledge.transe import (
    TransERecipe,
    evaluate,
    frequency_ranks,
    split_triples,
    train_transe,
)
from models.knowledge.world_graph import world_graph
from models.runtime.generators import run_to_end
from tests.bench.models import BENCH, BenchSettings, Make, PairedBenchmark
from tests.bench.result import Measurement

TABLE: dict[str, Any] = BENCH["knowledge"]
TRIPLES_PER_SECOND = 50_000  # to reach
NEIGHBOURHOOD_MS = 100.0
ROUNDS = 3  # of a whole epoch
HITS = "knowledge-hits"


def paired_benchmarks() -> dict[str, Make]:
    """The measurements of time by name."""
    return {"knowledge-embed": embedding, "knowledge-search": search_graph}


def measurements() -> dict[str, Callable[[bool], Iterator[Measurement]]]:
    """The measurements of what is no time, by name."""
    return {HITS: ranks}


def made_up_graph(numbers: Mapping[str, int]) -> KnowledgeGraph:
    """Random triples; duplicates among them are few."""
    rng, entities, triples = np.random.default_rng(1), numbers["entities"], numbers["triples"]
    shares = np.arange(1.0, entities + 1) ** -TABLE["exponent"]
    heads, tails = rng.choice(entities, (2, triples), p=shares / shares.sum())
    kinds = rng.integers(0, TABLE["relations"], triples)
    names = EntityTable.from_names([f"entity {i}" for i in range(entities)])
    relations = [f"relation {i}" for i in range(TABLE["relations"])]
    return KnowledgeGraph.of(names, relations, np.stack([heads, kinds, tails], axis=1))


@contextmanager
def embedding(folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """An epoch of TransE."""
    graph = made_up_graph(TABLE["quick" if setting.quick else "embedded"])
    recipe = TransERecipe(size=TABLE["size"], epochs=1)
    number = len(graph.triples)
    yield PairedBenchmark(
        what=f"TransE, {number:,} triples once, {recipe.negatives} corrupted ones for each",
        ours=lambda: _discard(run_to_end(train_transe(graph, recipe))),
        theirs=None,
        target=None,
        rounds=ROUNDS,
        once=True,
        most_ms=1000 * number / TRIPLES_PER_SECOND,
    )


@contextmanager
def search_graph(folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """What is near the entity with the most triples, from a graph on disk."""
    numbers = TABLE["quick" if setting.quick else "searched"]
    made_up_graph(numbers).save(folder / "graph")
    graph = open_graph(folder / "graph")
    largest = int(np.argmax(np.diff(graph.head_offsets) + np.diff(graph.tail_offsets)))
    yield PairedBenchmark(
        what=f"neighbourhood of {TABLE['hops']} hops, graph of {numbers['triples']:,} triples",
        ours=lambda: _discard(graph.neighbourhood(largest, TABLE["hops"])),
        theirs=None,
        target=None,
        most_ms=NEIGHBOURHOOD_MS,
    )


def ranks(quick: bool) -> Iterator[Measurement]:
    """Filtered hits@10 on held-out triples of the mini-world."""
    graph = world_graph("en")
    learned, held_out = split_triples(graph)
    hits = evaluate(run_to_end(train_transe(graph, TransERecipe(), learned)), graph, held_out)
    alone = frequency_ranks(graph, learned, held_out)
    what = (
        f"filtered hits@10 of TransE on {len(held_out)} held-out triples of the mini-world; "
        f"by frequency alone {100 * alone.hits_at_10:.0f} %"
    )
    yield Measurement(HITS, what, 100 * hits.hits_at_10, None, "%", None, None)


def _discard(value: object) -> None:
    """Hold nothing, so that a round frees what it made."""
