"""Every head of a stream at once: averages to choose from, and what each head does in numbers.

Computed layer by layer: 12 x 12 heads at 512 tokens are 151 MB, and copies of that are to be few.
Shapes: L layers, H heads, R rows, C columns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.core.analysis import attention as one
from models.records import FloatArray


@dataclass(frozen=True, eq=False)
class HeadFacts:
    """One number for each head (L, H). `back`, `itself` and `ahead` are shares of the attention."""

    entropy: FloatArray  # nats
    distance: FloatArray  # tokens
    back: FloatArray
    itself: FloatArray
    ahead: FloatArray


@dataclass(frozen=True, eq=False)
class Maps:
    """All maps of a stream and their averages, so that choosing one is a look-up."""

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
        """The same place in this stream: an index beyond its last is its last."""
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


def averaged(attention: FloatArray) -> Maps:
    """The maps (L, H, R, C) with their averages."""
    by_layer = np.stack([layer.mean(0) for layer in attention])  # (L, R, C)
    by_head = np.zeros(attention.shape[1:], dtype=np.float32)  # (H, R, C)
    for layer in attention:
        by_head += layer
    by_head /= len(attention)
    return Maps(attention, by_layer, by_head, by_layer.mean(0))


def facts(attention: FloatArray) -> HeadFacts:
    """What each head of (L, H, R, C) does."""
    back = np.stack([one.backward_share(layer) for layer in attention])  # (L, H)
    itself = np.stack(
        [layer.diagonal(axis1=-2, axis2=-1).sum(-1) / layer.shape[-2] for layer in attention]
    )
    total = np.stack([layer.sum(-1).mean(-1) for layer in attention])  # below 1 with empty rows
    return HeadFacts(
        entropy=np.stack([one.entropy(layer) for layer in attention]),
        distance=np.stack([one.mean_distance(layer) for layer in attention]),
        back=back,
        itself=itself,
        ahead=np.maximum(total - back - itself, 0),
    )


def mean_of(values: FloatArray, layer: int | None, head: int | None) -> float:
    """The mean of (L, H) numbers over what is chosen; None means all."""
    rows = values if layer is None else values[[min(layer, values.shape[0] - 1)]]
    chosen = rows if head is None else rows[:, [min(head, values.shape[1] - 1)]]
    return float(chosen.mean())
