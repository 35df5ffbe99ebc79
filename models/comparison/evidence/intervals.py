"""Means over seeds with t intervals (Student 1908), and t tests against a number.

Fewer than five seeds have no interval. The bootstrap is not used: its percentile intervals of five
values cover 84 % where they say 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean, stdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIN_SEEDS = 5
EQUAL_SHARE = 1e-12  # of the largest value: seeds that differ by less are equal
CONFIDENCE, EQUALITY_CONFIDENCE = 0.95, 0.9


@dataclass(frozen=True)
class Estimate:
    """A mean over seeds with its 95 % interval, which few seeds do not have."""

    mean: float
    low: float | None
    high: float | None
    num_seeds: int

    @property
    def all_equal(self) -> bool:
        """Whether all seeds have one value, from which no interval follows."""
        return self.low is not None and self.low == self.high


@dataclass(frozen=True)
class TTest:
    """A mean over seeds, and how it differs from a number.

    `p` is two-sided; it and the 90 % interval, which shows equality, are None for few seeds.
    """

    estimate: Estimate
    p: float | None = None
    low90: float | None = None
    high90: float | None = None


def estimate(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean of values, one per seed, with its t interval.

    The interval has no width where all values are equal. Raises ValueError for no values, and for
    one that is not a finite number.
    """
    if not values:
        raise ValueError("no values")
    if not all(map(math.isfinite, values)):
        raise ValueError("a seed has no number")
    mean, count = fmean(values), len(values)
    if count < MIN_SEEDS:
        return Estimate(mean, None, None, count)
    if max(values) - min(values) <= EQUAL_SHARE * max(map(abs, values)):
        return Estimate(values[0], values[0], values[0], count)
    half = t_quantile(confidence, count - 1) * _standard_error(values)
    return Estimate(mean, mean - half, mean + half, count)


def t_test(values: Sequence[float], null: float = 0.0) -> TTest:
    """Test values, one per seed, against a number. Raises ValueError for none."""
    estimated = estimate(values)
    if estimated.low is None:
        return TTest(estimated)
    if estimated.all_equal:
        p = 1.0 if math.isclose(estimated.mean, null, abs_tol=EQUAL_SHARE) else 0.0
    else:
        p = _two_sided_p((estimated.mean - null) / _standard_error(values), len(values) - 1)
    narrow = estimate(values, EQUALITY_CONFIDENCE)
    return TTest(estimated, p, narrow.low, narrow.high)


def interval_over_examples(
    first: NDArray[np.bool_], second: NDArray[np.bool_] | None = None
) -> tuple[float, float]:
    """Return a 95 % interval of a share, or of a difference of shares, over seeds and examples.

    `first` and `second` are (seeds, examples), the same examples for all seeds. Both vary, as in
    Sellam et al. (2022), arXiv:2106.16163, but by components of variance and a t quantile, because
    a bootstrap of few seeds is too narrow: never narrower than the interval over seeds alone.
    """
    values = first.astype(float) if second is None else first.astype(float) - second  # (S, N)
    variance = sum(
        float(values.mean(axis=1 - axis).var(ddof=1)) / values.shape[axis] for axis in (0, 1)
    )
    half = t_quantile(CONFIDENCE, len(values) - 1) * math.sqrt(variance)
    mean = float(values.mean())
    return mean - half, mean + half


@cache
def t_quantile(confidence: float, freedom: int) -> float:
    """Return the half-width, in standard errors, of a t interval with these degrees of freedom."""
    from scipy.special import stdtrit  # scipy.stats takes a second to import

    return float(stdtrit(freedom, (1 + confidence) / 2))


def _standard_error(values: Sequence[float]) -> float:
    return stdev(values) / math.sqrt(len(values))


def _two_sided_p(t: float, freedom: int) -> float:
    from scipy.special import stdtr

    return float(2 * stdtr(freedom, -abs(t)))
