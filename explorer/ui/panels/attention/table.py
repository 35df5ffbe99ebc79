"""The numbers of the attention figure, cell by cell, for a file."""

from __future__ import annotations

from typing import Any

from explorer.core.attention.measures import difference
from explorer.core.attention.view import AttentionView
from explorer.ui.graphics.table import Table
from explorer.ui.panels.attention.scene import AttentionColumn, Scene
from explorer.ui.panels.attention.text import FACTS, ablation_title
from models.schema.records import FloatArray

PLACE = ("model", "stream", "layer", "head")
COLUMNS = ("what", *PLACE, "row", "row_token", "column", "column_token", "distance", "value")
NO_CELL = (None, "", None, "")
Cells = list[tuple[Any, ...]]


def table(scene: Scene) -> Table:
    """The maps that are drawn, with their terms or biases, then the measures of every head."""
    rows: Cells = []
    for column in scene.drawn:
        rows += _maps(column, scene)
    rows += _difference(scene)
    for column in scene.drawn:
        rows += [*_effects(column), *_facts(column)]
    off = {c.title: ablation_title(c.answer) for c in scene.drawn if c.answer.is_ablated}
    return Table(COLUMNS, rows, "Attention", meta={"switched_off": off} if off else {})


def _maps(column: AttentionColumn, scene: Scene) -> Cells:
    """Of one model: its weights, and what the view shows of its scores."""
    view, at = column.view, scene.head
    layer, head = view.maps.nearest(*at)
    place = column.title, view.stream.name, _counted(layer), _counted(head)
    rows = _map("attention", place, view, view.maps.pick(*at))
    if scene.view == "terms" and view.terms:
        for term in view.terms:
            rows += _map(term.spec.name, place, view, term.maps.pick(*at))
        rows += _map("score", place, view, view.score(*at))
    return rows + (_bias(column) if scene.view == "bias" else [])


def _counted(index: int | None) -> int | str:
    return "mean" if index is None else index + 1


def _map(what: str, place: tuple[Any, ...], view: AttentionView, values: FloatArray) -> Cells:
    rows, columns = view.rows.labels, view.columns.labels
    return [
        (what, *place, row, rows[row], column, columns[column], None, float(value))
        for row, line in enumerate(values)
        for column, value in enumerate(line)
    ]


def _bias(column: AttentionColumn) -> Cells:
    """Every head at every distance: the same in all layers."""
    bias = column.view.bias
    if bias is None:
        return []
    place = bias.spec.name, column.title, column.view.stream.name, "all"
    return [
        (*place, head + 1, *NO_CELL, distance, float(value))
        for head, values in enumerate(bias.curves.values)
        for distance, value in zip(bias.curves.distances.tolist(), values, strict=True)
    ]


def _difference(scene: Scene) -> Cells:
    if scene.pair is None:
        return []
    first, second = scene.pair
    place = (
        f"{first.title} − {second.title}",
        f"{first.view.stream.name} − {second.view.stream.name}",
        *map(_counted, scene.head),
    )
    maps = (column.view.maps.pick(*scene.head) for column in scene.pair)
    return _map("difference", place, first.view, difference(*maps))


def _effects(column: AttentionColumn) -> Cells:
    """What is predicted at every place with everything on, and after the ablation.

    Rows are the places with their truths; the column is what is most probable there.
    """
    effect = column.answer.effect
    whose = (column.title, column.view.stream.name, "", "")
    found: Cells = []
    for place in () if effect is None else effect.places:
        row = (*whose, place.position, place.label, None)
        found += [
            ("probability_before", *row, "", None, place.before),
            ("probability_after", *row, "", None, place.after),
        ]
        best = {"before": place.best_before, "after": place.best_after}
        found += [
            (f"most_probable_{when}", *row, one.label, None, one.probability)
            for when, one in best.items()
            if one is not None
        ]
    return found


def _facts(column: AttentionColumn) -> Cells:
    maps, place = column.view.maps, (column.title, column.view.stream.name)
    known = [(title, column.view.facts.of(name)) for name, title, _ in FACTS]
    return [
        (title.lower(), *place, layer + 1, head + 1, *NO_CELL, None, float(values[layer, head]))
        for title, values in known
        if values is not None
        for layer in range(maps.num_layers)
        for head in range(maps.num_heads)
    ]
