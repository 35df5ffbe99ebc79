"""Products with a weight matrix, by the quickest kernel that torch brings.

A forward pass of a small model is a few dozen products of few rows with a matrix. For 32-bit
floats torch calls MKL, which on processors that are not Intel's keeps to vectors of half their
width. oneDNN, which torch brings along for its compiler, makes its code for the processor it meets:
it takes longer to call and half as long, or less, to compute. The numbers are the same to rounding.
On Intel's processors both compute equally fast, so a model that learns is left to MKL there.

Shapes: D input width, F output width.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn import functional

from models.layers.weight_cache import WeightDerivedCache

# For each number of rows, width and activation oneDNN makes code. It and the layer of torch around
# it keep 1,024 of these each, half a megabyte and more. With fewer, fine-tuning on texts of many
# lengths takes at most a tenth longer, and all else as long. Both read this before a first product.
for _capacity in ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "LRU_CACHE_CAPACITY"):
    os.environ.setdefault(_capacity, "32")

# Measured on one core of an AMD EPYC 9005.
WORTH_A_CALL = 800_000  # multiplications; below, calling oneDNN costs more than it saves
WORTH_LEARNING = 4_000_000  # the same where gradients are to come, through Python
WORTH_A_COPY = 1 << 20  # weights; above, a copy in oneDNN's order gains a twentieth at most
INTEL = "GenuineIntel"  # as Linux and Windows name the maker
CPU_INFO = 500  # characters of /proc/cpuinfo in which the first core names it
ROWS = 32  # that such a copy is meant for; it serves any other number nearly as well

Kernel = Callable[..., Tensor]
Activation = Callable[[Tensor], Tensor]


def gelu_tanh(x: Tensor) -> Tensor:
    """GELU (Hendrycks & Gimpel 2016, arXiv:1606.08415) with a tanh in place of erf."""
    return functional.gelu(x, approximate="tanh")


class FusedActivation(NamedTuple):
    """The activation that oneDNN applies together with a product, as torch names it."""

    name: str
    algorithm: str


NOTHING = FusedActivation("none", "")
AT_ONCE: Mapping[Activation | None, FusedActivation] = {
    None: NOTHING,
    functional.gelu: FusedActivation("gelu", "none"),
    gelu_tanh: FusedActivation("gelu", "tanh"),
    functional.relu: FusedActivation("relu", ""),
}


class Linear(WeightDerivedCache, nn.Linear):
    """`nn.Linear`: (…, D) -> (…, F).

    In inference mode a small weight is cached in the memory order that oneDNN reads.
    """

    def forward(self, x: Tensor, act: Activation | None = None) -> Tensor:
        """The product, with an activation applied where one is given."""
        weight, bias = self.weight, self.bias
        if x.numel() * self.out_features < WORTH_A_CALL:
            return _torch_product(x, weight, bias, act)
        after = AT_ONCE.get(act)
        if after is None:
            return _then_activate(self, act, x)
        if not torch.is_inference_mode_enabled() or torch.is_autocast_enabled("cpu"):
            self.clear_cache()
            return product(x, weight, bias, act)
        prepared = self.get_or_make(None, (weight,), partial(_prepare_weight, weight))
        if prepared is None:
            return _torch_product(x, weight, bias, act)
        kernel, ordered = prepared
        return kernel(x, ordered, bias, after.name, [], after.algorithm)


def _prepare_weight(weight: Tensor) -> tuple[Kernel, Tensor] | None:
    """What multiplies, and the weight as it is given there; None where oneDNN cannot have it.

    A small weight is copied into oneDNN's order.
    """
    kernel = _kernel() if _suits(weight) else None
    if kernel is None:
        return None
    if weight.numel() <= WORTH_A_COPY:
        weight = torch.ops.mkldnn._reorder_linear_weight(weight.detach(), ROWS)
    return kernel, weight


def product(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, act: Activation | None = None
) -> Tensor:
    """`functional.linear` and an activation, also for a part of a weight.

    x (…, D), weight (F, D) -> (…, F).
    """
    after = AT_ONCE.get(act)
    if after is None:
        return _then_activate(partial(product, weight=weight, bias=bias), act, x)
    learns = torch.is_grad_enabled()
    worth = WORTH_LEARNING if learns else WORTH_A_CALL
    large = x.numel() * weight.shape[0] >= worth and not (learns and _is_intel())
    kernel = _kernel() if large and _suits(weight) else None
    if kernel is None:
        return _torch_product(x, weight, bias, act)
    if not learns:
        return kernel(x, weight, bias, after.name, [], after.algorithm)
    output: Tensor = _DifferentiableProduct.apply(x, weight, bias)  # type: ignore[no-untyped-call]
    return output if act is None else act(output)


class _DifferentiableProduct(torch.autograd.Function):
    """oneDNN's product while a model learns; its gradients are products, too."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        """x (…, D), weight (F, D) -> (…, F)."""
        ctx.save_for_backward(x, weight)
        return _multiply(x, weight, bias)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
        """grad (…, F) -> those of x (…, D), of the weight (F, D) and of the bias (F,)."""
        x, weight = ctx.saved_tensors
        of_x, of_weight, of_bias = ctx.needs_input_grad
        grad = grad.contiguous()
        grads = grad.view(-1, grad.shape[-1])  # (N, F)
        rows = x.contiguous().view(-1, x.shape[-1])  # (N, D)
        return (
            _multiply(grad, weight.t()) if of_x else None,
            _multiply_transposed(grads, rows) if of_weight else None,
            grads.sum(0) if of_bias else None,
        )


def _multiply(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    kernel = _kernel()
    assert kernel is not None
    return kernel(x, weight, bias, NOTHING.name, [], NOTHING.algorithm)


def _multiply_transposed(left: Tensor, right: Tensor) -> Tensor:
    """left (N, F), right (N, D) -> leftᵀ right (F, D); oneDNN is quicker with fewer rows.

    In the memory order of a weight: autograd would copy a gradient that is in another one.
    """
    if left.shape[1] > right.shape[1]:
        return _multiply(right.t(), left.t()).t().contiguous()
    return _multiply(left.t(), right.t())


def _suits(weight: Tensor) -> bool:
    """Whether oneDNN can multiply with it: on a CPU, in 32 bits and not in fewer by autocast.

    It takes a hundred times as long for a weight whose memory is not contiguous.
    """
    dense = weight.is_contiguous() or weight.t().is_contiguous()
    whole = weight.dtype == torch.float32 and not torch.is_autocast_enabled("cpu")
    return dense and weight.is_cpu and whole


def _torch_product(
    x: Tensor, weight: Tensor, bias: Tensor | None, act: Activation | None
) -> Tensor:
    output = functional.linear(x, weight, bias)
    return output if act is None else act(output)


def _then_activate(
    multiply: Callable[[Tensor], Tensor], act: Activation | None, x: Tensor
) -> Tensor:
    """The activation in a call of its own, where oneDNN does not know it."""
    assert act is not None
    return act(multiply(x))


@lru_cache(maxsize=1)
def _is_intel() -> bool:
    """Whether the processor is Intel's, as far as the system says."""
    info = Path("/proc/cpuinfo")
    first = info.read_text(encoding="utf-8")[:CPU_INFO] if info.is_file() else ""
    return INTEL in first or INTEL in platform.processor()


@lru_cache(maxsize=1)
def _kernel() -> Kernel | None:
    """oneDNN's product, which torch has no public name for; None where it is not as it is here.

    Probed once, so only for a weight that suits it: a model without memory would not find it.
    """
    x, weight, bias = torch.ones(2, 3), torch.arange(12.0).view(4, 3) / 9, torch.arange(4.0)
    by_torch = functional.linear(x, weight, bias)
    try:
        kernel: Kernel = torch.ops.mkldnn._linear_pointwise.default._op
        ordered = torch.ops.mkldnn._reorder_linear_weight(weight, ROWS)
        alike = [
            torch.allclose(
                kernel(x, ordered, bias, after.name, [], after.algorithm),
                by_torch if act is None else act(by_torch),
            )
            for act, after in AT_ONCE.items()
        ]
    except (AttributeError, RuntimeError):
        return None
    return kernel if all(alike) else None
