"""Held-out loss and accuracy, with the held-out text corrupted as the arm is trained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Loss in nats, accuracy and area under ROC by head, as `models.training.evaluation`."""
    metrics, outcomes = trained.task.evaluate_each(trained.held_out)
    for metric, value in metrics.items():
        yield MetricValue(metric, value, outcomes=outcomes.get(metric, ()))
