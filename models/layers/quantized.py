"""Weights as whole numbers on a grid, and the layers that compute with them.

A weight w is stored as the whole number q with w ≈ scale · (q - zero), one scale (and zero) for a
matrix, for each row, or for each group of neighbours in a row. The scheme is that of Jacob et al.
(2017), arXiv:1712.05877; activations are quantized for each token while the model runs, as in
Yao et al. (2022), arXiv:2206.01861. Products of whole numbers are `torch._int_mm`, which calls
oneDNN on a CPU.

Shapes: R rows of a weight, C its columns, G groups of a row.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.layers.embeddings import OffsetEmbedding, with_whole_tables
from models.layers.linear import Activation, product

ONE_BYTE, HALF_BYTE = 8, 4  # bits of a weight
LARGEST_ACTIVATION = 127  # of a token, which has a scale of its own and no zero
ALL = 100.0  # percent of the weights that the range covers: none is clipped


@dataclass(frozen=True)
class Grid:
    """How the numbers of a weight are placed on a grid.

    `per` is what shares a scale: "tensor", "channel" (a row) or "group" of `group` neighbours in a
    row. A symmetric grid has its zero at 0 and as many numbers on both sides. The range covers the
    smallest `percentile` percent of the absolute values, and without symmetry as many on each side;
    what lies outside is clipped to its end.
    """

    bits: int = ONE_BYTE
    per: str = "channel"
    group: int = 32
    symmetric: bool = True
    percentile: float = ALL

    @property
    def limits(self) -> tuple[int, int]:
        """The smallest and the largest whole number."""
        half = 1 << (self.bits - 1)
        return (1 - half if self.symmetric else -half), half - 1


class QuantizedWeight(nn.Module):
    """A weight as whole numbers; layers whose weight is tied share one.

    `integers` are int8 (R, C), or with four bits uint8 (R, ceil(C / 2)), the even column in the
    low half. `scales` are (1, 1), (R, 1) or (R, G), `zeros` likewise or None, `group` the columns
    that share one, 0 for all. The weight itself may have more than two axes, `shape`; its first one
    counts the rows.
    """

    zeros: Tensor | None
    scales: Tensor

    def __init__(
        self,
        integers: Tensor,
        scales: Tensor,
        zeros: Tensor | None,
        shape: tuple[int, ...],
        group: int = 0,
    ) -> None:
        super().__init__()
        self.integers = nn.Parameter(integers, requires_grad=False)
        self.register_buffer("scales", scales)
        self.register_buffer("zeros", zeros)
        self.shape = shape
        self.group = group

    @property
    def bits(self) -> int:
        return ONE_BYTE if self.integers.dtype == torch.int8 else HALF_BYTE

    @property
    def num_columns(self) -> int:
        return math.prod(self.shape[1:])

    def numbers(self, rows: Tensor | None = None) -> Tensor:
        """The whole numbers, int8 (R, C), or those of some rows (…, C)."""
        packed = self.integers.detach()
        packed = packed if rows is None else packed[rows]
        return packed if self.bits == ONE_BYTE else _unpacked(packed, self.num_columns)

    def rows(self, ids: Tensor) -> Tensor:
        """Some rows of the weight, as floats: ids (…) -> (…, C)."""
        single = len(self.scales) == 1
        scales = self.scales if single else self.scales[ids]
        zeros = self.zeros if self.zeros is None or single else self.zeros[ids]
        return _dequantized(self.numbers(ids), scales, zeros, self.group)

    def dense(self) -> Tensor:
        """The weight as floats, in its shape."""
        whole = _dequantized(self.numbers(), self.scales, self.zeros, self.group)
        return whole.view(self.shape)

    def tensors(self) -> dict[str, Tensor]:
        """What files hold of it."""
        stored = {
            "integers": self.integers.detach(),
            "scales": self.scales,
            "layout": torch.tensor((self.group, *self.shape)),
        }
        return stored if self.zeros is None else {**stored, "zeros": self.zeros}

    @classmethod
    def from_tensors(cls, stored: Mapping[str, Tensor]) -> QuantizedWeight:
        """From what `tensors` gave. Raises KeyError and ValueError where something is missing."""
        group, *shape = map(int, stored["layout"])
        made = cls(stored["integers"], stored["scales"], stored.get("zeros"), tuple(shape), group)
        if made.dense().shape != made.shape:
            raise ValueError("whole numbers, scales and shape do not fit together")
        return made


def quantize(weight: Tensor, grid: Grid) -> QuantizedWeight:
    """The nearest numbers of a grid; weight (R, …), at least two axes.

    Raises ValueError for weights that are no numbers.
    """
    if not bool(weight.isfinite().all()):
        raise ValueError("the model has weights that are NaN or infinite, so no grid covers them")
    matrix = weight.detach().float().flatten(1)  # (R, C)
    blocks = _blocks(matrix, grid)  # (·, ·, the numbers that share a scale)
    scales, zeros = _scales(blocks, grid)
    low, high = grid.limits
    shift = 0 if zeros is None else zeros.unsqueeze(-1)
    numbers = ((blocks / scales.unsqueeze(-1)).round() + shift).clamp(low, high)
    numbers = numbers.flatten(1).view(len(matrix), -1)[:, : matrix.shape[1]].to(torch.int8)
    stored = numbers if grid.bits == ONE_BYTE else _packed(numbers)
    signed = None if zeros is None else zeros.to(torch.int8)
    group = grid.group if grid.per == "group" else 0
    return QuantizedWeight(stored.contiguous(), scales, signed, tuple(weight.shape), group)


def _blocks(matrix: Tensor, grid: Grid) -> Tensor:
    """(R, C) as (1, 1, R C), (R, 1, C) or (R, G, group); the last group is filled with zeros."""
    if grid.per == "tensor":
        return matrix.reshape(1, 1, -1)
    if grid.per == "channel":
        return matrix.unsqueeze(1)
    missing = -matrix.shape[1] % grid.group
    return functional.pad(matrix, (0, missing)).view(len(matrix), -1, grid.group)


def _scales(blocks: Tensor, grid: Grid) -> tuple[Tensor, Tensor | None]:
    """The scales of blocks (R, G, N), and their zeros, both (R, G); no zeros where symmetric."""
    low, high = grid.limits
    if grid.symmetric:
        return _or_one(_percentile(blocks.abs(), grid.percentile) / high), None
    most = _percentile(blocks, grid.percentile).clamp(min=0)  # 0 is always on the grid
    least = -_percentile(-blocks, grid.percentile).clamp(min=0)
    scales = _or_one((most - least) / (high - low))
    return scales, (low - least / scales).round().clamp(low, high)


def _percentile(values: Tensor, percent: float) -> Tensor:
    """The number (…) below or at which that share of the last axis lies."""
    if percent >= ALL:
        return values.amax(-1)
    count = max(1, math.ceil(values.shape[-1] * percent / 100))
    return values.kthvalue(count, dim=-1).values


def _or_one(scales: Tensor) -> Tensor:
    """A weight of zeros has no range; any scale keeps it."""
    return torch.where(scales > 0, scales, torch.ones_like(scales))


def _dequantized(numbers: Tensor, scales: Tensor, zeros: Tensor | None, group: int) -> Tensor:
    """scale (q - zero): numbers (…, C), scales and zeros (…, 1) or (…, G) -> (…, C)."""
    values = numbers.float()
    if not group:
        values = values if zeros is None else values - zeros
        return values * scales
    columns = numbers.shape[-1]
    values = functional.pad(values, (0, -columns % group))
    values = values.view(*values.shape[:-1], -1, group)
    values = values if zeros is None else values - zeros.unsqueeze(-1)
    return (values * scales.unsqueeze(-1)).flatten(-2)[..., :columns]


def _packed(numbers: Tensor) -> Tensor:
    """int8 (R, C) from -8 to 7 as uint8 (R, ceil(C / 2)): two's complement in four bits each."""
    even = functional.pad(numbers, (0, numbers.shape[1] % 2)).view(torch.uint8) & 0x0F
    return even[:, ::2] | (even[:, 1::2] << HALF_BYTE)


def _unpacked(packed: Tensor, num_columns: int) -> Tensor:
    """uint8 (…, ceil(C / 2)) -> int8 (…, C)."""
    halves = torch.stack((packed & 0x0F, packed >> HALF_BYTE), -1).flatten(-2)
    return ((halves ^ 0x08).to(torch.int8) - 0x08)[..., :num_columns]  # the sign bit, extended


# Layers -------------------------------------------------------------------------------------------


class QuantizedLinear(nn.Module):
    """A linear layer with a quantized weight: (…, D) -> (…, F).

    With `dynamic` it quantizes its input for each token and multiplies whole numbers; otherwise the
    weight becomes floats again at each call. Dynamic needs one scale for a row or for all.
    """

    def __init__(self, quantized: QuantizedWeight, bias: nn.Parameter | None, dynamic: bool):
        super().__init__()
        self.quantized = quantized
        self.bias = bias
        self.dynamic = dynamic

    @property
    def out_features(self) -> int:
        return self.quantized.shape[0]

    @property
    def in_features(self) -> int:
        return self.quantized.num_columns

    @property
    def weight(self) -> Tensor:
        """As floats (F, D)."""
        return self.quantized.dense()

    def forward(self, x: Tensor, act: Activation | None = None) -> Tensor:
        """The product, with an activation applied where one is given."""
        learns = torch.is_grad_enabled() and x.requires_grad  # no gradient passes whole numbers
        if learns or not self.dynamic or not x.is_cpu or not x.numel():
            return product(x, self.weight, self.bias, act)
        output = dynamic_product(x, self.quantized)
        output = output if self.bias is None else output + self.bias
        return output if act is None else act(output)


class QuantizedEmbedding(nn.Module):
    """A table with a quantized weight; only the rows that are read become floats."""

    def __init__(self, quantized: QuantizedWeight) -> None:
        super().__init__()
        self.quantized = quantized
        self.num_embeddings, self.embedding_dim = quantized.shape

    @property
    def weight(self) -> Tensor:
        """The whole table as floats (V, E)."""
        return self.quantized.dense()

    def forward(self, ids: Tensor) -> Tensor:
        """ids (…) -> (…, E)."""
        return self.quantized.rows(ids)


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


def quantized_weights(module: nn.Module, every_name: bool = True) -> dict[str, QuantizedWeight]:
    """The quantized weights below by the name of the float weight; of tied ones every name."""
    parts = module.named_modules(remove_duplicate=not every_name)
    found = ((path, part) for path, part in parts if isinstance(part, QuantizedWeight))
    return {_weight_name(path): part for path, part in found}


def _weight_name(path: str) -> str:
    """The name of the weight: "a.quantized" is "a.weight", and "a.stored_b" is "a.b"."""
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


def with_dense_weights(module: nn.Module, every_name: bool = False) -> dict[str, Tensor]:
    """The parameters of a module by name as plain floats, as an unquantized file would hold them.

    Whole numbers are dequantized, and tables that are sums are added up. Tied weights are one
    tensor; with `every_name` they are there by each of their names.
    """
    named = dict(module.named_parameters(remove_duplicate=not every_name))
    tensors = with_whole_tables(module, named)
    parts = quantized_weights(module, every_name)
    inner = {
        f"{path}.integers"
        for path, part in module.named_modules(remove_duplicate=False)
        if isinstance(part, QuantizedWeight)
    }
    dense = {id(part): part.dense() for part in parts.values()}
    others = {name: tensor for name, tensor in tensors.items() if name not in inner}
    return {**others, **{name: dense[id(part)] for name, part in parts.items()}}


def install(module: nn.Module, weights: Mapping[str, QuantizedWeight], dynamic: bool) -> None:
    """Replace the layers that have these weights by quantized ones.

    `weights` are by name; of a tied weight one name is enough. A parameter of another kind of layer
    gets the values of the grid, and its whole numbers are stored beside it. Where groups share a
    scale, a product is one of floats also if `dynamic`.
    """
    named = dict(module.named_parameters(remove_duplicate=False))
    by_id = {id(named[name]): part for name, part in weights.items() if name in named}
    replaced: dict[int, nn.Module] = {}
    for path, owner in list(module.named_modules()):
        if isinstance(owner, OffsetEmbedding) and f"{path}.weight" in weights:
            replaced[id(owner)] = QuantizedEmbedding(weights[f"{path}.weight"])
        elif isinstance(owner, nn.Linear) and id(owner.weight) in by_id:
            part = by_id[id(owner.weight)]
            replaced[id(owner)] = QuantizedLinear(part, owner.bias, dynamic and not part.group)
        elif isinstance(owner, nn.Embedding) and id(owner.weight) in by_id:
            replaced[id(owner)] = QuantizedEmbedding(by_id[id(owner.weight)])
        else:
            _store_beside(owner, by_id)
    for owner in module.modules():
        for name, child in owner._modules.items():
            if id(child) in replaced:
                owner._modules[name] = replaced[id(child)]
    module.eval()


@torch.no_grad()
def _store_beside(owner: nn.Module, by_id: Mapping[int, QuantizedWeight]) -> None:
    """The whole numbers of parameters that a layer of another kind computes with as floats."""
    for name, parameter in list(owner._parameters.items()):
        if parameter is not None and (part := by_id.get(id(parameter))) is not None:
            parameter.copy_(part.dense())
            owner.add_module(f"{STORED}{name}", part)
