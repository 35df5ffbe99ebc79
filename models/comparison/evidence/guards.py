"""What decides that a comparison says nothing about a claim: arms that have not learned, and such.

Without guards a difference between two models that predict hardly more than frequencies would be
taken for a finding about what the paper is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from models.comparison.evidence.intervals import EQUALITY_CONFIDENCE, estimate
from models.comparison.results import MeasuredComparison, by_epoch
from models.comparison.spec import (
    Contrast,
    ExperimentSpec,
    Floor,
    Metric,
    MetricPoint,
    keeps_weights,
)
from models.training.recipe import Recipe

NATS = "nats per token"  # the unit of a mean over tokens
SAME_NATS = 1e-6
TWO_GROUPS = 0.8  # the widest gap between sorted seeds, as a share of their range


@dataclass(frozen=True)
class Problem:
    """Why something cannot be tested, as a part of a sentence, and what a test would take.

    `would_take` follows "It would take"; `where` is a part of a sentence with the numbers.
    """

    reason: str
    would_take: str
    where: str = ""


def failed_guard(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast, difference: float
) -> Problem | None:
    """Why a contrast cannot be tested; None where all guards hold.

    `difference` is what was measured against the null value.
    """
    if contrast.is_ratio and contrast.second:  # in the unit of the metric, as rows are
        difference *= abs(fmean(_values_of_cell(result, contrast.second).values()))
    problems = (
        *_did_not_learn(spec, result, contrast),
        *_predict_other_tokens(spec, result, contrast),
        *_find_arms_at_floor(spec, result, contrast),
        *_still_learning(spec, result, contrast, difference),
        *_two_groups(spec, result, contrast, difference),
        *_rate_at_edge(spec, result, contrast),
    )
    return next(iter(problems), None)


def _did_not_learn(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast
) -> Iterator[Problem]:
    """Bundled models that are arms as they are, on a text that they did not learn from."""
    for name in dict.fromkeys(cell.arm for cell in contrast.cells if result.text):
        recipe = spec.recipe(name)
        if isinstance(recipe, Recipe) and keeps_weights(recipe):
            reason = f"“{spec.arm(name).title}” did not learn from this text"
            yield Problem(reason, "a model that was trained on this text")


def _predict_other_tokens(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast
) -> Iterator[Problem]:
    """Arms whose losses are means over other tokens, such as special ones that one arm lacks.

    A count model of the same text then has another loss on what each of them predicts.
    """
    if spec.metric(contrast.first.metric).unit != NATS:
        return
    arms = dict.fromkeys(cell.arm for cell in contrast.cells)
    levels = {arm: result.baselines[arm] for arm in arms if arm in result.baselines}
    for name in sorted(set().union(*levels.values())):
        own = {arm: level[name] for arm, level in levels.items() if name in level}
        if max(own.values()) - min(own.values()) > SAME_NATS:
            titles = ", ".join(f"{spec.arm(arm).title} {value:.2f}" for arm, value in own.items())
            where = f"nats of a {name} model on the tokens of each arm: {titles}"
            yield Problem("the arms predict other tokens", "arms that read the same tokens", where)


def _find_arms_at_floor(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast
) -> Iterator[Problem]:
    """Arms of the contrast that are not clearly beyond a model that has learned nothing."""
    arms = {cell.arm for cell in contrast.cells}
    for floor in spec.own_floors if result.text else spec.floors:
        for arm in spec.arms:
            if arm.name in arms and (not floor.arms or arm.name in floor.arms):
                values = result.values(arm.name, floor.metric, floor.x)
                level = _level(floor, result, arm.name)
                if level is None:
                    reason = f"of “{arm.title}” there is no level of {floor.what}"
                    yield Problem(reason, "a run that measures count models of the same text")
                elif not values or not _is_beyond(values, level, below=floor.below):
                    reason = f"“{arm.title}” is not clearly better than {floor.what}"
                    where = _levels(spec, floor, values, level)
                    yield Problem(reason, "longer training or a larger model", where)


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


def _levels(spec: ExperimentSpec, floor: Floor, values: Mapping[int, float], level: float) -> str:
    """Describe the mean of an arm and the floor; "" if the arm was not measured."""
    if not values:
        return ""
    metric = spec.metric(floor.metric)
    scale, unit = (100.0, "%") if metric.is_share else (1.0, metric.unit)
    here, least = (f"{scale * one:.3g} {unit}".rstrip() for one in (fmean(values.values()), level))
    return f"it is at {here}, the level to pass is {least}"


def _still_learning(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast, difference: float
) -> Iterator[Problem]:
    """Arms whose curve moved by more than the difference since the point before.

    The curve is over steps, or over epochs of an arm that is fine-tuned; older results of such have
    none.
    """
    for cell in contrast.cells:
        unit = "step" if spec.points > 1 else "epoch"
        name = cell.metric if spec.points > 1 else by_epoch(cell.metric)
        places = result.places(cell.arm, name)
        if cell.x is None and len(places) > 1:
            last, before = (result.values(cell.arm, name, x) for x in places[:-3:-1])
            change = fmean(last.values()) - fmean(before.values())
            if abs(change) > max(abs(difference), spec.smallest(contrast)):
                title = spec.arm(cell.arm).title
                reason = (
                    f"“{title}” is still learning: at the end it gains more than the difference"
                )
                where = _describe_change(spec.metric(cell.metric), unit, places[-2:], abs(change))
                yield Problem(reason, "more steps" if unit == "step" else "more epochs", where)


def _describe_change(metric: Metric, unit: str, places: Sequence[float], change: float) -> str:
    """Describe by how much a curve over "step" or "epoch" moved between its last two places."""
    before, last = (f"{place:,.0f}" for place in places)
    if unit == "step" and metric.is_share:
        return f"from step {before} to {last} it moves by {100 * change:.3g} points"
    if unit == "step":
        return f"from step {before} to {last} it moves by {change:.3g} {metric.unit}"
    if metric.is_share:
        return f"from epoch {before} to {last} it moves by {100 * change:.3g} points"
    return f"from epoch {before} to {last} it moves by {change:.3g} {metric.unit}".rstrip()


def _two_groups(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast, difference: float
) -> Iterator[Problem]:
    """Arms whose seeds fall into two groups that are further apart than the difference."""
    for cell in contrast.cells:
        values = sorted(_values_of_cell(result, cell).values())
        if len(values) < 4:
            continue
        width = values[-1] - values[0]
        gap = max(after - before for before, after in pairwise(values))
        if width > abs(difference) and gap >= TWO_GROUPS * width:
            title = spec.arm(cell.arm).title
            reason = f"of “{title}”, one seed or a few are far from the others"
            where = f"there are {len(values)} here"
            yield Problem(reason, "more seeds, or steps until all seeds have learned", where)


def _rate_at_edge(
    spec: ExperimentSpec, result: MeasuredComparison, contrast: Contrast
) -> Iterator[Problem]:
    """Arms whose best learning rate is the lowest or the highest of those that were tried."""
    for arm in dict.fromkeys(cell.arm for cell in contrast.cells):
        tried = result.rates.get(arm)
        if tried and tried.is_at_edge:
            title = spec.arm(arm).title
            reason = f"the best learning rate of “{title}” is at the edge of those that were tried"
            where = f"{tried.best:g} was the best of {len(tried.values)}"
            yield Problem(reason, "a further learning rate", where)


def _values_of_cell(result: MeasuredComparison, cell: MetricPoint) -> dict[int, float]:
    return result.values(cell.arm, cell.metric, cell.x)
