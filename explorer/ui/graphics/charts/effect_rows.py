"""Effects on one axis: a row for each, with its interval and the paper's number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from explorer.core.localization import tr
from explorer.ui.graphics.charts.curves import Ends, ticks
from explorer.ui.graphics.charts.interval_chart import axis_number, verdict_colour
from explorer.ui.graphics.charts.markers import marker
from explorer.ui.graphics.drawing import GRID
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.sketch import CENTRE, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette

ROW, AXIS = 30.0, 22.0
NAME_SHARE, VALUE_SHARE = 0.36, 0.34  # of the width, at most
SIZES = fonts.BODY, fonts.SMALL  # of a name, the first with which it fits
DOT, PUBLISHED_DOT, WHISKER = 7.0, 9.0, 1.6
CIRCLE, DIAMOND = 0, 3  # kinds of markers
ROOM = 0.06  # of the axis, on either side of what is drawn


@dataclass(frozen=True)
class EffectBar:
    """An effect in the unit of the axis; `text` is written at its right.

    `null` is what means no effect, `smallest` the smallest effect of interest on either side of
    it, `published` the number of the paper.
    """

    name: str
    mean: float
    low: float | None
    high: float | None
    null: float
    smallest: float
    published: float | None
    text: str
    verdict: str = ""

    @property
    def ends(self) -> Ends:
        values = [self.mean, self.null - self.smallest, self.null + self.smallest]
        values += [one for one in (self.low, self.high, self.published) if one is not None]
        return min(values), max(values)


class EffectRows(Sketched):
    """Effects under each other on one axis, with a legend."""

    def __init__(self, bars: Sequence[EffectBar]) -> None:
        self.bars = tuple(bars)

    @property
    def limits(self) -> Ends:
        low, high = (pick(end for one in self.bars for end in one.ends) for pick in (min, max))
        room = ROOM * (high - low) or abs(high) or 1.0
        return low - room, high + room

    def draw(self, sketch: Sketch, width: float) -> None:
        legend = self._legend()
        sketch.embed(legend, QPointF(), width)
        top = legend.size(width).height() + GRID
        label = min(
            max(fonts.text_width(one.name, fonts.BODY) for one in self.bars) + 2 * GRID,
            NAME_SHARE * width,
        )
        widest = max(fonts.text_width(one.text, fonts.SMALL) for one in self.bars)
        value = min(widest + GRID, VALUE_SHARE * width)
        area = QRectF(label, top, width - label - value - DOT, ROW * len(self.bars))
        self._draw_axis(sketch, area)
        for index, one in enumerate(self.bars):
            row = QRectF(0, top + index * ROW, width, ROW)
            self._draw_row(sketch, one, row, area)

    def _x(self, value: float, area: QRectF) -> float:
        low, high = self.limits
        return area.left() + (value - low) / (high - low) * area.width()

    def _draw_axis(self, sketch: Sketch, area: QRectF) -> None:
        palette = sketch.palette
        for value in ticks(*self.limits, 5):
            x = self._x(value, area)
            sketch.line(QPointF(x, area.top()), QPointF(x, area.bottom()), palette.line)
            spot = QRectF(x - 40, area.bottom() + 2, 80, AXIS - 4)
            text = axis_number(value)
            sketch.text(spot, text, palette.muted, pixels=fonts.SMALL, align=CENTRE)
        sketch.reserve(area.adjusted(0, 0, 0, AXIS))

    def _draw_row(self, sketch: Sketch, one: EffectBar, row: QRectF, area: QRectF) -> None:
        palette, y = sketch.palette, row.center().y()
        name = QRectF(0, row.top(), area.left() - GRID, ROW)
        fits = (size for size in SIZES if fonts.text_width(one.name, size) <= name.width())
        if (pixels := next(fits, None)) is not None:
            sketch.text(name, one.name, palette.text, pixels=pixels)
        else:  # in two lines
            sketch.paragraph(name.adjusted(0, 1, 0, 0), one.name, palette.text, pixels=fonts.SMALL)
        self._draw_nothing(sketch, one, row, area)
        colour = verdict_colour(one.verdict, palette)
        if one.low is not None and one.high is not None:
            start, end = (QPointF(self._x(value, area), y) for value in (one.low, one.high))
            sketch.line(start, end, colour, width=WHISKER)
        if one.published is not None:
            _draw_published(sketch, QPointF(self._x(one.published, area), y), PUBLISHED_DOT)
        spot = QPointF(self._x(one.mean, area), y)
        sketch.path(marker(CIRCLE, spot, DOT), colour, ground=colour)
        left = area.right() + DOT + GRID / 2
        text = QRectF(left, row.top(), row.right() - left, ROW)
        sketch.text(text, one.text, palette.muted, pixels=fonts.SMALL, elide=True)
        sketch.target(row, one, f"{one.name}: {one.text}")

    def _draw_nothing(self, sketch: Sketch, one: EffectBar, row: QRectF, area: QRectF) -> None:
        """The null value, in the band of what is smaller than the smallest effect of interest."""
        muted = sketch.palette.muted
        left, null, right = (
            self._x(one.null + side * one.smallest, area) for side in (-1.0, 0.0, 1.0)
        )
        band = QRectF(left, row.top() + 3, right - left, row.height() - 6)
        sketch.fill(band, muted, alpha=0.18)
        sketch.line(QPointF(null, row.top() + 1), QPointF(null, row.bottom() - 1), muted)

    def _legend(self) -> Legend:
        entries = [
            LegendEntry(tr("measured here, with the 95 % interval"), DOT, _draw_measured),
            LegendEntry(tr("no effect, and what would be too small to matter"), DOT, _draw_band),
        ]
        if any(one.published is not None for one in self.bars):
            published = LegendEntry(tr("the paper's number"), PUBLISHED_DOT, _draw_diamond)
            entries.insert(1, published)
        return Legend(entries)


def _draw_measured(sketch: Sketch, rect: QRectF) -> None:
    sketch.path(
        marker(CIRCLE, rect.center(), DOT), sketch.palette.accent, ground=sketch.palette.accent
    )


def _draw_band(sketch: Sketch, rect: QRectF) -> None:
    sketch.fill(rect, sketch.palette.muted, alpha=0.18)
    middle = rect.center().x()
    sketch.line(QPointF(middle, rect.top()), QPointF(middle, rect.bottom()), sketch.palette.muted)


def _draw_diamond(sketch: Sketch, rect: QRectF) -> None:
    _draw_published(sketch, rect.center(), rect.width())


def _draw_published(sketch: Sketch, spot: QPointF, size: float) -> None:
    palette: Palette = sketch.palette
    sketch.path(marker(DIAMOND, spot, size), palette.text, width=1.4, ground=palette.ground)
