"""Linear probes of a fixed model, and the mean of what its objectives measured in training."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue
from models.measures.frozen_tasks import measure as frozen_tasks

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """As `frozen_tasks`, then each `StepMeasure` by its name, over the steps so far.

    One that was not due yet is left out.
    """
    yield from frozen_tasks(trained)
    for name, values in trained.measured.items():
        yield MetricValue(name, fmean(values))
