"""A bias by distance as one curve for each head.

Distances are spaced by their logarithm: near ones have a bucket each, far ones share wide buckets.
"""

from __future__ import annotations

import math

from explorer.core.attention.position_bias import BiasCurves
from explorer.core.localization import mark, plural, tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.maps.head_lines import AreaHit
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.style.palette import Palette

SIDES = tr("← key before the query     key after it →")
CAUSAL_SIDES = tr("← key before the query")
# Apart from each other, by lightness too, also for readers without one kind of cone; no model's.
COLOURS = {
    "light": ("#16123f", "#9e6300", "#6064d0", "#8a392d"),
    "dark": ("#f2f2ff", "#f5bd4e", "#8d8ff0", "#d96d57"),
}
DASHES = ((), (5.0, 2.0), (5.0, 1.5, 1.0, 1.5))  # of the heads of one colour, in widths of a line


NOTES = panel_text("attention").notes


class HeadSeries(IntervalSeries):
    """The curve of the head in `slot`: the same colour in every chart of a theme."""

    def colour(self, palette: Palette) -> str:
        colours = COLOURS[palette.name]
        return super().colour(palette) if self.pale else colours[self.slot % len(colours)]


class BiasChart(IntervalLines):
    """A point for each bucket; hollow ones are of distances that are greater than `reach`.

    `off` says that nothing is added.
    """

    dot, aspect, highest = 5.0, 0.6, 430.0

    def __init__(
        self,
        curves: BiasCurves,
        *,
        selected: int | None = None,
        reach: int = 0,
        limits: tuple[float, float] | None = None,
        off: bool = False,
    ) -> None:
        self.curves = curves
        self.selected = selected
        self.reach = reach
        series = [
            HeadSeries(
                tr("Head {head}", head=head + 1),
                tuple(_point(curves, head, int(start), reach, off) for start in curves.starts),
                head,
                off,
                DASHES[head // len(COLOURS["light"]) % len(DASHES)],
                selected not in (None, head),
            )
            for head in range(curves.num_heads)
        ]
        sides = CAUSAL_SIDES if int(curves.distances[-1]) <= 0 else SIDES
        super().__init__(series, x_title=sides, limits=limits or bias_limits([curves]))
        far = any(point.hollow for point in series[0].points)
        self.words = NOTES["bias"] + (f" {NOTES['bias_beyond']}" if far else "")

    def place(self, x: float) -> float:
        return math.copysign(math.log2(1 + abs(x) / 2), x)

    def draw(self, sketch: Sketch, width: float) -> None:
        sketch.target(self.area(width, sketch.room), AreaHit())
        super().draw(sketch, width)


def bias_limits(curves: list[BiasCurves]) -> tuple[float, float]:
    """The range of all curves and zero with some margin, so that charts can be compared."""
    low = min([0.0, *(float(one.values.min()) for one in curves)])
    high = max([0.0, *(float(one.values.max()) for one in curves)])
    margin = 0.06 * (high - low) or 0.5
    return low - margin, high + margin


def _point(curves: BiasCurves, head: int, start: int, reach: int, off: bool) -> IntervalPoint:
    """The bucket that begins at a distance; its nearest distance is its place."""
    first, last = curves.bucket(start)
    value, near = curves.bias_at(head, start), min(max(0, first), last)
    text = _describe_distances(format_signed(value), first, last)
    text += tr("; switched off") if off else ""
    return IntervalPoint(value, text=text, x=near, hollow=abs(near) > reach)


def format_signed(value: float) -> str:
    text = f"{abs(value):.3g}"
    return f"−{text}" if value < 0 else text


def _describe_distances(value: str, first: int, last: int) -> str:
    """The value of a range of distances."""
    if first == last == 0:
        return tr("{value} for a key at the query itself", value=value)
    near, far = sorted((abs(first), abs(last)))
    if near < far:
        before = mark("{value} for a key {near} to {far} tokens before")
        after = mark("{value} for a key {near} to {far} tokens after")
        return tr(before if last <= 0 else after, value=value, near=near, far=far)
    if last <= 0:
        return plural(
            near,
            "{value} for a key {count} token before",
            "{value} for a key {count} tokens before",
            value=value,
        )
    return plural(
        near,
        "{value} for a key {count} token after",
        "{value} for a key {count} tokens after",
        value=value,
    )
