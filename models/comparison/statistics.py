"""Means, intervals and verdicts over seeds.

Intervals are 95 % bootstrap intervals of a mean (percentile method, scipy.stats.bootstrap, Efron &
Tibshirani 1993); differences are paired by seed. Fewer than five seeds give no interval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from models.comparison.fits import fit
from models.comparison.results import Estimate, MeasuredComparison, Summary
from models.comparison.spec import Contrast, Direction, ExperimentSpec, Metric, MetricPoint

MIN_SEEDS = 5
CONFIDENCE = 0.95
RESAMPLES = 9999
RESAMPLING_SEED = 0  # the same rows give the same interval

Verdict = Literal["as in the paper", "opposite", "no significant difference", "too few seeds"]


@dataclass(frozen=True)
class ContrastResult:
    """A contrast with the difference that was measured, and the verdict."""

    contrast: Contrast
    difference: Estimate
    verdict: Verdict

    def in_words(self, spec: ExperimentSpec) -> str:
        """The difference with its interval, and the verdict if there is one."""
        metric = spec.metric(self.contrast.first.metric)
        text = difference_text(self.difference, metric)
        return text if self.difference.low is None else f"{text}: {self.verdict}"


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of values, one per seed. Raises ValueError for none."""
    if not len(values):
        raise ValueError("no values")
    mean = float(np.mean(values))
    if len(values) < MIN_SEEDS:
        return Estimate(mean, None, None, len(values))
    if np.ptp(values) == 0:
        return Estimate(mean, mean, mean, len(values))
    from scipy.stats import bootstrap  # slow to import, and needed at the end of a run only

    resampled = bootstrap(
        (np.asarray(values, dtype=np.float64),),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(RESAMPLING_SEED),
    )
    interval = resampled.confidence_interval
    return Estimate(mean, float(interval.low), float(interval.high), len(values))


def paired(first: Mapping[int, float], second: Mapping[int, float]) -> list[float]:
    """First minus second for every seed that both have, in the order of the seeds."""
    return [first[seed] - second[seed] for seed in sorted(first.keys() & second.keys())]


def summarize(spec: ExperimentSpec, result: MeasuredComparison) -> Summary:
    """The estimates of all cells, and of the differences that the comparison evaluates."""
    cells = dict.fromkeys(MetricPoint(row.arm, row.metric, row.x) for row in result.rows)
    estimates = {cell: estimate([*_values(result, cell).values()]) for cell in cells}
    differences = {}
    for contrast in spec.contrasts:
        pairs = paired(_values(result, contrast.first), _values(result, contrast.second))
        if pairs:
            differences[contrast.first, contrast.second] = estimate(pairs)
    laws = {law.name: fitted for law in spec.laws if (fitted := fit(result, law))}
    return Summary(estimates, differences, laws)


def _values(result: MeasuredComparison, cell: MetricPoint) -> dict[int, float]:
    return result.values(cell.arm, cell.metric, cell.x)


def evaluate_contrast(summary: Summary, contrast: Contrast) -> ContrastResult | None:
    """The finding of a contrast; None where a cell was not measured."""
    difference = summary.differences.get((contrast.first, contrast.second))
    if difference is None:
        return None
    return ContrastResult(
        contrast, difference, verdict(difference, contrast.paper, contrast.threshold)
    )


def verdict(difference: Estimate, paper: Direction, threshold: float) -> Verdict:
    """By the whole interval of the difference, against a threshold on either side of zero.

    Where the paper found the two about equal, an interval within the thresholds is as in the paper,
    and one that is wholly outside is the opposite.
    """
    low, high = difference.low, difference.high
    if low is None or high is None:
        return "too few seeds"
    if paper == "equal":
        if -threshold <= low and high <= threshold:
            return "as in the paper"
        outside = low > threshold or high < -threshold
        return "opposite" if outside else "no significant difference"
    if paper == "less":
        low, high = -high, -low
    if low > threshold:
        return "as in the paper"
    return "opposite" if high < -threshold else "no significant difference"


def difference_text(difference: Estimate, metric: Metric) -> str:
    """Such as "+3.1 points (95 % interval +2.0 to +4.2, 5 seeds)"."""
    scale, unit = (100.0, "points") if metric.is_share else (1.0, metric.unit)
    mean = f"{scale * difference.mean:+.3g} {unit}".rstrip()
    seeds = f"{difference.num_seeds} seed{'s' * (difference.num_seeds != 1)}"
    if difference.low is None or difference.high is None:
        return f"{mean} ({seeds}, too few for an interval)"
    low, high = scale * difference.low, scale * difference.high
    return f"{mean} (95 % interval {low:+.3g} to {high:+.3g}, {seeds})"
