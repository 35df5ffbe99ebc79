"""Held-out loss and accuracy, with the held-out text corrupted as the arm is trained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Loss in nats, accuracy and area under ROC by head, as `models.training.evaluation`."""
    for metric, value in trained.task.evaluate(trained.held_out).items():
        yield MetricValue(metric, value)
