"""Drawings of this panel alone: curves on logarithmic axes, hops, and tokens sorted by bucket."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from PySide6.QtCore import QPointF, QRectF

from explorer.core.attention.hops import NEVER
from explorer.core.localization import plural, tr
from explorer.core.long_texts.hashing import Hashing
from explorer.core.long_texts.overview import AttentionOverview
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalSeries
from explorer.ui.graphics.charts.markers import marker
from explorer.ui.graphics.maps.heat_map import HeatMap
from explorer.ui.graphics.maps.hop_row import HopRow
from explorer.ui.graphics.sketch import CENTRE, Sketch, Sketched
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import IntArray

DECADE = (1, 2, 5)
FEW_DECADES = 1.6  # of an axis, which then has lines at 2 and 5 as well
FITTED_TINT, FITTED_WIDTH = 0.3, 6.0  # of a fitted line, in pixels
SLOPE_WIDTH, SLOPE_HEIGHT = 34.0, 13.0  # of its number
SORTED_HEIGHT, DOT, BUCKETS_HEIGHT = 230.0, 3.0, 18.0
FOUND = tr("; a strong link that this round finds")
NOT_FOUND = tr("; a strong link that this round does not find")
MAP_SIDE = 340.0  # pixels of all cells
MARGIN_LEFT, MARGIN_BOTTOM = 52.0, 22.0


@dataclass(frozen=True)
class FittedLine:
    """A straight line between two points (length, decimal logarithm), and its slope."""

    slot: int
    ends: tuple[tuple[float, float], ...]
    slope: float


class LogLines(IntervalLines):
    """Lines on two logarithmic axes; the means of points are decimal logarithms.

    Fitted lines are pale below them, with their slopes at the right. The names are in one legend
    for several charts.
    """

    right_margin = SLOPE_WIDTH
    _has_legend = False

    def __init__(self, series: Sequence[IntervalSeries], fitted: Sequence[FittedLine] = ()) -> None:
        super().__init__(series, x_title=tr("tokens"), logarithmic=True)
        self.fitted = sorted(fitted, key=lambda one: -one.ends[1][1])  # from top to bottom

    def _draw_axes(self, sketch: Sketch, area: QRectF) -> None:
        super()._draw_axes(sketch, area)
        used = area.top() - SLOPE_HEIGHT
        for n, one in enumerate(self.fitted):
            colour = sketch.palette.model(one.slot)
            start, end = (
                QPointF(self._x_of(self.place(x), area), self._up(y, area)) for x, y in one.ends
            )
            pale = sketch.palette.tint(colour, FITTED_TINT)
            sketch.line(start, end, pale, width=FITTED_WIDTH)
            lowest = area.bottom() - (len(self.fitted) - n) * SLOPE_HEIGHT
            used = min(max(end.y() - SLOPE_HEIGHT / 2, used + SLOPE_HEIGHT), lowest)
            spot = QRectF(area.right() + 4, used, SLOPE_WIDTH - 4, SLOPE_HEIGHT)
            sketch.text(spot, f"{one.slope:.2f}", colour, pixels=fonts.SMALL)

    def _ticks(self) -> list[tuple[float, str]]:
        low, high = self.limits
        steps = DECADE if high - low < FEW_DECADES else DECADE[:1]
        every = [
            step * 10.0**power
            for power in range(math.floor(low), math.ceil(high) + 1)
            for step in steps
        ]
        named = [(math.log10(value), _short(value)) for value in every]
        return [(place, name) for place, name in named if low <= place <= high]


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


class BlockMap(HeatMap):
    """Attention by blocks; rows and columns are named by the positions of their tokens."""

    def __init__(
        self,
        overview: AttentionOverview,
        layer: int,
        rows: range,
        columns: range,
        focus: int | None,
    ) -> None:
        values = overview.maps[layer]
        label = tr("share") if overview.shares[layer] else tr("weight")
        super().__init__(
            values[rows.start : rows.stop, columns.start : columns.stop],
            list(map(overview.name, rows)),
            list(map(overview.name, columns)),
            scale=Scale(max(float(values.max(initial=0.0)), 1e-6), root=True, label=label),
            focus=(rows.index(focus) if focus is not None and focus in rows else None, None),
            numbers=False,
            max_cell=MAP_SIDE / len(rows),
        )


class HopStrip(HopRow):
    """The fewest hops from any token of each block of the text, of `hops` by token (T,).

    A hit is the number of a block.
    """

    def __init__(self, overview: AttentionOverview, hops: IntArray) -> None:
        blocks = range(overview.num_blocks)
        every = [hops[list(overview.rows(block))] for block in blocks]
        fewest = [int(min(own[own != NEVER], default=NEVER)) for own in every]
        named = [tr("Tokens {positions}", positions=overview.name(block)) for block in blocks]
        super().__init__(fewest, list(map(_hops_tip, named, fewest)), blocks.__getitem__)


class TokenHops(HopRow):
    """The hops of each token of the selected block. A hit is a position in the text."""

    def __init__(self, overview: AttentionOverview, block: int, hops: IntArray) -> None:
        rows = overview.rows(block)
        own = hops[rows.start : rows.stop].tolist()
        names = [f"{visible(overview.tokens[at])} ({at:,})" for at in rows]
        super().__init__(own, list(map(_hops_tip, names, own)), rows.__getitem__)


def _hops_tip(name: str, hops: int) -> str:
    if hops == NEVER:
        return tr("{name}: never reach it", name=name)
    if hops == 0:
        return tr("{name}: selected", name=name)
    return plural(hops, "{name}: {count} hop", "{name}: {count} hops", name=name)


class SortedTokens(Sketched):
    """Tokens as a round of hashing sorts them, against their positions, with borders of chunks.

    Of the selected token, its strongest links are larger, filled where the round finds them. A hit
    is a position in the text.
    """

    def __init__(self, hashing: Hashing, head: int, round_number: int, token: int | None) -> None:
        self.hashing, self.token = hashing, token
        links = () if token is None else hashing.links_of(head, token)
        self.links = {link.token: link.found_by_round[round_number] for link in links}
        self.order = hashing.order(head, round_number).tolist()
        self.buckets = hashing.buckets[head, round_number, : len(self.order)].tolist()
        self.ranks = {bucket: rank for rank, bucket in enumerate(sorted(set(self.buckets)))}

    def draw(self, sketch: Sketch, width: float) -> None:
        area = QRectF(MARGIN_LEFT, BUCKETS_HEIGHT, width - MARGIN_LEFT - 4, SORTED_HEIGHT)
        sketch.reserve(area.adjusted(0, 0, 0, MARGIN_BOTTOM))
        self._draw_seen(sketch, area)
        self._draw_frame(sketch, area)
        self._draw_buckets(sketch, area)
        for in_front in (False, True):  # links over the others
            for place, token in enumerate(self.order):
                if (token in self.links or token == self.token) == in_front:
                    self._draw_dot(sketch, area, place, token)

    def _draw_buckets(self, sketch: Sketch, area: QRectF) -> None:
        """The number of each bucket above its tokens, where there is room for it."""
        end = 0.0
        name = QRectF(0, 0, MARGIN_LEFT - 6, BUCKETS_HEIGHT)
        sketch.text(name, tr("bucket"), sketch.palette.muted, pixels=fonts.SMALL)
        places = enumerate(self.buckets[token] for token in self.order)
        for bucket, run in groupby(places, key=itemgetter(1)):
            first, *others = (place for place, _ in run)
            middle = self._x_of(area, first + 0.5 * (1 + len(others)))
            wide = fonts.text_width(str(bucket), fonts.SMALL) + 4
            if middle - wide / 2 >= end:
                spot = QRectF(middle - wide / 2, 0, wide, BUCKETS_HEIGHT)
                ink = sketch.palette.model(self.ranks[bucket])
                sketch.text(spot, str(bucket), ink, pixels=fonts.SMALL, align=CENTRE)
                end = middle + wide / 2

    def _x_of(self, area: QRectF, place: float) -> float:
        """Return the x coordinate at which a place of the sorted order begins."""
        return area.left() + place / len(self.order) * area.width()

    def _draw_seen(self, sketch: Sketch, area: QRectF) -> None:
        """The chunks that the selected token attends to."""
        if self.token is None:
            return
        size, count = self.hashing.chunk, len(self.order)
        chunks = -(-count // size)
        own, (before, after) = self.order.index(self.token) // size, self.hashing.around
        for chunk in {(own + step) % chunks for step in range(-before, after + 1)}:
            spot = QRectF(area)
            spot.setLeft(self._x_of(area, chunk * size))
            spot.setRight(self._x_of(area, min((chunk + 1) * size, count)))
            sketch.fill(spot, sketch.palette.tint(sketch.palette.accent, 0.14))

    def _draw_frame(self, sketch: Sketch, area: QRectF) -> None:
        palette, count = sketch.palette, len(self.order)
        for border in range(self.hashing.chunk, count, self.hashing.chunk):
            x = self._x_of(area, border)
            ends = QPointF(x, area.top()), QPointF(x, area.bottom())
            sketch.line(*ends, palette.muted, width=0.8)
        sketch.frame(area, palette.line)
        for token, y in ((0, area.top()), (count - 1, area.bottom() - 14)):
            spot = QRectF(0, y, MARGIN_LEFT - 6, 14)
            sketch.text(spot, f"{token:,}", palette.muted, pixels=fonts.SMALL)
        below = QRectF(area.left(), area.bottom() + 4, area.width(), 16)
        text = tr(
            "sorted by bucket, then by position; chunks of {count} tokens",
            count=self.hashing.chunk,
        )
        sketch.text(below, text, palette.muted, pixels=fonts.SMALL, align=CENTRE)

    def _draw_dot(self, sketch: Sketch, area: QRectF, place: int, token: int) -> None:
        palette, y = sketch.palette, area.top() + (token + 0.5) / len(self.order) * area.height()
        middle = QPointF(self._x_of(area, place + 0.5), y)
        is_large = token == self.token or token in self.links
        dot = marker(0, middle, 2.5 * DOT if is_large else DOT)
        bucket = self.buckets[token]
        ground = palette.accent if token == self.token else palette.model(self.ranks[bucket])
        if token in self.links:
            ground = palette.text if self.links[token] else palette.ground
        sketch.path(dot, palette.text if is_large else "", ground=ground, width=1.4)
        spot = QRectF(middle.x() - DOT, middle.y() - DOT, 2 * DOT, 2 * DOT)
        tip = tr(
            "{name}, position {position}: bucket {bucket}, chunk {chunk}",
            name=visible(self.hashing.tokens[token]),
            position=f"{token:,}",
            bucket=bucket,
            chunk=place // self.hashing.chunk + 1,
        )
        if token in self.links:
            tip += FOUND if self.links[token] else NOT_FOUND
        sketch.target(spot, token, tip)
