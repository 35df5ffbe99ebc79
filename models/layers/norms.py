"""The end of a Post-LN sublayer (Ba, Kiros & Hinton 2016, arXiv:1607.06450)."""

from __future__ import annotations

from torch import Tensor, nn

from models.layers.dropout import dropped


class ResidualNorm(nn.LayerNorm):
    """LayerNorm(x + dropout(output)), both (…, D) -> (…, D)."""

    def __init__(self, width: int, eps: float, dropout: float) -> None:
        super().__init__(width, eps=eps)
        self.dropout = dropout

    def forward(self, x: Tensor, output: Tensor) -> Tensor:  # type: ignore[override]
        if self.training:
            output = dropped(self, output, self.dropout)
        return super().forward(x + output)
