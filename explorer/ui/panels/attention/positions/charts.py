"""Distances in their cells, buckets by distance, and what a rotation leaves of a score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF

from explorer.core.attention.positions.distances import BucketRange, bucket_ranges, rotation_cosines
from explorer.core.localization import tr
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.panels.attention.bias_chart import CAUSAL_SIDES, SIDES, BiasChart
from explorer.ui.style.palette import Palette
from models.schema.position_schemes import DistanceBuckets, Rotation
from models.schema.records import IntArray

DASHES = (5.0, 2.0)  # of the buckets of one direction
REFERENCE_SLOT = 4  # the first colour that no model has
ROTATION_LIMITS = (-0.35, 1.05)  # of mean cosines, equal in all charts


FRAME = 2.0  # pixels around the row that stands out


class DistanceMap(NamedMap):
    """Whole distances (T, T), as numbers in their cells; the row of one query is framed."""

    number_cell = (20.0, 14.0)

    def __init__(self, values: IntArray, labels: Sequence[str], row: int, **options: Any) -> None:
        super().__init__(values.astype(np.float32), labels, labels, **options)
        self.row = row

    def cell_text(self, value: float) -> str:
        return format_distance(round(value))

    def ink(self, axis: int, palette: Palette, index: int) -> tuple[str, bool]:
        chosen = axis == 0 and index == self.row
        return palette.accent if chosen else palette.text, chosen

    def draw(self, sketch: Sketch, width: float) -> None:
        super().draw(sketch, width)
        row = self.cells(QRectF(0, 0, width, sketch.room)).row(self.row)
        sketch.frame(row, sketch.palette.accent, width=FRAME)


def format_distance(value: int) -> str:
    """A distance with its sign."""
    return f"{value:+d}".replace("-", "−") if value else "0"


class BucketSteps(IntervalLines):
    """The bucket of each distance: a point at both ends of a bucket, and a line through all."""

    dot, aspect, highest = 4.0, 0.6, 380.0

    def __init__(self, schemes: Sequence[tuple[str, int, DistanceBuckets]]) -> None:
        """`schemes` have a title and the colour of their model."""
        series = [_steps(*one) for one in schemes]
        both = any(scheme.is_bidirectional for _, _, scheme in schemes)
        super().__init__(series, x_title=SIDES if both else CAUSAL_SIDES)

    def place(self, x: float) -> float:
        return math.copysign(math.log2(1 + abs(x) / 2), x)


def _steps(title: str, slot: int, scheme: DistanceBuckets) -> IntervalSeries:
    points = []
    for one in bucket_ranges(scheme):
        text = tr("bucket {bucket}: distances {range}", bucket=one.bucket, range=range_text(one))
        points += [
            IntervalPoint(one.bucket, text=text, x=float(end)) for end in {one.first, one.last}
        ]
    ordered = tuple(sorted(points, key=lambda point: point.x or 0.0))
    return IntervalSeries(title, ordered, slot, dashes=() if scheme.is_bidirectional else DASHES)


def range_text(one: BucketRange) -> str:
    """The distances of a bucket."""
    first, last = format_distance(one.first), format_distance(one.last)
    return first if one.first == one.last else f"{first} … {last}"


class SlopeChart(BiasChart):
    """Lines that fall with the distance, which is not on a logarithmic axis here."""

    dot = 3.0

    def place(self, x: float) -> float:
        return x


class RotationDecay(IntervalLines):
    """The mean cosine over all pairs by distance: the score of equal vectors of equal pairs."""

    dot, aspect, highest = 3.0, 0.5, 220.0

    def __init__(self, title: str, slot: int, scheme: Rotation) -> None:
        means = rotation_cosines(scheme).mean(0)
        points = tuple(
            IntervalPoint(
                float(mean),
                text=tr("{mean} at distance {distance}", mean=number(float(mean)), distance=at),
                x=float(at),
            )
            for at, mean in enumerate(means)
        )
        low, high = ROTATION_LIMITS
        limits = (min(low, float(np.min(means)) - 0.05), high)
        super().__init__(
            [IntervalSeries(title, points, slot)], x_title=tr("distance in tokens"), limits=limits
        )
