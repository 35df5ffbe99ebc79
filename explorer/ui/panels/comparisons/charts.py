"""The results of a comparison as series of points with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean

from explorer.core.comparisons.pages import Measured, Page, estimate_text
from explorer.core.localization import tr
from explorer.ui.graphics.charts.interval_chart import (
    IntervalLines,
    IntervalRows,
    IntervalSeries,
    Point,
    axis_number,
)
from explorer.ui.graphics.drawing import Drawing, Titled
from explorer.ui.graphics.sketch import Sketched
from models.comparison.results import Estimate, Result
from models.comparison.spec import Arm, ExperimentSpec, Metric

ALONG = {
    "": "",
    "x": "",
    "tokens": tr("Tokens read"),
    "seconds": tr("Training time (seconds of one processor core)"),
}


def charts(page: Page) -> Iterator[Drawing]:
    """One chart for each metric; a second result is drawn hollow beside the first."""
    for metric in page.spec.metrics:
        series: list[IntervalSeries] = []
        for n, measured in enumerate(page.measured):
            suffix = f", {measured.source.lower()}" if len(page.measured) > 1 else ""
            series += [
                replace(one, name=one.name + suffix, hollow=n > 0)
                for one in series_of(page.spec, measured, metric)
            ]
        if series:
            yield Titled(chart(page.spec, series), metric_title(metric))


def metric_title(metric: Metric) -> str:
    """With its unit."""
    unit = "%" if metric.is_share else metric.unit
    return f"{metric.title}, {unit}" if unit else metric.title


def chart(
    spec: ExperimentSpec, series: Sequence[IntervalSeries], *, small: bool = False
) -> Sketched:
    """Lines along an axis, or a row for each arm where there is none."""
    if all(point.x is None for one in series for point in one.points):
        return IntervalRows(series, small=small)
    return IntervalLines(
        series,
        x_title=spec.x_title or ALONG[spec.along],
        logarithmic=spec.x_is_logarithmic,
        small=small,
    )


def series_of(spec: ExperimentSpec, measured: Measured, metric: Metric) -> list[IntervalSeries]:
    """Lines through the arms that are points of them; else the curve of each arm by itself.

    Curves of arms that belong to one line have its name and colour.
    """
    summary = measured.result.summary
    by_arm = [(arm, summary.series(arm.name, metric.name)) for arm in spec.arms]
    are_points = all(len(estimates) <= 1 for _, estimates in by_arm)
    curves: list[tuple[str, list[Point]]] = []
    if are_points and any(arm.x is not None or arm.line for arm in spec.arms):
        lines: dict[str, list[Point]] = {}
        for arm, estimates in by_arm:
            if estimates:
                x, estimate = estimates[-1]
                point = _point(x if arm.x is None else arm.x, estimate, metric, arm.title)
                lines.setdefault(arm.line or spec.title, []).append(point)
        curves += lines.items()
    else:
        for arm, estimates in by_arm:
            points = [
                _point(_place(spec, measured.result, arm, x), estimate, metric, _at(arm, x))
                for x, estimate in estimates
            ]
            curves.append((arm.line or arm.title, points))
    slots = {name: slot for slot, name in enumerate(dict.fromkeys(name for name, _ in curves))}
    return [IntervalSeries(name, tuple(points), slots[name]) for name, points in curves if points]


def _place(spec: ExperimentSpec, result: Result, arm: Arm, x: float | None) -> float | None:
    """Where a point of a curve is: at its x, or at the tokens or seconds of training until then."""
    if x is None or spec.along not in ("tokens", "seconds"):
        return x
    rows = [row for row in result.rows if (row.arm, row.x) == (arm.name, x)]
    return fmean(getattr(row, spec.along) for row in rows)


def _at(arm: Arm, x: float | None) -> str:
    """What a point of a curve is, beside the name of the curve."""
    parts = [arm.title] if arm.line else []
    return ", ".join([*parts, f"at {axis_number(x)}"] if x is not None else parts)


def _point(x: float | None, estimate: Estimate, metric: Metric, name: str) -> Point:
    scale = 100.0 if metric.is_share else 1.0
    text = estimate_text(estimate, is_share=metric.is_share)
    low = None if estimate.low is None else scale * estimate.low
    high = None if estimate.high is None else scale * estimate.high
    return Point(scale * estimate.mean, low, high, f"{name}: {text}" if name else text, x)
