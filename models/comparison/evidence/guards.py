"""What decides that a comparison says nothing about a claim: arms that have not learned, and such.

Without guards a difference between two models that predict hardly more than frequencies would be
taken for a finding about what the paper is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from statistics import fmean

from models.comparison.evidence.intervals import EQUALITY_CONFIDENCE, estimate
from models.comparison.results import MeasuredComparison
from models.comparison.spec import Contrast, ExperimentSpec, Floor, MetricPoint

TWO_GROUPS = 0.8  # the widest gap between sorted seeds, as a share of their range


def failed_guard(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast, difference: float
) -> str:
    """Why a contrast cannot be tested, in one sentence; "" where all guards hold.

    `difference` is what was measured against the null value.
    """
    if contrast.is_ratio and contrast.second:  # in the unit of the metric, as rows are
        difference *= abs(fmean(_at(result, contrast.second).values()))
    problems = (
        *_at_floor(spec, result, contrast),
        *_still_learning(spec, result, contrast, difference),
        *_two_groups(spec, result, contrast, difference),
        *_rate_at_edge(spec, result, contrast),
    )
    return next(iter(problems), "")


def _at_floor(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast
) -> Iterator[str]:
    """Arms of the contrast that are not clearly beyond a model that has learned nothing."""
    arms = {cell.arm for cell in contrast.cells}
    for floor in spec.floors:
        for arm in spec.arms:
            if arm.name in arms and (not floor.arms or arm.name in floor.arms):
                values = result.values(arm.name, floor.metric, floor.x)
                level = _level(floor, result, arm.name)
                if level is None:
                    yield f"of “{arm.title}” there is no level of {floor.what}"
                elif not values or not _is_beyond(values, level, below=floor.below):
                    yield f"“{arm.title}” is not clearly better than {floor.what}"


def _level(floor: Floor, result: MeasuredComparison, arm: str) -> float | None:
    """The level of a floor; that of a count model on another text was measured there, or not."""
    if result.text is None or not floor.baseline:
        return floor.level
    return result.baselines.get(arm, {}).get(floor.baseline)


def _is_beyond(values: Mapping[int, float], level: float, *, below: bool) -> bool:
    """Whether seeds are better than a level, by a one-sided t test at 5 %."""
    found = estimate([*values.values()], EQUALITY_CONFIDENCE)
    if below:
        return (found.mean if found.high is None else found.high) < level
    return (found.mean if found.low is None else found.low) > level


def _still_learning(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast, difference: float
) -> Iterator[str]:
    """Arms whose curve over steps moved by more than the difference since the point before."""
    if spec.points == 1:
        return
    for cell in contrast.cells:
        places = result.places(cell.arm, cell.metric)
        if cell.x is None and len(places) > 1:
            last, before = (result.values(cell.arm, cell.metric, x) for x in places[:-3:-1])
            change = fmean(last.values()) - fmean(before.values())
            if abs(change) > max(abs(difference), spec.smallest(contrast)):
                title = spec.arm(cell.arm).title
                yield f"“{title}” is still learning: at the end it gains more than the difference"


def _two_groups(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast, difference: float
) -> Iterator[str]:
    """Arms whose seeds fall into two groups that are further apart than the difference."""
    for cell in contrast.cells:
        values = sorted(_at(result, cell).values())
        if len(values) < 4:
            continue
        width = values[-1] - values[0]
        gap = max(after - before for before, after in pairwise(values))
        if width > abs(difference) and gap >= TWO_GROUPS * width:
            title = spec.arm(cell.arm).title
            yield f"of “{title}”, one seed or a few are far from the others"


def _rate_at_edge(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast
) -> Iterator[str]:
    """Arms whose best learning rate is the lowest or the highest of those that were tried."""
    for arm in dict.fromkeys(cell.arm for cell in contrast.cells):
        tried = result.rates.get(arm)
        if tried and tried.is_at_edge:
            title = spec.arm(arm).title
            yield f"the best learning rate of “{title}” is at the edge of those that were tried"


def _at(result: MeasuredComparison, cell: MetricPoint) -> dict[int, float]:
    return result.values(cell.arm, cell.metric, cell.x)
