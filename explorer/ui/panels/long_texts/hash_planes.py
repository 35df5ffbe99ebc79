"""Hashing in a plane: circles with sectors as buckets, and how often vectors share one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainterPath

from explorer.core.localization import tr
from explorer.core.long_texts.circles import HashPlane, PlanePoint, example_planes, token_planes
from explorer.core.long_texts.hashing import BUCKETS, Hashing
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.charts.interval_chart import (
    IntervalLines,
    IntervalPoint,
    IntervalSeries,
)
from explorer.ui.graphics.charts.markers import marker
from explorer.ui.graphics.drawing import Drawing, Row, Tagged, Titled
from explorer.ui.graphics.sketch import CENTRE, Sketch, Sketched
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts

NOTES = panel_text("long_texts").notes
LARGEST, MARGIN = 230.0, 16.0  # pixels of a circle, and around it for numbers of buckets
MIN_CIRCLE, MIN_CHART = 170.0, 300.0
SECTOR_TINT = 0.2
DOT, LARGE_DOT, ARROW = 3.6, 8.0, 2.0
PAIR = ("x", "y")
FIRST_SLOT = 4  # the first colour that no model has
SHOWN_ROUNDS = (1, 2, 4, 8)
PIECES = 24  # of an arc
MIDDLE_BUCKETS = BUCKETS[1]


class HashCircle(Sketched):
    """One round of hashing into four buckets. A hit is a token, where there are `names`.

    Without names the points are the two vectors of an example, drawn as arrows.
    """

    def __init__(
        self,
        plane: HashPlane,
        names: Sequence[str] = (),
        token: int | None = None,
        links: Sequence[int] = (),
    ) -> None:
        self.plane, self.names = plane, names
        self.token, self.links = token, tuple(links)

    def draw(self, sketch: Sketch, width: float) -> None:
        radius = min(width, LARGEST) / 2 - MARGIN
        middle = QPointF(radius + MARGIN, radius + MARGIN)
        sketch.reserve(QRectF(0, 0, 2 * (radius + MARGIN), 2 * (radius + MARGIN)))
        for sector in self.plane.sectors:
            self._draw_sector(sketch, middle, radius, sector.bucket, sector.first, sector.last)
        front = {self.token, *self.links}
        for in_front in (False, True):
            for point in self.plane.points:
                if (point.token in front) == in_front:
                    self._draw_point(sketch, middle, radius, point)

    def _draw_sector(
        self, sketch: Sketch, middle: QPointF, radius: float, bucket: int, first: float, last: float
    ) -> None:
        palette = sketch.palette
        path = QPainterPath(middle)
        for angle in np.linspace(first, last, PIECES):
            path.lineTo(middle + _direction(float(angle)) * radius)
        path.closeSubpath()
        colour = palette.model(bucket)
        sketch.path(path, palette.line, ground=palette.tint(colour, SECTOR_TINT))
        spot = QRectF(0, 0, MARGIN, MARGIN)
        spot.moveCenter(middle + _direction((first + last) / 2) * (radius + MARGIN / 2))
        sketch.text(spot, str(bucket), colour, pixels=fonts.SMALL, align=CENTRE)

    def _draw_point(
        self, sketch: Sketch, middle: QPointF, radius: float, point: PlanePoint
    ) -> None:
        palette, place = sketch.palette, middle + QPointF(point.x, -point.y) * radius
        if not self.names:
            sketch.line(middle, place, palette.text, width=ARROW)
            sketch.path(marker(0, place, LARGE_DOT), palette.ground, ground=palette.text)
            spot = QRectF(0, 0, 2 * MARGIN, MARGIN)
            spot.moveCenter(middle + QPointF(point.x, -point.y) * (0.62 * radius) + QPointF(9, 9))
            sketch.text(spot, PAIR[point.token], palette.text, bold=True, align=CENTRE)
            return
        is_large = point.token == self.token or point.token in self.links
        edge = palette.text if is_large else ""
        ground = palette.accent if point.token == self.token else palette.model(point.bucket)
        dot = marker(0, place, LARGE_DOT if is_large else DOT)
        sketch.path(dot, edge, ground=QColor(ground), width=1.4)
        tip = tr(
            "{name}, position {position}: bucket {bucket} of 4",
            name=visible(self.names[point.token]),
            position=f"{point.token:,}",
            bucket=point.bucket,
        )
        if point.token in self.links:
            tip += tr("; a strong link of the selected token")
        spot = QRectF(place.x() - DOT, place.y() - DOT, 2 * DOT, 2 * DOT)
        sketch.target(spot, point.token, tip)


def _direction(degrees: float) -> QPointF:
    radians = np.radians(degrees)
    return QPointF(float(np.cos(radians)), -float(np.sin(radians)))


def build_planes(
    found: Hashing, head: int, token: int | None, angle: int, seed: int, tag: str
) -> list[Drawing]:
    """The example, the tokens of a head, and the probability of a collision by the angle."""
    example = [
        Titled(HashCircle(plane), _round_title(number, plane.shares_bucket(0, 1)))
        for number, plane in enumerate(example_planes(angle, seed), 1)
    ]
    links = [] if token is None else [one.token for one in found.links_of(head, token)]
    tokens = [
        Titled(
            Tagged(HashCircle(plane, found.tokens, token, links), tag),
            tr("Round {number}", number=number),
            note=_links_note(plane, token, links),
        )
        for number, plane in enumerate(token_planes(found, head, seed), 1)
    ]
    title = tr("Two vectors, {angle}° apart, and four buckets", angle=angle)
    real = tr("The tokens of head {head} in four buckets", head=head + 1)
    charts = Row([_collision_chart(found), _rounds_chart(found)], min_width=MIN_CHART)
    return [
        Titled(Row(example, min_width=MIN_CIRCLE), title, note=NOTES["circles"].format(seed=seed)),
        Titled(Row(tokens, min_width=MIN_CIRCLE), real, note=NOTES["token_circles"]),
        Titled(charts, tr("How often two vectors share a bucket"), note=NOTES["collisions"]),
    ]


def _round_title(number: int, same: bool) -> str:
    if same:
        return tr("Round {number}: same bucket", number=number)
    return tr("Round {number}: two buckets", number=number)


def _links_note(plane: HashPlane, token: int | None, links: Sequence[int]) -> str:
    if token is None:
        return ""
    count = sum(plane.shares_bucket(token, link) for link in links)
    return tr("{count} of {links} strong links in its bucket", count=count, links=len(links))


def _collision_chart(found: Hashing) -> Drawing:
    """The probability by angle as lines, and what the tokens of the text did as hollow points."""
    series = []
    for index, (buckets, curve) in enumerate(found.curves):
        points = tuple(
            IntervalPoint(share, text=f"{angle:.0f}°: {share:.1%}", x=angle)
            for angle, share in zip(found.curve_angles, curve, strict=True)
        )
        name = tr("{count} buckets", count=buckets)
        series.append(IntervalSeries(name, points, FIRST_SLOT + index))
    for index, (buckets, counted) in enumerate(found.collisions):
        slot = FIRST_SLOT + [count for count, _ in found.curves].index(buckets)
        points = tuple(
            IntervalPoint(
                float(share),
                text=tr(
                    "{angle:.0f}°: {share:.1%} of {pairs:,} pairs of tokens",
                    angle=angle,
                    share=float(share),
                    pairs=int(pairs),
                ),
                x=angle,
                hollow=True,
                kind=1 + index % 3,
            )
            for angle, share, pairs in zip(
                counted.angles, counted.shares, counted.pairs, strict=True
            )
            if pairs
        )
        name = tr("{count} buckets, measured", count=buckets)
        series.append(IntervalSeries(name, points, slot, hollow=True, dashes=(2.0, 2.0)))
    axis = tr("angle in degrees")
    return Titled(SmallDots(series, x_title=axis, limits=(0.0, 1.0)), tr("One round, by the angle"))


class SmallDots(IntervalLines):
    """Lines of many points."""

    dot, aspect = 4.0, 0.6


def _rounds_chart(found: Hashing) -> Drawing:
    """The probability that any of several rounds puts both into one bucket."""
    curve = dict(found.curves)[MIDDLE_BUCKETS]
    series = []
    for index, rounds in enumerate(SHOWN_ROUNDS):
        shares = [1 - (1 - share) ** rounds for share in curve]
        points = tuple(
            IntervalPoint(share, text=f"{angle:.0f}°: {share:.1%}", x=angle)
            for angle, share in zip(found.curve_angles, shares, strict=True)
        )
        name = tr("{count} rounds", count=rounds) if rounds > 1 else tr("one round")
        series.append(IntervalSeries(name, points, FIRST_SLOT + index))
    title = tr("Any of several rounds, {count} buckets", count=MIDDLE_BUCKETS)
    axis = tr("angle in degrees")
    return Titled(SmallDots(series, x_title=axis, limits=(0.0, 1.0)), title)
