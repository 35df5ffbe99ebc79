"""Relative positions in buckets, and a bias of attention scores that is learned for each bucket.

Raffel et al. (2019), arXiv:1910.10683, section 2.1; reference: mesh_tensorflow,
transformer/transformer_layers.py. Shapes: H heads, T queries, S keys.
"""

from __future__ import annotations

import math
from functools import lru_cache, partial

import torch
from torch import Tensor, nn

from models.inference.taps import Tap
from models.layers.weight_cache import WeightDerivedCache

NUM_KNOWN_LENGTHS = 512  # whose buckets are kept


def bucket(relative: Tensor, bidirectional: bool, num_buckets: int, max_distance: int) -> Tensor:
    """The bucket of each relative position, which is the place of the key less that of the query.

    Half of the buckets hold one distance each; the others grow with the logarithm, and everything
    from `max_distance` on falls into the last. With two directions, half of all belong to keys
    that come later; with one, later keys fall into bucket 0.
    """
    if bidirectional:
        num_buckets //= 2
        first = (relative > 0).long() * num_buckets
        distance = relative.abs()
    else:
        first = torch.zeros_like(relative)
        distance = (-relative).clamp(min=0)
    num_exact = num_buckets // 2
    growth = torch.log(distance.float() / num_exact) / math.log(max_distance / num_exact)
    far = num_exact + (growth.clamp(min=0.0) * (num_buckets - num_exact)).long()
    far = far.clamp(max=num_buckets - 1)
    return first + torch.where(distance < num_exact, distance, far)


class RelativeBias(WeightDerivedCache):
    """One number for each bucket and head, added to the scores of every layer of a stack.

    Tap `values` (1, H, T, S): the bias without any mask.
    """

    def __init__(
        self, num_heads: int, bidirectional: bool, num_buckets: int, max_distance: int
    ) -> None:
        super().__init__()
        self.table = nn.Embedding(num_buckets, num_heads)
        self.bidirectional = bidirectional
        self.max_distance = max_distance
        self.values = Tap()

    def forward(self, num_queries: int, num_keys: int) -> Tensor:
        """(1, H, T, S); the queries are at the last T of the S positions."""
        return self.values(self.bias_by_distance(num_queries, num_keys))

    def bias_by_distance(self, num_queries: int, num_keys: int) -> Tensor:
        """The same past the tap, whoever listens."""
        spread = partial(self._spread, num_queries, num_keys)
        return self.cached((num_queries, num_keys), (self.table,), spread)

    def _spread(self, num_queries: int, num_keys: int) -> Tensor:
        buckets = _buckets(
            num_queries,
            num_keys,
            self.bidirectional,
            self.table.num_embeddings,
            self.max_distance,
            self.table.weight.device,
        )
        by_distance = self.table(buckets).t()  # (H, S + T - 1)
        if num_queries == 1:
            return by_distance[None, :, None]
        # The last query looks farthest back: its row is the first window over the distances.
        return by_distance.unfold(1, num_keys, 1).flip(1)[None]


@lru_cache(maxsize=NUM_KNOWN_LENGTHS)
def _buckets(
    num_queries: int,
    num_keys: int,
    bidirectional: bool,
    num_buckets: int,
    max_distance: int,
    device: torch.device,
) -> Tensor:
    """The buckets (S + T - 1,) of all distances, from the farthest key before to that after.

    They are made outside of inference mode, so that a model that learns can use them again.
    """
    with torch.inference_mode(False):
        distances = torch.arange(1 - num_keys, num_queries, device=device)
        return bucket(distances, bidirectional, num_buckets, max_distance)
