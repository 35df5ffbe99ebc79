"""RMSNorm whose weight is what is added to 1, as in Gemma.

Zhang & Sennrich (2019), arXiv:1910.07467; Gemma Team (2024), arXiv:2403.08295. So weight decay
draws the factor to 1, and a weight of zeros changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from torch import Tensor, nn
from torch.nn import functional

from models.inside.stages import Call, Stage, function_of

NORM = "(1 + γ) ⊙ {0} / √(mean({0}²) + ε)"


class OneCentredNorm(nn.RMSNorm):
    """(1 + γ) ⊙ x / √(mean(x²) + ε): (…, D) -> (…, D), computed in 32 bits."""

    part: ClassVar = "norm"

    def reset_parameters(self) -> None:
        if self.weight is not None:
            nn.init.zeros_(self.weight)

    def forward(self, x: Tensor) -> Tensor:
        factor = 1 + self.weight.float()
        normed = functional.rms_norm(x.float(), tuple(self.normalized_shape), factor, self.eps)
        return normed.to(x.dtype)

    def stages(self, call: Call) -> Iterator[Stage]:
        formula = f"n = {NORM.format('x')}"
        yield function_of("RMS normalization", formula, call, ("x", "n"))
