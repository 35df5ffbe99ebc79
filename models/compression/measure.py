"""The three axes of compression, and quality by sparsity.

Bytes on disk, milliseconds for a sentence, and quality on held-out examples.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from models.checkpoints.checkpoint import LoadedModel
from models.checkpoints.foreign.adapter_folders import weight_files_of
from models.compression.base import Compressing, CompressionReport
from models.compression.examples import CompressionData, ModelOfKind, Quality
from models.compression.heads import attention_units
from models.compression.layer_removal import stacks
from models.compression.pruning import HEADS, LAYERS, compress
from models.runtime.devices import one_thread
from models.runtime.generators import map_progress
from models.schema.batch import Batch, as_module, evaluation_mode
from models.schema.records import FloatArray
from models.tasks.metrics import Interval

WARM_UP = 3  # passes that are not timed: the first ones choose kernels and fill caches
TIMED = 15
SCATTER = 0.05  # of medians, as a share
SPARSITIES = tuple(n / 10 for n in range(1, 10))
MESSAGE = "measuring quality by sparsity"
Point = tuple[float, Quality]  # the sparsity that was reached
Measuring = Generator[CompressionReport, None, list[Point]]


@dataclass(frozen=True)
class CompressionPoint:
    """A model in the picture of size, speed and quality.

    `bytes` of its weight files; `parameters` are the weights they stand for, tied ones once.
    `milliseconds` is the median for one sentence of `tokens` tokens on one thread of this machine.
    Loss in nats on held-out examples (squared error for a score). `score` is the deciding metric of
    a fine-tuned model's task, None for a pretrained one.
    """

    name: str
    bytes: int
    parameters: int
    milliseconds: float
    tokens: int
    loss: float
    accuracy: float
    score: float | None
    intervals: Mapping[str, Interval] = field(default_factory=dict)  # of both, 95 %


def measure_model(
    loaded: LoadedModel, examples: CompressionData, quality: Quality | None = None
) -> CompressionPoint:
    """Size, speed and quality of a model that was opened from a folder, if that is not known."""
    quality = quality or examples.quality(loaded)
    sentence = examples.sentence(loaded)
    return CompressionPoint(
        name=loaded.name,
        bytes=stored_bytes(loaded.folder),
        parameters=num_weights(loaded),
        milliseconds=milliseconds(loaded, sentence),
        tokens=sentence.num_tokens,
        loss=quality.loss,
        accuracy=quality.accuracy,
        score=quality.score,
        intervals=quality.intervals,
    )


def stored_bytes(folder: Path) -> int:
    """Bytes of the weight files of a model folder, those of its parts in subfolders included."""
    inner = (path for path in folder.iterdir() if (path / "config.json").is_file())
    return sum(file.stat().st_size for part in (folder, *inner) for file in weight_files_of(part))


def num_weights(loaded: LoadedModel) -> int:
    """Weights of a model that its files hold, tied ones once; four-bit ones count one each."""
    return sum(weight.numel() for weight in loaded.weights.values())


def milliseconds(loaded: LoadedModel, sentence: Batch) -> float:
    """The median time of a forward pass over a sentence (1, T), with its heads, on one thread."""
    task_model = loaded.task_model
    if task_model is None:
        return pass_milliseconds(loaded, loaded.heads, sentence)
    return _median(as_module(task_model), lambda: task_model(sentence))


def pass_milliseconds(loaded: ModelOfKind, heads: Sequence[str], sentence: Batch) -> float:
    """Return the median time of a forward pass in milliseconds, with these heads, on one thread.

    The model need not be in a folder.
    """

    def run() -> None:
        states = loaded.model(sentence)
        for head in map(loaded.spec.head, heads):
            if (stream := head.read(states)) in states:
                loaded.model.logits(head.name, states[stream])

    return _median(as_module(loaded.model), run)


def _median(module: nn.Module, run: Callable[[], object]) -> float:
    """Return the median time of a run in milliseconds, after passes that warm up."""
    with one_thread(), torch.inference_mode(), evaluation_mode(module):
        seconds = [_measure_seconds(run) for _ in range(WARM_UP + TIMED)]
    return statistics.median(seconds[WARM_UP:]) * 1e3


def _measure_seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def speed_note(base: CompressionPoint, made: CompressionPoint) -> str:
    """A sentence where a compressed model is not faster on this machine; empty where it is.

    Medians of few passes scatter, so a difference below a twentieth counts as none.
    """
    if made.milliseconds < base.milliseconds * (1 - SCATTER):
        return ""
    slower = made.milliseconds > base.milliseconds * (1 + SCATTER)
    return (
        f"On this machine {made.name} is {'slower' if slower else 'not faster'} than {base.name}: "
        f"{made.milliseconds:.2f} instead of {base.milliseconds:.2f} ms for a sentence."
    )


# Quality by sparsity ------------------------------------------------------------------------------


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
    loaded: LoadedModel,
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
    loaded: LoadedModel,
    options: Mapping[str, Any],
    data: CompressionData,
    sparsities: Sequence[float],
) -> Measuring:
    if options["kind"] == HEADS:
        total = sum(unit.num_heads for unit in attention_units(loaded, data))
        sparsities = round_sparsities(sparsities, total) or sparsities
    points: list[Point] = []
    for n, sparsity in enumerate(sparsities):
        report = CompressionReport(MESSAGE, n, len(sparsities))
        made = yield from _prune_model(loaded, {**options, "sparsity": sparsity}, data, report)
        points.append((made.record["sparsity"], data.quality(made.loaded)))
    return points


def _prune_model(
    loaded: LoadedModel,
    options: Mapping[str, Any],
    data: CompressionData,
    report: CompressionReport,
) -> Compressing:
    """Prune a model, with the same report at each step."""
    return map_progress(compress(loaded, options, data), lambda _: report)


def round_sparsities(sparsities: Sequence[float], total: int) -> list[float]:
    """The shares of `total` things that are next to these and remove some, but not all of them."""
    counts = {round(one * total) for one in sparsities}
    return [count / total for count in sorted(counts) if 0 < count < total]


def _layer_by_layer(
    loaded: LoadedModel, options: Mapping[str, Any], data: CompressionData
) -> Measuring:
    """What is left after one layer is what the next one is taken from."""
    known = stacks(loaded)
    total = sum(stack.num_layers for stack in known)
    points: list[Point] = []
    for n in range(max(1, total - len(known))):
        report = CompressionReport(MESSAGE, n, total - len(known))
        left = sum(stack.num_layers for stack in stacks(loaded)) or 1
        made = yield from _prune_model(loaded, {**options, "sparsity": 1 / left}, data, report)
        loaded = made.loaded
        points.append(((n + 1) / total, data.quality(loaded)))
    return points
