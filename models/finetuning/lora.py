"""LoRA: a weight learns by the product of two narrow matrices that is added to it.

Hu, Shen, Wallis, Allen-Zhu, Li, Wang, Wang, Chen (2021), arXiv:2106.09685; reference:
microsoft/LoRA. W + (alpha / rank) B A with A (r, D) random and B (F, r) zero, so that the model
starts as it was. The original weight is frozen; saving adds the product to it, so the folder of the
model has no trace of it and no cost.

Shapes: D inputs, F outputs, r rank, P projections in one weight, H heads, K width of a head.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

from models.finetuning.recipe import FineTuningRecipe

# What a weight of this name holds, in this order; one that packs several has equal parts, unless
# the layer around it declares their `projection_rows`.
PROJECTIONS: Mapping[str, tuple[str, ...]] = {
    "qkv": ("query", "key", "value"),
    "key_value": ("key", "value"),
    "query": ("query",),
    "key": ("key",),
    "value": ("value",),
    "output": ("output",),
    "widen": ("feed_forward",),
    "gated": ("feed_forward",),
    "narrow": ("feed_forward",),
}


class LowRank(nn.Module):
    """The parametrization of one weight: low-rank updates of the chosen projections in it.

    `chosen` are the indices of the P projections that learn. `num_heads` is not 0 where the rows
    are packed head by head, (H, P, K) instead of (P, H, K); with fewer groups of keys and values it
    is the number of groups. `rows` are those of each projection where they differ.
    """

    def __init__(
        self,
        shape: torch.Size,
        num_projections: int,
        chosen: Sequence[int],
        rank: int,
        alpha: float,
        num_heads: int = 0,
        rows: Sequence[int] = (),
    ) -> None:
        super().__init__()
        self.shape, self.num_heads = shape, num_heads
        self.num_projections, self.chosen = num_projections, tuple(chosen)
        self.scale = alpha / rank
        outputs, inputs = self._size()
        self.rows = tuple(rows) or (outputs,) * num_projections
        self.down = nn.ParameterList(torch.empty(rank, inputs) for _ in chosen)  # A
        self.up = nn.ParameterList(torch.zeros(self.rows[p], rank) for p in chosen)  # B
        for matrix in self.down:
            nn.init.kaiming_uniform_(matrix, a=math.sqrt(5))  # as the reference draws it

    @property
    def _inputs_first(self) -> bool:
        """Whether it is (D, P, H, K), as in attention that has no linear layers."""
        return len(self.shape) == 4

    def _size(self) -> tuple[int, int]:
        """Outputs F of one projection, inputs D."""
        if self._inputs_first:
            return self.shape[2:].numel(), self.shape[0]
        return self.shape[0] // self.num_projections, self.shape[1:].numel()

    def forward(self, weight: Tensor) -> Tensor:
        return weight + self.update()

    def update(self) -> Tensor:
        """What is added to the weight, in its shape."""
        return self.scale * self._combined_update().reshape(self.shape)

    def _combined_update(self) -> Tensor:
        """The update of all projections, zero for those that do not learn."""
        _, inputs = self._size()
        products = iter([up @ down for up, down in zip(self.up, self.down, strict=True)])
        if self.num_projections == 1:
            return next(products)  # (F, D)
        parts = [
            next(products) if p in self.chosen else self.up[0].new_zeros(rows, inputs)
            for p, rows in enumerate(self.rows)
        ]
        if self._inputs_first:
            return torch.stack(parts).permute(2, 0, 1)  # (P, F, D) -> (D, P, F)
        if self.num_heads:  # (H, P, K, D)
            return torch.cat([part.view(self.num_heads, -1, inputs) for part in parts], 1)
        return torch.cat(parts)  # (P F, D)


def add_adapters(module: nn.Module, inner: Collection[str], recipe: FineTuningRecipe) -> list[str]:
    """Put adapters on the chosen weights among those of the layers, whose names `inner` has.

    Returns the names of the weights. Raises ValueError where the model has none of them.
    """
    weights = list(_weights(module, inner, recipe.lora_modules))
    if not weights:
        chosen = ", ".join(recipe.lora_modules)
        raise ValueError(f"the layers of this model have no weights for {chosen} (lora_modules)")
    torch.manual_seed(recipe.seed)
    for path, attribute, projections in weights:
        owner = module.get_submodule(path)
        shape = getattr(owner, attribute).shape
        chosen_indices = [i for i, p in enumerate(projections) if p in recipe.lora_modules]
        adapter = LowRank(
            shape,
            len(projections),
            chosen_indices,
            min(recipe.lora_rank, *shape),
            recipe.lora_alpha,
            _heads_of_rows(module, path, len(projections)),
            _rows_of_projections(module, path, len(projections)),
        )
        parametrize.register_parametrization(owner, attribute, adapter.to(_device(module)))
    return [".".join(filter(None, (path, attribute))) for path, attribute, _ in weights]


def _weights(
    module: nn.Module, inner: Collection[str], chosen: Collection[str]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Owner, attribute and projections of each weight of a layer that the chosen ones name."""
    for name, parameter in module.named_parameters():
        parts = name.split(".")
        layer = parts[-2] if parts[-1] == "weight" else parts[-1]
        projections = PROJECTIONS.get(layer, ())
        if name in inner and parameter.ndim > 1 and set(projections) & set(chosen):
            yield ".".join(parts[:-1]), parts[-1], projections


def _heads_of_rows(module: nn.Module, path: str, num_projections: int) -> int:
    """The number of heads, or groups, by which the attention around a weight packs its rows."""
    if num_projections == 1:
        return 0
    attention: Any = module.get_submodule(path.rpartition(".")[0])
    if not getattr(attention, "packed_by_head", False):
        return 0
    return int(getattr(attention, "num_packed", attention.num_heads))


def _rows_of_projections(module: nn.Module, path: str, num_projections: int) -> Sequence[int]:
    """The rows of each projection where the attention around a weight declares them."""
    attention = module.get_submodule(path.rpartition(".")[0])
    rows: Sequence[int] = getattr(attention, "projection_rows", ())
    return rows if len(rows) == num_projections > 1 else ()


def _device(module: nn.Module) -> torch.device:
    return next(module.parameters()).device


def adapter_parameters(module: nn.Module) -> Iterator[tuple[str, nn.Parameter]]:
    """The matrices of all adapters by name."""
    for path, part in module.named_modules():
        if isinstance(part, LowRank):
            for name, parameter in part.named_parameters():
                yield f"{path}.{name}", parameter


def original_name(name: str) -> str:
    """The name of the weight that a parameter of an adapter, or a weight under one, belongs to."""
    owner, _, rest = name.partition(".parametrizations.")
    return f"{owner}.{rest.split('.')[0]}" if rest else name


def merge_adapters(module: nn.Module) -> None:
    """Add what adapters have learned to the weights, and remove them."""
    for part in list(module.modules()):
        for name in list(getattr(part, "parametrizations", ())):
            if parametrize.is_parametrized(part, name):
                parametrize.remove_parametrizations(part, name, leave_parametrized=True)
