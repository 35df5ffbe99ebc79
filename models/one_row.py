"""One more token of one text on the CPU, where calling costs more than computing.

A step of a small model is a few dozen products of a matrix with one vector. This file makes them
with numpy, over views of the model's own weights and caches, into memory that every step uses
again. The numbers are those of the model's `step`, to rounding, and both may take turns over the
same caches.

Shapes: D width, H heads, K width of a head, S tokens seen so far, F inner width, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.layers.attention import Attention, KeyValueCache
from models.layers.feedforward import FeedForward

Array = NDArray[np.float32]

# Weights of a product. OpenBLAS, which numpy brings, calls other cores from 4 * 115 200 on
# (its interface/gemv.c); a million weights take less than a tenth of a millisecond on one.
ONE_CORE = 400_000
SEVERAL_CORES = 1_000_000


class PreNormBlock(Protocol):
    """x + attention(norm(x)), then x + feed-forward(norm(x))."""

    attention_norm: nn.LayerNorm
    attention: Attention
    feed_forward_norm: nn.LayerNorm
    feed_forward: FeedForward


def suits_one_row(model: nn.Module) -> bool:
    """Whether numpy can look at all weights: 32-bit floats in the memory of the CPU."""
    return all(
        parameter.device.type == "cpu" and parameter.dtype == torch.float32
        for parameter in model.parameters()
    )


class OneRowDecoder:
    """Reads one token at a time behind those in the caches, which hold one row. Never drops out.

    It passes no taps: while somebody listens, the model's own `step` has to run.
    """

    def __init__(
        self,
        token: nn.Embedding,
        position: nn.Embedding,
        blocks: Iterable[PreNormBlock],
        norm: nn.LayerNorm,
        head: nn.Linear,
        caches: Sequence[KeyValueCache],
    ) -> None:
        self._token, self._position = _array(token.weight), _array(position.weight)
        self._state = np.empty(token.embedding_dim, dtype=np.float32)  # (D,), of the token
        self._caches = caches
        self._parts: list[_Attention | _FeedForward] = []
        for block, cache in zip(blocks, caches, strict=True):
            self._parts.append(_Attention(block, cache, self._state))
            self._parts.append(_FeedForward(block, self._state))
        self._norm, self._head = _Norm(norm, self._state), _array(head.weight)
        self._shares = _shares(*self._head.shape)

    def logits(self, id: int) -> Tensor:
        """Feed a token; returns the logits (V,) of the one that comes next."""
        place = self._caches[0].length
        np.add(self._token[id], self._position[place], self._state)
        for part in self._parts:
            part.run(place)
        for cache in self._caches:
            cache.length = place + 1
        final = self._norm.run()
        logits = np.empty(len(self._head), dtype=np.float32)
        for rows in self._shares:
            np.dot(self._head[rows], final, logits[rows])
        return torch.from_numpy(logits)


class _Attention:
    """Keeps the token's key and value; adds to the state (D,) what its query finds."""

    def __init__(self, block: PreNormBlock, cache: KeyValueCache, state: Array) -> None:
        attention = block.attention
        self.state, self.norm = state, _Norm(block.attention_norm, state)
        self.scale = np.float32(attention.scale)
        self.qkv, self.qkv_bias = _linear(attention.qkv)
        self.output, self.output_bias = _linear(attention.output)
        self.seen: Array = cache.row().numpy()  # (2, H, capacity, K)
        self.keys, self.values = self.seen[0].transpose(0, 2, 1), self.seen[1]
        self.packed = np.empty_like(self.qkv_bias)  # (3D,)
        self.flat_query = self.packed[: len(state)]
        packed = self.packed.reshape(3, attention.num_heads, 1, -1)  # (3, H, 1, K)
        self.query, self.pair = packed[0], packed[1:, :, 0]
        self.found = np.empty_like(self.query)  # (H, 1, K)
        self.joined = self.found.reshape(-1)  # (D,)
        self.change = np.empty_like(state)

    def run(self, place: int) -> None:
        state, packed, found, change = self.state, self.packed, self.found, self.change
        np.dot(self.qkv, self.norm.run(), packed)
        np.add(packed, self.qkv_bias, packed)
        self.seen[:, :, place] = self.pair
        np.multiply(self.flat_query, self.scale, self.flat_query)
        scores = np.matmul(self.query, self.keys[:, :, : place + 1])  # (H, 1, S)
        np.subtract(scores, np.maximum.reduce(scores, -1, keepdims=True), scores)
        np.exp(scores, scores)
        np.matmul(scores, self.values[:, : place + 1], found)
        np.divide(found, np.add.reduce(scores, -1, keepdims=True), found)
        np.dot(self.output, self.joined, change)
        np.add(change, self.output_bias, change)
        np.add(state, change, state)


class _FeedForward:
    """Adds to the state (D,)."""

    def __init__(self, block: PreNormBlock, state: Array) -> None:
        self.state, self.norm = state, _Norm(block.feed_forward_norm, state)
        self.widen, self.widen_bias = _linear(block.feed_forward.widen)
        self.narrow, self.narrow_bias = _linear(block.feed_forward.narrow)
        self.act = block.feed_forward.act
        self.wide = np.empty_like(self.widen_bias)  # (F,)
        self.wide_tensor = torch.from_numpy(self.wide)
        self.change = np.empty_like(state)

    def run(self, place: int) -> None:
        state, wide, change = self.state, self.wide, self.change
        np.dot(self.widen, self.norm.run(), wide)
        np.add(wide, self.widen_bias, wide)
        np.dot(self.narrow, self.act(self.wide_tensor).numpy(), change)
        np.add(change, self.narrow_bias, change)
        np.add(state, change, state)


class _Norm:
    """LayerNorm of the state, into a vector of its own that the next call writes again."""

    def __init__(self, norm: nn.LayerNorm, state: Array) -> None:
        self.state, self.eps, self.width = state, norm.eps, len(state)
        self.weight, self.bias = _array(norm.weight), _array(norm.bias)
        self.average = np.full_like(state, 1 / len(state))
        self.out = np.empty_like(state)

    def run(self) -> Array:
        state, out = self.state, self.out
        np.subtract(state, self.average.dot(state), out)
        deviation = math.sqrt(out.dot(out) / self.width + self.eps)
        np.multiply(out, self.weight, out)
        np.divide(out, np.float32(deviation), out)
        return np.add(out, self.bias, out)


def _shares(num_rows: int, num_columns: int) -> list[slice]:
    """The rows of a matrix in slices, each of which OpenBLAS multiplies in one piece.

    A matrix that is done soon stays on one core: waiting for another that is busy with something
    else takes a hundred times as long as the product. A large one is not sliced.
    """
    size = num_rows * num_columns
    count = math.ceil(size / ONE_CORE) if size < SEVERAL_CORES else 1
    height = math.ceil(num_rows / count)
    return [slice(start, start + height) for start in range(0, num_rows, height)]


def _linear(linear: nn.Linear) -> tuple[Array, Array]:
    return _array(linear.weight), _array(linear.bias)


def _array(weight: Tensor) -> Array:
    """The weight itself, not a copy."""
    return weight.detach().numpy()
