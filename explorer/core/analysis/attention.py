"""What an attention map says in numbers: where it looks, how widely, how far, and how two differ.

Shapes: L layers, H heads, R rows (who looks), C columns (who is looked at). Rows sum to one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.core.analysis import probabilities
from models.records import BoolArray, FloatArray, IntArray

NOTHING_LEFT = 1e-6  # a row with less mass than this is not renormalised


def entropy(attention: FloatArray) -> FloatArray:
    """Mean entropy of the rows in nats: (…, R, C) -> (…,). log C is attention to all alike."""
    found: FloatArray = probabilities.entropy(attention).mean(-1)
    return found


def mean_distance(attention: FloatArray) -> FloatArray:
    """How many tokens away a head looks, on average over its rows: (…, R, C) -> (…,)."""
    rows, columns = attention.shape[-2:]
    distance = np.abs(np.arange(rows)[:, None] - np.arange(columns)[None, :])  # (R, C)
    found: FloatArray = (attention * distance).sum(-1).mean(-1)
    return found


def backward_share(attention: FloatArray) -> FloatArray:
    """Mass that goes to earlier tokens, on average over the rows: (…, R, C) -> (…,)."""
    earlier = np.tril(np.ones(attention.shape[-2:], dtype=bool), k=-1)
    found: FloatArray = np.where(earlier, attention, 0).sum(-1).mean(-1)
    return found


def select(attention: FloatArray, layer: int | None, head: int | None) -> FloatArray:
    """One map (R, C) of (L, H, R, C); None averages over all layers or heads.

    An index beyond the model's last is its last, so that two models of different depth can share
    one selection.
    """
    layers = attention if layer is None else attention[[min(layer, attention.shape[0] - 1)]]
    heads = layers if head is None else layers[:, [min(head, attention.shape[1] - 1)]]
    found: FloatArray = heads.mean((0, 1))
    return found


@dataclass(frozen=True, eq=False)
class WithoutSpecials:
    """Maps without some rows and columns, and what was done to the rest."""

    attention: FloatArray  # (…, R', C')
    rows: IntArray  # (R',) of the map before
    columns: IntArray  # (C',)
    removed: float  # mean share of a remaining row that went to hidden columns
    num_empty: int  # rows with nothing left, which stay zero
    renormalised: bool

    @property
    def note(self) -> str:
        """What was done, in words for the panel."""
        if not self.renormalised:
            return ""
        text = (
            "Special tokens are hidden and rows renormalised: "
            f"{self.removed:.0%} of the attention went to them."
        )
        if self.num_empty:
            text += f" {self.num_empty} rows looked at nothing else and are left empty."
        return text


def hide(
    attention: FloatArray, hidden_rows: BoolArray, hidden_columns: BoolArray
) -> WithoutSpecials:
    """Leave tokens out of (…, R, C) maps and let what remains of each row sum to one again."""
    rows, columns = np.flatnonzero(~hidden_rows), np.flatnonzero(~hidden_columns)
    kept = attention[..., rows, :][..., columns]  # (…, R', C')
    mass = kept.sum(-1, keepdims=True)  # (…, R', 1)
    empty = mass < NOTHING_LEFT
    shown = np.where(empty, 0, kept / np.where(empty, 1, mass)).astype(np.float32)
    return WithoutSpecials(
        attention=shown,
        rows=rows,
        columns=columns,
        removed=float(1 - mass.mean()) if mass.size else 0.0,
        num_empty=int(empty.sum()),
        renormalised=len(columns) < len(hidden_columns),
    )


def share_on(attention: FloatArray, columns: BoolArray) -> FloatArray:
    """Mean share of a row that goes to the marked columns: (…, R, C) -> (…,)."""
    found: FloatArray = attention[..., columns].sum(-1).mean(-1)
    return found


def difference(first: FloatArray, second: FloatArray) -> FloatArray:
    """First minus second, cell by cell. Raises ValueError for maps of different tokens."""
    if first.shape != second.shape:
        raise ValueError(f"maps of {first.shape} and {second.shape} cannot be compared")
    return first - second


def comparable(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether two models have the same token rows, so that a difference means something."""
    return first == second


def distance_between(first: FloatArray, second: FloatArray) -> FloatArray:
    """Total variation between rows, on average: (…, R, C) twice -> (…,); 0 alike, 1 disjoint."""
    found: FloatArray = 0.5 * np.abs(difference(first, second)).sum(-1).mean(-1)
    return found
