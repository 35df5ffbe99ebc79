"""Attention within a window, and of a few global tokens to all and of all to them.

Beltagy, Peters, Cohan (2020), Longformer, arXiv:2004.05150, section 3.1. A global token reads by
queries, keys and values of its own; the others see it as they see their neighbours. Which tokens
are global is a part of the input.

Shapes: B batch, T tokens, G global tokens, D width, H heads, K width of a head.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.attention import AttentionPass, recorded_value, remove_batch, split
from models.inside.stages import Call, Stage, Value, plain
from models.layers.linear import Linear
from models.layers.long_texts.sliding_window import (
    LEAST_BLOCK,
    NUM_AROUND,
    SeenEverywhere,
    attend_in_blocks,
    join_masks,
    window_mask,
)

# What the stages of an attention are called where a global token reads.
OF_GLOBAL_TOKENS = {
    "Query": "Query of a global token",
    "Key": "Key for global tokens",
    "Value": "Value for global tokens",
    "Scores": "Scores of a global token",
    "Attention mask": "Attention mask of a global token",
    "Softmax": "Softmax of a global token",
    "Mixture of values": "Mixture of values of a global token",
}


@dataclass(frozen=True, eq=False)
class GlobalTokens:
    """The global tokens of a batch; of a text with fewer than G, the last places are not valid."""

    is_global: Tensor  # (B, T)
    places: Tensor  # (B, G)
    is_valid: Tensor  # (B, G)

    @classmethod
    def find(cls, flags: Tensor | None, present: Tensor | None) -> GlobalTokens | None:
        """Find what flags (B, T) other than 0 mark, without padding; None where there are none."""
        if flags is None:
            return None
        is_global = flags != 0 if present is None else (flags != 0) & present
        count = int(is_global.sum(-1).max())
        if not count:
            return None
        places = (~is_global).long().argsort(dim=-1, stable=True)[:, :count]
        return cls(is_global, places, is_global.gather(1, places))

    def gather(self, rows: Tensor) -> Tensor:
        """The rows (B, H, T, N) of these tokens, (B, H, G, N)."""
        return rows.gather(2, self._index(rows))

    def put(self, rows: Tensor, into: Tensor) -> Tensor:
        """Replace the rows (B, H, T, N) of these tokens by those of (B, H, G, N)."""
        spread = torch.zeros_like(into).scatter(2, self._index(into), rows)
        return torch.where(self.is_global[:, None, :, None], spread, into)

    def _index(self, rows: Tensor) -> Tensor:
        return self.places[:, None, :, None].expand(-1, rows.shape[1], -1, rows.shape[3])


class GlobalWindowAttention(nn.Module):
    """Self-attention to the tokens at most `reach` tokens away, to global tokens, and of these.

    Taps: `weights` (B, H, T, T) after the softmax, 0 outside of the window; `heads` (B, T, H, K);
    `scores` (B, H, T, T), for reading alone, of all queries and keys but those of global tokens'
    own. Where the weights are recorded, and in texts of up to three blocks, all scores are computed
    and those outside of the window are masked; else it is computed by blocks.
    """

    part: ClassVar = "attention"
    part_title: ClassVar = "Attention in a window and to global tokens"

    def __init__(self, width: int, num_heads: int, reach: int, dropout: float) -> None:
        super().__init__()
        if width % num_heads:
            raise ValueError(f"the width {width} is not a multiple of the {num_heads} heads")
        self.num_heads, self.dropout = num_heads, dropout
        self.reach, self.block = reach, max(reach, LEAST_BLOCK)
        self.scale = 1 / math.sqrt(width // num_heads)
        self.qkv = Linear(width, 3 * width)
        self.global_query = Linear(width, width)
        self.global_key_value = Linear(width, 2 * width)
        self.output = Linear(width, width)
        self.weights, self.heads, self.scores = Tap(), Tap(), Tap()

    def forward(
        self, x: Tensor, padding: Tensor | None, global_tokens: GlobalTokens | None
    ) -> Tensor:
        """x (B, T, D), additive mask (B, 1, 1, T) -> (B, T, D)."""
        query, key, value = self._split(self.qkv(x), 3)
        if self.scores.active:
            self.scores(self.scale * query @ key.transpose(2, 3))
        if self.weights.active:
            attended = self._attend_openly(x, query, key, value, padding, global_tokens)
        else:
            attended = self._attend(query, key, value, padding, global_tokens)
            if global_tokens is not None:
                query, key, value = self._own_projections(x, global_tokens)
                read = functional.scaled_dot_product_attention(
                    query, key, value, attn_mask=padding, dropout_p=self._rate, scale=self.scale
                )  # (B, H, G, K)
                attended = global_tokens.put(read, attended)
        projected: Tensor = self.output(self.heads(attended.transpose(1, 2)).flatten(2))
        return projected

    @property
    def _rate(self) -> float:
        return self.dropout if self.training else 0.0

    def copy_projections(self) -> None:
        """Let global tokens begin with the projections of the others, as the authors' do."""
        width = self.output.in_features
        pairs = (self.global_query, slice(width)), (self.global_key_value, slice(width, None))
        with torch.no_grad():
            for layer, rows in pairs:
                layer.weight.copy_(self.qkv.weight[rows])
                layer.bias.copy_(self.qkv.bias[rows])

    def _split(self, packed: Tensor, parts: int) -> tuple[Tensor, ...]:
        """(B, T, parts * D) -> so many of (B, H, T, K)."""
        batch, length, _ = packed.shape
        split_up = packed.view(batch, length, parts, self.num_heads, -1)
        return split_up.permute(2, 0, 3, 1, 4).unbind()

    def _own_projections(self, x: Tensor, tokens: GlobalTokens) -> tuple[Tensor, ...]:
        """Queries (B, H, G, K) of global tokens, keys and values (B, H, T, K) that they read."""
        rows = tokens.gather(x[:, None])[:, 0]  # (B, G, D)
        return (*self._split(self.global_query(rows), 1), *self._split(self.global_key_value(x), 2))

    def _attend(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        padding: Tensor | None,
        tokens: GlobalTokens | None,
    ) -> Tensor:
        """What each token finds in its window and at global tokens (B, H, T, K)."""
        length = query.shape[2]
        if length <= NUM_AROUND * self.block:
            mask = self._local_mask(length, query, padding, tokens)
            return functional.scaled_dot_product_attention(
                query, key, value, attn_mask=mask, dropout_p=self._rate, scale=self.scale
            )
        everywhere = None
        if tokens is not None:
            lowest = torch.finfo(query.dtype).min
            invalid = query.new_zeros(tokens.places.shape).masked_fill(~tokens.is_valid, lowest)
            everywhere = SeenEverywhere(
                tokens.gather(key), tokens.gather(value), invalid[:, None, None]
            )
            elsewhere = query.new_zeros(tokens.is_global.shape)
            elsewhere = elsewhere.masked_fill(tokens.is_global, lowest)[:, None, None]
            padding = join_masks(elsewhere, padding)
        return attend_in_blocks(
            query,
            key,
            value,
            padding,
            self.reach,
            self.block,
            dropout=self._rate,
            scale=self.scale,
            everywhere=everywhere,
        )

    def _local_mask(
        self, length: int, like: Tensor, padding: Tensor | None, tokens: GlobalTokens | None
    ) -> Tensor:
        """Additive mask (T, T) or (B, 1, T, T) of what is neither near nor global, or padding."""
        mask = window_mask(length, self.reach, like.device, like.dtype)
        if tokens is not None:
            mask = mask.masked_fill(tokens.is_global[:, None, None], 0.0)
        return join_masks(mask, padding)

    def _attend_openly(
        self,
        x: Tensor,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        padding: Tensor | None,
        tokens: GlobalTokens | None,
    ) -> Tensor:
        """What `_attend` computes, and what global tokens find, past the tap: (B, H, T, K)."""
        mask = self._local_mask(query.shape[2], query, padding, tokens)
        weights = self._softmax(query, key, mask)  # (B, H, T, T)
        if tokens is None:
            return self._drop(self.weights(weights)) @ value
        own_query, own_key, own_value = self._own_projections(x, tokens)
        weights = tokens.put(self._softmax(own_query, own_key, padding), weights)
        weights = self._drop(self.weights(weights))
        return tokens.put(tokens.gather(weights) @ own_value, weights @ value)

    def _softmax(self, query: Tensor, key: Tensor, mask: Tensor | None) -> Tensor:
        scores = self.scale * query @ key.transpose(2, 3)
        return torch.softmax(scores if mask is None else scores + mask, -1)

    def _drop(self, weights: Tensor) -> Tensor:
        return functional.dropout(weights, self._rate) if self._rate else weights

    def stages(self, call: Call) -> Iterator[Stage]:
        """One attention, or with global tokens both, of which each token has one."""
        tokens: GlobalTokens | None = call.arguments["global_tokens"]
        packed, padding = call.of(self.qkv), call.arguments["padding"]
        weights, mixed = recorded_value(call, self.weights), recorded_value(call, self.heads)
        parts = [split(part, self.num_heads) for part in packed.result.chunk(3, -1)]
        mask = remove_batch(self._local_mask(len(packed.input), call.output, padding, tokens))
        local = AttentionPass(packed.input, parts, weights, mixed, call.result, self.scale, mask)
        if tokens is None:
            yield from local.stages()
            return
        query, pair = self.global_query(call.arguments["x"]), call.of(self.global_key_value)
        own = [plain(query), *pair.result.chunk(2, -1)]
        read = replace(
            local,
            projected=[split(part, self.num_heads) for part in own],
            mask=remove_batch(padding),
        )
        yield from self._stages_of_both(local, read)

    def _stages_of_both(self, local: AttentionPass, read: AttentionPass) -> Iterator[Stage]:
        """All weights, then those of global tokens among the others, and mixtures by these."""
        for one, names in ((local, {}), (read, OF_GLOBAL_TOKENS)):
            for stage in self._stages_before_mixture(one):
                yield replace(stage, title=names.get(stage.title, stage.title))
        each = [self._own_weights(one) for one in (local, read)]
        operands = tuple(Value("a", one, over_tokens=True) for one in each)
        formula = "a of a global token is its own, others have that of the window"
        result = Value("a", local.weights, over_tokens=True)
        yield Stage("Weights of global tokens among the others", formula, operands, result)
        mixtures = [replace(one, mixed=_mix(one)) for one in (local, read)]
        for one, names in zip(mixtures, ({}, OF_GLOBAL_TOKENS), strict=True):
            *_, stage, _ = one.stages()
            yield replace(stage, title=names.get(stage.title, stage.title))
        operands = tuple(Value("o", one.mixed.transpose(0, 1)) for one in mixtures)
        formula = "o of a global token is its own, others have that of the window"
        result = Value("o", local.mixed.transpose(0, 1))
        yield Stage("Global tokens among the others", formula, operands, result)
        *_, last = local.stages()
        yield last

    def _stages_before_mixture(self, one: AttentionPass) -> list[Stage]:
        """The stages up to the softmax, as if all tokens were of this kind."""
        *stages, _, _ = replace(one, weights=self._own_weights(one)).stages()
        return stages

    def _own_weights(self, one: AttentionPass) -> Tensor:
        """The weights (H, T, T) that all tokens would have."""
        query, key, _ = one.projected
        return self._softmax(query[None], key[None], one.mask)[0]


def _mix(one: AttentionPass) -> Tensor:
    """The values mixed by the weights, (T, H, K)."""
    return (one.weights @ one.projected[2]).transpose(0, 1)
