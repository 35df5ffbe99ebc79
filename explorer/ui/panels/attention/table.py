"""The numbers of the attention figure, cell by cell, for a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from explorer.core.attention.measures import difference
from explorer.core.attention.view import AttentionView
from explorer.core.languages.alignment import Alignment
from explorer.ui.graphics.table import Table
from explorer.ui.panels.attention.scene import AttentionColumn, AttentionScene
from explorer.ui.panels.attention.text import ablation_title
from models.schema.records import FloatArray

PLACE = ("model", "stream", "layer", "head")
COLUMNS = ("what", *PLACE, "row", "row_token", "column", "column_token", "distance", "value")
MEASURED = {
    "entropy": "entropy",
    "distance": "mean distance",
    "back": "back",
    "itself": "to itself",
    "ahead": "ahead",
}
NO_CELL = (None, "", None, "")
Cells = Iterator[tuple[Any, ...]]


def table(scene: AttentionScene) -> Table:
    """The maps that are drawn, with their terms or biases, then the measures of every head."""
    maps = [_maps(column, scene) for column in scene.drawn]
    measures = [part for one in scene.drawn for part in (_effects(one), _measures(one))]
    rows = list(chain(*maps, _difference(scene), *measures))
    off = {c.title: ablation_title(c.answer) for c in scene.drawn if c.answer.is_ablated}
    return Table(COLUMNS, rows, "Attention", meta={"switched_off": off} if off else {})


def _maps(column: AttentionColumn, scene: AttentionScene) -> Cells:
    """Of one model: its weights, and what the view shows of its scores."""
    view, at = column.view, scene.head
    place = column.title, view.stream.name, *map(_counted, view.maps.nearest(*at))
    yield from _map("attention", place, view, view.maps.pick(*at))
    if scene.view == "terms" and view.terms:
        for term in view.terms:
            yield from _map(term.spec.name, place, view, term.maps.pick(*at))
        yield from _map("score", place, view, view.score(*at))
    if scene.view == "bias":
        yield from _bias(column)
    kinds = view.block_kinds_in(*at)
    if scene.view == "blocks" and kinds is not None:
        yield from _map("block_kind", place, view, kinds.astype(np.float32))
        yield from _hops(column)
    if scene.view == "alignment" and view.alignment is not None:
        yield from _alignment(column, view.alignment, scene)


def _hops(column: AttentionColumn) -> Cells:
    """From each column to the row of the selected token, through all layers and heads."""
    view, row = column.view, column.focus[0]
    if row is None or column.hops is None:
        return
    place = column.title, view.stream.name, "all", "all"
    for at, count in enumerate(column.hops.tolist()):
        yield ("hops", *place, row, view.rows.labels[row], at, view.columns.labels[at], None, count)


def _alignment(column: AttentionColumn, words: Alignment, scene: AttentionScene) -> Cells:
    """The weights of words, the links that are known, and the error rates."""
    first, second = words.links.first.names, words.links.second.names
    place = column.title, column.view.stream.name, *map(_counted, scene.head)
    links = {
        "word_link": words.read(*scene.head),
        "sure_link": words.links.sure,
        "possible_link": words.links.possible,
    }
    for (row, at), value in np.ndenumerate(words.maps.pick(*scene.head)):
        cell = row, first[row], at, second[at], None
        yield ("word_attention", *place, *cell, float(value))
        for what, those in links.items():
            if (row, at) in those:
                yield (what, *place, *cell, 1.0)
    rates = {} if words.held_out is None else words.held_out.rates
    for (layer, head), rate in rates.items():
        where = column.title, column.view.stream.name, _counted(layer), _counted(head)
        yield ("alignment_error_rate", *where, *NO_CELL, None, rate)


def _counted(index: int | None) -> int | str:
    return "mean" if index is None else index + 1


def _map(what: str, place: tuple[Any, ...], view: AttentionView, values: FloatArray) -> Cells:
    rows, columns = view.rows.labels, view.columns.labels
    for (row, column), value in np.ndenumerate(values):
        yield (what, *place, row, rows[row], column, columns[column], None, float(value))


def _bias(column: AttentionColumn) -> Cells:
    """Every head at every distance: the same in all layers."""
    bias, stream = column.view.bias, column.view.stream.name
    if bias is not None:
        distances = bias.curves.distances.tolist()
        for (head, index), value in np.ndenumerate(bias.curves.values):
            place = column.title, stream, "all", head + 1
            yield (bias.spec.name, *place, *NO_CELL, distances[index], float(value))


def _difference(scene: AttentionScene) -> Cells:
    if scene.pair is not None:
        first, second = scene.pair
        titles = f"{first.title} − {second.title}"
        streams = f"{first.view.stream.name} − {second.view.stream.name}"
        maps = (column.view.maps.pick(*scene.head) for column in scene.pair)
        place = titles, streams, *map(_counted, scene.head)
        yield from _map("difference", place, first.view, difference(*maps))


def _effects(column: AttentionColumn) -> Cells:
    """What is predicted at every place with everything on, and after the ablation.

    Rows are the places with their truths; the column is what is most probable there.
    """
    effect = column.answer.effect
    for place in () if effect is None else effect.places:
        row = column.title, column.view.stream.name, "", "", place.position, place.label, None
        yield ("probability_before", *row, "", None, place.before)
        yield ("probability_after", *row, "", None, place.after)
        for when, best in (("before", place.best_before), ("after", place.best_after)):
            if best is not None:
                yield (f"most_probable_{when}", *row, best.label, None, best.probability)


def _measures(column: AttentionColumn) -> Cells:
    """Of every head."""
    for name, title in MEASURED.items():
        values = column.view.facts.of(name)
        for (layer, head), value in () if values is None else np.ndenumerate(values):
            place = column.title, column.view.stream.name, layer + 1, head + 1
            yield (title, *place, *NO_CELL, None, float(value))
