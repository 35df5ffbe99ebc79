"""Layers whose weights are kept in fewer bits, and putting them into a model.

Activations are quantized for each token while the model runs, as in Yao et al. (2022),
arXiv:2206.01861. Products of whole numbers are `torch._int_mm`, which calls oneDNN on a CPU.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import torch
from torch import Tensor, nn
from torch.autograd.function import once_differentiable
from torch.nn import functional

from models.inside.stages import Call, Stage, embedding_stages, linear_stages
from models.layers.embeddings import OffsetEmbedding, merge_offset_tables, offset_tables
from models.layers.linear import Activation, product
from models.layers.quantized.weight import HalfWeight, QuantizedWeight, StoredWeight

LARGEST_ACTIVATION = 127  # of a token, which has a scale of its own and no zero


class StoredLinear(nn.Module):
    """A linear layer whose weight is kept in fewer bits: (…, D) -> (…, F)."""

    stored: StoredWeight

    def __init__(self, stored: StoredWeight, bias: nn.Parameter | None) -> None:
        super().__init__()
        self.stored = stored
        self.bias = bias

    @property
    def out_features(self) -> int:
        return self.stored.shape[0]

    @property
    def in_features(self) -> int:
        return math.prod(self.stored.shape[1:])

    @property
    def weight(self) -> Tensor:
        """The weight as 32-bit floats (F, D), made at each call."""
        return self.stored.dense()

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from linear_stages(call)


class HalfLinear(StoredLinear):
    """A linear layer with a weight of 16 bits, computed in 32: (…, D) -> (…, F).

    The weight becomes floats block by block, so that no copy of it is ever whole. Gradients pass to
    the input, not to the weight.
    """

    stored: HalfWeight

    def forward(self, x: Tensor, act: Activation | None = None) -> Tensor:
        """The product, with an activation applied where one is given."""
        numbers = self.stored.numbers.detach()
        if torch.is_grad_enabled() and x.requires_grad:
            output: Tensor = _HalfProduct.apply(x, numbers)  # type: ignore[no-untyped-call]
        else:
            output = _multiply_by_blocks(x, numbers)
        output = output if self.bias is None else output + self.bias
        return output if act is None else act(output)


BLOCK = 1 << 20  # weights that become floats at a time: four megabytes, which a cache may hold


def _blocks(numbers: Tensor) -> Iterator[tuple[slice, Tensor]]:
    """The rows of a weight (F, D) of 16 bits in 32, some at a time, in one and the same memory."""
    size = max(1, BLOCK // numbers.shape[1])
    memory = torch.empty(min(size, len(numbers)), numbers.shape[1], device=numbers.device)
    for first in range(0, len(numbers), size):
        part = numbers[first : first + size]
        yield slice(first, first + size), memory[: len(part)].copy_(part)


def _multiply_by_blocks(x: Tensor, numbers: Tensor) -> Tensor:
    """x (…, D) times the transposed weight (F, D) of 16 bits -> (…, F)."""
    output = x.new_empty(*x.shape[:-1], len(numbers))
    if x.numel() == numbers.shape[1]:  # one token, as in writing: quicker in place
        for rows, block in _blocks(numbers):
            torch.mv(block, x.view(-1), out=output.view(-1)[rows])
        return output
    for rows, block in _blocks(numbers):
        output[..., rows] = product(x, block)
    return output


class _HalfProduct(torch.autograd.Function):
    """The product with a weight of 16 bits, which becomes floats again for its gradient."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, numbers: Tensor) -> Tensor:
        """x (…, D), numbers (F, D) -> (…, F)."""
        ctx.save_for_backward(numbers)
        return _multiply_by_blocks(x, numbers)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor, None]:
        """grad (…, F) -> that of x (…, D)."""
        (numbers,) = ctx.saved_tensors
        total = grad.new_zeros(*grad.shape[:-1], numbers.shape[1])
        for rows, block in _blocks(numbers):
            total += grad[..., rows] @ block
        return total, None


class QuantizedLinear(StoredLinear):
    """A linear layer with a quantized weight: (…, D) -> (…, F).

    With `dynamic` it quantizes its input for each token and multiplies whole numbers; otherwise the
    weight becomes floats again at each call. Dynamic needs one scale for a row or for all.
    """

    stored: QuantizedWeight

    def __init__(self, stored: QuantizedWeight, bias: nn.Parameter | None, dynamic: bool) -> None:
        super().__init__(stored, bias)
        self.dynamic = dynamic

    def forward(self, x: Tensor, act: Activation | None = None) -> Tensor:
        """The product, with an activation applied where one is given."""
        learns = torch.is_grad_enabled() and x.requires_grad  # no gradient passes whole numbers
        if learns or not self.dynamic or not x.is_cpu or not x.numel():
            return product(x, self.weight, self.bias, act)
        output = dynamic_product(x, self.stored)
        output = output if self.bias is None else output + self.bias
        return output if act is None else act(output)


class StoredEmbedding(nn.Module):
    """A table that is kept in fewer bits; only the rows that are read become 32-bit floats."""

    def __init__(self, stored: StoredWeight) -> None:
        super().__init__()
        self.stored = stored
        self.num_embeddings, self.embedding_dim = stored.shape

    @property
    def weight(self) -> Tensor:
        """The whole table as 32-bit floats (V, E), made at each call."""
        return self.stored.dense()

    def forward(self, ids: Tensor) -> Tensor:
        """ids (…) -> (…, E)."""
        return self.stored.rows(ids)

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from embedding_stages(call)


def quantize_activations(x: Tensor) -> tuple[Tensor, Tensor]:
    """int8 (N, D) and scales (N, 1) of the tokens (N, D), each by its largest absolute value."""
    scales = x.abs().amax(-1, keepdim=True).clamp(min=torch.finfo(x.dtype).tiny)
    scales = scales / LARGEST_ACTIVATION
    return (x / scales).round_().to(torch.int8), scales


def dynamic_product(x: Tensor, weight: QuantizedWeight) -> Tensor:
    """x (…, D) times the transposed weight (F, D), in whole numbers -> (…, F).

    With a zero z of the weight: x · w = s_x s_w (q_x · q_w - z Σ q_x).
    """
    tokens, scales = quantize_activations(x.reshape(-1, x.shape[-1]))  # (N, D), (N, 1)
    output = _integer_product(tokens, weight.numbers()).float()  # (N, F)
    if weight.zeros is not None:
        sums = tokens.sum(-1, keepdim=True, dtype=torch.int32)
        output = output - sums * weight.zeros.t().float()
    output = output * scales * weight.scales.t()
    return output.view(*x.shape[:-1], -1)


def _integer_product(tokens: Tensor, weight: Tensor) -> Tensor:
    """int8 (N, D) and (F, D) -> (N, F), exact where int32 products are here."""
    if has_integer_products():
        whole: Tensor = torch._int_mm(tokens, weight.t())
        return whole
    return functional.linear(tokens.float(), weight.float())


@lru_cache(maxsize=1)
def has_integer_products() -> bool:
    """Whether this torch multiplies whole numbers on this processor without an error.

    Probed once with the largest numbers, which overflow where sums are kept in 16 bits.
    """
    largest = torch.full((3, 64), LARGEST_ACTIVATION, dtype=torch.int8)
    try:
        whole = torch._int_mm(largest, -largest.t())
    except (AttributeError, RuntimeError):
        return False
    return bool((whole == -64 * LARGEST_ACTIVATION**2).all())


# Models -------------------------------------------------------------------------------------------

STORED = "stored_"  # before the name of a parameter that is computed with as floats
Weight = TypeVar("Weight", bound=StoredWeight)


def quantized_weights(module: nn.Module, every_name: bool = True) -> dict[str, QuantizedWeight]:
    """The quantized weights below by the name of the float weight; of tied ones every name."""
    return _stored_weights(module, QuantizedWeight, every_name)


def _stored_weights(
    module: nn.Module, kind: type[Weight], every_name: bool = True
) -> dict[str, Weight]:
    parts = module.named_modules(remove_duplicate=not every_name)
    return {_weight_name(path): part for path, part in parts if isinstance(part, kind)}


def _weight_name(path: str) -> str:
    """The name of the weight: "a.stored" is "a.weight", and "a.stored_b" is "a.b"."""
    owner, _, name = path.rpartition(".")
    own = name.removeprefix(STORED) if name.startswith(STORED) else "weight"
    return f"{owner}.{own}" if owner else own


def check_learnable(module: nn.Module, name: str) -> None:
    """Raises ValueError for a quantized model: no gradient reaches whole numbers."""
    if quantized_weights(module):
        raise ValueError(
            f"the weights of {name} are whole numbers, which cannot learn; train the model that it "
            "was made of, then quantize the result"
        )


def dense_weights(module: nn.Module, every_name: bool = False) -> dict[str, Tensor]:
    """The parameters of a module by name as plain floats, as an unquantized file would hold them.

    Whole numbers are dequantized, weights of 16 bits stay so, and tables that are sums are added
    up. Tied weights are one tensor; with `every_name` they are there by each of their names.
    """
    named = dict(module.named_parameters(remove_duplicate=not every_name))
    tensors = merge_offset_tables(module, named)
    parts = _stored_weights(module, StoredWeight, every_name)
    inner = tuple(
        f"{path}."
        for path, part in module.named_modules(remove_duplicate=False)
        if isinstance(part, StoredWeight)
    )
    floats = {id(part): part.floats() for part in parts.values()}
    others = {name: tensor for name, tensor in tensors.items() if not name.startswith(inner)}
    return {**others, **{name: floats[id(part)] for name, part in parts.items()}}


def install(module: nn.Module, weights: Mapping[str, QuantizedWeight], dynamic: bool) -> None:
    """Replace the layers that have these weights by quantized ones.

    `weights` are by name; of a tied weight one name is enough. A parameter of another kind of layer
    gets the values of the grid, and its whole numbers are stored beside it. Where groups share a
    scale, a product is one of floats also if `dynamic`.
    """

    def linear(stored: QuantizedWeight, bias: nn.Parameter | None) -> QuantizedLinear:
        return QuantizedLinear(stored, bias, dynamic and not stored.group)

    by_id = _replace(module, weights, linear)
    for owner in list(module.modules()):
        _store_beside(owner, by_id)
    module.eval()


def keep_half(module: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Replace the layers that have these weights by ones that keep them in 16 bits.

    `weights` are those of linear layers and tables, by name; of a tied weight one name is enough.
    """
    _replace(module, {name: HalfWeight(one) for name, one in weights.items()}, HalfLinear)
    module.eval()


def list_replaceable(module: nn.Module) -> set[str]:
    """The names of the weights below that belong to linear layers and tables.

    A table that another one adds to is left out: the other reads its numbers.
    """
    bases = {id(table.base.weight) for table in offset_tables(module).values()}
    return {
        f"{path}.weight"
        for path, owner in module.named_modules(remove_duplicate=False)
        if isinstance(owner, nn.Linear | nn.Embedding) and id(owner.weight) not in bases
    }


def _replace(
    module: nn.Module,
    weights: Mapping[str, Weight],
    linear: Callable[[Weight, nn.Parameter | None], StoredLinear],
) -> dict[int, Weight]:
    """Replace linear layers and tables; returns what is stored of each weight, by its id."""
    named = dict(module.named_parameters(remove_duplicate=False))
    by_id = {id(named[name]): part for name, part in weights.items() if name in named}
    replaced: dict[int, nn.Module] = {}
    for path, owner in module.named_modules():
        if isinstance(owner, OffsetEmbedding) and f"{path}.weight" in weights:
            replaced[id(owner)] = StoredEmbedding(weights[f"{path}.weight"])
        elif isinstance(owner, nn.Linear) and id(owner.weight) in by_id:
            replaced[id(owner)] = linear(by_id[id(owner.weight)], owner.bias)
        elif isinstance(owner, nn.Embedding) and id(owner.weight) in by_id:
            replaced[id(owner)] = StoredEmbedding(by_id[id(owner.weight)])
    for owner in list(module.modules()):
        for name, child in owner._modules.items():
            if id(child) in replaced:
                owner._modules[name] = replaced[id(child)]
    return by_id


@torch.no_grad()
def _store_beside(owner: nn.Module, by_id: Mapping[int, QuantizedWeight]) -> None:
    """The whole numbers of parameters that a layer of another kind computes with as floats."""
    for name, parameter in list(owner._parameters.items()):
        if parameter is not None and (part := by_id.get(id(parameter))) is not None:
            parameter.copy_(part.dense())
            owner.add_module(f"{STORED}{name}", part)
