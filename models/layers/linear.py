"""Products with a weight matrix, by the quickest kernel that torch brings.

A forward pass of a small model is a few dozen products of few rows with a matrix. For 32-bit
floats torch calls MKL, which on processors that are not Intel's keeps to vectors of half their
width. oneDNN, which torch brings along for its compiler, makes its code for the processor it meets:
it takes longer to call and half as long, or less, to compute. The numbers are the same to rounding.

Shapes: D what goes in, F what comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.layers.keeping import Keeper

# Measured on one core of an AMD EPYC 9005.
WORTH_A_CALL = 1_000_000  # multiplications; below, calling oneDNN costs more than it saves
WORTH_WITH_ACT = 500_000  # the same where it computes an activation as well
WORTH_A_COPY = 1 << 20  # weights; above, a copy in oneDNN's order gains a twentieth at most
ROWS = 32  # that such a copy is meant for; it serves any other number nearly as well

Kernel = Callable[..., Tensor]
Activation = Callable[[Tensor], Tensor]


def gelu_tanh(x: Tensor) -> Tensor:
    """GELU (Hendrycks & Gimpel 2016, arXiv:1606.08415) with a tanh in place of erf."""
    return functional.gelu(x, approximate="tanh")


# What oneDNN applies to a product while it is still at hand, by the names that torch gives it.
AT_ONCE: Mapping[Activation, tuple[str, str]] = {
    functional.gelu: ("gelu", "none"),
    gelu_tanh: ("gelu", "tanh"),
    functional.relu: ("relu", ""),
}


class Linear(Keeper, nn.Linear):
    """`nn.Linear`: (…, D) -> (…, F). It is called past the hooks of `nn.Module`, as a tap is.

    While the model is only looked at, a small weight is kept in the order that oneDNN reads it in.
    """

    def __call__(self, x: Tensor, act: Activation | None = None) -> Tensor:
        """The product, and the activation of it where one is given."""
        weights = self._parameters
        weight, bias = weights["weight"], weights["bias"]
        assert weight is not None
        if _is_onednns(x, weight, WORTH_WITH_ACT if act in AT_ONCE else WORTH_A_CALL):
            keeps = torch.is_inference_mode_enabled() and weight.numel() <= WORTH_A_COPY
            ordered = self.kept(None, (weight,), partial(_ordered, weight)) if keeps else weight
            return _onednn(x, ordered, bias, act)
        if self._kept is not None and not torch.is_inference_mode_enabled():
            self.forget()
        found = functional.linear(x, weight, bias)
        return found if act is None else act(found)


def _ordered(weight: Tensor) -> Tensor:
    """A copy in the order that oneDNN reads it in."""
    ordered: Tensor = torch.ops.mkldnn._reorder_linear_weight(weight.detach(), ROWS)
    return ordered


def product(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """`functional.linear` for a part of a weight: x (…, D), weight (F, D) -> (…, F).

    oneDNN takes a hundred times as long for rows that do not lie one behind the other.
    """
    dense = weight.is_contiguous() or weight.t().is_contiguous()
    calculate = _onednn if dense and _is_onednns(x, weight) else functional.linear
    return calculate(x, weight, bias)


def _is_onednns(x: Tensor, weight: Tensor, worth: int = WORTH_A_CALL) -> bool:
    """Whether there is enough to do, no gradient to come, and oneDNN can do it."""
    return (
        not torch.is_grad_enabled()
        and x.numel() * weight.shape[0] >= worth
        and weight.is_cpu
        and weight.dtype == torch.float32
        and x.dtype == torch.float32
        and x.is_cpu
        and _kernel() is not None
    )


def _onednn(
    x: Tensor, weight: Tensor, bias: Tensor | None, act: Activation | None = None
) -> Tensor:
    kernel = _kernel()
    assert kernel is not None
    x = x.contiguous()
    if act is not None and act in AT_ONCE:
        name, algorithm = AT_ONCE[act]
        return kernel(x, weight, bias, name, [], algorithm)
    found = kernel(x, weight, bias, "none", [], "")
    return found if act is None else act(found)


@lru_cache(maxsize=1)
def _kernel() -> Kernel | None:
    """oneDNN's product, which torch has no public name for; None where it is not as it is here."""
    x, weight, bias = torch.ones(2, 3), torch.arange(12.0).view(4, 3) / 9, torch.arange(4.0)
    product = functional.linear(x, weight, bias)
    try:
        kernel: Kernel = torch.ops.mkldnn._linear_pointwise.default
        ordered = torch.ops.mkldnn._reorder_linear_weight(weight, ROWS)
        alike = [
            torch.allclose(kernel(x, ordered, bias, name, [], algorithm), act(product))
            for act, (name, algorithm) in AT_ONCE.items()
        ]
    except (AttributeError, RuntimeError):
        return None
    return kernel if all(alike) else None
