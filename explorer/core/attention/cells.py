"""The numbers of an attention view, cell by cell, as the rows of a table without the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from explorer.core.attention.head_effect import AblationEffect
from explorer.core.attention.measures import difference
from explorer.core.attention.view import AttentionView
from explorer.core.languages.alignment import Alignment
from models.schema.records import FloatArray, IntArray

COLUMNS = (
    *("what", "stream", "layer", "head"),
    *("row", "row_token", "column", "column_token", "distance", "value"),
)
MEASURED = {
    "entropy": "entropy",
    "distance": "mean distance",
    "back": "back",
    "itself": "to itself",
    "ahead": "ahead",
}
ALL = ("all", "all")  # layers and heads
NO_CELL = (None, "", None, "")
Chosen = tuple[int | None, int | None]  # a layer and a head; None is the mean of all
Cells = Iterator[tuple[Any, ...]]


def weight_cells(view: AttentionView, at: Chosen) -> Cells:
    """The map of what is chosen."""
    yield from _map("attention", view, view.maps.nearest(*at), view.maps.pick(*at))


def term_cells(view: AttentionView, at: Chosen) -> Cells:
    """The terms of the score and their sum; none of a stream without terms."""
    place = view.maps.nearest(*at)
    for term in view.terms:
        yield from _map(term.spec.name, view, place, term.maps.pick(*at))
    if view.terms:
        yield from _map("score", view, place, view.score(*at))


def bias_cells(view: AttentionView) -> Cells:
    """The bias of every head at every distance: the same in all layers."""
    if view.bias is not None:
        distances = view.bias.curves.distances.tolist()
        for (head, index), value in np.ndenumerate(view.bias.curves.values):
            place = view.stream.name, "all", head + 1
            yield (view.bias.spec.name, *place, *NO_CELL, distances[index], float(value))


def block_cells(view: AttentionView, at: Chosen, row: int | None, hops: IntArray | None) -> Cells:
    """Kinds of blocks, and the hops from each column to a row through all layers and heads."""
    kinds = view.block_kinds_in(*at)
    if kinds is None:
        return
    yield from _map("block_kind", view, view.maps.nearest(*at), kinds.astype(np.float32))
    if row is not None and hops is not None:
        place = view.stream.name, *ALL, row, view.rows.labels[row]
        for column, count in enumerate(hops.tolist()):
            yield ("hops", *place, column, view.columns.labels[column], None, count)


def alignment_cells(view: AttentionView, words: Alignment, at: Chosen) -> Cells:
    """The weights of words, the links that are known, and the error rates."""
    first, second = words.links.first.names, words.links.second.names
    place = view.stream.name, *map(_number_from_one, at)
    links = {
        "word_link": words.read(*at),
        "sure_link": words.links.sure,
        "possible_link": words.links.possible,
    }
    for (row, column), value in np.ndenumerate(words.maps.pick(*at)):
        cell = row, first[row], column, second[column], None
        yield ("word_attention", *place, *cell, float(value))
        for what, those in links.items():
            if (row, column) in those:
                yield (what, *place, *cell, 1.0)
    rates = {} if words.held_out is None else words.held_out.rates
    for chosen, rate in rates.items():
        place = view.stream.name, *map(_number_from_one, chosen)
        yield ("alignment_error_rate", *place, *NO_CELL, None, rate)


def difference_cells(first: AttentionView, second: AttentionView, at: Chosen) -> Cells:
    """The first less the second, of the same tokens."""
    streams = f"{first.stream.name} − {second.stream.name}"
    values = difference(first.maps.pick(*at), second.maps.pick(*at))
    for what, _, *rest in _map("difference", first, at, values):
        yield (what, streams, *rest)


def effect_cells(view: AttentionView, effect: AblationEffect | None) -> Cells:
    """What is predicted at every place with everything on, and after the ablation.

    Rows are the places with their truths; the column is what is most probable there.
    """
    for place in () if effect is None else effect.places:
        row = view.stream.name, "", "", place.position, place.label, None
        yield ("probability_before", *row, "", None, place.before)
        yield ("probability_after", *row, "", None, place.after)
        for when, best in (("before", place.best_before), ("after", place.best_after)):
            if best is not None:
                yield (f"most_probable_{when}", *row, best.label, None, best.probability)


def measure_cells(view: AttentionView) -> Cells:
    """What every head does, in numbers."""
    for name, title in MEASURED.items():
        values = view.facts.of(name)
        for (layer, head), value in () if values is None else np.ndenumerate(values):
            place = view.stream.name, layer + 1, head + 1
            yield (title, *place, *NO_CELL, None, float(value))


def _map(what: str, view: AttentionView, at: Chosen, values: FloatArray) -> Cells:
    rows, columns = view.rows.labels, view.columns.labels
    place = view.stream.name, *map(_number_from_one, at)
    for (row, column), value in np.ndenumerate(values):
        yield (what, *place, row, rows[row], column, columns[column], None, float(value))


def _number_from_one(index: int | None) -> int | str:
    return "mean" if index is None else index + 1
