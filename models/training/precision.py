"""The precision of a run: products in float32, or in bfloat16 by torch.autocast.

With bfloat16, weights, moments, losses, held-out metrics and checkpoints stay float32.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import torch

from models.runtime.devices import supports_bfloat16
from models.training.recipe import BFLOAT16


def check_precision(precision: str, device: str) -> None:
    """Raises ValueError where the device cannot compute in the precision of a recipe."""
    if precision == BFLOAT16 and not supports_bfloat16(device):
        raise ValueError(f"{device} cannot compute in bfloat16. Set precision to float32.")


def in_precision(precision: str, device: torch.device) -> AbstractContextManager[object]:
    """Within this block a forward pass and its loss are computed in a precision."""
    lower = precision == BFLOAT16
    return torch.autocast(device.type, torch.bfloat16) if lower else nullcontext()
