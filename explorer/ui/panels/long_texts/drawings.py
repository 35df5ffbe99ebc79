"""Drawings of this panel alone: curves on logarithmic axes, hops, and tokens sorted by bucket."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.core.attention.hops import NEVER
from explorer.core.localization import plural, tr
from explorer.core.long_texts.hashing import Hashing
from explorer.core.long_texts.overview import AttentionOverview
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalSeries
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
    ends: tuple[tuple[float, float], tuple[float, float]]
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
                QPointF(self._across(self.place(x), area), self._up(y, area)) for x, y in one.ends
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
        first: tuple[int, int],
        count: int,
        focus: int | None,
    ) -> None:
        rows = range(first[0], min(first[0] + count, overview.num_blocks))
        columns = range(first[1], min(first[1] + count, overview.num_blocks))
        values = overview.maps[layer][rows.start : rows.stop, columns.start : columns.stop]
        inside = None if focus is None or focus not in rows else focus - first[0]
        top = max(float(overview.maps[layer].max(initial=0.0)), 1e-6)
        super().__init__(
            values,
            [overview.name(row) for row in rows],
            [overview.name(column) for column in columns],
            scale=Scale(
                top, root=True, label=tr("share") if overview.shares[layer] else tr("weight")
            ),
            focus=(inside, None),
            numbers=False,
            max_cell=MAP_SIDE / max(len(rows), 1),
        )


@dataclass(frozen=True)
class BlockHit:
    block: int


class HopStrip(HopRow):
    """The fewest hops from any token of each block of the text, of `hops` by token (T,)."""

    def __init__(self, overview: AttentionOverview, hops: IntArray) -> None:
        every = [hops[list(overview.rows(block))] for block in range(overview.num_blocks)]
        fewest = [int(min(own[own != NEVER], default=NEVER)) for own in every]
        names = [overview.name(block) for block in range(overview.num_blocks)]
        named = [tr("Tokens {positions}", positions=name) for name in names]
        super().__init__(fewest, list(map(_hops_tip, named, fewest)), BlockHit)


@dataclass(frozen=True)
class BlockTokenHit:
    """A token of the selected block, by its position in the text."""

    position: int


class TokenHops(HopRow):
    """The hops of each token of the selected block; a click selects the token."""

    def __init__(self, overview: AttentionOverview, block: int, hops: IntArray) -> None:
        rows = overview.rows(block)
        own = hops[rows.start : rows.stop].tolist()
        names = [f"{visible(overview.tokens[at])} ({at:,})" for at in rows]
        super().__init__(
            own,
            list(map(_hops_tip, names, own)),
            lambda index: BlockTokenHit(rows.start + index),
        )


def _hops_tip(name: str, hops: int) -> str:
    if hops == NEVER:
        return tr("{name}: never reach it", name=name)
    if hops == 0:
        return tr("{name}: selected", name=name)
    return plural(hops, "{name}: {count} hop", "{name}: {count} hops", name=name)


@dataclass(frozen=True)
class SortedHit:
    token: int  # its position in the text


class SortedTokens(Sketched):
    """Tokens as a round of hashing sorts them, against their positions, with borders of chunks.

    Of the selected token, its strongest links are larger, filled where the round finds them.
    """

    def __init__(self, hashing: Hashing, head: int, round_number: int, token: int | None) -> None:
        self.hashing, self.token = hashing, token
        known = token is not None and token < len(hashing.tokens)
        links = hashing.links_of(head, token) if token is not None and known else ()
        self.links = {link.token: link.found_by_round[round_number] for link in links}
        self.order = hashing.order(head, round_number).tolist()
        length = len(hashing.tokens)
        self.buckets = hashing.buckets[head, round_number, :length].tolist()
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
        across, end = area.width() / max(len(self.order), 1), 0.0
        name = QRectF(0, 0, MARGIN_LEFT - 6, BUCKETS_HEIGHT)
        sketch.text(name, tr("bucket"), sketch.palette.muted, pixels=fonts.SMALL)
        places = enumerate(self.buckets[token] for token in self.order)
        for bucket, run in groupby(places, key=itemgetter(1)):
            first, *others = (place for place, _ in run)
            middle = area.left() + (first + 0.5 * (1 + len(others))) * across
            wide = fonts.text_width(str(bucket), fonts.SMALL) + 4
            if middle - wide / 2 >= end:
                spot = QRectF(middle - wide / 2, 0, wide, BUCKETS_HEIGHT)
                ink = sketch.palette.model(self.ranks[bucket])
                sketch.text(spot, str(bucket), ink, pixels=fonts.SMALL, align=CENTRE)
                end = middle + wide / 2

    def _at(self, area: QRectF, place: float, token: float) -> QPointF:
        count = max(len(self.order), 1)
        x = area.left() + (place + 0.5) / count * area.width()
        return QPointF(x, area.top() + (token + 0.5) / count * area.height())

    def _draw_seen(self, sketch: Sketch, area: QRectF) -> None:
        """The chunks that the selected token attends to."""
        if self.token is None or self.token not in self.order:
            return
        size, count = self.hashing.chunk, len(self.order)
        chunks = -(-count // size)
        own, (before, after) = self.order.index(self.token) // size, self.hashing.around
        for chunk in {(own + step) % chunks for step in range(-before, after + 1)}:
            left, right = chunk * size, min((chunk + 1) * size, count)
            start = area.left() + left / count * area.width()
            wide = (right - left) / count * area.width()
            spot = QRectF(start, area.top(), wide, area.height())
            sketch.fill(spot, sketch.palette.tint(sketch.palette.accent, 0.14))

    def _draw_frame(self, sketch: Sketch, area: QRectF) -> None:
        palette, count = sketch.palette, len(self.order)
        for border in range(self.hashing.chunk, count, self.hashing.chunk):
            x = area.left() + border / count * area.width()
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
        palette, middle = sketch.palette, self._at(area, place, token)
        is_large, path = token == self.token or token in self.links, QPainterPath()
        size = 2.5 * DOT if is_large else DOT
        path.addEllipse(middle, size / 2, size / 2)
        bucket = self.buckets[token]
        ground = palette.accent if token == self.token else palette.model(self.ranks[bucket])
        if token in self.links:
            ground = palette.text if self.links[token] else palette.ground
        sketch.path(path, palette.text if is_large else "", ground=ground, width=1.4)
        spot = QRectF(middle.x() - DOT, middle.y() - DOT, 2 * DOT, 2 * DOT)
        name = visible(self.hashing.tokens[token])
        chunk = place // self.hashing.chunk + 1
        tip = tr(
            "{name}, position {position}: bucket {bucket}, chunk {chunk}",
            name=name,
            position=f"{token:,}",
            bucket=bucket,
            chunk=chunk,
        )
        if token in self.links:
            tip += FOUND if self.links[token] else NOT_FOUND
        sketch.target(spot, SortedHit(token), tip)
