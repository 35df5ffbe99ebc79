"""Attention of a decoder's tokens to what an encoder read (Vaswani et al. 2017, arXiv:1706.03762).

Shapes: B batch, T queries, S keys, D width of the model, H heads, K width of a head, I = H * K.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.attention import (
    PROJECTIONS,
    AttentionPass,
    recorded_value,
    remove_batch,
    split,
)
from models.inside.stages import Call, Stage
from models.layers.attention import KeyValueCache, attend_openly
from models.layers.linear import Linear


class CrossCache(KeyValueCache):
    """Keys and values (1, H, S, K) of an encoded prompt, the same for every hypothesis.

    Those of several prompts (B, H, S, K) are each for a row of its own.
    """

    def __init__(self, key: Tensor, value: Tensor) -> None:
        super().__init__(key.shape[2])
        self.pair = key.contiguous(), value.contiguous()
        self.length = self.capacity

    def reorder(self, rows: Tensor) -> None:
        """Hypotheses differ in what they wrote, not in what they answer."""

    def row(self) -> Tensor:
        """(2, H, S, K), keys before values."""
        return torch.cat(self.pair)

    def expand_rows(self, num_rows: int) -> list[Tensor]:
        """Keys and values (B, H, S, K) without a copy."""
        return [part.expand(num_rows, -1, -1, -1) for part in self.pair]


class HeadedAttention(nn.Module):
    """What self- and cross-attention share: heads, their scale, and an output projection.

    The heads need not make up the width of the model together. `scale` is the factor of the scores,
    1/sqrt(K) by default. Taps: `weights` (B, H, T, S) after the softmax; `heads` (B, T, H, K), what
    each head found.
    """

    part: ClassVar = "attention"

    def __init__(
        self,
        width: int,
        num_heads: int,
        dropout: float,
        *,
        inner: int = 0,
        scale: float | None = None,
        bias: bool = True,
    ) -> None:
        """`inner` is the width of all heads together, by default that of the model."""
        super().__init__()
        inner = inner or width
        if inner % num_heads:
            raise ValueError(f"the width {inner} is not a multiple of the {num_heads} heads")
        self.num_heads = num_heads
        self.dropout = dropout
        self.scale = 1 / math.sqrt(inner // num_heads) if scale is None else scale
        self.output = Linear(inner, width, bias)
        self.weights = Tap()
        self.heads = Tap()

    def split_heads(self, packed: Tensor, parts: int) -> tuple[Tensor, ...]:
        """(B, T, parts * I) -> so many of (B, H, T, K)."""
        batch, length, _ = packed.shape
        split = packed.view(batch, length, parts, self.num_heads, -1)
        return split.permute(2, 0, 3, 1, 4).unbind()

    def attend(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
        """(B, H, T, K) and twice (B, H, S, K), mask broadcastable to (B, H, T, S) -> (B, T, D)."""
        dropout = self.dropout if self.training else 0.0
        if self.weights.active:
            query, key, value = (part.flatten(0, 1) for part in (query, key, value))
            attended = attend_openly(
                query, key, value, self.num_heads, mask, self.scale, self, dropout
            )
        else:
            attended = functional.scaled_dot_product_attention(
                query, key, value, attn_mask=mask, dropout_p=dropout, scale=self.scale
            )
            attended = self.heads(attended.transpose(1, 2)).flatten(2)
        projected: Tensor = self.output(attended)
        return projected

    def stages_of_pass(
        self, call: Call, x: Tensor, packed: Sequence[Tensor], **others: Any
    ) -> Iterator[Stage]:
        """The stages with query, key and value (T, I)."""
        plain = tuple(formula.partition(" + ")[0] for formula in PROJECTIONS)
        yield from AttentionPass(
            x,
            [split(part, self.num_heads) for part in packed],
            recorded_value(call, self.weights),
            recorded_value(call, self.heads),
            call.of(self.output).result,
            self.scale,
            scores="q · k" if self.scale == 1 else "q · k / √K",
            formulas=plain if self.output.bias is None else PROJECTIONS,
            **others,
        ).stages()


class CrossAttention(HeadedAttention):
    """Attention of the decoder's tokens to the encoder's."""

    def __init__(
        self,
        width: int,
        num_heads: int,
        dropout: float,
        *,
        inner: int = 0,
        scale: float | None = None,
        bias: bool = True,
    ) -> None:
        super().__init__(width, num_heads, dropout, inner=inner, scale=scale, bias=bias)
        inner = inner or width
        self.query = Linear(width, inner, bias)
        self.key_value = Linear(width, 2 * inner, bias)

    def forward(self, x: Tensor, key: Tensor, value: Tensor, mask: Tensor | None) -> Tensor:
        """x (B, T, D), what `read` returned, mask (B, 1, 1, S) -> (B, T, D)."""
        (query,) = self.split_heads(self.query(x), 1)
        return self.attend(query, key, value, mask)

    def read(self, encoded: Tensor) -> tuple[Tensor, ...]:
        """Keys and values (B, H, S, K) of the encoder's states (B, S, D)."""
        return self.split_heads(self.key_value(encoded), 2)

    def read_or_take(self, encoded: Tensor | Sequence[Tensor]) -> Sequence[Tensor]:
        """Keys and values of the encoder's states, or those that were read from them before."""
        return self.read(encoded) if isinstance(encoded, Tensor) else encoded

    def stages(self, call: Call) -> Iterator[Stage]:
        """Keys and values were read before, in the call of the block."""
        assert call.parent is not None
        query, read = call.of(self.query), call.parent.of(self.key_value)
        yield from self.stages_of_pass(
            call,
            query.input,
            (query.result, *read.result.chunk(2, -1)),
            mask=remove_batch(call.arguments["mask"]),
            others=read.input,
            keys="encoder",
        )


def new_caches(
    cross: Sequence[CrossAttention], encoded: Tensor, capacity: int
) -> list[KeyValueCache]:
    """Caches of a decoder: one a layer for what is written, one a layer for what was read.

    `cross` are the layers' attentions to the encoder's states (B, S, D).
    """
    own = [KeyValueCache(capacity) for _ in cross]
    return [*own, *(CrossCache(*layer.read(encoded)) for layer in cross)]


def split_caches(
    caches: Sequence[KeyValueCache],
) -> tuple[list[KeyValueCache], list[CrossCache]]:
    """The caches of what was written, and those of what was read."""
    read = [cache for cache in caches if isinstance(cache, CrossCache)]
    return [cache for cache in caches if not isinstance(cache, CrossCache)], read
