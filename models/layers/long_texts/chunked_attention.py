"""Attention in chunks: to the own chunk of tokens and its neighbours, in a circle.

Kitaev, Kaiser, Levskaya (2020), arXiv:2001.04451; reference: google/trax. `LocalAttention` takes
the chunks of the text; attention by hashing sorts the tokens first.

Shapes: B batch, T tokens, P tokens with the padding to whole chunks, N chunks, C tokens of a chunk,
J tokens of a chunk and its neighbours, D width, H heads, K width of a head.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import MAX_MAP, Tap
from models.inside.attention import AttentionPass, recorded_value, split, visible_only
from models.inside.stages import Call, Stage, rest
from models.layers.dropout import apply_dropout
from models.layers.linear import Linear
from models.layers.long_texts.reversible import PassSeeds

MASKED, SELF = -1e9, -1e5  # scores of masked keys, and of a token itself
NUM_KNOWN_LENGTHS = 8  # whose local masks are cached


@dataclass(frozen=True)
class ChunkShape:
    """Tokens of a chunk, and how many chunks before and after are attended to."""

    length: int
    before: int
    after: int

    @property
    def neighbour_chunks(self) -> tuple[int, int]:
        return self.before, self.after


def look_around(chunks: Tensor, before: int, after: int) -> Tensor:
    """Each chunk with its neighbours, in a circle: (…, N, C, *) -> (…, N, J, *).

    `chunks` has the axes B and H, or is (N, C) alone. In the reference the first chunk sees the
    last one, too; between rounds it is the last chunk of the round before.
    """
    axis = 0 if chunks.dim() == 2 else 2
    steps = [chunks.roll(-step, axis) for step in range(-before, after + 1)]
    return torch.cat(steps, axis + 1)


class ChunkPositions(NamedTuple):
    """The positions of queries and keys in the text, and which keys are padding.

    `queries` (…, C) and `keys` (…, J) are positions; `absent` broadcasts to the keys.
    """

    queries: Tensor
    keys: Tensor
    absent: Tensor | None

    def causal_mask(self, causal: bool, excludes_self: bool = False) -> Tensor | None:
        """True for masked keys (…, C, J); None if no key is masked.

        `excludes_self` also masks the token itself, where `causal` masks later tokens.
        """
        compare = torch.ge if excludes_self else torch.gt
        later = compare(self.keys[..., None, :], self.queries[..., None]) if causal else None
        if self.absent is None:
            return later
        absent = self.absent[..., None, :]
        return absent if later is None else later | absent


@dataclass(frozen=True)
class PassState(PassSeeds):
    """What all layers of a pass share.

    `present` (B, T) is False on padding, None without padding; `padded` is P.
    """

    present: Tensor | None
    padded: int

    def padding_mask(self, length: int, device: torch.device) -> Tensor | None:
        """Which of P tokens are padding, (B, P) or (1, P); None where none is."""
        if self.present is not None:
            return ~functional.pad(self.present, (0, self.padded - length))
        if self.padded == length:
            return None
        return (torch.arange(self.padded, device=device) >= length)[None]


class ChunkedAttention(nn.Module):
    """What both kinds of attention have in common.

    Taps: `weights` (B, H, T, T), put together from the chunks where it has a listener and the text
    is one chunk or has up to MAX_MAP tokens; `heads` (B, T, H, K), what each head found.
    """

    part: ClassVar = "attention"

    excludes_self: ClassVar[bool]

    def __init__(
        self,
        width: int,
        num_heads: int,
        head_width: int,
        chunk: ChunkShape,
        causal: bool,
        dropout: float,
    ) -> None:
        super().__init__()
        self.num_heads, self.causal, self.dropout = num_heads, causal, dropout
        self.chunk, self.around = chunk.length, chunk.neighbour_chunks
        self.scale = 1 / math.sqrt(head_width)
        self.inner = num_heads * head_width
        self.output = Linear(self.inner, width, bias=False)
        self.weights = Tap()
        self.heads = Tap()

    def finish(self, attended: Tensor) -> Tensor:
        """What the heads found (B, H, T, K) -> (B, T, D)."""
        by_head = self.heads(attended.transpose(1, 2))
        projected: Tensor = self.output(by_head.flatten(2))
        return projected

    def scores(self, query: Tensor, key: Tensor, places: ChunkPositions) -> Tensor:
        """query (…, C, K), key (…, J, K), scaled -> (…, C, J)."""
        scores = query @ key.transpose(-1, -2)
        masked = places.causal_mask(self.causal, self.excludes_self)
        if masked is not None:
            scores = scores.masked_fill_(masked, MASKED)
        if self.excludes_self and self.causal:  # masked above; SELF where no other key is left
            chunk, length = scores.shape[-2:]
            offset = self.around[0] * chunk if length > chunk else 0
            scores.diagonal(offset, -2, -1)[..., :chunk].fill_(SELF)
        elif self.excludes_self:
            itself = places.queries[..., None] == places.keys[..., None, :]
            scores = scores.masked_fill_(itself, SELF)
        return scores

    def one_chunk(self, state: PassState, length: int, device: torch.device) -> ChunkPositions:
        """The places of a text that is one chunk."""
        places = torch.arange(length, device=device)
        absent = None if state.present is None else ~state.present[:, None]  # (B, 1, T)
        return ChunkPositions(places, places, absent)

    def has_map(self, length: int) -> bool:
        """Whether the weights of several chunks are wanted as a map, and it is not too large."""
        return self.weights.active and length <= MAX_MAP

    def record_weights(self, weights: Tensor, value: Tensor) -> Tensor:
        """Weights of a whole text (B, H, T, T) past the tap, and what they find (B, H, T, K)."""
        return apply_dropout(self, self.weights(weights), self.dropout) @ value

    def as_map(self, weights: Tensor, places: ChunkPositions, padded: int, length: int) -> Tensor:
        """Weights of chunks (B, H, N, C, J) -> (B, H, T, T); what is seen twice is added."""
        shape = weights.shape
        queries = places.queries.expand(shape[:4])[..., None]
        index = queries.long() * padded + places.keys[..., None, :].expand(shape)
        flat = weights.new_zeros((*shape[:2], padded * padded))
        flat = flat.scatter_add(2, index.flatten(2), weights.flatten(2))
        return flat.view(*shape[:2], padded, padded)[:, :, :length, :length]


class LocalAttention(ChunkedAttention):
    """Attention to the chunk of the text that a token is in, and its neighbours.

    Tap `chunks`, besides those of every attention: (B, H, 1, P), the chunk of each token.
    """

    excludes_self = False
    part_title: ClassVar = "Attention to neighbouring chunks"

    def __init__(
        self,
        width: int,
        num_heads: int,
        head_width: int,
        chunk: ChunkShape,
        causal: bool,
        dropout: float,
    ) -> None:
        super().__init__(width, num_heads, head_width, chunk, causal, dropout)
        self.qkv = Linear(width, 3 * self.inner, bias=False)
        self.chunks = Tap()

    def forward(
        self, x: Tensor, state: PassState, buckets: Tensor | None, seed: int | None
    ) -> tuple[Tensor, None]:
        """x (B, T, D) -> (B, T, D). There are no buckets."""
        batch, length, _ = x.shape
        packed = self.qkv(x).view(batch, length, 3, self.num_heads, -1)
        query, key, value = packed.permute(2, 0, 3, 1, 4)  # (B, H, T, K)
        if self.chunks.active:
            numbers = torch.arange(state.padded, device=x.device) // self.chunk
            self.chunks(numbers.expand(batch, self.num_heads, 1, -1))
        if state.padded <= self.chunk:
            places = self.one_chunk(state, length, x.device)
            if self.weights.active:
                weights = self.scores(query, key * self.scale, places).softmax(-1)
                return self.finish(self.record_weights(weights, value)), None
            return self.finish(self._attend_fused(places, query, key, value)), None
        chunks, keys, values = (self._chunks(p, state.padded) for p in (query, key, value))
        keys, values = look_around(keys, *self.around), look_around(values, *self.around)
        places = self._places(state, length, x.device)
        if self.has_map(length):
            weights = self.scores(chunks, keys * self.scale, places).softmax(-1)
            found = self.record_weights(self.as_map(weights, places, state.padded, length), value)
            return self.finish(found), None
        parts = (part.flatten(0, 1) for part in (chunks, keys, values))  # (B H, N, C or J, K)
        attended = self._attend_fused(places, *parts).reshape(*query.shape[:2], state.padded, -1)
        return self.finish(attended[:, :, :length]), None

    def stages(self, call: Call) -> Iterator[Stage]:
        """Yield the stages. In long texts the weights of all pairs are not recorded."""
        if not call.has(self.weights):
            yield from rest(call)
            return
        packed, weights = call.of(self.qkv), recorded_value(call, self.weights)
        yield from AttentionPass(
            packed.input,
            [split(part, self.num_heads) for part in packed.result.chunk(3, -1)],
            weights,
            recorded_value(call, self.heads),
            call.of(self.output).result,
            self.scale,
            visible_only(weights),
            formulas=("W_q x", "W_k x", "W_v x", "W_o o"),
        ).stages()

    def _chunks(self, part: Tensor, padded: int) -> Tensor:
        """(B, H, T, K) -> (B, H, N, C, K)."""
        whole = functional.pad(part, (0, 0, 0, padded - part.shape[2]))
        return whole.reshape(*part.shape[:2], -1, self.chunk, part.shape[-1])

    def _places(self, state: PassState, length: int, device: torch.device) -> ChunkPositions:
        """Queries (N, C), keys (N, J), padding (B, 1, N, J) or (1, 1, N, J)."""
        chunks = torch.arange(state.padded, device=device).view(-1, self.chunk)
        keys, absent = look_around(chunks, *self.around), state.padding_mask(length, device)
        return ChunkPositions(chunks, keys, None if absent is None else absent[:, None, keys])

    def _attend_fused(
        self, places: ChunkPositions, query: Tensor, key: Tensor, value: Tensor
    ) -> Tensor:
        """Attend with torch's fused kernel: four axes, the first being B, or B and H in one."""
        causal = self.causal and places.absent is None and places.queries.dim() == 1
        mask = None if causal else self._mask(places, query)
        dropout = self.dropout if self.training else 0.0
        attended: Tensor = functional.scaled_dot_product_attention(
            query, key, value, mask, dropout, is_causal=causal, scale=self.scale
        )
        return attended

    def _mask(self, places: ChunkPositions, query: Tensor) -> Tensor | None:
        """Additive: (N, C, J), (B, 1, C, J), or (B H, N, C, J) for chunks with padding."""
        if places.absent is None and not self.causal:
            return None
        if places.absent is None:  # it depends on the length alone
            length = places.queries.numel()
            return _local_mask(length, self.chunk, self.around, query.device, query.dtype)
        masked = places.causal_mask(self.causal)
        assert masked is not None
        mask = _additive(masked, query.dtype)
        if mask.dim() < 5:
            return mask
        return mask.expand(-1, len(query) // len(mask), -1, -1, -1).flatten(0, 1)


def _additive(masked: Tensor, dtype: torch.dtype) -> Tensor:
    return torch.zeros_like(masked, dtype=dtype).masked_fill_(masked, MASKED)


@lru_cache(maxsize=NUM_KNOWN_LENGTHS)
def _local_mask(
    length: int, chunk: int, around: tuple[int, int], device: torch.device, dtype: torch.dtype
) -> Tensor:
    """Additive (N, C, J) mask of later tokens.

    It is made outside of inference mode, so that a model that learns can use it again.
    """
    with torch.inference_mode(False):
        queries = torch.arange(length, device=device).view(-1, chunk)
        keys = look_around(queries, *around)
        return _additive(keys[:, None] > queries[..., None], dtype)
