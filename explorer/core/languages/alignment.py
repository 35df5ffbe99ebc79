"""The words of a pair in two languages, linked by attention, against the links of the lexicon.

Shapes: L layers, H heads, N and M words of the two texts.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import add

import numpy as np

from explorer.core.attention.heads import AttentionMaps, average_maps
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import add_objective_and_model_feeds
from explorer.core.jobs.cache import LeastRecentlyUsed
from explorer.core.jobs.jobs import Progress
from explorer.core.languages.translations import WORLD, world_pair
from explorer.core.localization import tr
from explorer.core.readable import model_name
from models.data.sources import WorldSource, open_source
from models.data.world.translation import LinkedPair, linked_pairs
from models.inference.word_alignment import (
    LinkCounts,
    TrueLinks,
    WordLink,
    count_true_links,
    read_links,
    true_links,
    word_weights,
    words_of,
)
from models.schema.records import Encoding, FloatArray, ModelInput

NUM_PAIRS = 40  # held-out pairs of the mini-world
SEED = 1
MANY_MODELS = 16

Place = tuple[int | None, int | None]  # a layer and a head; None: the average of all


@dataclass(frozen=True)
class HeldOutRates:
    """Alignment error rates over held-out pairs, for each head and for averages."""

    num_pairs: int
    rates: Mapping[Place, float]

    @property
    def best_layer(self) -> tuple[int, float]:
        """The layer whose average over heads has the lowest rate, from 0, and its rate."""
        layers = {layer: rate for (layer, head), rate in self.rates.items() if head is None}
        by_layer = {layer: rate for layer, rate in layers.items() if layer is not None}
        best = min(by_layer, key=lambda layer: by_layer[layer])
        return best, by_layer[best]


@dataclass(frozen=True, eq=False)
class Alignment:
    """How much the words of a pair attend to each other, and which are known to correspond.

    `links` have no truth where the pair is not one of the mini-world.
    """

    links: TrueLinks
    is_known: bool
    maps: AttentionMaps  # of words, (L, H, N, M)
    held_out: HeldOutRates | None = None

    def read(self, layer: int | None, head: int | None) -> frozenset[WordLink]:
        """The links that attention gives: of the words with a true link, or of all."""
        linked_words = self.links.linked_words
        if not self.is_known:
            names = self.links.first.names, self.links.second.names
            linked_words = frozenset(range(len(names[0]))), frozenset(range(len(names[1])))
        return read_links(self.maps.pick(layer, head), linked_words)

    def error_rate(self, layer: int | None, head: int | None) -> float | None:
        """Return the alignment error rate of this pair; None where no link is known."""
        return (
            count_true_links(self.read(layer, head), self.links).error_rate
            if self.is_known
            else None
        )


def align_pair(encoding: Encoding, attention: FloatArray) -> Alignment:
    """Align the words of a pair in two languages by its attention maps (L, H, T, T)."""
    pair = None
    if encoding.text == encoding.text.strip() and encoding.pair == (encoding.pair or "").strip():
        pair = world_pair(encoding.text, encoding.pair)
    links = true_links(encoding, pair or LinkedPair((encoding.text, encoding.pair or ""), ()))
    weights = word_weights(attention, links.first, links.second)
    return Alignment(links, bool(links.possible), average_maps(weights))


def held_out_rates(
    engine: Engine, key: str, stream: str
) -> Generator[Progress, None, HeldOutRates | None]:
    """The error rates of a model over held-out pairs; None where it can be fed none of them.

    Computed once for the files of a model. Raises UserError.
    """
    place = (*engine.version(key), stream)
    if place not in _RATES:
        counts: list[dict[Place, LinkCounts]] = []
        for number, pair in enumerate(_pairs()):
            yield Progress(
                tr("Aligning words with {key}", key=model_name(key)),
                number,
                NUM_PAIRS,
                unit="pairs",
            )
            counts.append(_counts(engine, key, stream, pair))
        rates = _rates(counts)
        _RATES.get(place, lambda: rates)
    return _RATES.get(place, lambda: None)


_RATES: LeastRecentlyUsed[HeldOutRates | None] = LeastRecentlyUsed(MANY_MODELS)


def _pairs() -> list[LinkedPair]:
    source = open_source(WORLD)
    assert isinstance(source, WorldSource)
    linked = (pair for pair in linked_pairs(source.world, "held_out", SEED) if pair.links)
    return list(islice(linked, NUM_PAIRS))


def _counts(engine: Engine, key: str, stream: str, pair: LinkedPair) -> dict[Place, LinkCounts]:
    """What each map of a model gets right in a pair."""
    from models.inference.trace import trace

    loaded = engine.load_model(key)
    encoding = engine.encode(key, *pair.texts)
    model_input = add_objective_and_model_feeds(engine, key, ModelInput.clean(encoding))
    traced = trace(loaded.model, loaded.spec, model_input, kinds=("attention",), heads=())
    attention = traced.streams[stream].attention
    assert attention is not None
    links = true_links(encoding, pair)
    maps = average_maps(word_weights(attention, links.first, links.second))
    return {
        place: count_true_links(read_links(maps.pick(*place), links.linked_words), links)
        for place in _places(maps)
    }


def _places(maps: AttentionMaps) -> list[Place]:
    layers, heads = [None, *range(maps.num_layers)], [None, *range(maps.num_heads)]
    return [(layer, head) for layer in layers for head in heads]


def _rates(counts: list[dict[Place, LinkCounts]]) -> HeldOutRates | None:
    """The rates of all pairs together."""
    if not counts:
        return None
    sums = {place: reduce(add, (each[place] for each in counts)) for place in counts[0]}
    rates = {place: each.error_rate for place, each in sums.items()}
    return HeldOutRates(len(counts), {place: r for place, r in rates.items() if r is not None})


def word_ranges(model_input: ModelInput) -> tuple[tuple[int, int], tuple[int, int]]:
    """The rows [start, end) of the words of each text of a pair, special tokens apart."""
    first, second = (
        np.concatenate(words_of(model_input.encoding, segment).tokens) for segment in (0, 1)
    )
    return (int(first[0]), int(first[-1]) + 1), (int(second[0]), int(second[-1]) + 1)
