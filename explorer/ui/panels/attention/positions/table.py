"""The numbers of the view Positions, for a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from explorer.core.attention.position_bias import BiasCurves
from explorer.core.attention.positions.distances import (
    bucket_curves,
    bucket_ranges,
    clip_distances,
    rotation_cosines,
    similarities,
    slope_curves,
)
from explorer.core.table import Table
from explorer.ui.panels.attention.positions.view import MOST_COLUMNS, PositionsScene
from models.schema.position_schemes import DistanceBuckets, PositionTable, Rotation

COLUMNS = ("what", "of", "head", "row", "row_token", "column", "column_token", "distance", "value")


def tabulate(scene: PositionsScene) -> Table:
    """Distances, buckets, biases, tables, rotations and slopes."""
    rows = list(_lines(scene)) if scene.answered_columns else []
    return Table(COLUMNS, rows, "Positions", {"clip": scene.clip})


Lines = Iterator[tuple[Any, ...]]


def _lines(scene: PositionsScene) -> Lines:
    yield from _tabulate_distances(scene)
    for of, buckets in scene.buckets:
        yield from _tabulate_buckets(of.title, buckets)
    for of, slopes in scene.slopes:
        for head, slope in enumerate(slopes.slopes.tolist(), 1):
            yield _line("slope", of.title, None, slope, head)
        yield from _curves("alibi", of.title, slope_curves(slopes))
    for of, rotation in scene.rotations:
        yield from _tabulate_rotation(of.title, rotation)
    for of, table in scene.tables:
        yield from _tabulate_table(of.title, table)


def _tabulate_distances(scene: PositionsScene) -> Lines:
    labels, title = scene.first.labels, scene.answered_columns[0][0].title
    for (query, key), cut in np.ndenumerate(clip_distances(len(labels), scene.clip)):
        names = (query, labels[query], key, labels[key])
        yield "clipped_distance", title, None, *names, key - query, int(cut)


def _tabulate_buckets(title: str, scheme: DistanceBuckets) -> Lines:
    kind = "both_directions" if scheme.is_bidirectional else "one_direction"
    for one in bucket_ranges(scheme):
        for distance in range(one.first, one.last + 1):
            yield _line(f"bucket_{kind}", title, distance, one.bucket)
    if scheme.bias is not None:
        yield from _curves(f"bias_{kind}", title, bucket_curves(scheme))


def _tabulate_rotation(title: str, rotation: Rotation) -> Lines:
    cosines = rotation_cosines(rotation)
    for pair, frequency in enumerate(rotation.frequencies.tolist()):
        yield "frequency", title, None, pair, "", None, "", None, frequency
    for (pair, distance), value in np.ndenumerate(cosines):
        yield "rotation_cosine", title, None, pair, "", None, "", distance, float(value)
    for distance, value in enumerate(cosines.mean(0).tolist()):
        yield _line("rotation_mean", title, distance, value)


def _tabulate_table(title: str, table: PositionTable) -> Lines:
    what = "learned_table" if table.is_learned else "sinusoids"
    maps = {what: table.rows[:, :MOST_COLUMNS], f"{what}_similarity": similarities(table.rows)}
    for name, values in maps.items():
        for (row, column), value in np.ndenumerate(values):
            yield name, title, None, row, "", column, "", None, float(value)


def _curves(what: str, title: str, curves: BiasCurves) -> Lines:
    for (head, at), value in np.ndenumerate(curves.values):
        yield _line(what, title, int(curves.distances[at]), float(value), head + 1)


def _line(
    what: str, title: str, distance: int | None, value: float, head: int | None = None
) -> tuple[Any, ...]:
    return what, title, head, None, "", None, "", distance, value
