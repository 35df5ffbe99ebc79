"""Axial position embeddings: two small tables instead of one long table.

As in Reformer: Kitaev, Kaiser, Levskaya (2020), arXiv:2001.04451; reference: google/trax.
"""

from __future__ import annotations

import math
from typing import ClassVar

import torch
from torch import Tensor, nn

from models.layers.dropout import apply_dropout


def axial_shape(length: int) -> tuple[int, int]:
    """The two factors of a length that are closest to each other, the smaller one first."""
    first = next(one for one in range(math.isqrt(length), 0, -1) if length % one == 0)
    return first, length // first


class AxialPositions(nn.Module):
    """Position t is row t // W of one table beside row t % W of another: (H W) vectors of H + W.

    In training, dropout takes whole columns of the grid, as in the reference.
    """

    part: ClassVar = "position"

    def __init__(self, shape: tuple[int, ...], widths: tuple[int, ...], dropout: float) -> None:
        """`shape`: rows of the first and of the second table, `widths` of their vectors."""
        super().__init__()
        (rows, columns), (first, second) = shape, widths
        self.first = nn.Parameter(torch.empty(rows, 1, first))
        self.second = nn.Parameter(torch.empty(1, columns, second))
        self.dropout = dropout

    def forward(self, batch: int, length: int) -> Tensor:
        """The vectors of the first positions, (B, T, D) or (1, T, D)."""
        first, second = self.first, self.second
        columns = second.shape[1]
        rows = -(-length // columns)
        parts = first[:rows].expand(-1, columns, -1), second.expand(rows, -1, -1)
        grid = torch.cat(parts, -1)[None]  # (1, rows, columns, D)
        if self.training and self.dropout:
            grid = grid * apply_dropout(self, grid.new_ones(batch, 1, columns, 1), self.dropout)
        return grid.flatten(1, 2)[:, :length]
