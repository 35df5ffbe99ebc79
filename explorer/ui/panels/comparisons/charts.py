"""The results of a comparison as series of points with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from explorer.core.comparisons.pages import (
    THE_MINI_WORLD,
    MeasuredResult,
    Page,
    estimate_text,
)
from explorer.core.localization import message, tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.charts.curves import Ends
from explorer.ui.graphics.charts.interval_chart import (
    BaselineLine,
    IntervalLines,
    IntervalPoint,
    IntervalRows,
    IntervalSeries,
    axis_number,
    spread,
)
from explorer.ui.graphics.drawing import Drawing, Titled
from explorer.ui.graphics.sketch import Sketched
from models.comparison.evidence.intervals import Estimate
from models.comparison.spec import Arm, ExperimentSpec, Metric, Tradeoff, TriedRates

ALONG = {
    "tokens": tr("Tokens read"),
    "seconds": tr("Training time (seconds of one processor core)"),
}
LOSS, NATS = "loss", "nats per token"  # how a metric ends that a count model has too, its unit
BASELINES = {"unigram": tr("unigram"), "5gram": tr("5-gram")}
LEVEL_DASHES = {"unigram": (1.0, 3.0), "5gram": (5.0, 3.0)}
LINES = {"unigram": tr("dotted"), "5gram": tr("dashed")}
LEVELS_APART = 0.05  # nats, from which on two arms have two lines
SeriesOf = Callable[[MeasuredResult], list[IntervalSeries]]


@dataclass(frozen=True)
class Chart:
    """What is measured, as series of a result, and how they are drawn."""

    title: str
    unit: str
    series_of: SeriesOf
    draw: Callable[..., Sketched]
    note: str = ""
    has_levels: bool = False  # whether count models of the same tokens have a loss here

    @property
    def measure(self) -> str:
        """Equal for charts that share their axis: those with one unit."""
        return self.unit or self.title


def charts(page: Page) -> Iterator[Drawing]:
    """Each chart of which there are points; those with one unit share their axis.

    A second result is drawn hollow beside the first.
    """
    drawn = [
        (one, series)
        for one in _charts_of(page.spec)
        if (series := _collect_series(page, one.series_of))
    ]
    levels = [level for measured in page.measured for level in _levels(measured)]
    measured: dict[str, list[IntervalPoint]] = {}
    for one, series in drawn:
        points = measured.setdefault(one.measure, [])
        points += [point for each in series for point in each.points]
        points += [IntervalPoint(level.value) for level in levels if one.has_levels]
    for one, series in drawn:
        limits = spread(measured[one.measure])
        if one.has_levels and levels:
            note = " ".join(filter(None, (one.note, _levels_note(page))))
            yield Titled(one.draw(series, limits=limits, levels=levels), one.title, note=note)
        else:
            yield Titled(one.draw(series, limits=limits), one.title, note=one.note)


def _levels(measured: MeasuredResult) -> Iterator[BaselineLine]:
    """A line for a count model, or two where the arms differ in it."""
    for name, ends in _baselines(measured).items():
        yield from (BaselineLine(end, LEVEL_DASHES[name]) for end in dict.fromkeys(ends))


def _levels_note(page: Page) -> str:
    """What the grey lines are, with their numbers, for each text."""
    found = []
    for measured in page.measured:
        levels = [
            tr("{name} {loss} ({line})", name=BASELINES[name], loss=_range(*ends), line=LINES[name])
            for name, ends in _baselines(measured).items()
        ]
        if levels:
            found.append(f"{measured.text or THE_MINI_WORLD}: {', '.join(levels)}")
    return tr("Grey lines: count models of the same tokens; {levels}.", levels="; ".join(found))


def _range(low: float, high: float) -> str:
    return f"{low:.3g}" if low == high else tr("{low:.3g} to {high:.3g}", low=low, high=high)


def _baselines(measured: MeasuredResult) -> dict[str, Ends]:
    """The lowest and the highest loss of each count model over the arms; their mean if close."""
    found = {}
    for name in BASELINES:
        losses = [one[name] for one in measured.result.baselines.values() if name in one]
        if losses:
            low, high = min(losses), max(losses)
            mean = (low + high) / 2
            found[name] = (low, high) if high - low > LEVELS_APART else (mean, mean)
    return found


def card_chart(spec: ExperimentSpec, measured: MeasuredResult) -> tuple[str, Sketched] | None:
    """The title and the small chart of the first trade-off or, without any, the first metric."""
    one = next(_charts_of(spec))
    series = one.series_of(measured)
    return (one.title, one.draw(series, small=True)) if series else None


def _charts_of(spec: ExperimentSpec) -> Iterator[Chart]:
    """Each trade-off, then each metric that is in none of them."""
    variants = [one for tradeoff in spec.tradeoffs for one in tradeoff.variants]
    traded = {name for one in variants for name in (one.cost, one.quality)}
    note = panel_text("comparisons").notes["tradeoff"]
    for tradeoff in spec.tradeoffs:
        of_result = partial(tradeoff_series, spec, tradeoff)
        draw = partial(tradeoff_chart, tradeoff)
        unit = _unit(spec.metric(tradeoff.variants[0].quality))
        yield Chart(tradeoff_title(spec, tradeoff), unit, of_result, draw, note)
    for metric in spec.metrics:
        if metric.name not in traded:
            of_result = partial(series_of, spec, metric=metric)
            draw, is_loss = partial(chart, spec), metric.name.endswith(LOSS)
            per_token = is_loss and metric.unit == message(NATS)
            title = metric_title(metric)
            yield Chart(title, _unit(metric), of_result, draw, has_levels=per_token)


def _collect_series(page: Page, series_in: SeriesOf) -> list[IntervalSeries]:
    series: list[IntervalSeries] = []
    for n, measured in enumerate(page.measured):
        suffix = f", {name}" if (name := page.name_of(measured)) else ""
        series += [
            replace(one, name=one.name + suffix, hollow=n > 0) for one in series_in(measured)
        ]
    return series


def metric_title(metric: Metric) -> str:
    """Return the title of a metric with its unit."""
    unit = _unit(metric)
    return f"{metric.title}, {unit}" if unit else metric.title


def _unit(metric: Metric) -> str:
    return "%" if metric.is_share else metric.unit


def tradeoff_title(spec: ExperimentSpec, tradeoff: Tradeoff) -> str:
    """Return the title of a tradeoff with the unit of its quality metric."""
    quality = spec.metric(tradeoff.variants[0].quality)
    return metric_title(replace(quality, title=tradeoff.title))


def tradeoff_chart(
    tradeoff: Tradeoff,
    series: Sequence[IntervalSeries],
    *,
    small: bool = False,
    limits: Ends | None = None,
) -> Sketched:
    return IntervalLines(
        series,
        x_title=tradeoff.x_title,
        small=small,
        limits=limits,
        kinds=() if small else [variant.title for variant in tradeoff.variants],
        from_zero=True,
    )


def tradeoff_series(
    spec: ExperimentSpec, tradeoff: Tradeoff, measured: MeasuredResult
) -> list[IntervalSeries]:
    """A line for each arm through its variants, by rising cost; shapes are those of variants."""
    series = []
    for slot, arm in enumerate(spec.arms):
        points = _variants_of(spec, tradeoff, measured, arm)
        if points:
            points.sort(key=lambda point: point.x or 0.0)
            series.append(IntervalSeries(arm.title, tuple(points), slot))
    return series


def _variants_of(
    spec: ExperimentSpec, tradeoff: Tradeoff, measured: MeasuredResult, arm: Arm
) -> list[IntervalPoint]:
    points = []
    for kind, variant in enumerate(tradeoff.variants):
        cells = [measured.result.series(arm.name, name) for name in (variant.cost, variant.quality)]
        if all(cells):
            cost, quality = (cell[-1][1] for cell in cells)
            unit = spec.metric(variant.cost).unit
            name = f"{variant.title}, {estimate_text(cost, is_share=False, unit=unit)}"
            point = _point(cost.mean, quality, spec.metric(variant.quality), name)
            points.append(replace(point, kind=kind))
    return points


def chart(
    spec: ExperimentSpec,
    series: Sequence[IntervalSeries],
    *,
    small: bool = False,
    limits: Ends | None = None,
    levels: Sequence[BaselineLine] = (),
) -> Sketched:
    """Lines along an axis, or a row for each arm where there is none."""
    if all(point.x is None for one in series for point in one.points):
        return IntervalRows(series, small=small, limits=limits, levels=levels)
    return IntervalLines(
        series,
        x_title=spec.x_title or ALONG.get(spec.along, ""),
        logarithmic=spec.x_is_logarithmic,
        small=small,
        limits=limits,
        levels=levels,
    )


def rates_chart(spec: ExperimentSpec, rates: Mapping[str, TriedRates]) -> Sketched:
    """What the arms reached at each learning rate, a line for each arm.

    Where a training failed, there is no point.
    """
    series = []
    for slot, arm in enumerate(spec.arms):
        if arm.name not in rates:
            continue
        metric = spec.metric(rates[arm.name].metric)
        points = tuple(
            _point(rate, Estimate(value, None, None, 1), metric, arm.title)
            for rate, value in sorted(rates[arm.name].values.items())
            if math.isfinite(value)
        )
        series.append(IntervalSeries(arm.title, points, slot))
    return IntervalLines(series, x_title=tr("Learning rate"), logarithmic=True)


def series_of(
    spec: ExperimentSpec, measured: MeasuredResult, metric: Metric
) -> list[IntervalSeries]:
    """Lines through the arms that are points of them; else the curve of each arm by itself.

    Curves of arms that belong to one line have its name and colour.
    """
    by_arm = [(arm, measured.result.series(arm.name, metric.name)) for arm in spec.arms]
    are_points = all(len(estimates) <= 1 for _, estimates in by_arm)
    curves: list[tuple[str, list[IntervalPoint]]] = []
    if are_points and any(arm.x is not None or arm.line for arm in spec.arms):
        lines: dict[str, list[IntervalPoint]] = {}
        for arm, estimates in by_arm:
            if estimates:
                x, estimate = estimates[-1]
                point = _point(x if arm.x is None else arm.x, estimate, metric, arm.title)
                lines.setdefault(arm.line or spec.title, []).append(point)
        curves += lines.items()
    else:
        for arm, estimates in by_arm:
            points = [
                _point(
                    measured.place(arm, x, spec.along), estimate, metric, _describe_point(arm, x)
                )
                for x, estimate in estimates
            ]
            curves.append((arm.line or arm.title, points))
    slots = {name: slot for slot, name in enumerate(dict.fromkeys(name for name, _ in curves))}
    return [IntervalSeries(name, tuple(points), slots[name]) for name, points in curves if points]


def _describe_point(arm: Arm, x: float | None) -> str:
    """What a point of a curve is, beside the name of the curve."""
    parts = [arm.title] if arm.line else []
    return ", ".join([*parts, tr("at {x}", x=axis_number(x))] if x is not None else parts)


def _point(x: float | None, estimate: Estimate, metric: Metric, name: str) -> IntervalPoint:
    scale = 100.0 if metric.is_share else 1.0
    text = estimate_text(estimate, is_share=metric.is_share)
    low = None if estimate.low is None else scale * estimate.low
    high = None if estimate.high is None else scale * estimate.high
    return IntervalPoint(scale * estimate.mean, low, high, f"{name}: {text}" if name else text, x)
