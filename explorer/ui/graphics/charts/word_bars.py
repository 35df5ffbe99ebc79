"""Bars over the words of a text from left to right, those of several models side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from PySide6.QtCore import QPointF, QRectF

from explorer.ui.graphics.charts.curves import ticks
from explorer.ui.graphics.drawing import GRID, number
from explorer.ui.graphics.sketch import CENTRE, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts

PLOT_HEIGHT, WORD_ROW, LINE_GAP = 150.0, 22.0, 20.0
LEFT_AXIS, AXIS_TITLE = 44.0, 18.0
BAR, BETWEEN = 12.0, 14.0  # width of a bar, and what is between two words
MOST_STRETCH = 1.8  # of the words of a single line


@dataclass(frozen=True)
class WordSeries:
    """The values of the words in one model, NaN where one has none; `slot` is its colour."""

    name: str
    values: tuple[float, ...]
    slot: int


@dataclass(frozen=True)
class WordBarHit:
    word: int


@dataclass(eq=False)
class WordBars(Sketched):
    """Bars that grow from zero on one scale; words that do not fit go on in a further line."""

    words: Sequence[str]
    series: Sequence[WordSeries]
    _: KW_ONLY
    y_title: str = ""
    selected: int | None = None

    @property
    def highest(self) -> float:
        values = [v for one in self.series for v in one.values if math.isfinite(v)]
        top = max([*values, 1e-9])
        return max(top, *(value for value in ticks(0.0, 1.2 * top, 4) if value <= 1.2 * top))

    def draw(self, sketch: Sketch, width: float) -> None:
        top = 0.0
        if self.y_title:
            spot = QRectF(0, 0, width, AXIS_TITLE)
            sketch.text(spot, self.y_title, sketch.palette.muted, pixels=fonts.SMALL, elide=True)
            top = AXIS_TITLE + GRID / 2
        for first, last, wide in self._lines(width - LEFT_AXIS):
            area = QRectF(LEFT_AXIS, top, width - LEFT_AXIS, PLOT_HEIGHT)
            self._draw_axis(sketch, area)
            left = LEFT_AXIS
            for word in range(first, last):
                self._draw_word(sketch, word, QRectF(left, top, wide[word - first], PLOT_HEIGHT))
                left += wide[word - first]
            top += PLOT_HEIGHT + WORD_ROW + LINE_GAP

    def _lines(self, room: float) -> list[tuple[int, int, list[float]]]:
        """The words [first, last) of each line, and the width of each."""
        bars = len(self.series) * BAR + BETWEEN
        natural = [max(bars, fonts.text_width(word, fonts.BODY) + GRID) for word in self.words]
        lines: list[tuple[int, int, list[float]]] = []
        first, used = 0, 0.0
        for at, wide in enumerate(natural):
            if at > first and used + wide > room:
                lines.append((first, at, natural[first:at]))
                first, used = at, 0.0
            used += wide
        if first < len(natural):
            lines.append((first, len(natural), natural[first:]))
        stretch = min(room / sum(natural), MOST_STRETCH) if len(lines) == 1 else 1.0
        return [(a, b, [min(stretch * wide, room) for wide in own]) for a, b, own in lines]

    def _draw_axis(self, sketch: Sketch, area: QRectF) -> None:
        palette = sketch.palette
        for value in ticks(0.0, self.highest, 4):
            y = area.bottom() - value / self.highest * area.height()
            sketch.line(QPointF(area.left(), y), QPointF(area.right(), y), palette.line)
            spot = QRectF(0, y - 8, LEFT_AXIS - GRID, 16)
            sketch.text(spot, number(value), palette.muted, pixels=fonts.SMALL, align=RIGHT)
        sketch.reserve(area)

    def _draw_word(self, sketch: Sketch, word: int, area: QRectF) -> None:
        palette = sketch.palette
        left = area.center().x() - BAR * len(self.series) / 2
        for n, one in enumerate(self.series):
            value = one.values[word]
            if math.isfinite(value):
                height = max(value, 0.0) / self.highest * area.height()
                spot = QRectF(left + n * BAR, area.bottom() - height, BAR - 1, max(height, 1.0))
                sketch.fill(spot, palette.model(one.slot), radius=1)
        below = QRectF(area.left(), area.bottom() + 3, area.width(), WORD_ROW)
        bold = word == self.selected
        text = self.words[word]
        sketch.text(below, text, palette.text, align=CENTRE, elide=True, bold=bold)
        spot = QRectF(area.left(), area.top(), area.width(), area.height() + WORD_ROW)
        sketch.target(spot, WordBarHit(word), self._tip(word))

    def _tip(self, word: int) -> str:
        values = (
            f"{one.name}: {number(one.values[word])}"
            for one in self.series
            if math.isfinite(one.values[word])
        )
        return "\n".join([self.words[word], *values])
