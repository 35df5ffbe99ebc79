"""Attention to the tokens within a window on both sides, whose cost grows with the length alone.

Beltagy, Peters, Cohan (2020), Longformer, arXiv:2004.05150. A long text is cut into blocks that are
as long as the window reaches to one side, so that the tokens of a block see no farther than the
block before and the block after it. Further keys can be seen everywhere.

Shapes: B batch, T tokens, N blocks, C tokens of a block, P = N C, G keys that are seen everywhere,
H heads, K width of a head.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from models.inside.stages import Call
from models.layers.rotary.attention import AttentionShape, PackedGroupedAttention

LEAST_BLOCK = 16  # tokens; smaller blocks cost more to arrange than they save
NUM_AROUND = 3  # blocks that one is compared with: the one before, itself, the one after
NUM_KNOWN_LENGTHS = 8  # whose masks are cached


class WindowAttention(PackedGroupedAttention):
    """Attention to the tokens that are at most `reach` tokens away, and the token itself.

    Where the weights are recorded, and in texts of up to three blocks, all scores are computed and
    those outside of the window are masked.
    """

    def __init__(self, shape: AttentionShape, reach: int) -> None:
        super().__init__(shape)
        self.reach, self.block = reach, max(reach, LEAST_BLOCK)

    def _attend(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, causal: bool
    ) -> Tensor:
        """Three of (B, H, T, K), a mask (B, 1, 1, T) of padding -> (B, T, H K)."""
        length = query.shape[2]
        if self.weights.active or length <= NUM_AROUND * self.block:
            window = window_mask(length, self.reach, query.device, query.dtype)
            return super()._attend(query, key, value, join_masks(window, mask), False)
        dropout = self.shape.dropout if self.training else 0.0
        attended = attend_in_blocks(
            query, key, value, mask, self.reach, self.block, dropout=dropout
        )
        return self.heads(attended.transpose(1, 2)).flatten(2)

    def _recorded_mask(self, call: Call, length: int) -> Tensor | None:
        padding = call.arguments["mask"]
        device = call.output.device
        return join_masks(window_mask(length, self.reach, device, torch.float32), padding)


class SeenEverywhere(NamedTuple):
    """Keys and values (B, H, G, K) that every query sees, and their additive mask (B, 1, 1, G)."""

    key: Tensor
    value: Tensor
    mask: Tensor


def attend_in_blocks(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None,
    reach: int,
    size: int,
    *,
    dropout: float,
    scale: float | None = None,
    everywhere: SeenEverywhere | None = None,
) -> Tensor:
    """Attention of each query to what is at most `reach` tokens away, by blocks of `size` tokens.

    Three of (B, H, T, K), an additive mask (B, 1, 1, T) of the keys -> (B, H, T, K). `everywhere`
    has further keys. `scale` is the factor of the scores, None for 1/√K.
    """
    batch, heads, length, width = query.shape
    count = -(-length // size)  # N
    missing = count * size - length
    queries = functional.pad(query, (0, 0, 0, missing)).view(batch, heads, count, size, width)
    queries = queries.transpose(1, 2).flatten(0, 1)  # (B N, H, C, K)
    around = (0, 0, size, missing + size)
    keys, values = (
        functional.pad(part, around).unfold(2, NUM_AROUND * size, size).permute(0, 2, 1, 4, 3)
        for part in (key, value)
    )  # (B, N, H, 3 C, K)
    seen = _block_mask(length, reach, size, query.device, query.dtype)  # (N, C, 3 C)
    if mask is not None:
        lowest = torch.finfo(query.dtype).min
        wide = functional.pad(mask[:, 0, 0], around[2:], value=lowest)  # (B, P + 2 C)
        seen = join_masks(seen, wide.unfold(1, NUM_AROUND * size, size)[:, :, None])
    seen = seen.expand(batch, -1, -1, -1)  # (B, N, C, 3 C)
    if everywhere is not None:
        keys, values = (
            torch.cat([part, further[:, None].expand(-1, count, -1, -1, -1)], 3)
            for part, further in ((keys, everywhere.key), (values, everywhere.value))
        )
        seen = torch.cat([seen, everywhere.mask.expand(-1, count, size, -1)], -1)
    attended = functional.scaled_dot_product_attention(
        queries,
        keys.flatten(0, 1),
        values.flatten(0, 1),
        attn_mask=seen.flatten(0, 1)[:, None],
        dropout_p=dropout,
        scale=scale,
    )  # (B N, H, C, K)
    attended = attended.view(batch, count, heads, size, width).transpose(1, 2)
    return attended.reshape(batch, heads, count * size, width)[:, :, :length]


def join_masks(first: Tensor, second: Tensor | None) -> Tensor:
    """Two additive masks as one: a sum of two lowest numbers would be infinite."""
    return first if second is None else torch.minimum(first, second)


@lru_cache(maxsize=NUM_KNOWN_LENGTHS)
def window_mask(length: int, reach: int, device: torch.device, dtype: torch.dtype) -> Tensor:
    """Additive (T, T) mask of the tokens that are farther away than `reach`."""
    with torch.inference_mode(False):
        places = torch.arange(length, device=device)
        return _mask_far(places[:, None], places, reach, dtype)


@lru_cache(maxsize=NUM_KNOWN_LENGTHS)
def _block_mask(
    length: int, reach: int, size: int, device: torch.device, dtype: torch.dtype
) -> Tensor:
    """Additive (N, C, 3 C) mask of what is farther away, or before or after the text."""
    with torch.inference_mode(False):
        first = torch.arange(-(-length // size), device=device)[:, None, None] * size  # (N, 1, 1)
        queries = first + torch.arange(size, device=device)[:, None]  # (N, C, 1)
        keys = first + torch.arange(-size, (NUM_AROUND - 1) * size, device=device)  # (N, 1, 3 C)
        mask = _mask_far(queries, keys, reach, dtype)
        return mask.masked_fill_((keys < 0) | (keys >= length), torch.finfo(dtype).min)


def _mask_far(queries: Tensor, keys: Tensor, reach: int, dtype: torch.dtype) -> Tensor:
    far = (queries - keys).abs() > reach
    return torch.zeros(far.shape, dtype=dtype, device=far.device).masked_fill_(
        far, torch.finfo(dtype).min
    )
