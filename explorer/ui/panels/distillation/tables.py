"""The values of the figures of the distillation panel, as tables for export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from explorer.core.distillation.students import Attentions, Labels, Measurements
from explorer.core.masking.probabilities import softmax
from explorer.ui.graphics.charts.learning_curves import LearningCurves
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.table import Table
from explorer.ui.panels.distillation.figure import QUANTITIES, MapChoice, Role, map_of, rest_of


def labels_table(labels: Labels, roles: Sequence[Role], temperature: float) -> Table:
    """The predictions of each model at the masked position."""
    softened = f"probability at temperature {number(temperature)}"
    sharp = "probability unsoftened"
    columns = ("part", "model", "token", "hard label (probability)", softened, sharp)
    rows = _softened_rows(labels, roles, temperature)
    return Table(columns, rows, meta={"temperature": temperature})


def _softened_rows(
    labels: Labels, roles: Sequence[Role], temperature: float
) -> list[tuple[str, str, str, float | None, float, float]]:
    """Role, model, token, its hard label, and its probability at the temperature and at 1.

    The last row of each model is the sum of all other tokens.
    """
    rows: list[tuple[str, str, str, float | None, float, float]] = []
    for role in (role for role in roles if role.key in labels.logits):
        soft = softmax(labels.logits[role.key], temperature)
        sharp = softmax(labels.logits[role.key])
        for id, name in zip(labels.ids, labels.names, strict=True):
            hard = None if labels.truth is None else float(id == labels.truth)
            rows.append((role.name, role.title, name, hard, float(soft[id]), float(sharp[id])))
        rest, rest_sharp = (rest_of(each, labels.ids) for each in (soft, sharp))
        hard = None if labels.truth is None else 0.0
        count = len(soft) - len(labels.ids)
        rows.append((role.name, role.title, f"{count} others", hard, rest, rest_sharp))
    return rows


def numbers_table(content: Measurements, roles: Sequence[Role]) -> Table:
    """Every quantity of each model, in the unit that its column names."""
    by_key = {measured.key: measured for measured in content.models}
    rows = [
        (
            role.name,
            role.title,
            *(quantity.of(found) for quantity in QUANTITIES),
            found.relative_accuracy,
            found.relative_accuracy_error,
        )
        for role in roles
        if (found := by_key.get(role.key)) is not None
    ]
    relative = ("Share of the teacher's accuracy (ratio)", "Standard error of that share (ratio)")
    measured = (f"{q.title} ({q.unit})" for q in QUANTITIES)
    columns = ("part", "model", *measured, *relative)
    meta = {"positions": content.places, "documents": content.documents, "text": content.text}
    return Table(columns, rows, meta=meta)


def attention_table(found: Attentions, roles: Sequence[Role], place: MapChoice) -> Table:
    """Every cell of the maps of a layer and a head."""
    columns = (
        "part",
        "model",
        "row",
        "row_token",
        "column",
        "column_token",
        "weight (share of the row)",
    )
    return Table(columns, _attention_rows(found, roles, place))


def _attention_rows(
    found: Attentions, roles: Sequence[Role], place: MapChoice
) -> list[tuple[str, str, int, str, int, str, float]]:
    """Role, model, row, column and weight of every cell, for the table of an export."""
    present = [role for role in roles if role.key in found.maps]
    rows = []
    for role in present:
        weights = map_of(found, present, role, place)
        for row, column in np.ndindex(*weights.shape):
            names = found.tokens[row], found.tokens[column]
            weight = float(weights[row, column])
            rows.append((role.name, role.title, row, names[0], column, names[1], weight))
    return rows


def learning_table(curves: LearningCurves, roles: Sequence[Role]) -> Table:
    """The points of learning curves by role, with the model of each and the unit of its plot."""
    titles = {role.name: role.title for role in roles}
    points = curves.table()
    rows = [
        (run, titles.get(run, ""), *point, held_out, value, number, _unit(curves, value, held_out))
        for run, *point, held_out, value, number in points.rows
    ]
    return replace(points, columns=("part", "model", *points.columns[1:], "unit"), rows=rows)


def _unit(curves: LearningCurves, value: str, held_out: bool) -> str:
    """As in the plot; empty where a value is not drawn."""
    shown = (
        plot.unit
        for plot in curves.plots
        for line in plot.lines
        if (line.value, line.held_out) == (value, held_out)
    )
    return next(shown, "")
