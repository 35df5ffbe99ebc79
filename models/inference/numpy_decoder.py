"""Optional: one more token of one text on the CPU, for models that declare their decoder.

A step of a small model is a few dozen products of a matrix with one vector, where calling torch
costs more than computing. This file computes them with numpy, over views of the model's own weights
and caches, into memory that every step uses again. The numbers are those of the model's `step`, to
rounding, and both may take turns over the same caches. Only generation imports this file, and
writes the same text without it.

Shapes: D width, H heads, K width of a head, I = H * K, S tokens seen so far or read by an encoder,
F inner width, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.utils import parametrize

from models.inference.taps import Tap
from models.layers.attention import KeyValueCache
from models.layers.linear import Linear
from models.schema.batch import DecoderModel, DecoderParts

Array = NDArray[np.float32]

# Weights of a product. OpenBLAS, which numpy brings, calls other cores from 4 * 115 200 on
# (its interface/gemv.c); a million weights take less than a tenth of a millisecond on one.
ONE_CORE = 400_000
SEVERAL_CORES = 1_000_000


class AttentionWeights(Protocol):
    """Self-attention with one packed projection."""

    num_heads: int
    scale: float
    qkv: Linear
    output: Linear


class CrossWeights(Protocol):
    """Attention to what an encoder read."""

    num_heads: int
    scale: float
    query: Linear
    output: Linear


class FeedForwardWeights(Protocol):
    """Widen, activate, narrow."""

    widen: Linear
    narrow: Linear
    act: Callable[[Tensor], Tensor]


class PreNormBlock(Protocol):
    """x + attention(norm(x)), then x + feed-forward(norm(x))."""

    @property
    def attention_norm(self) -> nn.Module: ...

    @property
    def attention(self) -> AttentionWeights: ...

    @property
    def feed_forward_norm(self) -> nn.Module: ...

    @property
    def feed_forward(self) -> FeedForwardWeights: ...


class CrossBlock(Protocol):
    """A block that attends to an encoder's states between its halves: x + cross(norm(x))."""

    @property
    def cross_norm(self) -> nn.Module: ...

    @property
    def cross(self) -> CrossWeights: ...


def one_row_decoder(model: object, caches: Sequence[KeyValueCache]) -> OneRowDecoder | None:
    """What goes on after the one row that the caches hold.

    None for a model that does not declare its decoder, whose weights are not 32-bit floats in the
    memory of the CPU, or that has a parametrized layer.
    """
    if not isinstance(model, DecoderModel) or not isinstance(model, nn.Module):
        return None
    plain = all(weight.is_cpu and weight.dtype == torch.float32 for weight in model.parameters())
    if not plain or any(map(parametrize.is_parametrized, model.modules())):
        return None
    return OneRowDecoder(model, model.decoder_parts(), caches)


class OneRowDecoder:
    """Reads one token at a time after those in the caches, which hold one row. No dropout.

    It runs no module: while `is_observed`, the model's own `step` has to run.
    """

    def __init__(
        self, model: nn.Module, parts: DecoderParts, caches: Sequence[KeyValueCache]
    ) -> None:
        """`caches`: one a block for what is written, then one a block for what an encoder read."""
        self._modules = tuple(model.modules())
        self._token = _array(parts.token.weight)
        self._position = None if parts.position is None else _array(parts.position.weight)
        self._state = np.empty(parts.token.embedding_dim, dtype=np.float32)  # (D,), of the token
        self._caches, read = caches[: len(parts.blocks)], caches[len(parts.blocks) :]
        self._sublayers = self._make_sublayers(parts, read)
        self._norm, self._head = _norm(parts.norm, self._state), _array(parts.head.weight)
        self._head_scale = np.float32(parts.head_scale)
        self._row_slices = _row_slices(*self._head.shape)

    def _make_sublayers(
        self, parts: DecoderParts, read: Sequence[KeyValueCache]
    ) -> list[_Sublayer]:
        sublayers: list[_Sublayer] = []
        bias = None
        if parts.bias is not None:
            bias_by_distance = parts.bias.bias_by_distance(1, self._caches[0].capacity)
            bias = bias_by_distance[0].detach().numpy()  # (H, 1, capacity)
        bands = parts.bands or (None,) * len(parts.blocks)
        for index, (block, cache) in enumerate(zip(parts.blocks, self._caches, strict=True)):
            sublayers.append(_SelfAttention(block, cache, bias, bands[index], self._state))
            if read:
                keys, values = read[index].row()
                sublayers.append(_CrossAttention(block, keys, values, self._state))
            sublayers.append(_FeedForward(block, self._state))
        return sublayers

    @property
    def is_observed(self) -> bool:
        """Whether a listener of a tap or a forward hook wants to see what a module computes."""
        return any(
            module._forward_hooks
            or module._forward_pre_hooks
            or (isinstance(module, Tap) and module.active)
            for module in self._modules
        )

    def logits(self, id: int) -> Tensor:
        """Feed a token; returns the logits (V,) of the one that comes next."""
        place = self._caches[0].length
        if self._position is None:
            self._state[:] = self._token[id]
        else:
            np.add(self._token[id], self._position[place], self._state)
        for sublayer in self._sublayers:
            sublayer.run(place)
        for cache in self._caches:
            cache.length = place + 1
        final = self._norm.run()
        np.multiply(final, self._head_scale, final)
        logits = np.empty(len(self._head), dtype=np.float32)
        for rows in self._row_slices:
            np.dot(self._head[rows], final, logits[rows])
        return torch.from_numpy(logits)


class _Sublayer(Protocol):
    """Something that adds to the state (D,)."""

    def run(self, place: int) -> None: ...


class _Linear:
    """A product with a vector, into memory that the next call writes again."""

    def __init__(self, linear: nn.Linear) -> None:
        self.weight = _array(linear.weight)
        self.bias = None if linear.bias is None else _array(linear.bias)
        self.out = np.empty(len(self.weight), dtype=np.float32)

    def run(self, x: Array) -> Array:
        np.dot(self.weight, x, self.out)
        return self.out if self.bias is None else np.add(self.out, self.bias, self.out)


class _SelfAttention:
    """Keeps the token's key and value; adds to the state what its query finds."""

    def __init__(
        self,
        block: PreNormBlock,
        cache: KeyValueCache,
        bias: Array | None,
        band: int | None,
        state: Array,
    ) -> None:
        attention = block.attention
        self.reach = cache.capacity if band is None else band  # tokens, itself included
        self.state, self.norm = state, _norm(block.attention_norm, state)
        self.scale, self.bias = np.float32(attention.scale), bias
        self.qkv, self.output = _Linear(attention.qkv), _Linear(attention.output)
        self.seen: Array = cache.row().numpy()  # (2, H, capacity, K)
        self.keys, self.values = self.seen[0].transpose(0, 2, 1), self.seen[1]
        packed = self.qkv.out.reshape(3, attention.num_heads, 1, -1)  # (3, H, 1, K)
        self.query, self.pair = packed[0], packed[1:, :, 0]
        self.attended = np.empty_like(self.query)  # (H, 1, K)
        self.joined = self.attended.reshape(-1)  # (I,)

    def run(self, place: int) -> None:
        self.qkv.run(self.norm.run())
        self.seen[:, :, place] = self.pair
        if self.scale != 1:
            np.multiply(self.query, self.scale, self.query)
        first = max(0, place + 1 - self.reach)
        scores = np.matmul(self.query, self.keys[:, :, first : place + 1])  # (H, 1, S)
        if self.bias is not None:  # its last entry belongs to the token itself
            np.add(scores, self.bias[:, :, self.bias.shape[2] - 1 - place + first :], scores)
        _attend(scores, self.values[:, first : place + 1], self.attended)
        np.add(self.state, self.output.run(self.joined), self.state)


class _CrossAttention:
    """Adds to the state what its query finds in the keys and values that an encoder left."""

    def __init__(self, block: CrossBlock, key: Tensor, value: Tensor, state: Array) -> None:
        """key and value (H, S, K)."""
        self.state, self.norm = state, _norm(block.cross_norm, state)
        self.scale = np.float32(block.cross.scale)
        self.project, self.output = _Linear(block.cross.query), _Linear(block.cross.output)
        self.query = self.project.out.reshape(block.cross.num_heads, 1, -1)  # (H, 1, K)
        self.keys = np.ascontiguousarray(key.numpy().transpose(0, 2, 1))  # (H, K, S)
        self.values = np.ascontiguousarray(value.numpy())  # (H, S, K)
        self.attended = np.empty_like(self.query)
        self.joined = self.attended.reshape(-1)  # (I,)

    def run(self, place: int) -> None:
        self.project.run(self.norm.run())
        if self.scale != 1:
            np.multiply(self.query, self.scale, self.query)
        _attend(np.matmul(self.query, self.keys), self.values, self.attended)
        np.add(self.state, self.output.run(self.joined), self.state)


def _attend(scores: Array, values: Array, out: Array) -> None:
    """The softmax of scores (H, 1, S), times values (H, S, K), into found (H, 1, K)."""
    np.subtract(scores, np.maximum.reduce(scores, -1, keepdims=True), scores)
    np.exp(scores, scores)
    np.matmul(scores, values, out)
    np.divide(out, np.add.reduce(scores, -1, keepdims=True), out)


class _FeedForward:
    """Adds to the state (D,)."""

    def __init__(self, block: PreNormBlock, state: Array) -> None:
        self.state, self.norm = state, _norm(block.feed_forward_norm, state)
        self.widen = _Linear(block.feed_forward.widen)
        self.narrow = _Linear(block.feed_forward.narrow)
        self.act = block.feed_forward.act
        self.wide = torch.from_numpy(self.widen.out)  # (F,)

    def run(self, place: int) -> None:
        self.widen.run(self.norm.run())
        change = self.narrow.run(self.act(self.wide).numpy())
        np.add(self.state, change, self.state)


class _Norm(Protocol):
    """A norm of the state, into a vector of its own that the next call writes again."""

    def run(self) -> Array: ...


def _norm(norm: nn.Module, state: Array) -> _Norm:
    if isinstance(norm, nn.RMSNorm):
        return _RootMeanSquare(norm, state)
    assert isinstance(norm, nn.LayerNorm)
    return _LayerNorm(norm, state)


class _LayerNorm:
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


class _RootMeanSquare:
    def __init__(self, norm: nn.RMSNorm, state: Array) -> None:
        self.state, self.eps, self.width = state, norm.eps, len(state)
        self.weight = _array(norm.weight)
        self.out = np.empty_like(state)

    def run(self) -> Array:
        root = math.sqrt(self.state.dot(self.state) / self.width + self.eps)
        np.multiply(self.state, self.weight, self.out)
        return np.divide(self.out, np.float32(root), self.out)


def _row_slices(num_rows: int, num_columns: int) -> list[slice]:
    """The rows of a matrix in slices, each of which OpenBLAS multiplies in one piece.

    A matrix that is done soon stays on one core: waiting for another that is busy with something
    else takes a hundred times as long as the product. A large one is not sliced.
    """
    size = num_rows * num_columns
    count = math.ceil(size / ONE_CORE) if size < SEVERAL_CORES else 1
    height = math.ceil(num_rows / count)
    return [slice(start, start + height) for start in range(0, num_rows, height)]


def _array(weight: Tensor) -> Array:
    """The weight itself, not a copy."""
    return weight.detach().numpy()
