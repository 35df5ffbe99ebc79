"""One more token of one text on the CPU, where calling costs more than computing.

A step of a small model is a few dozen products of a matrix with one vector. This file makes them
with numpy, over views of the model's own weights and caches, and with nothing in between; what
numpy has no fast kernel for (norm, softmax, activation) torch does. The numbers are those of the
model's `step`, to rounding, and both may take turns over the same caches.

Shapes: D width, H heads, K width of a head, S tokens seen so far, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from models.layers.attention import Attention, KeyValueCache
from models.layers.feedforward import FeedForward

Array = NDArray[np.float32]


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
        pairs = zip(blocks, caches, strict=True)
        self._blocks = [_Block(block, cache) for block, cache in pairs]
        self._norm, self._head = _Norm(norm), _Linear(head)
        self._caches = caches

    @torch.inference_mode()
    def logits(self, id: int) -> Tensor:
        """Feed a token; returns the logits (V,) of the one that comes next."""
        place = self._caches[0].length
        x = self._token[id] + self._position[place]  # (D,)
        for block in self._blocks:
            block.add_to(x, place)
        for cache in self._caches:
            cache.length = place + 1
        return torch.from_numpy(self._head(self._norm(x)))


class _Block:
    def __init__(self, block: PreNormBlock, cache: KeyValueCache) -> None:
        self.attention_norm = _Norm(block.attention_norm)
        self.attention = _Attention(block.attention, cache)
        self.feed_forward_norm = _Norm(block.feed_forward_norm)
        self.widen = _Linear(block.feed_forward.widen)
        self.act = block.feed_forward.act
        self.narrow = _Linear(block.feed_forward.narrow)

    def add_to(self, x: Array, place: int) -> None:
        """Add to the token's state x (D,) what this block finds for it."""
        x += self.attention(self.attention_norm(x), place)
        wide = self.widen(self.feed_forward_norm(x))  # (F,)
        x += self.narrow(self.act(torch.from_numpy(wide)).numpy())


class _Attention:
    def __init__(self, attention: Attention, cache: KeyValueCache) -> None:
        self.num_heads, self.scale = attention.num_heads, attention.scale
        self.qkv, self.output = _Linear(attention.qkv), _Linear(attention.output)
        self.seen: Array = cache.row().numpy()  # (2, H, capacity, K)

    def __call__(self, x: Array, place: int) -> Array:
        """x (D,) -> (D,); keeps the token's key and value at its place."""
        packed = self.qkv(x).reshape(3, self.num_heads, -1)  # (3, H, K)
        self.seen[:, :, place] = packed[1:]
        keys, values = self.seen[:, :, : place + 1]  # each (H, S, K)
        query = packed[0] * self.scale
        scores = np.matmul(query[:, None], keys.transpose(0, 2, 1))  # (H, 1, S)
        weights = torch.from_numpy(scores).softmax(-1).numpy()
        return self.output(np.matmul(weights, values).reshape(-1))


class _Linear:
    def __init__(self, linear: nn.Linear) -> None:
        self.weight = _array(linear.weight)
        self.bias = None if linear.bias is None else _array(linear.bias)

    def __call__(self, x: Array) -> Array:
        y: Array = np.dot(self.weight, x)
        if self.bias is not None:
            y += self.bias
        return y


class _Norm:
    def __init__(self, norm: nn.LayerNorm) -> None:
        self.shape, self.eps = list(norm.normalized_shape), norm.eps
        self.weight, self.bias = norm.weight.detach(), norm.bias.detach()

    def __call__(self, x: Array) -> Array:
        vector = torch.from_numpy(x)
        return functional.layer_norm(vector, self.shape, self.weight, self.bias, self.eps).numpy()


def _array(weight: Tensor) -> Array:
    """The weight itself, not a copy."""
    return weight.detach().numpy()
