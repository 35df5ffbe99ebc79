"""What a fine-tuned model predicts for a split, by which metrics, and how fast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.tasks.base import Metrics, Prediction
from models.tasks.examples import Example


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Predictions for examples, in their order. `metrics` is empty where no answers are known."""

    examples: Sequence[Example]
    predictions: Sequence[Prediction]
    metrics: Metrics
    seconds: float  # for encoding and predicting

    @property
    def examples_per_second(self) -> float:
        return len(self.examples) / self.seconds
