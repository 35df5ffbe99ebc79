"""The results of a comparison as series of points with intervals."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.comparisons.pages import Measured, Page, estimate_text
from explorer.ui.graphics.charts.interval_chart import (
    IntervalLines,
    IntervalRows,
    IntervalSeries,
    Point,
)
from explorer.ui.graphics.drawing import Drawing, Titled
from models.comparison.results import Estimate
from models.comparison.spec import ExperimentSpec, Metric


def charts(page: Page) -> Iterator[Drawing]:
    """One chart for each metric; a second result is drawn hollow beside the first."""
    spec = page.spec
    for metric in spec.metrics:
        series: list[IntervalSeries] = []
        for n, measured in enumerate(page.measured):
            own = series_of(spec, measured, metric, as_line=bool(spec.along))
            suffix = f", {measured.source.lower()}" if len(page.measured) > 1 else ""
            series += [
                IntervalSeries(one.name + suffix, one.points, one.slot, hollow=n > 0)
                for one in own
                if one.points
            ]
        if not series:
            continue
        if spec.along:
            chart: Drawing = IntervalLines(
                series, x_title=spec.x_title, logarithmic=spec.x_is_logarithmic
            )
        else:
            chart = IntervalRows(series)
        unit = "%" if metric.is_share else metric.unit
        yield Titled(chart, f"{metric.title}, {unit}" if unit else metric.title)


def series_of(
    spec: ExperimentSpec, measured: Measured, metric: Metric, *, as_line: bool
) -> list[IntervalSeries]:
    """A series for each arm; lines through several arms where each arm is a point of one."""
    summary = measured.result.summary
    by_arm = {arm.name: summary.series(arm.name, metric.name) for arm in spec.arms}
    if as_line and all(len(found) <= 1 for found in by_arm.values()):
        lines: dict[str, list[Point]] = {}
        for n, arm in enumerate(spec.arms):
            for _, found in by_arm[arm.name]:
                point = _point(n if arm.x is None else arm.x, found, metric, arm.title)
                lines.setdefault(arm.line or spec.title, []).append(point)
        return [
            IntervalSeries(title, tuple(points), slot)
            for slot, (title, points) in enumerate(lines.items())
        ]
    return [
        IntervalSeries(
            arm.title,
            tuple(_point(x, found, metric, _at(x)) for x, found in by_arm[arm.name]),
            slot,
        )
        for slot, arm in enumerate(spec.arms)
    ]


def _at(x: float | None) -> str:
    return "" if x is None else f"at {x:,.6g}"


def _point(x: float | None, found: Estimate, metric: Metric, name: str) -> Point:
    scale = 100.0 if metric.is_share else 1.0
    text = estimate_text(found, is_share=metric.is_share, unit=metric.unit)
    low = None if found.low is None else scale * found.low
    high = None if found.high is None else scale * found.high
    return Point(scale * found.mean, low, high, f"{name}: {text}" if name else text, x)
