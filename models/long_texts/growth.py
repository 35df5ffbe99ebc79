"""How cost grows with length: the fitted exponent, and what a longer text will need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

FITTED_FROM = 1_024  # tokens; shorter texts count where fewer than three are as long
FEWEST = 3  # points of a fit
RECENT = 3  # points that a prediction rests on, the longest ones
CONFIDENCE = 0.95
Points = Sequence[tuple[int, float]]  # length, cost


@dataclass(frozen=True)
class Exponent:
    """Cost is proportional to length to this power; a 95 % interval of Student's t.

    Fitted by least squares to the logarithms of points from `first` to `last` tokens.
    """

    value: float
    low: float
    high: float
    first: int
    last: int
    log_unit: float  # the natural logarithm of the fitted cost of one token

    def cost(self, length: int) -> float:
        """What the fitted line says of a length."""
        return float(np.exp(self.log_unit + self.value * np.log(length)))


def fit_exponent(points: Points) -> Exponent | None:
    """The power of the length with which cost grows; None with fewer than three points."""
    known = [point for point in points if point[1] > 0]
    long = [point for point in known if point[0] >= FITTED_FROM]
    used = long if len(long) >= FEWEST else known
    if len(used) < FEWEST:
        return None
    from scipy import stats  # slow to import

    lengths, costs = np.log([p[0] for p in used]), np.log([p[1] for p in used])
    fit = stats.linregress(lengths, costs)
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(used) - 2)) * float(fit.stderr)
    slope, unit = float(fit.slope), float(fit.intercept)
    return Exponent(slope, slope - half, slope + half, used[0][0], used[-1][0], unit)


def predict_cost(points: Points, length: int) -> float | None:
    """The cost of a longer text: a constant, a linear and a square term, none below zero.

    From the longest texts that were measured; from one alone, that times the square of the ratio.
    None without any.
    """
    if not points:
        return None
    from scipy import optimize  # slow to import

    recent = list(points)[-RECENT:]
    last_length, last = recent[-1]
    if len(recent) == 1:
        return last * (length / last_length) ** 2
    powers = [0, 1, 2] if len(recent) > 2 else [1, 2]
    scaled = np.array([[(n / last_length) ** p / cost for p in powers] for n, cost in recent])
    shares, _ = optimize.nnls(scaled, np.ones(len(recent)))
    return float(sum(s * (length / last_length) ** p for s, p in zip(shares, powers, strict=True)))


def longest_within(points: Points, budget: float, longest: int) -> int | None:
    """The greatest length up to `longest` whose cost is within a budget; None without points."""
    if not points:
        return None
    low, high = 0, longest
    while low < high:
        middle = (low + high + 1) // 2
        cost = predict_cost(points, middle)
        low, high = (middle, high) if cost is not None and cost <= budget else (low, middle - 1)
    return low
