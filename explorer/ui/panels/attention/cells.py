"""The numbers behind the attention figure, cell by cell, for a file."""

from __future__ import annotations

from typing import Any

from explorer.core.attention.view import AttentionView
from explorer.core.state.state import Selection
from explorer.ui.graphics.table import Table
from explorer.ui.panels.attention.figure import AttentionFigure
from explorer.ui.panels.attention.parts import AttentionColumn, View, cut_title
from explorer.ui.panels.attention.text import FACTS
from models.schema.records import FloatArray

PLACE = ("model", "stream", "layer", "head")
COLUMNS = ("what", *PLACE, "row", "row_token", "column", "column_token", "distance", "value")
Cells = list[tuple[Any, ...]]


def table(figure: AttentionFigure, selection: Selection, view: View) -> Table:
    """The maps that are shown, with their terms or biases, then the measures of every head."""
    rows: Cells = []
    for column in figure.views:
        place = _place(column, selection)
        rows += _map("attention", place, column.view, _picked(column, selection))
        if view == "terms":
            rows += _terms(column, selection, place)
        if view == "bias":
            rows += _bias(column)
    rows += _difference(figure, selection)
    for column in figure.views:
        rows += _effects(column)
        rows += _facts(column)
    off = {c.title: cut_title(c.looked) for c in figure.views if c.looked.is_cut}
    return Table(COLUMNS, rows, "Attention", meta={"switched_off": off} if off else {})


def _place(column: AttentionColumn, selection: Selection) -> tuple[Any, ...]:
    layer, head = column.view.maps.nearest(selection.layer, selection.head)
    return column.title, column.view.stream.name, _counted(layer), _counted(head)


def _counted(index: int | None) -> int | str:
    return "mean" if index is None else index + 1


def _picked(column: AttentionColumn, selection: Selection) -> FloatArray:
    return column.view.maps.pick(selection.layer, selection.head)


def _map(what: str, place: tuple[Any, ...], view: AttentionView, values: FloatArray) -> Cells:
    rows, columns = view.rows.labels, view.columns.labels
    return [
        (what, *place, row, rows[row], column, columns[column], None, float(value))
        for row, line in enumerate(values)
        for column, value in enumerate(line)
    ]


def _terms(column: AttentionColumn, selection: Selection, place: tuple[Any, ...]) -> Cells:
    view, found = column.view, []
    chosen = selection.layer, selection.head
    for term in view.terms:
        found += _map(term.spec.name, place, view, term.maps.pick(*chosen))
    return [*found, *(_map("score", place, view, view.score(*chosen)) if view.terms else ())]


def _bias(column: AttentionColumn) -> Cells:
    """Every head at every distance: the same in all layers."""
    bias = column.view.bias
    if bias is None:
        return []
    stream, nowhere = column.view.stream.name, (None, "", None, "")
    return [
        (bias.spec.name, column.title, stream, "all", head + 1, *nowhere, distance, float(value))
        for head, values in enumerate(bias.curves.values)
        for distance, value in zip(bias.curves.distances.tolist(), values, strict=True)
    ]


def _difference(figure: AttentionFigure, selection: Selection) -> Cells:
    if figure.pair is None:
        return []
    first, second = (figure.views[index] for index in figure.pair)
    place = (
        f"{first.title} − {second.title}",
        f"{first.view.stream.name} − {second.view.stream.name}",
        _counted(selection.layer),
        _counted(selection.head),
    )
    values = _picked(first, selection) - _picked(second, selection)
    return _map("difference", place, first.view, values)


def _effects(column: AttentionColumn) -> Cells:
    """What is predicted at every place with everything on and without what is switched off.

    Rows are the places with their truths; the column is what is most probable there.
    """
    effect = column.looked.effect
    if effect is None:
        return []
    whose = (column.title, column.view.stream.name, "", "")
    found: Cells = []
    for place in effect.places:
        row = (*whose, place.position, place.label, None)
        found += [
            ("probability_before", *row, "", None, place.before),
            ("probability_after", *row, "", None, place.after),
        ]
        found += [
            (what, *row, best.label, None, best.probability)
            for what, best in (
                ("most_probable_before", place.best_before),
                ("most_probable_after", place.best_after),
            )
            if best is not None
        ]
    return found


def _facts(column: AttentionColumn) -> Cells:
    maps, nowhere = column.view.maps, (None, "", None, "", None)
    known = [(title, column.view.facts.of(name)) for name, title, _ in FACTS]
    place = (column.title, column.view.stream.name)
    return [
        (title.lower(), *place, layer + 1, head + 1, *nowhere, float(values[layer, head]))
        for title, values in known
        if values is not None
        for layer in range(maps.num_layers)
        for head in range(maps.num_heads)
    ]
