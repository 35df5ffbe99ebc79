"""One more token of one text on the CPU, where calling costs more than computing.

A step of a small model is a few dozen products of a matrix with one vector. This file makes them
with numpy, over views of the model's own weights and caches, and with nothing in between; what
numpy has no fast kernel for (norm, softmax, activation) torch does. The numbers are those of the
model's `step`, to rounding, and both may take turns over the same caches.

Shapes: D width, H heads, K width of a head, S tokens seen so far, V vocabulary.
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
        pairs = zip(blocks, caches, strict=True)
        self._blocks = [_Block(block, cache, self._state) for block, cache in pairs]
        self._norm, self._head = _Norm(norm, self._state), _Linear(head)
        self._caches = caches

    def logits(self, id: int) -> Tensor:
        """Feed a token; returns the logits (V,) of the one that comes next."""
        place = self._caches[0].length
        np.add(self._token[id], self._position[place], out=self._state)
        for block in self._blocks:
            block.run(place)
        for cache in self._caches:
            cache.length = place + 1
        return torch.from_numpy(self._head(self._norm()).copy())


class _Block:
    """Adds to the state (D,) what this block finds for it."""

    def __init__(self, block: PreNormBlock, cache: KeyValueCache, state: Array) -> None:
        self.state = state
        self.attention_norm = _Norm(block.attention_norm, state)
        self.attention = _Attention(block.attention, cache)
        self.feed_forward_norm = _Norm(block.feed_forward_norm, state)
        self.widen = _Linear(block.feed_forward.widen)
        self.wide = torch.from_numpy(self.widen.out)  # (F,)
        self.act = block.feed_forward.act
        self.narrow = _Linear(block.feed_forward.narrow)

    def run(self, place: int) -> None:
        state = self.state
        np.add(state, self.attention(self.attention_norm(), place), out=state)
        self.widen(self.feed_forward_norm())
        np.add(state, self.narrow(self.act(self.wide).numpy()), out=state)


class _Attention:
    def __init__(self, attention: Attention, cache: KeyValueCache) -> None:
        self.scale = attention.scale
        self.qkv, self.output = _Linear(attention.qkv), _Linear(attention.output)
        packed = self.qkv.out.reshape(3, attention.num_heads, 1, -1)  # (3, H, 1, K)
        self.query, self.pair = packed[0], packed[1:, :, 0]
        self.seen: Array = cache.row().numpy()  # (2, H, capacity, K)
        self.keys = self.seen[0].transpose(0, 2, 1)  # (H, K, capacity)
        self.values = self.seen[1]
        self.found = np.empty_like(self.query)  # (H, 1, K)
        self.joined = self.found.reshape(-1)  # (D,)

    def __call__(self, x: Array, place: int) -> Array:
        """x (D,) -> (D,); keeps the token's key and value at its place."""
        self.qkv(x)
        self.seen[:, :, place] = self.pair
        np.multiply(self.query, self.scale, out=self.query)
        scores = np.matmul(self.query, self.keys[:, :, : place + 1])  # (H, 1, S)
        np.matmul(_softmax(scores), self.values[:, : place + 1], out=self.found)
        return self.output(self.joined)


class _Linear:
    """W x + b, into a vector of its own that the next call writes again."""

    def __init__(self, linear: nn.Linear) -> None:
        weight = _array(linear.weight)
        self.bias = None if linear.bias is None else _array(linear.bias)
        self.out = np.empty(len(weight), dtype=np.float32)
        self.parts = [(weight[rows], self.out[rows]) for rows in _shares(*weight.shape)]

    def __call__(self, x: Array) -> Array:
        for weight, out in self.parts:
            np.dot(weight, x, out=out)
        return self.out if self.bias is None else np.add(self.out, self.bias, out=self.out)


def _shares(num_rows: int, num_columns: int) -> list[slice]:
    """The rows of a matrix in slices, each of which OpenBLAS multiplies in one piece.

    A matrix that is done soon stays on one core: waiting for another that is busy with something
    else takes a hundred times as long as the product. A large one is not sliced.
    """
    size = num_rows * num_columns
    count = math.ceil(size / ONE_CORE) if size < SEVERAL_CORES else 1
    height = math.ceil(num_rows / count)
    return [slice(start, start + height) for start in range(0, num_rows, height)]


class _Norm:
    """LayerNorm of the state, into a vector of its own that the next call writes again."""

    def __init__(self, norm: nn.LayerNorm, state: Array) -> None:
        self.state, self.eps = state, norm.eps
        self.weight, self.bias = _array(norm.weight), _array(norm.bias)
        self.average = np.full_like(state, 1 / len(state))
        self.out = np.empty_like(state)

    def __call__(self) -> Array:
        out = np.subtract(self.state, self.average.dot(self.state), out=self.out)
        deviation = math.sqrt(out.dot(out) / len(out) + self.eps)
        np.multiply(out, self.weight, out=out)
        np.multiply(out, 1 / deviation, out=out)
        return np.add(out, self.bias, out=out)


def _array(weight: Tensor) -> Array:
    """The weight itself, not a copy."""
    return weight.detach().numpy()
