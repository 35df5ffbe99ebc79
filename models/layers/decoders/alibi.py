"""ALiBi: a bias of the scores that falls with the distance, at a fixed slope for each head.

Press, Smith, Lewis (2021), Train Short, Test Long: Attention with Linear Biases Enables Input
Length Extrapolation, arXiv:2108.12409; reference: ofirpress/attention_with_linear_biases. Nothing
is learned, and no position is added to the tokens.

Shapes: T queries, S keys, H heads.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar

import torch
from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import Call, Stage

STEEPEST = 8  # the slopes of a power of two of heads end at 2 to the power of this, below zero
TERM = "Bias by distance (ALiBi)", "b"  # title and name in the steps of a pass


class Alibi(nn.Module):
    """What is added to the scores of every layer: -slope · distance, (1, H, T, S).

    `scale` multiplies it. `is_rounded`: slopes, and their products with positions, are rounded to
    16 bits (bfloat16), as some models learned with. Tap `values`: the bias without any mask.
    """

    part: ClassVar = "position"

    def __init__(self, num_heads: int, scale: float = 1.0, is_rounded: bool = False) -> None:
        super().__init__()
        self.num_heads, self.scale, self.is_rounded = num_heads, scale, is_rounded
        self.values = Tap()

    def forward(self, num_queries: int, num_keys: int, like: Tensor) -> Tensor:
        """The bias in the number format and on the device of the tensor `like`.

        The queries are at the last T of the S positions.
        """
        values: Tensor = self.values(self._compute(num_queries, num_keys, like))
        return values

    def _compute(self, num_queries: int, num_keys: int, like: Tensor) -> Tensor:
        """The bias (1, H, T, S), by differences of slope · position."""
        slopes = slopes_of_heads(self.num_heads).to(like.device)
        if self.is_rounded:
            slopes = slopes.bfloat16()
        heights = slopes[:, None] * torch.arange(num_keys, device=like.device)
        heights = self.scale * heights.float()  # (H, S)
        distances = heights[:, num_keys - num_queries :, None] - heights[:, None]  # (H, T, S)
        return -distances.abs()[None].to(like.dtype)

    def stages(self, call: Call) -> Iterator[Stage]:
        """None of its own: the attention of every layer has the bias among its scores."""
        return iter(())


@lru_cache
def slopes_of_heads(num_heads: int) -> Tensor:
    """The slope of each head (H,): powers of one number, the first head has the steepest.

    Where the heads are no power of two, those after the next lower one have every other slope of
    twice as many heads. They are made outside of inference mode, so that a model can learn with
    them.
    """
    known = 2 ** int(math.log2(num_heads))
    first = [2 ** (-STEEPEST * (head + 1) / known) for head in range(known)]
    further = [2 ** (-STEEPEST * (2 * head + 1) / (2 * known)) for head in range(num_heads - known)]
    with torch.inference_mode(False), torch.device("cpu"):
        return torch.tensor([*first, *further])


def recorded_alibi(call: Call) -> dict[tuple[str, str], Tensor]:
    """The bias (H, T, S) of a recorded call of attention, by title and name; empty without one.

    It was computed once for all layers, by the `alibi` of a module around them.
    """
    around = call.parent
    while around is not None:
        alibi = getattr(around.module, "alibi", None)
        if isinstance(alibi, Alibi) and around.has(alibi):
            return {TERM: around.of(alibi).result}
        around = around.parent
    return {}
