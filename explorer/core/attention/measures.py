"""An attention map in numbers: entropy, distance, weights of kinds of tokens, differences.

Shapes: L layers, H heads, R rows (queries), C columns (keys). Rows sum to one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.schema.records import BoolArray, FloatArray, IntArray

NOTHING_LEFT = 1e-6  # a row with less mass than this is not renormalised
TINY = np.float32(1e-30)  # stands for 0 inside a logarithm, so that 0 log 0 is 0


def entropy(attention: FloatArray) -> FloatArray:
    """Mean entropy of the rows in nats: (…, R, C) -> (…,). log C is attention to all alike."""
    logs = np.maximum(attention, TINY)
    np.log(logs, out=logs)
    nats: FloatArray = -np.einsum("...rc,...rc->...", attention, logs) / attention.shape[-2]
    return np.maximum(nats, 0)  # not -0


def mean_distance(attention: FloatArray, places: IntArray | None = None) -> FloatArray:
    """How many tokens away a head attends, on average over its rows: (…, T, T) -> (…,).

    `places` (T,) are those of the tokens in their text, where some are left out of the map.
    """
    at = np.arange(attention.shape[-1]) if places is None else places
    return weigh_cells(attention, np.abs(at[:, None] - at))


def backward_share(attention: FloatArray) -> FloatArray:
    """Mass that goes to earlier tokens, on average over the rows: (…, R, C) -> (…,)."""
    rows, columns = attention.shape[-2:]
    return weigh_cells(attention, np.tri(rows, columns, k=-1))


def weigh_cells(attention: FloatArray, value: NDArray[Any]) -> FloatArray:
    """What the rows get if the weight of each cell is worth `value` (R, C): (…, R, C) -> (…,)."""
    rows, columns = value.shape
    flat = attention.reshape(*attention.shape[:-2], rows * columns)
    weighted: FloatArray = flat @ value.astype(np.float32).ravel() / np.float32(max(rows, 1))
    return weighted


def select(attention: FloatArray, layer: int | None, head: int | None) -> FloatArray:
    """One map (R, C) of (L, H, R, C); None averages over all layers or heads.

    An index beyond the model's last is its last, so that two models of different depth can share
    one selection.
    """
    layers = attention if layer is None else attention[[min(layer, attention.shape[0] - 1)]]
    heads = layers if head is None else layers[:, [min(head, attention.shape[1] - 1)]]
    average: FloatArray = heads.mean((0, 1))
    return average


@dataclass(frozen=True, eq=False)
class WithoutSpecials:
    """Maps without some rows and columns, and what was done to the rest."""

    attention: FloatArray  # (…, R', C')
    removed: float  # mean share, over all maps, of a remaining row on excluded columns
    num_empty: int  # rows of all maps with nothing left, which stay zero


def leave_out_tokens(
    attention: FloatArray, excluded_rows: BoolArray, excluded_columns: BoolArray
) -> WithoutSpecials:
    """Leave tokens out of (…, R, C) maps and let what remains of each row sum to one again."""
    rows, columns = np.flatnonzero(~excluded_rows), np.flatnonzero(~excluded_columns)
    left = attention @ (~excluded_columns).astype(np.float32)  # (…, R)
    mass = left[..., rows]  # (…, R')
    empty = mass < NOTHING_LEFT
    factor = np.where(empty, 0, 1 / np.where(empty, 1, mass)).astype(np.float32)
    visible = np.empty((*mass.shape, len(columns)), dtype=np.float32)  # (…, R', C')
    for row, to_row in _runs(rows):
        for column, to_column in _runs(columns):
            block = attention[..., row, column]
            np.multiply(block, factor[..., to_row, None], out=visible[..., to_row, to_column])
    return WithoutSpecials(
        attention=visible,
        removed=float(1 - mass.mean()) if mass.size else 0.0,
        num_empty=int(empty.sum()),
    )


def part(maps: FloatArray, rows: IntArray, columns: IntArray) -> FloatArray:
    """Some rows and columns of (…, R, C), as they are; without a copy where they are neighbours."""
    row, column = list(_runs(rows)), list(_runs(columns))
    if len(row) == len(column) == 1:
        return maps[..., row[0][0], column[0][0]]
    selected: FloatArray = maps[..., rows[:, None], columns]
    return selected


def _runs(places: IntArray) -> Iterator[tuple[slice, slice]]:
    """Ascending places as runs of neighbours: where each run is taken from, and where it goes."""
    ends = np.flatnonzero(np.diff(places, append=-1) != 1) + 1
    start = 0
    for end in ends.tolist():
        yield slice(int(places[start]), int(places[end - 1]) + 1), slice(start, end)
        start = end


def difference(first: FloatArray, second: FloatArray) -> FloatArray:
    """First minus second, cell by cell. Raises ValueError for maps of different tokens."""
    if first.shape != second.shape:
        raise ValueError(f"maps of {first.shape} and {second.shape} cannot be compared")
    return first - second


def distance_between(first: FloatArray, second: FloatArray) -> FloatArray:
    """Total variation between rows, on average: (…, R, C) twice -> (…,); 0 alike, 1 disjoint."""
    distance: FloatArray = 0.5 * np.abs(difference(first, second)).sum(-1).mean(-1)
    return distance
