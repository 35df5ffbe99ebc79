"""Layers with quantized weights, and putting them into a model.

Activations are quantized for each token while the model runs, as in Yao et al. (2022),
arXiv:2206.01861. Products of whole numbers are `torch._int_mm`, which calls oneDNN on a CPU.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inside.stages import Call, Stage, embedding_stages, linear_stages
from models.layers.embeddings import OffsetEmbedding, merge_offset_tables
from models.layers.linear import Activation, product
from models.layers.quantized.weight import QuantizedWeight

LARGEST_ACTIVATION = 127  # of a token, which has a scale of its own and no zero


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
        """The weight as floats (F, D)."""
        return self.quantized.dense()

    def forward(self, x: Tensor, act: Activation | None = None) -> Tensor:
        """The product, with an activation applied where one is given."""
        learns = torch.is_grad_enabled() and x.requires_grad  # no gradient passes whole numbers
        if learns or not self.dynamic or not x.is_cpu or not x.numel():
            return product(x, self.weight, self.bias, act)
        output = dynamic_product(x, self.quantized)
        output = output if self.bias is None else output + self.bias
        return output if act is None else act(output)

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from linear_stages(call)


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


def dense_weights(module: nn.Module, every_name: bool = False) -> dict[str, Tensor]:
    """The parameters of a module by name as plain floats, as an unquantized file would hold them.

    Whole numbers are dequantized, and tables that are sums are added up. Tied weights are one
    tensor; with `every_name` they are there by each of their names.
    """
    named = dict(module.named_parameters(remove_duplicate=not every_name))
    tensors = merge_offset_tables(module, named)
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
