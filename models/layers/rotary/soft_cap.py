"""A soft cap: numbers stay between -c and c, and small ones stay nearly as they are.

Bello, Pham, Le, Norouzi, Bengio (2016), arXiv:1611.09940, section 3; Gemma Team (2024),
arXiv:2408.00118.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import torch
from torch import Tensor, nn

from models.inside.stages import Call, Stage, function_of


class SoftCap(nn.Module):
    """c · tanh(x / c): (…) -> (…)."""

    part: ClassVar = "head"

    def __init__(self, cap: float) -> None:
        super().__init__()
        self.cap = cap

    def forward(self, x: Tensor) -> Tensor:
        return self.cap * torch.tanh(x / self.cap)

    def stages(self, call: Call) -> Iterator[Stage]:
        formula = f"y ← {self.cap:g} · tanh(y / {self.cap:g})"
        yield function_of("Soft cap", formula, call, ("y", "y"))
