"""Legends of colours and shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt

from explorer.core.localization import tr
from explorer.ui.graphics.drawing import GRID, number, wrapped_height
from explorer.ui.graphics.maps.heat_map import lookup_image, paint_cells
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.graphics.tokens.chip import (
    BELOW_CHIP,
    CHANGE_NAMES,
    DASHES,
    GAP,
    PADDING,
    SPAN_LINE,
    TokenChip,
    chip_width,
    draw_chip,
    draw_underlines,
)
from explorer.ui.style import fonts
from explorer.ui.style.colours import LUT_SIZE, Scale
from models.schema.records import TokenChange

SCALE_WIDTH, SCALE_HEIGHT = 200.0, 10.0
TICK_WIDTH, TICK_HEIGHT = 60.0, 14.0
CHIP_HEIGHT = 20.0
STROKE_WIDTH = 24.0
SYMBOL_GAP = 6.0  # between a symbol and its name
SAMPLE = tr("word")
SPAN_TEXT = tr("a sentinel and the span that it replaces, in the same colour")
DOTS = (1.5, 2.5)  # of a level, in widths of its line
DASHED = (3.0, 2.0)
THICK, THIN = 2.0, 1.2  # pixels


@dataclass(eq=False)
class ColourScale(Sketched):
    """The colour map of a scale with its numbers, below what they are and how they are spaced."""

    scale: Scale
    slots: tuple[int, int] = (0, 1)

    def size(self, width: float) -> QSizeF:
        text = fonts.text_width(self.scale.legend, fonts.SMALL) + 4
        across = min(width, max(SCALE_WIDTH + 24, text))
        return QSizeF(across, self.laid_out(across).height)

    def draw(self, sketch: Sketch, width: float) -> None:
        palette, top = sketch.palette, 0.0
        if self.scale.legend:
            rect = QRectF(0, 0, width, 0)
            top = 2 + sketch.paragraph(rect, self.scale.legend, palette.muted, pixels=fonts.SMALL)
        bar = QRectF(0, top, min(SCALE_WIDTH, width - 24), SCALE_HEIGHT)
        table = palette.diverging_map(*self.slots) if self.scale.diverges else palette.sequential
        image = lookup_image(np.arange(LUT_SIZE, dtype=np.uint8)[None, :], table)  # (1, 256)
        sketch.custom(bar, lambda painter: paint_cells(painter, bar, image))
        sketch.frame(bar, palette.line)
        for share in (0.0, 0.5, 1.0):
            align = Qt.AlignmentFlag.AlignHCenter if share else Qt.AlignmentFlag.AlignLeft
            left = share * bar.width() - TICK_WIDTH / 2 if share else 0.0
            tick = QRectF(left, bar.bottom() + 2, TICK_WIDTH, TICK_HEIGHT)
            text = number(self.scale.value_at(share))
            sketch.text(tick, text, palette.muted, pixels=fonts.SMALL, align=align)
        sketch.reserve(bar.adjusted(0, 0, 0, 18))


@dataclass(frozen=True)
class LegendEntry:
    """A name after its symbol, which is drawn into a rectangle; one with a tip can be clicked."""

    name: str
    symbol_width: float
    draw_symbol: Callable[[Sketch, QRectF], None]
    muted: bool = False
    tip: str = ""
    struck: bool = False


@dataclass(frozen=True)
class LegendHit:
    """A curve, by its index."""

    index: int


class Legend(Sketched):
    """Names, each after its symbol; wraps like text. `gap` is between two lines."""

    def __init__(
        self, entries: Iterable[LegendEntry], *, height: float = 16.0, gap: float = 2.0
    ) -> None:
        self.entries = tuple(entries)
        self.height = height
        self.gap = gap

    def size(self, width: float) -> QSizeF:
        """Return the size; the width is that of all entries on one line, at most `width`."""
        widths = [one.symbol_width + SYMBOL_GAP + _name_width(one) for one in self.entries]
        whole = sum(widths) + 2 * GRID * max(len(widths) - 1, 0)
        return QSizeF(min(whole, width), super().size(width).height())

    def draw(self, sketch: Sketch, width: float) -> None:
        x = y = 0.0
        for index, entry in enumerate(self.entries):
            left = entry.symbol_width + SYMBOL_GAP
            wide = left + _name_width(entry)
            if x > 0 and x + wide > width:
                x, y = 0.0, y + self.height + self.gap
            place = QRectF(x, y, wide, self.height)
            entry.draw_symbol(sketch, QRectF(x, y, entry.symbol_width, self.height))
            colour = sketch.palette.muted if entry.muted else sketch.palette.text
            spot, struck = place.adjusted(left, 0, 10, 0), entry.struck
            sketch.text(spot, entry.name, colour, pixels=fonts.SMALL, struck=struck)
            if entry.tip:
                sketch.target(place, LegendHit(index), entry.tip)
            x += wide + 2 * GRID

    def draw_hover(self, sketch: Sketch, width: float, hit: LegendHit) -> None:
        """A line below the name."""
        target = self.laid_out(width).find(hit)
        if target is not None:
            left = QPointF(self.entries[hit.index].symbol_width + SYMBOL_GAP, 0)
            ends = target.rect.bottomLeft() + left, target.rect.bottomRight()
            sketch.line(*ends, sketch.palette.text)

    def neighbour(self, hit: LegendHit | None, dx: int, dy: int) -> LegendHit | None:
        hits: list[LegendHit] = [target.hit for target in self.laid_out().targets]
        index = hits.index(hit) + dx + dy if hit else 0
        return hits[min(max(index, 0), len(hits) - 1)] if hits else None


def _name_width(entry: LegendEntry) -> float:
    return fonts.text_width(entry.name, fonts.SMALL) + 4


class ChangeLegend(Legend):
    """The shapes of what happened to tokens."""

    def __init__(self, changes: Sequence[TokenChange]) -> None:
        entries = []
        for change in changes:
            replaced = change in (TokenChange.RANDOM, TokenChange.REPLACED)
            chip = TokenChip(SAMPLE, change=change, original=tr("was") if replaced else "")
            draw = partial(draw_chip, chip=chip)
            entries.append(LegendEntry(CHANGE_NAMES[change], chip_width(chip), draw, muted=True))
        super().__init__(entries, height=CHIP_HEIGHT, gap=GRID)


def line_entry(
    name: str,
    colour: str,
    dashes: Sequence[float] = (),
    width: float = THIN,
    hidden: bool | None = None,
    *,
    upright: bool = False,
) -> LegendEntry:
    """A name after a stroke of its colour; `upright` is a line across a whole plot.

    The entry of a curve, which can be `hidden`, is clicked to hide or to show it.
    """
    tip = "" if hidden is None else tr("{name}: click to hide this curve", name=name)
    if hidden:
        tip = tr("{name}: click to show this curve", name=name)

    def draw(sketch: Sketch, rect: QRectF) -> None:
        reach = QPointF(0, rect.height() / 2) if upright else QPointF(rect.width() / 2, 0)
        ends = rect.center() - reach, rect.center() + reach
        sketch.line(*ends, sketch.palette.line if hidden else colour, width=width, dashed=dashes)

    return LegendEntry(name, STROKE_WIDTH, draw, muted=bool(hidden), tip=tip)


class SpanLegend(Sketched):
    """What the colours of spans mean, with a sample of each that is met."""

    def __init__(self, num_spans: int) -> None:
        self.num_samples = min(num_spans, len(DASHES))

    def size(self, width: float) -> QSizeF:
        """Return the size; the width is that of all entries on one line, at most `width`."""
        samples = self.num_samples * (fonts.text_width(SAMPLE) + 2 * PADDING + GAP)
        whole = samples + 0.75 * GRID + fonts.text_width(SPAN_TEXT, fonts.SMALL) + 4
        return QSizeF(min(whole, width), super().size(min(whole, width)).height())

    def draw(self, sketch: Sketch, width: float) -> None:
        palette, wide = sketch.palette, fonts.text_width(SAMPLE) + 2 * PADDING
        samples = [
            (TokenChip(SAMPLE, span=n), QRectF(n * (wide + GAP), 0, wide, CHIP_HEIGHT))
            for n in range(self.num_samples)
        ]
        for chip, rect in samples:
            draw_chip(sketch, rect, chip)
        draw_underlines(sketch, samples)
        sketch.reserve(QRectF(0, 0, width, CHIP_HEIGHT + BELOW_CHIP + SPAN_LINE))
        left = samples[-1][1].right() + 0.75 * GRID
        height = wrapped_height(SPAN_TEXT, width - left, fonts.SMALL)
        text = QRectF(left, max((CHIP_HEIGHT - height) / 2, 0), width - left, height)
        sketch.paragraph(text, SPAN_TEXT, palette.muted, pixels=fonts.SMALL)
