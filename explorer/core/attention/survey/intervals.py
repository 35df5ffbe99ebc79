"""Means over sentences with 95 % intervals: the percentile bootstrap over sentences.

Efron and Tibshirani (1993). S sentences; values may be NaN where a sentence has nothing to measure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.schema.records import FloatArray, IntArray

FEWEST_SENTENCES = 5  # with fewer there is no interval
RESAMPLES = 1000
RESAMPLING_SEED = 0  # the same sentences give the same interval
PERCENTILES = (2.5, 97.5)


@dataclass(frozen=True, eq=False)
class Means:
    """Means of N quantities over sentences and the ends of their intervals; NaN where unknown."""

    mean: FloatArray  # (N,)
    low: FloatArray
    high: FloatArray
    count: IntArray  # sentences


def means(sums: FloatArray, weights: FloatArray) -> Means:
    """The means of quantities (S, N) from each sentence's sum and how much it weighs, both (S, N).

    A sentence whose weight is 0 has nothing to measure. Differences of the same sentences in two
    conditions are paired so.
    """
    count = (weights > 0).sum(0)
    rng = np.random.default_rng(RESAMPLING_SEED)
    total = len(sums)
    drawn = rng.multinomial(total, np.full(total, 1 / total), RESAMPLES).astype(np.float32)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = sums.sum(0) / weights.sum(0)
        resampled = (drawn @ sums) / (drawn @ weights)  # (resamples, N)
    low, high = (np.full(mean.shape, np.nan) for _ in range(2))
    known = count >= FEWEST_SENTENCES
    if known.any():
        low[known], high[known] = np.nanpercentile(resampled[:, known], PERCENTILES, axis=0)
    return Means(mean.astype(np.float32), low.astype(np.float32), high.astype(np.float32), count)
