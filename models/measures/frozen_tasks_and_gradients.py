"""Linear probes of a fixed model, and the mean of what its objectives measured in training."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue
from models.data.sources import is_built_in
from models.measures.frozen_tasks import measure as frozen_tasks

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Yield the metrics of `frozen_tasks`, then each `StepMeasure`'s mean over the steps so far.

    A step measure that was not due yet is left out, and on a text of one's own so are the probes.
    """
    if is_built_in(trained.recipe.data):
        yield from frozen_tasks(trained)
    for name, values in trained.measured.items():
        yield MetricValue(name, fmean(values))
