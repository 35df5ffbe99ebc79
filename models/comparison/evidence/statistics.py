"""Intervals over seeds, tests of claims, and the verdicts that follow from them.

Means have 95 % t intervals over seeds (Student 1908). A contrast is a number of each seed, paired
over arms; the p values of all contrasts that test a claim of one comparison are adjusted together
(Holm 1979). "Equal" is shown by two one-sided tests (Schuirmann 1987), whose interval has 90 %.
Fewer than five seeds give neither interval nor verdict.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from models.comparison.evidence.guards import Problem, failed_guard
from models.comparison.evidence.intervals import (
    MIN_SEEDS,
    Estimate,
    TTest,
    interval_over_examples,
    t_test,
)
from models.comparison.results import MeasuredComparison
from models.comparison.spec import Contrast, Direction, ExperimentSpec, PaperClaim

ALPHA = 0.05
WITHOUT_A_SEED = Problem("a seed has no number", "a number from every seed")
FEW_EXAMPLES = 200  # an interval over seeds alone says nothing about other examples

Verdict = Literal[
    "reproduced",
    "same direction",
    "practically equal",
    "opposite",
    "inconclusive",
    "not testable here",
]
# A claim has the verdict of its contrasts that comes first here.
FROM_WORST: tuple[Verdict, ...] = (
    "not testable here",
    "opposite",
    "inconclusive",
    "practically equal",
    "same direction",
    "reproduced",
)


@dataclass(frozen=True)
class ContrastResult:
    """A contrast with what was measured; a measurement has neither adjusted p nor verdict.

    One that is not testable here has what a test would take, and `where` it is now, with numbers.
    """

    contrast: Contrast
    test: TTest
    adjusted_p: float | None = None
    verdict: Verdict | None = None
    reason: str = ""
    would_take: str = ""
    where: str = ""

    @property
    def estimate(self) -> Estimate:
        return self.test.estimate


@dataclass(frozen=True)
class ClaimResult:
    """A claim with the results of its contrasts."""

    claim: PaperClaim
    results: tuple[ContrastResult, ...]

    @property
    def deciding_contrast(self) -> ContrastResult | None:
        """The contrast that supports the claim least; None where it has none."""
        judged = [one for one in self.results if one.verdict is not None]
        return min(
            judged, key=lambda one: FROM_WORST.index(one.verdict or "reproduced"), default=None
        )

    @property
    def verdict(self) -> Verdict | None:
        if self.claim.untestable:
            return "not testable here"
        return self.deciding_contrast.verdict if self.deciding_contrast else None

    @property
    def reason(self) -> str:
        return self.claim.untestable or (
            self.deciding_contrast.reason if self.deciding_contrast else ""
        )

    @property
    def would_take(self) -> str:
        """What a test would take, where there is none here."""
        if self.claim.untestable:
            return self.claim.would_take
        return self.deciding_contrast.would_take if self.deciding_contrast else ""

    @property
    def numbers_in_words(self) -> str:
        """The present numbers of the arms, in words; "" where nothing was measured for it."""
        return (
            ""
            if self.claim.untestable or not self.deciding_contrast
            else self.deciding_contrast.where
        )


@dataclass(frozen=True)
class ClaimsEvaluation:
    """What a result says of each claim, and the measurements that no paper claims."""

    claims: tuple[ClaimResult, ...]
    measurements: tuple[ContrastResult, ...]

    @property
    def results(self) -> tuple[ContrastResult, ...]:
        """All results: those of the claims, in their order, then the measurements."""
        return (*(result for one in self.claims for result in one.results), *self.measurements)


def adjusted_by_holm(p_values: Sequence[float]) -> list[float]:
    """The p values of several tests, adjusted so that all errors together keep the level."""
    adjusted, largest = [1.0] * len(p_values), 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = largest
    return adjusted


def contrast_values(contrast: Contrast, result: MeasuredComparison) -> list[float]:
    """The number of a contrast by seed, for the seeds that all of its cells have."""
    by_seed = [result.values(cell.arm, cell.metric, cell.x) for cell in contrast.cells]
    seeds = sorted(set.intersection(*(set(values) for values in by_seed)))
    return [_value(contrast, [values[seed] for values in by_seed]) for seed in seeds]


def _value(contrast: Contrast, cells: Sequence[float]) -> float:
    first, *rest = cells
    if contrast.is_ratio:
        return first / rest[0] if rest[0] else math.nan
    if contrast.other is not None:
        return first - rest[0] - (rest[1] - rest[2])
    return first - sum(rest)


def over_examples(
    spec: ExperimentSpec, contrast: Contrast, result: MeasuredComparison
) -> tuple[int, tuple[float, float]] | None:
    """The number of held-out examples, and the interval over seeds and examples; None for none.

    Only for a level or a difference of few examples that are the same for all seeds.
    """
    if not spec.fixed_examples or contrast.is_ratio or contrast.other is not None:
        return None
    cells = [[result.outcomes_at(cell, seed) for seed in result.seeds] for cell in contrast.cells]
    sizes = {len(outcomes) for rows in cells for outcomes in rows}
    if len(sizes) != 1 or not 0 < (size := sizes.pop()) <= FEW_EXAMPLES:
        return None
    import numpy as np

    return size, interval_over_examples(*(np.array(rows, dtype=bool) for rows in cells))


def evaluate(spec: ExperimentSpec, result: MeasuredComparison) -> ClaimsEvaluation:
    """Test every claim of a comparison; contrasts of which nothing was measured are left out."""
    values = {one: contrast_values(one, result) for one in spec.contrasts}
    finite = {one: [value for value in of if math.isfinite(value)] for one, of in values.items()}
    tests = {one: t_test(of, one.null) for one, of in finite.items() if of}
    incomplete = {one for one in tests if len(finite[one]) < len(result.seeds)}
    tested = [one for claim in spec.claims for one in claim.contrasts if one in tests]
    known = [one for one in tested if tests[one].p is not None]
    adjusted = dict(
        zip(known, adjusted_by_holm([tests[one].p or 0.0 for one in known]), strict=True)
    )
    judged = {
        one: _make_untested_result(one, tests[one], WITHOUT_A_SEED)
        if one in incomplete
        else _judge_contrast(spec, result, one, tests[one], adjusted.get(one))
        for one in tested
    }
    claims = tuple(
        ClaimResult(claim, tuple(judged[one] for one in claim.contrasts if one in judged))
        for claim in spec.claims
    )
    measured = (ContrastResult(one, tests[one]) for one in spec.measurements if one in tests)
    return ClaimsEvaluation(claims, tuple(measured))


def _make_untested_result(
    contrast: Contrast, test: TTest, problem: Problem, adjusted_p: float | None = None
) -> ContrastResult:
    words = (problem.reason, problem.would_take, problem.where)
    return ContrastResult(contrast, test, adjusted_p, "not testable here", *words)


def _judge_contrast(
    spec: ExperimentSpec,
    result: MeasuredComparison,
    contrast: Contrast,
    test: TTest,
    adjusted_p: float | None,
) -> ContrastResult:
    """A contrast with its verdict; a failed guard comes before everything else."""
    if adjusted_p is None:
        reason = f"an interval needs {MIN_SEEDS} seeds"
        return ContrastResult(contrast, test, None, "inconclusive", reason)
    if problem := failed_guard(spec, result, contrast, test.estimate.mean - contrast.null):
        return _make_untested_result(contrast, test, problem, adjusted_p)
    found = verdict(test, adjusted_p, contrast, spec.smallest(contrast))
    return ContrastResult(contrast, test, adjusted_p, found, _reason(found, contrast, test))


def verdict(test: TTest, adjusted_p: float, contrast: Contrast, smallest: float) -> Verdict:
    """The verdict on a contrast of a claim, whose seeds are enough and whose guards hold.

    Practically equal: the 90 % interval lies within the smallest effect of interest around the
    null value, which is what the paper says of "equal". Beyond that a direction needs an adjusted
    p of at most 0.05; the size of the paper is reproduced if the mean lies in its range.
    """
    estimated, null = test.estimate, contrast.null
    assert estimated.low is not None
    assert estimated.high is not None
    assert test.low90 is not None
    assert test.high90 is not None
    is_within = null - smallest <= test.low90 and test.high90 <= null + smallest
    if contrast.paper == "equal":
        outside = estimated.low > null + smallest or estimated.high < null - smallest
        different: Verdict = "opposite" if outside and adjusted_p <= ALPHA else "inconclusive"
        return "reproduced" if is_within else different
    if is_within:
        return "practically equal"
    if adjusted_p > ALPHA:
        return "inconclusive"
    if direction(estimated.mean - null) != contrast.paper:
        return "opposite"
    if contrast.published is None:
        return "same direction"
    low, high = contrast.published.range_around(null)
    return "reproduced" if low <= estimated.mean <= high else "same direction"


def direction(difference: float) -> Direction:
    return "more" if difference > 0 else "less"


def _reason(found: Verdict, contrast: Contrast, test: TTest) -> str:
    """Why a verdict is what it is, where its word does not say it."""
    if found == "same direction" and contrast.published is not None:
        return "the size is outside of the range around that of the paper"
    if found == "same direction":
        return "sizes cannot be compared with those of the paper"
    if found == "practically equal":
        return "the difference is smaller than the smallest effect of interest"
    if found == "inconclusive" and contrast.paper == "equal":
        return "the interval is too wide to show that there is no difference of interest"
    return "the interval is too wide" if found == "inconclusive" else ""
