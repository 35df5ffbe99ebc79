"""Mixing of tokens by Fourier transforms, without weights (FNet, 2021, arXiv:2105.03824).

Shapes: B batch, T tokens, D width.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import torch
from torch import Tensor, nn

from models.inside.stages import Call, Stage, Value, plain


class FourierMixing(nn.Module):
    """The real part of the transform over tokens of the transform over the numbers of each token.

    It has no weights, and is linear: every token reads all others, and itself, in the same way.
    """

    part: ClassVar = "other"

    def forward(self, x: Tensor, lengths: Tensor | None) -> Tensor:
        """x (B, T, D) -> (B, T, D). `lengths` (B,) are without padding, which is mixed with none.

        Texts of one length are transformed together.
        """
        if lengths is None:
            return transform(x)
        mixed = torch.zeros_like(x)
        for length in sorted(set(lengths.tolist())):
            rows = lengths == length
            mixed[rows, :length] = transform(x[rows, :length])
        return mixed

    def stages(self, call: Call) -> Iterator[Stage]:
        """The transforms of one text, which reads all of its tokens."""
        x, mixed = call.input, plain(call.output)
        read = (Value("x", x, of_others=True),)
        formula = "m = Re F_T(F_D(x)): over the numbers of each token, then over the tokens"
        yield Stage("Fourier transforms", formula, read, Value("m", mixed))


def transform(x: Tensor) -> Tensor:
    """Re F_T(F_D(x)) of x (B, T, D), computed in 32 bits at least."""
    exact = x if x.dtype in (torch.float32, torch.float64) else x.float()
    mixed: Tensor = torch.fft.fft2(exact, dim=(1, 2)).real
    return mixed.to(x.dtype)
