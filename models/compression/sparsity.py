"""Quality by sparsity: one model, pruned to one share after another, without training."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from models.checkpoints.checkpoint import Loaded
from models.compression.base import Compressing, CompressionReport
from models.compression.examples import CompressionData, Quality
from models.compression.heads import attention_units
from models.compression.layer_removal import stacks
from models.compression.pruning import HEADS, LAYERS, compress
from models.runtime.generators import map_progress
from models.schema.records import FloatArray

SPARSITIES = tuple(n / 10 for n in range(1, 10))
MESSAGE = "measuring quality by sparsity"
Point = tuple[float, Quality]  # the sparsity that was reached
Measuring = Generator[CompressionReport, None, list[Point]]


@dataclass(frozen=True, eq=False)
class SparsityCurve:
    """Quality by sparsity, each pruned from the same model; all (N,).

    `sparsities` are what was reached, beginning with 0: the model as it is. `scores` are those of a
    fine-tuned model's task, else NaN.
    """

    sparsities: FloatArray
    losses: FloatArray
    accuracies: FloatArray
    scores: FloatArray


def quality_by_sparsity(
    loaded: Loaded,
    options: Mapping[str, Any],
    data: CompressionData,
    sparsities: Sequence[float] = SPARSITIES,
) -> Generator[CompressionReport, None, SparsityCurve]:
    """Prune to each sparsity, with the other options, and measure. Raises as `compress`.

    Heads are removed in whole numbers. Layers go one after the other, until each stack has one.
    """
    if options["kind"] == LAYERS:
        points = yield from _layer_by_layer(loaded, options, data)
    else:
        points = yield from _each(loaded, options, data, sparsities)
    columns = [
        (reached, one.loss, one.accuracy, np.nan if one.score is None else one.score)
        for reached, one in [(0.0, data.quality(loaded)), *points]
    ]
    return SparsityCurve(*np.array(columns, dtype=np.float32).T)


def _each(
    loaded: Loaded,
    options: Mapping[str, Any],
    data: CompressionData,
    sparsities: Sequence[float],
) -> Measuring:
    if options["kind"] == HEADS:
        total = sum(unit.num_heads for unit in attention_units(loaded, data))
        sparsities = in_whole_numbers(sparsities, total) or sparsities
    points: list[Point] = []
    for n, sparsity in enumerate(sparsities):
        report = CompressionReport(MESSAGE, n, len(sparsities))
        made = yield from _pruned(loaded, {**options, "sparsity": sparsity}, data, report)
        points.append((made.record["sparsity"], data.quality(made.loaded)))
    return points


def _pruned(
    loaded: Loaded, options: Mapping[str, Any], data: CompressionData, report: CompressionReport
) -> Compressing:
    """With the same report at each of its steps."""
    return map_progress(compress(loaded, options, data), lambda _: report)


def in_whole_numbers(sparsities: Sequence[float], total: int) -> list[float]:
    """The shares of `total` things that are next to these and remove some, but not all of them."""
    counts = {round(one * total) for one in sparsities}
    return [count / total for count in sorted(counts) if 0 < count < total]


def _layer_by_layer(loaded: Loaded, options: Mapping[str, Any], data: CompressionData) -> Measuring:
    """What is left after one layer is what the next one is taken from."""
    known = stacks(loaded)
    total = sum(stack.num_layers for stack in known)
    points: list[Point] = []
    for n in range(max(1, total - len(known))):
        report = CompressionReport(MESSAGE, n, total - len(known))
        left = sum(stack.num_layers for stack in stacks(loaded)) or 1
        made = yield from _pruned(loaded, {**options, "sparsity": 1 / left}, data, report)
        loaded = made.loaded
        points.append(((n + 1) / total, data.quality(loaded)))
    return points
