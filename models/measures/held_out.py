"""Held-out loss and accuracy, with the held-out text corrupted as the arm is trained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue
from models.schema.batch import Batch

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Loss in nats, accuracy and area under ROC by head, as `models.training.evaluation`."""
    yield from measured_on(trained, trained.held_out)


def measured_on(
    trained: TrainedArm, batches: Sequence[Batch], prefix: str = ""
) -> Iterator[MetricValue]:
    """The metrics of a model on some batches, with the outcomes of accuracies."""
    metrics, outcomes = trained.task.evaluate_each(batches)
    for metric, value in metrics.items():
        yield MetricValue(f"{prefix}{metric}", value, outcomes=outcomes.get(metric, ()))
