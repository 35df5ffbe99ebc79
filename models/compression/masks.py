"""Which single weights magnitude pruning keeps: the largest of the model, of each weight, or of M.

Han et al. (2015), arXiv:1506.02626, for magnitude; Mishra et al. (2021), arXiv:2104.08378, for N of
M neighbours in a row.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn

GLOBAL, LAYER, PATTERN = SCOPES = ("global", "layer", "n:m")

Masks = Mapping[str, Tensor]  # by the name of a weight and in its shape: 1 is kept, 0 is removed


def magnitude_masks(
    weights: Mapping[str, Tensor], sparsity: float, scope: str
) -> dict[str, Tensor]:
    """Masks that remove the share `sparsity` of the smallest numbers, of all or of each weight."""
    if scope == LAYER:
        return {name: _smallest_removed(weight, sparsity) for name, weight in weights.items()}
    joined = torch.cat([weight.detach().flatten() for weight in weights.values()])
    mask = _smallest_removed(joined, sparsity)
    parts = torch.split_with_sizes(mask, [weight.numel() for weight in weights.values()])
    return {n: part.view_as(w) for (n, w), part in zip(weights.items(), parts, strict=True)}


def _smallest_removed(weight: Tensor, sparsity: float) -> Tensor:
    """Return a mask with round(sparsity · N) zeros for the smallest numbers, even among ties."""
    flat = weight.detach().abs().flatten()
    mask = torch.ones_like(flat)
    mask[flat.topk(round(sparsity * len(flat)), largest=False).indices] = 0
    return mask.view_as(weight)


def pattern_masks(weights: Mapping[str, Tensor], kept: int, of: int) -> dict[str, Tensor]:
    """Masks that keep the `kept` largest of every `of` neighbours in a row.

    What is left over at the end of a row is kept.
    """
    return {name: _pattern_mask(weight, kept, of) for name, weight in weights.items()}


def _pattern_mask(weight: Tensor, kept: int, of: int) -> Tensor:
    rows = weight.detach().abs().flatten(1)  # (R, C)
    whole = rows.shape[1] // of * of
    blocks = rows[:, :whole].reshape(len(rows), -1, of)
    mask = torch.ones_like(rows)
    inner = torch.ones_like(blocks)
    smallest = blocks.topk(of - kept, dim=-1, largest=False).indices
    mask[:, :whole] = inner.scatter(-1, smallest, 0.0).flatten(1)
    return mask.view_as(weight)


@torch.no_grad()
def apply_masks(module: nn.Module, masks: Masks) -> None:
    """Set what is removed to zero."""
    parameters = dict(module.named_parameters(remove_duplicate=False))
    for name, mask in masks.items():
        parameters[name].mul_(mask)


def sparsity_of(masks: Masks) -> float:
    """The share of zeros."""
    total = sum(mask.numel() for mask in masks.values())
    return 1 - sum(float(mask.sum()) for mask in masks.values()) / total
