"""Maps of all heads reduced to the size of a thumbnail: L layers, H heads, R rows, C columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.core.localization import tr
from models.schema.records import FloatArray

THUMBNAIL = 64  # cells on a side; longer sequences are reduced to the maximum of each block


@dataclass(frozen=True, eq=False)
class Thumbnails:
    """Reduced maps (L, H, r, c), and how many tokens on a side one cell covers."""

    values: FloatArray
    block: int

    @property
    def note(self) -> str:
        """What a figure must say about the reduction; empty where nothing was reduced."""
        if self.block == 1:
            return ""
        return tr(
            "Thumbnails show the maximum of each block of {size} × {size} tokens.",
            size=self.block,
        )


def thumbnails(attention: FloatArray, cells: int = THUMBNAIL) -> Thumbnails:
    """The maximum of square blocks, of a power of two, of (L, H, R, C)."""
    block, values = 1, attention
    while max(values.shape[2:]) > cells:
        values = _halve_by_maximum(_halve_by_maximum(values, axis=2), axis=3)
        block *= 2
    return Thumbnails(np.ascontiguousarray(values), block)


def _halve_by_maximum(values: FloatArray, axis: int) -> FloatArray:
    """The larger of each two neighbours; an odd last one stays."""
    length = values.shape[axis]
    index = [slice(None)] * values.ndim
    index[axis] = slice(0, length, 2)
    first = values[tuple(index)]
    index[axis] = slice(1, length, 2)
    second = values[tuple(index)]
    if length % 2 == 0:
        halved: FloatArray = np.maximum(first, second)
        return halved
    index[axis] = slice(0, length // 2)
    reduced = first.copy()
    np.maximum(first[tuple(index)], second, out=reduced[tuple(index)])
    return reduced
