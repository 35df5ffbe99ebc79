"""Attention of XLNet's two streams, over content and relative distance.

Yang, Dai, Yang, Carbonell, Salakhutdinov, Le (2019), arXiv:1906.08237, with the relative encodings
of Transformer-XL (Dai et al. 2019, arXiv:1901.02860); reference: zihangdai/xlnet, modeling.py.

Shapes: B batch, T tokens, M memory, S = M + T keys, Q rows of the query stream, R = T + Q rows of
both streams one below the other, P relative distances, D width, H heads, K width of a head.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.attention import AttentionPass, remove_batch
from models.inside.stages import Call, Stage, plain
from models.layers.linear import product
from models.layers.weight_cache import WeightDerivedCache

TABLE_STEP = 256  # the table of distances grows by so many


@dataclass(frozen=True)
class VisibilityMask:
    """What all layers share in one forward pass. Rows: content first, then query."""

    num_content: int  # T, or 0 where the content stream has no more rows
    distances: Tensor  # (P, D) encoded, from S - 1 down to 1 - T
    places: Tensor | None  # (B, Q) of the query stream's rows; None: every place in turn, or no row
    differs: Tensor | None  # (B, 1, R, S) 1.0 between different segments
    mask: Tensor | None  # (B, 1, R, S) additive

    def query_stream_mask(self) -> VisibilityMask:
        """Return the mask for the rows of the query stream alone."""
        query_rows = slice(self.num_content, None)
        return replace(
            self,
            num_content=0,
            differs=None if self.differs is None else self.differs[:, :, query_rows],
            mask=None if self.mask is None else self.mask[:, :, query_rows],
        )


def encoded_distances(longest: int, shortest: int, width: int, clamp: int) -> Tensor:
    """Sines and cosines (P, D) of the distances from `longest` down to `shortest`.

    A clamp above 0 makes distances beyond it, to either side, equal to it.
    """
    reach = -(-max(longest, -shortest) // TABLE_STEP) * TABLE_STEP
    return _table(reach, width, clamp)[reach - longest : reach - shortest + 1]


@lru_cache(maxsize=8)
def _table(reach: int, width: int, clamp: int) -> Tensor:
    """The distances from `reach` down to -`reach`, encoded: (2 reach + 1, D)."""
    with torch.inference_mode(False), torch.device("cpu"):
        distances = torch.arange(reach, -reach - 1, -1).float()
        if clamp > 0:
            distances = distances.clamp(-clamp, clamp)
        frequencies = 1 / torch.pow(10000, torch.arange(0, width, 2.0) / width)
        angles = distances[:, None] * frequencies
        return torch.cat([angles.sin(), angles.cos()], dim=-1)[:, :width]


class StreamTaps(nn.Module):
    """Taps of one stream in an attention layer: `weights` (B, H, R, S) and `heads` (B, R, H, K)."""

    def __init__(self) -> None:
        super().__init__()
        self.weights = Tap()
        self.heads = Tap()


class RelativeAttention(WeightDerivedCache):
    """Attention over content and relative distance, for both streams at once.

    The score of a query q for a key k at distance d is

        ((q + b_content) k + (q + b_position) r_d + (q + b_segment) s) / sqrt(K)

    with s one of two vectors, for the same segment and for another. Keys and values come from the
    content stream alone. Everything but the first term is handed to the fused kernel as a mask.
    """

    part: ClassVar = "attention"

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        head = width // heads
        self.shape = heads, head
        self.scale = 1 / math.sqrt(head)
        self.dropout = dropout
        self.qkv = nn.Parameter(torch.empty(width, 3, heads, head))
        self.position = nn.Parameter(torch.empty(width, heads, head))
        self.output = nn.Parameter(torch.empty(width, heads, head))
        self.content_bias = nn.Parameter(torch.empty(heads, head))
        self.position_bias = nn.Parameter(torch.empty(heads, head))
        self.segment_bias = nn.Parameter(torch.empty(heads, head))
        self.segments = nn.Parameter(torch.empty(2, heads, head))  # the same, another
        self.content = StreamTaps()
        self.query = StreamTaps()

    def forward(self, rows: Tensor, keys: Tensor, visibility: VisibilityMask) -> Tensor:
        """rows (B, R, D) of the streams attend to keys (B, S, D) -> (B, R, D)."""
        query, key, value = self._project(rows, keys)
        relative = self._relative(query, visibility, keys.shape[1])  # (B, H, R, S)
        query = query.transpose(1, 2) + self.content_bias[:, None]  # (B, H, R, K)
        dropout = self.dropout if self.training else 0.0
        if self.content.weights.active or self.query.weights.active:
            attended = self._open(query, key, value, relative, visibility.num_content, dropout)
        else:
            attended = functional.scaled_dot_product_attention(
                query, key, value, attn_mask=relative, dropout_p=dropout
            )
        attended = attended.transpose(1, 2)  # (B, R, H, K)
        attended = tap_by_stream(
            attended, visibility.num_content, 1, self.content.heads, self.query.heads
        )
        return product(attended.flatten(2), self.output.flatten(1))

    def _project(self, rows: Tensor, keys: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Queries (B, R, H, K), keys and values (B, H, S, K)."""
        if rows is keys:
            packed = self._multiply(rows, self.qkv).view(*rows.shape[:2], 3, *self.shape)
            query, pair = packed[:, :, 0], packed[:, :, 1:]
        else:
            query = self._multiply(rows, self.qkv[:, 0]).view(*rows.shape[:2], *self.shape)
            pair = self._multiply(keys, self.qkv[:, 1:]).view(*keys.shape[:2], 2, *self.shape)
        key, value = pair.permute(2, 0, 3, 1, 4)  # each (B, H, S, K)
        return query, key, value

    def stages(self, call: Call) -> Iterator[Stage]:
        """Yield the stages for the rows of both streams."""
        rows, keys, visibility = (call.arguments[name] for name in ("rows", "keys", "visibility"))
        query, key, value = self._project(rows, keys)
        unmasked = replace(visibility, mask=None)
        relative = plain(self._relative(query, unmasked, keys.shape[1]))
        query = query.transpose(1, 2) + self.content_bias[:, None]  # (B, H, R, K)
        taps = [self.content, self.query]
        weights = [call.of(one.weights).result for one in taps if call.has(one.weights)]
        mixed = [call.of(one.heads).result for one in taps if call.has(one.heads)]
        yield from AttentionPass(
            plain(rows),
            [plain(part) for part in (query, key, value)],
            torch.cat(weights, 1),
            torch.cat(mixed, 0),
            call.result,
            self.scale,
            remove_batch(visibility.mask),
            added={("Relative position and segment", "r"): relative},
            others=None if rows is keys else plain(keys),
            keys="content",
            formulas=("W_q x + b", "W_k x", "W_v x", "W_o o"),
        ).stages()

    @staticmethod
    def _multiply(x: Tensor, weight: Tensor) -> Tensor:
        """x (B, T, D), weight (D, …) -> (B, T, all of …)."""
        return product(x, weight.flatten(1).t())

    def _relative(self, query: Tensor, visibility: VisibilityMask, num_keys: int) -> Tensor:
        """What distance, segment and mask add to the scaled scores of query (B, R, H, K)."""
        batch, rows, heads, _ = query.shape
        used = (self.position, self.segments, self.position_bias, self.segment_bias)
        distances = visibility.distances
        keys, constant = self.get_or_make(
            (len(distances), num_keys), used, partial(self._relative_keys, distances)
        )
        by_head = query.permute(2, 0, 1, 3).reshape(heads, batch * rows, -1)
        terms = torch.baddbmm(constant, by_head, keys)  # (H, B R, P + 1)
        terms = terms.view(heads, batch, rows, -1).transpose(0, 1)  # (B, H, R, P + 1)
        scores = shift_to_keys(terms, visibility, num_keys)  # (B, H, R, S)
        if visibility.differs is not None:
            scores = torch.addcmul(scores, terms[..., -1:], visibility.differs)
        return scores if visibility.mask is None else scores + visibility.mask

    def _relative_keys(self, distances: Tensor) -> tuple[Tensor, Tensor]:
        """What a query is multiplied with for every distance, and for a change of segment.

        Keys (H, K, P + 1), and what they have in common for all queries (H, 1, P + 1). A constant
        for all keys does not change a softmax, so the segment counts with what another one adds to
        the same.
        """
        keys = (distances @ self.position.flatten(1)).view(-1, *self.shape)  # (P, H, K)
        other = self.segments[1] - self.segments[0]  # (H, K)
        keys = torch.cat([keys, other[None]]).permute(1, 2, 0) * self.scale  # (H, K, P + 1)
        constant = torch.cat(
            [
                self.position_bias[:, None] @ keys[..., :-1],
                self.segment_bias[:, None] @ keys[..., -1:],
            ],
            dim=-1,
        )
        return keys, constant

    def _open(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        relative: Tensor,
        num_content: int,
        dropout: float,
    ) -> Tensor:
        """Attend step by step, with the weights on the taps. Returns (B, H, R, K)."""
        scores = torch.baddbmm(
            relative.reshape(-1, *relative.shape[2:]),
            query.flatten(0, 1),  # (B H, R, K)
            key.flatten(0, 1).transpose(1, 2),  # (B H, K, S)
            alpha=self.scale,
        )
        weights = torch.softmax(scores.view(relative.shape), dim=-1)
        weights = tap_by_stream(weights, num_content, 2, self.content.weights, self.query.weights)
        return functional.dropout(weights, dropout) @ value if dropout else weights @ value


def shift_to_keys(terms: Tensor, visibility: VisibilityMask, num_keys: int) -> Tensor:
    """Shift terms by distance (B, H, R, P + 1) to terms by key (B, H, R, S).

    The distance of key j from the row of place i is M + i - j, which is column T - 1 - i + j. So
    each row begins one column further to the left than the row before: a view of the same numbers.
    """
    batch, heads, rows, width = terms.shape
    num_tokens = width - num_keys  # T = P + 1 - S
    num_full = rows if visibility.places is None else visibility.num_content
    strides = (*terms.stride()[:2], num_tokens * width, width - 1, 1)
    shape = (batch, heads, num_full // num_tokens, num_tokens, num_keys)
    offset = terms.storage_offset() + num_tokens - 1
    by_key = terms.as_strided(shape, strides, offset).flatten(2, 3)
    if visibility.places is None:
        return by_key
    keys = torch.arange(num_keys, device=terms.device)
    columns = num_tokens - 1 - visibility.places[:, None, :, None] + keys  # (B, 1, Q, S)
    picked = terms[:, :, num_full:].gather(-1, columns.expand(-1, heads, -1, -1))
    return torch.cat([by_key, picked], dim=2) if num_full else picked


def tap_by_stream(rows: Tensor, num_content: int, dim: int, content: Tap, query: Tap) -> Tensor:
    """Let the rows of each stream pass its own tap; `dim` is that of the rows."""
    if not (content.active or query.active):
        return rows
    num_query = rows.shape[dim] - num_content
    if not num_query:
        return content(rows)
    first, second = rows.narrow(dim, 0, num_content), rows.narrow(dim, num_content, num_query)
    return torch.cat([content(first) if num_content else first, query(second)], dim)
