"""Memory of a training step by the number of layers: activations stored, or computed again.

Only for architectures that can do both, see `ArchSpec.recompute_entry`. The steps are those of a
recipe with other numbers of layers, on a processor, on a few of its own examples.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import torch

from models.runtime.peak_memory import training_peak
from models.schema.batch import Batch
from models.schema.registry import catalog
from models.training.cost_estimate import first_examples, stand_in_tokenizer
from models.training.recipe import Recipe
from models.training.trainer import DOCUMENTS, LONG
from models.training.training_task import TrainingTask, check_recipe, new_training_task

DEPTHS = (1, 2, 4, 8, 12)
ENOUGH_S = 3.0  # of steps, after which no more layers are measured
LEAST_DEPTHS = 2  # which make a line
MOST_NUMBERS = 2**18  # of the hidden states of a layer: tokens times width
LEAST_TOKENS = 16  # of a step, however wide its model


@dataclass(frozen=True)
class MemoryByDepth:
    """Bytes at the peak of a step for each number of layers, besides parameters and gradients.

    One step reads `num_examples` of `length` tokens.
    """

    width: int
    num_examples: int
    length: int
    depths: tuple[int, ...]
    recomputed: tuple[int, ...]
    stored: tuple[int, ...]

    def per_layer(self, values: Sequence[int]) -> int:
        """Bytes that a layer adds: the slope of the line fitted to all numbers of layers."""
        return round(np.polyfit(self.depths, values, 1)[0])


def measure(recipe: Recipe) -> Generator[None, None, MemoryByDepth | None]:
    """Take a step of untrained models; yields between them.

    None where the architecture has one way only. Raises ValueError for a recipe that cannot be
    learned.
    """
    entry = catalog().architectures[recipe.architecture].recompute_entry
    if not entry:
        return None
    check_recipe(recipe)
    task = new_training_task(recipe, stand_in_tokenizer(recipe), None)
    batch = _largest_batch(task)
    yield
    peaks: list[tuple[int, int]] = []
    began = time.perf_counter()
    for depth in DEPTHS:
        if len(peaks) >= LEAST_DEPTHS and time.perf_counter() - began > ENOUGH_S:
            break
        recomputed = _peak(task, depth, entry, True, batch)
        yield
        peaks.append((recomputed, _peak(task, depth, entry, False, batch)))
        yield
    num_examples, length = batch.input_ids.shape
    columns = zip(*peaks, strict=True)
    return MemoryByDepth(recipe.size.width, num_examples, length, DEPTHS[: len(peaks)], *columns)


def learn(task: TrainingTask, batch: Batch) -> None:
    """A forward and a backward pass."""
    task.module.zero_grad(set_to_none=True)
    with torch.enable_grad():
        losses = task.losses(batch)
        total = task.total(losses, {head: loss.count for head, loss in losses.items()})
        torch.autograd.backward(total)


def _peak(task: TrainingTask, depth: int, entry: str, recomputes: bool, batch: Batch) -> int:
    recipe = task.recipe
    other = replace(
        recipe,
        size=replace(recipe.size, num_layers=depth),
        config={**recipe.config, entry: recomputes},
    )
    deep = new_training_task(other, task.tokenizer, None)
    return training_peak(deep.module, partial(learn, deep, batch))


def _largest_batch(task: TrainingTask) -> Batch:
    """The longest examples of the recipe, fewer and shorter ones where a step takes too long."""
    schedule, examples = task.recipe.schedule, first_examples(task)
    long = bool(schedule.long_share)
    room = max(MOST_NUMBERS // task.recipe.size.width, LEAST_TOKENS)
    length = min(schedule.long_length if long else schedule.length, room)
    count = min(schedule.batch_size, room // length)
    return task.batch(examples[LONG if long else DOCUMENTS], range(count), length)
