"""The three axes of compression: bytes on disk, milliseconds for a sentence, and quality."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from models.checkpoints.checkpoint import Loaded
from models.checkpoints.folders import weight_files
from models.compression.examples import CompressionData, ModelOfKind
from models.runtime.devices import one_thread
from models.schema.batch import Batch, as_module, evaluating

WARM_UP = 3  # passes that are not timed: the first ones choose kernels and fill caches
TIMED = 15
SCATTER = 0.05  # of medians, as a share


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


def measure_model(loaded: Loaded, examples: CompressionData) -> CompressionPoint:
    """Size, speed and quality of a model that was opened from a folder."""
    quality = examples.quality(loaded)
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
    )


def stored_bytes(folder: Path) -> int:
    """Bytes of the weight files of a model folder, those of its parts in subfolders included."""
    inner = (path for path in folder.iterdir() if (path / "config.json").is_file())
    return sum(file.stat().st_size for part in (folder, *inner) for file in weight_files(part))


def num_weights(loaded: Loaded) -> int:
    """Weights of a model that its files hold, tied ones once; four-bit ones count one each."""
    return sum(weight.numel() for weight in loaded.weights.values())


def milliseconds(loaded: Loaded, sentence: Batch) -> float:
    """The median time of a forward pass over a sentence (1, T), with its heads, on one thread."""
    task_model = loaded.task_model
    if task_model is None:
        return pass_milliseconds(loaded, loaded.heads, sentence)
    return _median(as_module(task_model), lambda: task_model(sentence))


def pass_milliseconds(loaded: ModelOfKind, heads: Sequence[str], sentence: Batch) -> float:
    """The same of a pretrained model with these heads, also of one that is in no folder yet."""

    def run() -> None:
        states = loaded.model(sentence)
        for head in map(loaded.spec.head, heads):
            if (stream := head.read(states)) in states:
                loaded.model.logits(head.name, states[stream])

    return _median(as_module(loaded.model), run)


def _median(module: nn.Module, run: Callable[[], object]) -> float:
    """In milliseconds, after passes that warm up."""
    with one_thread(), torch.inference_mode(), evaluating(module):
        seconds = [_timed(run) for _ in range(WARM_UP + TIMED)]
    return statistics.median(seconds[WARM_UP:]) * 1e3


def _timed(run: Callable[[], object]) -> float:
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
