"""Weights that are kept in fewer bits than they are computed with.

`HalfWeight` keeps 16-bit floats as a file has them. `QuantizedWeight` keeps whole numbers: a
weight w is stored as the whole number q with w ≈ scale · (q - zero), one scale (and zero) for a
matrix, for each row, or for each group of neighbours in a row. The scheme is that of Jacob et al.
(2017), arXiv:1712.05877.

Shapes: R rows of a weight, C its columns, G groups of a row.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

ONE_BYTE, HALF_BYTE = 8, 4  # bits of a weight
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


class StoredWeight(nn.Module):
    """A weight of rows, its first axis; layers whose weight is tied share one."""

    shape: tuple[int, ...]

    def rows(self, ids: Tensor) -> Tensor:
        """Some rows of the weight, as 32-bit floats: ids (…) -> (…, C)."""
        raise NotImplementedError

    def dense(self) -> Tensor:
        """The weight as 32-bit floats, in its shape."""
        raise NotImplementedError

    def floats(self) -> Tensor:
        """The weight as floats of the fewest bits that have all of its numbers."""
        return self.dense()


class HalfWeight(StoredWeight):
    """A weight (R, C) in 16-bit floats, whose numbers are the same in 32 bits."""

    def __init__(self, numbers: Tensor) -> None:
        super().__init__()
        self.numbers = nn.Parameter(numbers, requires_grad=False)
        self.shape = tuple(numbers.shape)

    def rows(self, ids: Tensor) -> Tensor:
        return functional.embedding(ids, self.numbers.detach()).float()

    def dense(self) -> Tensor:
        return self.numbers.detach().float()

    def floats(self) -> Tensor:
        return self.numbers.detach()


class QuantizedWeight(StoredWeight):
    """A weight as whole numbers.

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
        return packed if self.bits == ONE_BYTE else _unpack_nibbles(packed, self.num_columns)

    def rows(self, ids: Tensor) -> Tensor:
        single = len(self.scales) == 1
        scales = self.scales if single else self.scales[ids]
        zeros = self.zeros if self.zeros is None or single else self.zeros[ids]
        return _dequantize_numbers(self.numbers(ids), scales, zeros, self.group)

    def dense(self) -> Tensor:
        whole = _dequantize_numbers(self.numbers(), self.scales, self.zeros, self.group)
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
        """Rebuild a weight from the result of `tensors`.

        Raises KeyError and ValueError where something is missing.
        """
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
    stored = numbers if grid.bits == ONE_BYTE else _pack_nibbles(numbers)
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


def _dequantize_numbers(
    numbers: Tensor, scales: Tensor, zeros: Tensor | None, group: int
) -> Tensor:
    """scale (q - zero): numbers (…, C), scales and zeros (…, 1) or (…, G) -> (…, C).

    In place, as new memory takes longer than the arithmetic.
    """
    columns = numbers.shape[-1]
    values = numbers.float()
    if group:
        values = functional.pad(values, (0, -columns % group)) if columns % group else values
        values = values.view(*values.shape[:-1], -1, group)
        scales = scales.unsqueeze(-1)
        zeros = None if zeros is None else zeros.unsqueeze(-1)
    if zeros is not None:
        values.sub_(zeros)
    values.mul_(scales)
    return values.flatten(-2)[..., :columns] if group else values


def _pack_nibbles(numbers: Tensor) -> Tensor:
    """int8 (R, C) from -8 to 7 as uint8 (R, ceil(C / 2)): two's complement in four bits each."""
    even = functional.pad(numbers, (0, numbers.shape[1] % 2)).view(torch.uint8) & 0x0F
    return even[:, ::2] | (even[:, 1::2] << HALF_BYTE)


def _unpack_nibbles(packed: Tensor, num_columns: int) -> Tensor:
    """uint8 (…, ceil(C / 2)) -> int8 (…, C)."""
    halves = torch.stack((packed & 0x0F, packed >> HALF_BYTE), -1).flatten(-2)
    return ((halves ^ 0x08).to(torch.int8) - 0x08)[..., :num_columns]  # the sign bit, extended
