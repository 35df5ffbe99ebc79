"""What compression changed in one weight: its values before and after, and which are zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from models.schema.records import FloatArray

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import Loaded

NUM_BINS = 80
MAX_SIDE = 96  # cells of a mask along a side; a larger matrix is drawn in blocks
FEW = 0.01  # share of the weights that may be zero by chance
OUTSIDE = 1e-3  # share of the weights at either end that a histogram leaves out


@dataclass(frozen=True)
class Histogram:
    """Counts of values in bins of equal width; `levels` are the values of the grid."""

    edges: tuple[float, ...]  # one more than bins
    before: tuple[int, ...]
    after: tuple[int, ...]
    levels: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class WeightView:
    """One weight of a compressed model beside that of its base.

    `left` is the share of weights that are not zero in each block of the matrix (R, C); then the
    histogram leaves zeros out. None where hardly any weight was set to zero. `channel` is the row
    that the histogram is of, None for all rows.
    """

    name: str
    shape: tuple[int, ...]
    histogram: Histogram
    zeros: float  # share of the weights
    left: FloatArray | None = None
    block: int = 1  # rows and columns in a cell of `left`
    channel: int | None = None


def weight_view(
    name: str, before: FloatArray, after: FloatArray, levels: FloatArray | None = None
) -> WeightView:
    """Of a matrix (R, C) before and after; `levels` (G,) or by row (R, G) is its grid.

    With a grid for each row, the histogram is of the row with the largest weight.
    """
    channel = None
    old, new, grid = before, after, levels
    if levels is not None and levels.ndim == 2 and len(levels) > 1:
        channel = int(np.abs(before).max(axis=-1).argmax())
        old, new, grid = before[channel], after[channel], levels[channel]
    is_pruned = after.ndim == 2 and _pruned_share(before, after, levels) > FEW
    block = -(-max(after.shape) // MAX_SIDE)
    return WeightView(
        name,
        tuple(after.shape),
        histogram(old, new[new != 0] if is_pruned else new, () if grid is None else grid.tolist()),
        float((after == 0).mean()),
        shares_left(after, block) if is_pruned else None,
        block,
        channel,
    )


def _pruned_share(before: FloatArray, after: FloatArray, levels: FloatArray | None) -> float:
    """The share of weights that are zero and were not, other than by rounding to a grid."""
    step = 0.0 if levels is None else np.diff(levels, axis=-1).max(axis=-1, keepdims=True)
    pruned = (after == 0) & (np.abs(before) > step)
    return float(pruned.mean())


def histogram(before: FloatArray, after: FloatArray, levels: Sequence[float] = ()) -> Histogram:
    """Both on one axis, which ends where all but a few of the weights before are within."""
    values = before.ravel()
    low, high = (float(v) for v in np.quantile(values, [OUTSIDE, 1 - OUTSIDE]))
    if not low < high:
        low, high = low - 0.5, high + 0.5
    edges = np.linspace(low, high, NUM_BINS + 1)
    counts = [np.histogram(one.ravel(), edges)[0].tolist() for one in (before, after)]
    return Histogram(
        tuple(edges.tolist()), tuple(counts[0]), tuple(counts[1]), tuple(sorted(set(levels)))
    )


def shares_left(matrix: FloatArray, block: int) -> FloatArray:
    """The share of a matrix (R, C) that is not zero, by square blocks of so many rows."""
    rows, columns = (-(-side // block) for side in matrix.shape)
    padded = np.full((rows * block, columns * block), np.nan)
    padded[: matrix.shape[0], : matrix.shape[1]] = matrix != 0
    cells = padded.reshape(rows, block, columns, block)
    shares: FloatArray = np.nanmean(cells, axis=(1, 3))
    return shares


def layer_of(name: str) -> str:
    """The layer that a weight belongs to, counted from 1, or the part of the model, in words."""
    parts = name.split(".")
    for n, part in enumerate(parts):
        if part.isdigit() and n:
            words = [*parts[: n - 1], parts[n - 1].removesuffix("s"), str(int(part) + 1)]
            return _words(words)
    return _words(parts[:1])


def _words(parts: Sequence[str]) -> str:
    return " ".join(parts).replace("_", " ").capitalize()


def zeros_by_layer(weights: Mapping[str, FloatArray]) -> dict[str, float]:
    """The share of zeros among the weights of each layer; vectors, such as biases, are left out."""
    zeros: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for name, weight in weights.items():
        if weight.ndim >= 2:
            layer = layer_of(name)
            zeros[layer] = zeros.get(layer, 0) + int((weight == 0).sum())
            sizes[layer] = sizes.get(layer, 0) + weight.size
    return {layer: zeros[layer] / sizes[layer] for layer in sizes}


def matrices(loaded: Loaded) -> dict[str, FloatArray]:
    """The weights of a model that are no vectors, as numbers, by name."""
    return {
        name: weight.detach().float().numpy()
        for name, weight in loaded.weights.items()
        if weight.ndim >= 2
    }


def levels(loaded: Loaded, name: str) -> FloatArray | None:
    """The values that a stored number of a weight can stand for: (G,) or by row (R, G)."""
    return None


def num_nonzero(loaded: Loaded) -> int | None:
    """How many of the weights are not zero; None where some are numbers of a grid."""
    if any(levels(loaded, name) is not None for name in loaded.weights):
        return None
    return sum(int(weight.count_nonzero()) for weight in loaded.weights.values())
