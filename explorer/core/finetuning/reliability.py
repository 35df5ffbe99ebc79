"""Whether a model's confidence is true: of what it is 80 % sure of, is 80 % right?

Guo et al. (2017), "On Calibration of Modern Neural Networks", arXiv:1706.04599.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.core.finetuning.confusion import ClassifiedExample

NUM_BINS = 10


@dataclass(frozen=True)
class ReliabilityBin:
    """Predictions whose confidence lies in (low, high]."""

    low: float
    high: float
    num_examples: int
    confidence: float  # mean
    accuracy: float


@dataclass(frozen=True)
class Reliability:
    """Accuracy by confidence. Bins without predictions are left out."""

    bins: tuple[ReliabilityBin, ...]

    @property
    def calibration_error(self) -> float:
        """The mean distance of confidence and accuracy, weighted by predictions (ECE)."""
        total = sum(one.num_examples for one in self.bins)
        differences = (one.num_examples * abs(one.confidence - one.accuracy) for one in self.bins)
        return sum(differences) / total if total else 0.0


def reliability(classified: Sequence[ClassifiedExample], num_bins: int = NUM_BINS) -> Reliability:
    """Bins of equal width over the confidence of the predicted class."""
    confidence = np.array([one.confidence for one in classified])
    right = np.array([one.is_correct for one in classified])
    number = np.clip(np.ceil(confidence * num_bins).astype(int) - 1, 0, num_bins - 1)
    bins = []
    for n in range(num_bins):
        inside = number == n
        if inside.any():
            mean, accuracy = float(confidence[inside].mean()), float(right[inside].mean())
            count = int(inside.sum())
            bins.append(ReliabilityBin(n / num_bins, (n + 1) / num_bins, count, mean, accuracy))
    return Reliability(tuple(bins))
