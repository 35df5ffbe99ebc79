"""Normalisation with a mean (Ba, Kiros & Hinton 2016, arXiv:1607.06450), and without one.

Both are called past the hooks of `nn.Module`, as a tap is: they take less time than those.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional


class LayerNorm(nn.LayerNorm):
    """`nn.LayerNorm`: (…, D) -> (…, D)."""

    def __call__(self, x: Tensor) -> Tensor:
        weights = self._parameters
        return torch.layer_norm(
            x, self.normalized_shape, weights["weight"], weights["bias"], self.eps
        )


class RmsNorm(nn.Module):
    """x divided by its root mean square, times a weight; no mean is taken off, no bias added.

    Zhang & Sennrich (2019), arXiv:1910.07467.
    """

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps
        self._least = torch.tensor(math.sqrt(eps), device="cpu")  # goes with any device

    def __call__(self, x: Tensor) -> Tensor:
        """(…, D) -> (…, D)."""
        weight = self._parameters["weight"]
        assert weight is not None
        if torch.is_grad_enabled():  # quicker with its gradient, and slower without
            return functional.rms_norm(x, x.shape[-1:], weight, self.eps)
        length = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
        root = torch.hypot(length * x.shape[-1] ** -0.5, self._least)  # (…, 1)
        return x / root * weight
