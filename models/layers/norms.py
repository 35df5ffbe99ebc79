"""Normalisation with a mean (Ba, Kiros & Hinton 2016, arXiv:1607.06450), and without one.

Both are called past the hooks of `nn.Module`, as a tap is: they take less time than those.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.layers.dropout import dropped
from models.layers.keeping import Keeper


class LayerNorm(nn.LayerNorm):
    """`nn.LayerNorm`: (…, D) -> (…, D)."""

    def __call__(self, x: Tensor) -> Tensor:
        weights = self._parameters
        return torch.layer_norm(
            x, self.normalized_shape, weights["weight"], weights["bias"], self.eps
        )


class ResidualNorm(nn.LayerNorm):
    """The end of a sublayer: LayerNorm(x + dropout(found)), both (…, D) -> (…, D)."""

    def __init__(self, width: int, eps: float, dropout: float) -> None:
        super().__init__(width, eps=eps)
        self.dropout = dropout

    def __call__(self, x: Tensor, found: Tensor) -> Tensor:
        weights = self._parameters
        if self.training:
            found = dropped(self, found, self.dropout)
        return torch.layer_norm(
            x + found,
            self.normalized_shape,
            weights["weight"],
            weights["bias"],
            self.eps,
        )


class RmsNorm(Keeper):
    """x divided by its root mean square, times a weight; no mean is taken off, no bias added.

    Zhang & Sennrich (2019), arXiv:1910.07467.
    """

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps
        self._least = torch.tensor(math.sqrt(eps * width), device="cpu")  # goes with any device

    def __call__(self, x: Tensor) -> Tensor:
        """(…, D) -> (…, D)."""
        weight = self._parameters["weight"]
        assert weight is not None
        if not torch.is_inference_mode_enabled():  # quicker with its gradient, slower without
            self.forget()
            return functional.rms_norm(x, x.shape[-1:], weight, self.eps)
        length = torch.linalg.vector_norm(x, dim=-1, keepdim=True)  # (…, 1)
        return (x * self.kept_of(weight, _by_length)).div_(length.hypot_(self._least))


def _by_length(weight: Tensor) -> Tensor:
    """The weight (D,) for an x divided by its length, which is the root of D times its RMS."""
    return weight.detach() * math.sqrt(len(weight))
