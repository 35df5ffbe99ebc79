"""Locality-sensitive hashing of vectors, and sorting by bucket and back.

Angular hashing: Andoni and others (2015), arXiv:1509.02897; for attention in Kitaev, Kaiser,
Levskaya (2020), arXiv:2001.04451; reference: google/trax.

Shapes: B batch, H heads, R rounds, P tokens, E and K widths, I places of a sorted order.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable


def usual_buckets(length: int, chunk: int, most_chunks: int) -> tuple[int, ...]:
    """2 P / C buckets (paper, 2.3.2) as a power of two, in two factors where that is many.

    The limit is that of `_set_num_buckets` of the reference.
    """
    power = max(1, (2 * (length // chunk)).bit_length() - 1)
    if 2**power > 2 * max(math.isqrt(most_chunks), chunk):
        return 2 ** (power // 2), 2 ** (power - power // 2)
    return (2**power,)


def hash_vectors(
    vectors: Tensor, absent: Tensor | None, rounds: int, factors: tuple[int, ...], seed: int
) -> Tensor:
    """The buckets (B, H, R, P) of vectors (B, H, P, K); padding has the last one for itself.

    `factors`: the number of buckets, as one even factor or several. The rotations are those that
    the reference draws on a CPU with this seed.
    """
    shape = (vectors.shape[1], vectors.shape[-1], rounds, sum(factors) // 2)
    generator = torch.Generator("cpu").manual_seed(seed)
    drawn = torch.randn(shape, generator=generator, device="cpu").to(vectors)
    rotated = torch.einsum("bhtk,hkrf->bhrtf", vectors, drawn)
    buckets = torch.zeros(rotated.shape[:-1], dtype=torch.long, device=vectors.device)
    size = 1
    halves = [factor // 2 for factor in factors]
    for part, factor in zip(torch.split(rotated, halves, -1), factors, strict=True):
        buckets += size * nearest_axis(part)
        size *= factor
    return buckets if absent is None else buckets.masked_fill(absent[:, None, None], size)


def nearest_axis(rotated: Tensor) -> Tensor:
    """argmax of [x, -x]: (…, F) -> (…), numbers below 2 F."""
    place = rotated.abs().argmax(-1, keepdim=True)
    is_negative = rotated.gather(-1, place) < 0
    return (place + rotated.shape[-1] * is_negative).squeeze(-1)


def sorted_order(buckets: Tensor) -> tuple[Tensor, Tensor]:
    """The tokens by (bucket, position) in each round, and the place of each: (B, H, R, P) twice."""
    length = buckets.shape[-1]
    places = torch.arange(length, device=buckets.device)
    order = (buckets * length + places).argsort(-1)
    inverse = torch.empty_like(order).scatter_(-1, order, places.expand_as(order))
    return order, inverse


def rows_of(order: Tensor) -> Tensor:
    """Return the sorted tokens as rows of (R, P) flattened: (B, H, R, P) -> (B, H, R P)."""
    rounds, length = order.shape[2:]
    first = torch.arange(rounds, device=order.device)[:, None] * length
    return (order + first).flatten(2)


def rows_at(x: Tensor, index: Tensor) -> Tensor:
    """The rows of x (B, H, S, E) at an index (B, H, I) -> (B, H, I, E)."""
    batch, heads, length, width = x.shape
    offset = torch.arange(batch * heads, device=x.device).view(batch, heads, 1) * length
    rows = x.reshape(-1, width).index_select(0, (index + offset).flatten())
    return rows.view(*index.shape, width)


class Sorted(torch.autograd.Function):
    """Rows in another order, once in each round; the gradient goes back by the inverse order.

    As quick backwards as forwards: the gradient of `index_select` would be a sum at scattered
    places.
    """

    @staticmethod
    def forward(ctx: Any, x: Tensor, order: Tensor, inverse: Tensor) -> Tensor:
        """x (B, H, S, E), order and inverse (B, H, I), I a multiple of S -> (B, H, I, E)."""
        ctx.save_for_backward(inverse)
        ctx.length = x.shape[2]
        return rows_at(x, order)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None, None]:
        """grad (B, H, I, E) -> that of x (B, H, S, E), the sum over rounds."""
        (inverse,) = ctx.saved_tensors
        back = rows_at(grad, inverse)
        shape = *back.shape[:2], -1, ctx.length, back.shape[-1]
        return back.view(shape).sum(2), None, None


class SoftmaxWithSums(torch.autograd.Function):
    """A softmax, and the logarithms of the sums that it divides by.

    From the greatest score and its weight, which is quicker than a second sum of exponentials, and
    stores the weights alone.
    """

    @staticmethod
    def forward(ctx: Any, scores: Tensor) -> tuple[Tensor, Tensor]:
        """scores (…, C, J) -> (…, C, J) and (…, C, 1)."""
        weights = scores.softmax(-1)
        sums = scores.amax(-1, keepdim=True) - weights.amax(-1, keepdim=True).log()
        ctx.save_for_backward(weights)
        return weights, sums

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, of_weights: Tensor, of_sums: Tensor) -> Tensor:
        (weights,) = ctx.saved_tensors
        mean = (of_weights * weights).sum(-1, keepdim=True)
        return (of_weights + (of_sums - mean)).mul_(weights)
