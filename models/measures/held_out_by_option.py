"""Held-out loss and accuracy under several settings of the objective, the same for all arms.

`measure_options` maps a prefix of the metrics to the options of the first objective, which are
added to those of the base recipe: {"single": {"mean_span_length": 1.0}, …}.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue
from models.measures.held_out import measured_on

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Yield the metrics of `held_out` once for each setting."""
    name = trained.recipe.objectives[0]
    base = trained.base.options.get(name, {})
    for prefix, options in trained.options.items():
        recipe = replace(trained.recipe, options={name: {**base, **options}})
        changed = replace(trained, task=replace(trained.task, recipe=recipe))
        yield from measured_on(trained, changed.held_out, f"{prefix}_")
