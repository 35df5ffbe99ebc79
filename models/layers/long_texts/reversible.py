"""Reversible residual layers, whose activations are computed again and not stored.

Gomez and others (2017), The Reversible Residual Network, arXiv:1707.04585; for transformers in
Kitaev, Kaiser, Levskaya (2020), arXiv:2001.04451. A layer is y1 = x1 + attention(x2) and
y2 = x2 + feed-forward(y1), so that x2 = y2 - feed-forward(y1) and x1 = y1 - attention(x2).

Shapes: B batch, T tokens, D width.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

SEEDS_PER_LAYER = 3  # rotations, dropout of attention, dropout of the feed-forward network


@dataclass(frozen=True)
class PassSeeds:
    """What is random in a pass through all layers. `seed` is None where nothing is."""

    seed: int | None

    def layer_seed(self, layer: int, part: int) -> int | None:
        """The seed of a part of a layer: 0 rotations, 1 attention, 2 feed-forward network."""
        return None if self.seed is None else self.seed + SEEDS_PER_LAYER * layer + part


class ReversibleLayer(Protocol):
    """What the backward pass calls again. What is `hashed` is repeated as it was."""

    number: int

    def __call__(self, x1: Tensor, x2: Tensor, state: Any) -> tuple[Tensor, Tensor, Tensor | None]:
        """Both halves (B, T, D) -> both halves, and what is hashed in this layer."""

    def attend(
        self, x: Tensor, state: Any, hashed: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        """What attention adds to the other half (B, T, D), and what is hashed."""

    def feed(self, x: Tensor) -> Tensor:
        """What the feed-forward network adds to the other half (B, T, D)."""

    def chunks_of_tokens(self, x: Tensor) -> Sequence[Tensor]:
        """x (B, T, D) in chunks of tokens for the feed-forward network."""

    def learned_parts(self) -> tuple[list[Tensor], list[Tensor]]:
        """The weights that learn, of attention and of the feed-forward network."""


def run_reversibly(
    layers: Sequence[ReversibleLayer], state: PassSeeds, x1: Tensor, x2: Tensor
) -> tuple[Tensor, Tensor]:
    """Both halves (B, T, D) through all layers; gradients need no stored activations."""
    weights = [weight for layer in layers for part in layer.learned_parts() for weight in part]
    y1, y2 = _ReversibleStack.apply(layers, state, x1, x2, *weights)  # type: ignore[no-untyped-call]
    return y1, y2


@contextmanager
def use_seed(seed: int | None, device: torch.device) -> Iterator[None]:
    """Random numbers of this seed for the length of a `with` block; None leaves them alone."""
    if seed is None:
        yield
        return
    with torch.random.fork_rng([device] if device.type == "cuda" else []):
        torch.manual_seed(seed)
        yield


class _ReversibleStack(torch.autograd.Function):
    """Layers whose activations are computed again in the backward pass, from the last to the first.

    What is stored does not depend on their number: the last two halves, and of each layer that
    hashes the buckets, whole numbers. The weights are arguments, so that every way of asking for
    gradients works. Dropout is repeated by its seed.
    """

    @staticmethod
    def forward(
        ctx: Any,
        layers: Sequence[ReversibleLayer],
        state: PassSeeds,
        x1: Tensor,
        x2: Tensor,
        *weights: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """x1, x2 (B, T, D) -> (B, T, D) twice. `weights`: all that learn."""
        buckets: list[Tensor | None] = []
        for layer in layers:
            x1, x2, hashed = layer(x1, x2, state)
            buckets.append(hashed)
        ctx.layers, ctx.state = layers, state
        ctx.hashed = [each is not None for each in buckets]
        ctx.save_for_backward(x1, x2, *(each for each in buckets if each is not None))
        return x1, x2

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad1: Tensor, grad2: Tensor) -> tuple[Any, ...]:
        y1, y2, *saved = ctx.saved_tensors
        grads: list[list[Tensor | None]] = []
        for layer, hashed in zip(reversed(ctx.layers), reversed(ctx.hashed), strict=True):
            buckets = saved.pop() if hashed else None
            y2, grad1, of_feed = _undo_feed(layer, ctx.state, y1, y2, grad1, grad2)
            y1, grad2, of_attention = _undo_attention(
                layer, ctx.state, buckets, (y1, y2), (grad1, grad2)
            )
            grads = [of_attention, of_feed, *grads]
        return None, None, grad1, grad2, *(grad for part in grads for grad in part)


def _undo_feed(
    layer: ReversibleLayer, state: PassSeeds, y1: Tensor, y2: Tensor, grad1: Tensor, grad2: Tensor
) -> tuple[Tensor, Tensor, list[Tensor | None]]:
    """x2 from y1 and y2, the gradient of y1, and those of the weights, chunk by chunk."""
    weights = layer.learned_parts()[1]
    sums: list[Tensor | None] = [None] * len(weights)
    outputs, grads = [], []
    with use_seed(state.layer_seed(layer.number, 2), y1.device):
        for chunk, grad in zip(
            layer.chunks_of_tokens(y1), layer.chunks_of_tokens(grad2), strict=True
        ):
            with torch.enable_grad():
                again = chunk.detach().requires_grad_()
                output = layer.feed(again)
            of_chunk, *of_weights = _gradients(output, [again, *weights], grad)
            assert of_chunk is not None
            outputs.append(output.detach())
            grads.append(of_chunk)
            sums = [_add_optional(*both) for both in zip(sums, of_weights, strict=True)]
    return y2 - torch.cat(outputs, 1), grad1 + torch.cat(grads, 1), sums


def _undo_attention(
    layer: ReversibleLayer,
    state: PassSeeds,
    buckets: Tensor | None,
    halves: tuple[Tensor, Tensor],
    grads: tuple[Tensor, Tensor],
) -> tuple[Tensor, Tensor, list[Tensor | None]]:
    """x1 from y1 and x2, the gradient of x2, and those of the weights."""
    (y1, x2), (grad1, grad2) = halves, grads
    weights = layer.learned_parts()[0]
    with use_seed(state.layer_seed(layer.number, 1), x2.device), torch.enable_grad():
        again = x2.detach().requires_grad_()
        output, _ = layer.attend(again, state, buckets)
    of_input, *of_weights = _gradients(output, [again, *weights], grad1)
    assert of_input is not None
    return y1 - output.detach(), grad2 + of_input, of_weights


def _gradients(output: Tensor, inputs: list[Tensor], grad: Tensor) -> list[Tensor | None]:
    return list(torch.autograd.grad(output, inputs, grad, allow_unused=True))


def _add_optional(first: Tensor | None, second: Tensor | None) -> Tensor | None:
    if first is None or second is None:
        return second if first is None else first
    return first + second
