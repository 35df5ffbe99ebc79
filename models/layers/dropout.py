"""Dropout (Srivastava et al. 2014), which costs nothing while a model is only looked at."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional


def apply_dropout(module: nn.Module, x: Tensor, rate: float) -> Tensor:
    """x with every number set to 0 at this rate and the others scaled up, if `module` learns."""
    return functional.dropout(x, rate) if rate and module.training else x
