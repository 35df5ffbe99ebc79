"""Held-out loss and accuracy at the same positions for all arms: as the base recipe corrupts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue
from models.measures.held_out import measure as held_out
from models.training.training_task import specs_of

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Yield the metrics of `held_out`, with the objectives of the base recipe and their options."""
    base = trained.base
    recipe = replace(trained.recipe, objectives=base.objectives, options=base.options)
    _, objectives = specs_of(recipe)
    task = replace(trained.task, recipe=recipe, objectives=objectives)
    yield from held_out(replace(trained, task=task))
