"""What reaches a token of a long text, and in how many layers; no matrix of all tokens is held.

Shapes: T tokens, P tokens with padding, N blocks of tokens, H heads, R rounds of hashing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from explorer.core.attention.hops import NEVER
from models.schema.records import BoolArray, IntArray


class Visibility(Protocol):
    """Which tokens a layer may attend to."""

    def columns(self, rows: BoolArray) -> BoolArray:
        """The tokens (T,) that any of these rows (T,) may attend to in any head."""


@dataclass(frozen=True, eq=False)
class VisiblePairs:
    """The visibility in a short text as a matrix (T, T); None: every token sees all."""

    visible: BoolArray | None

    def columns(self, rows: BoolArray) -> BoolArray:
        if self.visible is None:
            return np.full(len(rows), rows.any())
        seen: BoolArray = np.logical_or.reduce(self.visible[rows])
        return seen


@dataclass(frozen=True, eq=False)
class VisibleBlocks:
    """Whole blocks of `size` tokens, `visible` (N, N)."""

    visible: BoolArray
    size: int

    def columns(self, rows: BoolArray) -> BoolArray:
        own = np.unique(np.flatnonzero(rows) // self.size)
        seen: BoolArray = self.visible[own].any(0).repeat(self.size)[: len(rows)]
        return seen


@dataclass(frozen=True, eq=False)
class VisibleChunks:
    """Chunks (H, R, P), counted over all rounds, that lie in a circle; and those around."""

    chunks: IntArray
    before: int
    after: int
    causal: bool

    def columns(self, rows: BoolArray) -> BoolArray:
        places, count = np.flatnonzero(rows), int(self.chunks.max()) + 1
        first = np.arange(len(rows)) if self.causal else np.zeros(len(rows), dtype=np.int64)
        seen = np.zeros(len(rows), dtype=bool)
        for chunks in self.chunks[:, :, : len(rows)]:  # (R, T) of a head
            last = np.full(count, -1)  # row that attends to a chunk
            for step in range(-self.before, self.after + 1):
                np.maximum.at(last, (chunks[:, places] + step) % count, places)
            seen |= (last[chunks] >= first).any(0)
        return seen


def hops_by_token(layers: Sequence[Visibility], targets: BoolArray) -> IntArray:
    """The fewest layers of attention from each token to any of the targets (T,) at the last layer.

    In each layer information stays where it is, or goes from a token to one that may attend to it.
    0 for the targets, NEVER where no path leads to them.
    """
    far = len(layers) + 1
    hops = np.where(targets, 0, far)
    for seen in reversed(layers):
        before = hops
        for count in np.unique(before[before < far]):
            nearer = seen.columns(before == count)
            hops = np.where(nearer, np.minimum(hops, count + 1), hops)
    return np.where(hops < far, hops, NEVER)
