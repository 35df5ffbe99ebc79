"""Held-out loss and accuracy on texts of `long_length` tokens, early and late positions apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from torch import Tensor

from models.comparison.measured import MetricValue
from models.measures.held_out import measured_on
from models.schema.batch import Batch, BatchTargets

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Yield the metrics of `held_out` for all positions, and for early and late ones.

    Positions below the option `border` are early.
    """
    recipe, border = trained.recipe, trained.options["border"]
    schedule = replace(recipe.schedule, length=recipe.schedule.long_length)
    task = replace(trained.task, recipe=replace(recipe, schedule=schedule))
    batches = replace(trained, task=task).held_out
    early = [_part(batch, lambda positions: positions < border) for batch in batches]
    late = [_part(batch, lambda positions: positions >= border) for batch in batches]
    for prefix, some in (("", batches), ("early_", early), ("late_", late)):
        yield from measured_on(trained, some, prefix)


def _part(batch: Batch, belongs: Callable[[Tensor], Tensor]) -> Batch:
    """Return the batch with only those targets whose positions belong to a part."""
    targets = {}
    for head, all_targets in batch.targets.items():
        selected = belongs(all_targets.positions)  # (N,)
        targets[head] = BatchTargets(
            all_targets.rows[selected],
            all_targets.positions[selected],
            all_targets.labels[selected],
        )
    return replace(batch, targets=targets)
