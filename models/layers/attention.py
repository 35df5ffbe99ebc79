"""Multi-head scaled dot-product attention (Vaswani et al. 2017, arXiv:1706.03762).

Also its masks, and a bias of its scores by relative position (Raffel et al. 2019,
arXiv:1910.10683, section 2.1; reference: mesh_tensorflow, transformer/transformer_layers.py).

While nobody listens to a tap, the fused kernel of torch runs; when somebody does, the same numbers
are computed openly. Shapes: B batch, T queries, S keys, D width, H heads, K width of a head.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import ClassVar, Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.attention import (
    SCALED,
    UNSCALED,
    AttentionPass,
    projection_formulas,
    recorded_value,
    remove_batch,
    split,
)
from models.inside.stages import Call, Stage
from models.layers.decoders.alibi import recorded_alibi
from models.layers.linear import Linear
from models.layers.weight_cache import WeightDerivedCache

NUM_KNOWN_LENGTHS = 8  # whose causal mask is kept
NUM_KNOWN_DISTANCES = 512  # pairs of lengths whose buckets of relative positions are cached


class KeyValueCache:
    """Keys and values of the tokens already seen by one attention layer, for decoding.

    There is room for `capacity` tokens from the start, so that a step copies one token only.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.length = 0
        self._pairs: Tensor | None = None  # (2, B, H, capacity, K), keys before values

    def extend(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Append (B, H, T, K) keys and values; returns all of them so far."""
        if self._pairs is None:
            self._pairs = key.new_empty((2, *key.shape[:2], self.capacity, key.shape[3]))
        keys, values = self._pairs
        end = self.length + key.shape[2]
        keys[:, :, self.length : end] = key
        values[:, :, self.length : end] = value
        self.length = end
        return keys[:, :, :end], values[:, :, :end]

    def reorder(self, rows: Tensor) -> None:
        """Let the batch rows follow the given indices (beam search)."""
        if self._pairs is not None:
            self._pairs = self._pairs[:, rows]

    def row(self) -> Tensor:
        """The memory (2, H, capacity, K) of the one row that is cached, keys before values."""
        assert self._pairs is not None, "nothing is cached yet"
        keys_and_values: Tensor = self._pairs.squeeze(1)
        assert keys_and_values.dim() == 4, "several rows are cached"
        return keys_and_values


class AttentionTaps(Protocol):
    """The taps at which attention is read and changed.

    `weights` (B, H, T, S) after the softmax; `heads` (B, T, H, K), what each head found, before
    the output projection. Setting a head's slice of `heads` to zero ablates it.
    """

    weights: Tap
    heads: Tap


class SharedAttention(nn.Module):
    """Self-attention with one packed projection for query, key and value.

    The taps come with each call, so that one module can serve several layers. Its own tap `scores`
    (B, H, T, T) is for reading alone: products of queries and keys, over sqrt(K) where they are
    scaled, before mask and softmax. Whoever reads it, the fused kernel runs.
    """

    part: ClassVar = "attention"

    def __init__(
        self,
        width: int,
        num_heads: int,
        dropout: float,
        biases: tuple[bool, bool] = (True, True),
        scaled: bool = True,
    ) -> None:
        """`biases`: of query, key and value, and of the output. Not `scaled`: scores are products.

        Raises ValueError where the heads do not divide the width.
        """
        super().__init__()
        if width % num_heads:
            raise ValueError(f"the width {width} is not a multiple of the {num_heads} heads")
        self.num_heads = num_heads
        self.dropout = dropout
        self.scale = 1 / math.sqrt(width // num_heads) if scaled else 1.0
        self.scaled = scaled
        self.qkv = Linear(width, 3 * width, biases[0])
        self.output = Linear(width, width, biases[1])
        self.scores = Tap()

    def attend(
        self,
        x: Tensor,
        taps: AttentionTaps,
        mask: Tensor | None = None,
        causal: bool = False,
        cache: KeyValueCache | None = None,
        first_only: bool = False,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D). `mask` is additive, broadcastable to (B, H, T, S).

        `causal` says that the mask is the plain lower triangle, and `mask` is None then. With
        `first_only` the first token alone attends, (B, 1, D), where nobody reads the weights.
        """
        length = x.shape[1]
        packed = self.project(x)
        dropout = self.dropout if self.training else 0.0
        if self.scores.active:
            query, key, _ = _split_heads(packed, self.num_heads, None)
            self.scores(self.scale * query @ key.transpose(2, 3))
        if taps.weights.active:
            query, key, value = _split_heads_as_rows(packed, self.num_heads, cache)
            if causal:
                mask = causal_mask(length, key.shape[1], x.device, x.dtype)
            attended = attend_openly(
                query, key, value, self.num_heads, mask, self.scale, taps, dropout
            )
        else:
            query, key, value = _split_heads(packed, self.num_heads, cache)
            if first_only:
                query, mask = query[:, :, :1], None if mask is None else mask[..., :1, :]
            attended = functional.scaled_dot_product_attention(
                query,
                key,
                value,
                attn_mask=mask,
                is_causal=causal,
                dropout_p=dropout,
                scale=self.scale,
            )
            attended = taps.heads(attended.transpose(1, 2)).flatten(2)
        projected: Tensor = self.output(attended)
        return projected

    def project(self, x: Tensor) -> Tensor:
        """x (B, T, D) -> query, key and value as the scores read them, (B, T, 3 D)."""
        packed: Tensor = self.qkv(x)
        return packed

    def stages_of_pass(
        self,
        call: Call,
        taps: AttentionTaps,
        mask: Tensor | None,
        causal: bool,
        added: Mapping[tuple[str, str], Tensor] | None = None,
    ) -> Iterator[Stage]:
        """The stages of `attend`, which ran inside this call.

        `added` are terms (…, T, S) by title and name that the mask carries.
        """
        packed = call.of(self.qkv)
        query, key, value = (split(part, self.num_heads) for part in packed.result.chunk(3, -1))
        if causal:
            mask = causal_mask(query.shape[1], key.shape[1], query.device)
        weights, mixed = recorded_value(call, taps.weights), recorded_value(call, taps.heads)
        output = call.of(self.output).result
        parts = packed.input, (query, key, value), weights, mixed, output
        yield from AttentionPass(
            *parts,
            self.scale,
            remove_batch(mask),
            {**(added or {}), **recorded_alibi(call)},
            scores=SCALED if self.scaled else UNSCALED,
            formulas=projection_formulas(self.qkv.bias is not None, self.output.bias is not None),
        ).stages()


class Attention(SharedAttention):
    """The self-attention of one layer, which has the taps `weights` and `heads` itself."""

    def __init__(
        self,
        width: int,
        num_heads: int,
        dropout: float,
        biases: tuple[bool, bool] = (True, True),
        scaled: bool = True,
    ) -> None:
        super().__init__(width, num_heads, dropout, biases, scaled)
        self.weights = Tap()
        self.heads = Tap()

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None = None,
        causal: bool = False,
        cache: KeyValueCache | None = None,
        first_only: bool = False,
    ) -> Tensor:
        """Attend with the layer's own taps, see `attend`: (B, T, D) -> (B, T, D)."""
        return self.attend(x, self, mask, causal, cache, first_only)

    def stages(self, call: Call) -> Iterator[Stage]:
        given = call.arguments
        yield from self.stages_of_pass(call, self, given["mask"], given["causal"])


def _split_heads(
    packed: Tensor, num_heads: int, cache: KeyValueCache | None
) -> tuple[Tensor, Tensor, Tensor]:
    """All three packed (B, T, 3 D) -> query (B, H, T, K), key and value (B, H, S, K)."""
    batch, length, _ = packed.shape
    split = packed.view(batch, length, 3 * num_heads, -1).transpose(1, 2)  # (B, 3 H, T, K)
    query, key, value = split.chunk(3, 1)
    return (query, key, value) if cache is None else (query, *cache.extend(key, value))


def _split_heads_as_rows(
    packed: Tensor, num_heads: int, cache: KeyValueCache | None
) -> tuple[Tensor, Tensor, Tensor]:
    """`_split_heads`, with rows and heads in one: query (B H, T, K), key and value (B H, S, K)."""
    batch, length, _ = packed.shape
    if batch == 1 and cache is None:  # what is recorded most: quicker, without a copy
        split = packed.view(length, 3 * num_heads, -1).transpose(0, 1)  # (3 H, T, K)
        query, key, value = split.chunk(3)
        return query, key, value
    query, key, value = _split_heads(packed, num_heads, cache)
    return query.flatten(0, 1), key.flatten(0, 1), value.flatten(0, 1)


def attend_openly(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    num_heads: int,
    mask: Tensor | None,
    scale: float,
    taps: AttentionTaps,
    dropout: float,
) -> Tensor:
    """What `scaled_dot_product_attention` computes, step by step, past the taps.

    query (B H, T, K), key and value (B H, S, K), additive mask (T, S) or one that expands to
    (B, H, T, S) -> (B, T, H K). Scale and mask go into the product of queries and keys.
    """
    rows, length, width = query.shape
    shape = (rows // num_heads, num_heads, length, key.shape[1])
    keys = key.transpose(1, 2)  # (B H, K, S)
    if mask is None:
        nothing = _zero_scalar(query.device, query.dtype)
        scores = torch.baddbmm(nothing, query, keys, beta=0, alpha=scale)
    else:
        added = mask if mask.dim() == 2 else mask.expand(shape).flatten(0, 1)
        scores = torch.baddbmm(added, query, keys, alpha=scale)
    merged = torch.softmax(scores, -1)  # (B H, T, S)
    recorded = merged.view(shape)
    weights = taps.weights(recorded)
    if weights is not recorded:
        merged = weights.flatten(0, 1)
    if dropout:
        merged = functional.dropout(merged, dropout)
    attended = torch.bmm(merged, value)  # (B H, T, K)
    if rows == num_heads and not taps.heads.active:  # one text: quicker, with a step less
        return attended.transpose(0, 1).reshape(1, length, num_heads * width)
    by_head = attended.view(-1, num_heads, length, width).transpose(1, 2)
    return taps.heads(by_head).flatten(2)


@lru_cache
def _zero_scalar(device: torch.device, dtype: torch.dtype) -> Tensor:
    """What is added where nothing is, as `baddbmm` wants something."""
    with torch.inference_mode(False):
        return torch.zeros((), device=device, dtype=dtype)


@lru_cache(maxsize=NUM_KNOWN_LENGTHS)
def causal_mask(
    num_queries: int,
    num_keys: int,
    device: torch.device,
    dtype: torch.dtype = torch.float32,
    band: int | None = None,
) -> Tensor:
    """Additive (T, S) mask of later positions; the last query attends to every key.

    With a band it attends to the last `band` keys only, itself included, and each query before it
    likewise (Child et al. 2019, arXiv:1904.10509). It is made outside of inference mode, so that a
    model that learns can use it again.
    """
    with torch.inference_mode(False):
        hidden = torch.full((num_queries, num_keys), -math.inf, device=device, dtype=dtype)
        later = torch.triu(hidden, diagonal=num_keys - num_queries + 1)
        if band is None:
            return later
        return later + torch.tril(hidden, diagonal=num_keys - num_queries - band)


def padding_mask(present: Tensor | None, dtype: torch.dtype) -> Tensor | None:
    """Additive (B, 1, 1, S) mask from a boolean (B, S); None when every token is present."""
    if present is None:
        return None
    mask = torch.zeros(present.shape, dtype=dtype, device=present.device)
    return mask.masked_fill_(~present, torch.finfo(dtype).min)[:, None, None, :]


# Relative positions -------------------------------------------------------------------------------


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

    part: ClassVar = "position"

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

    def stages(self, call: Call) -> Iterator[Stage]:
        """None of its own: the attention of every layer has the bias among its scores."""
        return iter(())

    def bias_by_distance(self, num_queries: int, num_keys: int) -> Tensor:
        """Compute the position bias (1, H, T, S) directly, without the tap."""
        spread = partial(self._spread, num_queries, num_keys)
        return self.get_or_make((num_queries, num_keys), (self.table,), spread)

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
        # The last query has the farthest keys: its row is the first window over the distances.
        return by_distance.unfold(1, num_keys, 1).flip(1)[None]


@lru_cache(maxsize=NUM_KNOWN_DISTANCES)
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
