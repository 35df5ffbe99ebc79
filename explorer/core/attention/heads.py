"""Every head of a stream at once: averages to choose from, and what each head does in numbers.

Computed layer by layer: 12 x 12 heads at 512 tokens are 151 MB, and copies of that are to be few.
Shapes: L layers, H heads, R rows, C columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from explorer.core.attention import measures as one
from models.schema.records import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class HeadFacts:
    """One number for each head (L, H), by name: `entropy` in nats and `distance` in tokens.

    `back`, `itself` and `ahead` are shares of the attention. Where rows and columns are tokens of
    different texts there is an entropy alone, since no token is before another.
    """

    values: Mapping[str, FloatArray]

    def of(self, name: str) -> FloatArray | None:
        """The numbers (L, H) of one name; None where they mean nothing."""
        return self.values.get(name)


@dataclass(frozen=True, eq=False)
class AttentionMaps:
    """All maps of one kind and their averages, so that choosing one is a look-up."""

    heads: FloatArray  # (L, H, R, C)
    by_layer: FloatArray  # (L, R, C) over heads
    by_head: FloatArray  # (H, R, C) over layers
    overall: FloatArray  # (R, C)

    @property
    def num_layers(self) -> int:
        return int(self.heads.shape[0])

    @property
    def num_heads(self) -> int:
        return int(self.heads.shape[1])

    def nearest(self, layer: int | None, head: int | None) -> tuple[int | None, int | None]:
        """Clip a layer and a head to the last ones of this stream; None stays None."""
        return (
            None if layer is None else min(layer, self.num_layers - 1),
            None if head is None else min(head, self.num_heads - 1),
        )

    def pick(self, layer: int | None, head: int | None) -> FloatArray:
        """One map (R, C); None averages over all layers or heads."""
        layer, head = self.nearest(layer, head)
        if layer is None:
            return self.overall if head is None else self.by_head[head]
        return self.by_layer[layer] if head is None else self.heads[layer, head]


def average_maps(attention: FloatArray) -> AttentionMaps:
    """The maps (L, H, R, C) with their averages."""
    by_layer = np.stack([layer.mean(0) for layer in attention])  # (L, R, C)
    by_head = np.zeros(attention.shape[1:], dtype=np.float32)  # (H, R, C)
    for layer in attention:
        by_head += layer
    by_head /= len(attention)
    return AttentionMaps(attention, by_layer, by_head, by_layer.mean(0))


def facts(
    attention: FloatArray, same_text: bool = True, places: IntArray | None = None
) -> HeadFacts:
    """What each head of (L, H, R, C) does; `same_text` says that rows and columns are the same.

    `places` are those of the rows and columns in their text, where some are left out of the maps.
    """
    measured = [_measure_layer_heads(layer, same_text, places) for layer in attention]
    return HeadFacts({name: np.stack([one[name] for one in measured]) for name in measured[0]})


def _measure_layer_heads(
    layer: FloatArray, same_text: bool, places: IntArray | None
) -> dict[str, FloatArray]:
    """The numbers (H,) of one layer (H, R, C), while it is in the processor's cache."""
    if not same_text:
        return {"entropy": one.entropy(layer)}
    rows, columns = layer.shape[-2:]
    back = one.backward_share(layer)
    itself = one.weigh_cells(layer, np.eye(rows, columns))
    total = one.weigh_cells(layer, np.ones((rows, columns)))  # below 1 with empty rows
    return {
        "entropy": one.entropy(layer),
        "distance": one.mean_distance(layer, places),
        "back": back,
        "itself": itself,
        "ahead": np.maximum(total - back - itself, 0),
    }


def mean_of(values: FloatArray, layer: int | None, head: int | None) -> float:
    """The mean of (L, H) numbers over what is chosen; None means all."""
    rows = values if layer is None else values[[min(layer, values.shape[0] - 1)]]
    chosen = rows if head is None else rows[:, [min(head, values.shape[1] - 1)]]
    return float(chosen.mean())
