"""What compression changed in one weight: its values before and after, and which are zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.localization import mark, tr
from models.schema.records import FloatArray

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel

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
    histogram leaves zeros out. None where hardly any weight was set to zero. `where` says which
    part shares the grid, of which the histogram is.
    """

    name: str
    shape: tuple[int, ...]
    histogram: Histogram
    zeros: float  # share of the weights
    left: FloatArray | None = None
    block: int = 1  # rows and columns in a cell of `left`
    where: str = ""


@dataclass(frozen=True, eq=False)
class GridPart:
    """The part of a quantized matrix that shares one scale, that with the largest one.

    `levels` (G,) are the values that its numbers can stand for; `steps` are the distances of
    levels for every weight of the matrix, to be broadcast to (R, C).
    """

    levels: FloatArray
    steps: FloatArray
    where: str = ""  # empty for the whole matrix
    rows: slice = field(default_factory=partial(slice, None))
    columns: slice = field(default_factory=partial(slice, None))


def weight_view(
    name: str, before: FloatArray, after: FloatArray, grid: GridPart | None = None
) -> WeightView:
    """Compare a weight, (R, C) or with more axes, before and after, on its grid if it has one."""
    old, new = (one.reshape(len(one), -1) for one in (before, after))
    by_rounding = 0.0 if grid is None else float((np.abs(old) <= grid.steps / 2).mean())
    zeros, had = (float((one == 0).mean()) for one in (new, old))
    is_pruned = zeros - max(by_rounding, had) > FEW
    part = GridPart(np.empty(0, np.float32), np.empty(0, np.float32)) if grid is None else grid
    seen = new[part.rows, part.columns]
    block = -(-max(new.shape) // MAX_SIDE)
    return WeightView(
        name,
        tuple(after.shape),
        histogram(
            old[part.rows, part.columns],
            seen[seen != 0] if is_pruned else seen,
            part.levels.tolist(),
        ),
        zeros,
        shares_left(new, block) if is_pruned else None,
        block,
        part.where,
    )


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


LAYER_NAMES = (
    mark("layer {number}"),
    mark("Layer {number}"),
    mark("encoder layer {number}"),
    mark("Encoder layer {number}"),
    mark("decoder layer {number}"),
    mark("Decoder layer {number}"),
    mark("Embeddings"),
    mark("Pooler"),
    mark("Heads"),
)


def layer_of(name: str) -> str:
    """The layer that a weight belongs to, counted from 1, or the part of the model, in words."""
    parts = name.split(".")
    for n, part in enumerate(parts):
        if part.isdigit() and n:
            words = [*parts[: n - 1], parts[n - 1].removesuffix("s"), str(int(part) + 1)]
            return _words(words)
    return _words(parts[:1])


def _words(parts: Sequence[str]) -> str:
    words = " ".join(parts).replace("_", " ")
    return words.upper() if len(words) <= len("mlm") else words.capitalize()


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


def matrices(loaded: LoadedModel) -> dict[str, FloatArray]:
    """The weights of a model that are no vectors, as numbers, by name."""
    return {
        name: weight.detach().float().cpu().numpy()
        for name, weight in loaded.weights.items()
        if weight.ndim >= 2
    }


def grid_part(loaded: LoadedModel, name: str) -> GridPart | None:
    """The grid of a quantized weight; None for one of floats."""
    from models.layers.quantized import Grid, quantized_weights
    from models.schema.batch import as_module

    part = quantized_weights(as_module(loaded.model)).get(name)
    if part is None:
        return None
    scales = part.scales.cpu().numpy()  # (1, 1), (R, 1) or (R, groups)
    row, group = np.unravel_index(int(scales.argmax()), scales.shape)
    zero = 0 if part.zeros is None else int(part.zeros[row, group])
    low, high = Grid(bits=part.bits, symmetric=part.zeros is None).limits
    levels = (np.arange(low, high + 1) - zero) * scales[row, group]
    steps = scales
    if part.group:
        steps = np.repeat(scales, part.group, axis=1)[:, : part.num_columns]
    if scales.size == 1:
        return GridPart(levels, steps)
    where, columns = tr("row {row:,}", row=row + 1), slice(None)
    if part.group:
        columns = slice(group * part.group, (group + 1) * part.group)
        last = min(columns.stop, part.num_columns)
        where += tr(", columns {first:,} to {last:,}", first=columns.start + 1, last=last)
    return GridPart(levels, steps, where, slice(row, row + 1), columns)


def num_nonzero(loaded: LoadedModel) -> int | None:
    """How many of the weights are not zero; None for a quantized model."""
    from models.layers.quantized import quantized_weights
    from models.schema.batch import as_module

    if quantized_weights(as_module(loaded.model)):
        return None
    return sum(int(weight.count_nonzero()) for weight in loaded.weights.values())
