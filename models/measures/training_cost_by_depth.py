"""Held-out loss, and the memory and time of a training step by the number of layers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue
from models.long_texts.memory_by_depth import learn
from models.measures.held_out import measure as held_out
from models.runtime.peak_memory import peak_bytes
from models.training.training_task import new_training_task

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

MEGA = 1e6


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Yield the metrics of `held_out`, with the layers of the arm as x, then costs of training.

    For each number of layers in the option `depths`: `megabytes`, the peak of a forward and a
    backward pass with the gradients and without weights, and `seconds` of the processor that they
    take. Those models are untrained.
    """
    layers = float(trained.recipe.size.num_layers)
    for one in held_out(trained):
        yield replace(one, x=layers)
    batch = trained.held_out[0]
    for depth in trained.options["depths"]:
        recipe = replace(trained.recipe, size=replace(trained.recipe.size, num_layers=depth))
        task = new_training_task(recipe, trained.prepared.tokenizer, None)
        task.to_device("cpu")
        peak = peak_bytes(partial(learn, task, batch))
        yield MetricValue("megabytes", peak / MEGA, float(depth))
        began = time.process_time()
        learn(task, batch)
        yield MetricValue("seconds", time.process_time() - began, float(depth))
