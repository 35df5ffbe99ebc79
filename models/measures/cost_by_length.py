"""Time and memory of a forward pass by the length of the text; nothing is learned for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
import torch

from models.comparison.measured import MetricValue
from models.inference.taps import Listener, attach_listeners
from models.runtime.peak_memory import peak_bytes
from models.schema.batch import Batch, as_module, collate
from models.schema.records import ModelInput
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

MOST_PASSES = 5  # that are timed at a length
ENOUGH_SECONDS = 0.5  # of passes, after which no further one is timed
MILLI, MEGA = 1000, 1e6


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`milliseconds` of the processor and `megabytes` at the peak, at the option `text_lengths`.

    A pass ends with the last hidden states of one text of random tokens. Arms that the option
    `written_out` names have `written_megabytes` too, up to the length that it gives: the peak where
    attention computes the matrix of its weights instead of running the fused kernel.
    """
    longest_map = trained.options["written_out"].get(trained.arm.name, 0)
    for length in trained.options["text_lengths"]:
        batch = random_text(trained.task, length, trained.recipe.seed)
        yield MetricValue("milliseconds", MILLI * seconds(trained.task, batch), float(length))
        yield MetricValue("megabytes", peak(trained.task, batch) / MEGA, float(length))
        if length <= longest_map:
            written = peak(trained.task, batch, written_out=True)
            yield MetricValue("written_megabytes", written / MEGA, float(length))


def random_text(task: TrainingTask, length: int, seed: int) -> Batch:
    """One text of so many tokens, special tokens included."""
    tokenizer = task.tokenizer
    rng = np.random.default_rng((seed, length))
    room = length - tokenizer.num_special(is_pair=False)
    model_input = ModelInput.clean(tokenizer.build(rng.integers(0, tokenizer.vocab_size, room)))
    return collate([task.spec.apply_all_feeds(model_input, task.model)], inputs=task.spec.inputs)


def seconds(task: TrainingTask, batch: Batch) -> float:
    """The median of several passes without the first one, in seconds of the processor.

    The first pass of a length chooses kernels and fills caches; where it takes long it is alone.
    """
    spent: list[float] = []
    with torch.inference_mode():
        while len(spent) < MOST_PASSES and sum(spent) < ENOUGH_SECONDS:
            began = time.process_time()
            task.model(batch)
            spent.append(time.process_time() - began)
    return median(spent[1:] or spent)


def peak(task: TrainingTask, batch: Batch, *, written_out: bool = False) -> int:
    """Bytes that a pass holds at once, besides the weights and what passes before it cached."""
    model, module = task.model, as_module(task.model)
    paths = [path for stream in model.streams for path in model.attention_taps(stream)]
    heard: dict[str, Listener] = dict.fromkeys(paths if written_out else (), lambda weights: None)
    with torch.inference_mode(), attach_listeners(module, heard):
        return peak_bytes(lambda: task.model(batch))
