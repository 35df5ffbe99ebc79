"""Legends of colours and shapes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import GRID, Drawing, hairline, number, paint_text, wrapped_height
from explorer.ui.graphics.maps.heat_map import lookup_image, paint_cells
from explorer.ui.graphics.tokens.chip import (
    BELOW_CHIP,
    CHANGE_NAMES,
    DASHES,
    GAP,
    PADDING,
    SPAN_LINE,
    TokenChip,
    chip_width,
    paint_chip,
    underline_spans,
)
from explorer.ui.style import fonts
from explorer.ui.style.colours import LUT_SIZE, Scale
from explorer.ui.style.theme import Palette
from models.schema.records import Change

SCALE_WIDTH = 200.0
SCALE_HEIGHT = 10.0
CHIP_HEIGHT = 20.0
BAR_WIDTH, BAR_HEIGHT = 24.0, 12.0
SAMPLE = "word"
SPAN_TEXT = "a sentinel and the span that it replaces, in the same colour"
DOTS = (1.5, 2.5)  # of a level, in widths of its line
DASHED = (3.0, 2.0)


class ColourScale(Drawing):
    """The colour map of a scale with its numbers, below what they are and how they are spaced."""

    def __init__(self, scale: Scale, slots: tuple[int, int] = (0, 1)) -> None:
        self.scale = scale
        self.slots = slots

    def size(self, width: float) -> QSizeF:
        words = fonts.text_width(self.scale.legend, fonts.SMALL) + 4
        across = min(width, max(SCALE_WIDTH + 24, words))
        return QSizeF(across, self._words_height(across) + SCALE_HEIGHT + 18)

    def _words_height(self, width: float) -> float:
        if not self.scale.label:
            return 0.0
        return wrapped_height(self.scale.legend, width, fonts.SMALL) + 2

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        paint_text(painter, rect, self.scale.legend, palette.muted, fonts.SMALL)
        top = rect.top() + self._words_height(rect.width())
        bar = QRectF(rect.left(), top, min(SCALE_WIDTH, rect.width() - 24), SCALE_HEIGHT)
        self._paint_bar(painter, bar, palette)
        self._paint_ticks(painter, bar, palette)

    def _paint_bar(self, painter: QPainter, bar: QRectF, palette: Palette) -> None:
        diverges = self.scale.diverges
        table = palette.diverging(*self.slots) if diverges else palette.sequential
        ramp = np.arange(LUT_SIZE, dtype=np.uint8)[None, :]  # (1, 256)
        paint_cells(painter, bar, lookup_image(ramp, table))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.line))
        painter.drawRect(bar)

    def _paint_ticks(self, painter: QPainter, bar: QRectF, palette: Palette) -> None:
        painter.setPen(QColor(palette.muted))
        for share in (0.0, 0.5, 1.0):
            x = bar.left() + share * bar.width()
            spot = QRectF(x - 30, bar.bottom() + 2, 60, 14)
            flag = Qt.AlignmentFlag.AlignHCenter
            if share == 0.0:
                spot, flag = (
                    QRectF(bar.left(), bar.bottom() + 2, 60, 14),
                    Qt.AlignmentFlag.AlignLeft,
                )
            painter.drawText(spot, flag, number(self.scale.value_at(share)))


class ChangeLegend(Drawing):
    """The shapes of what happened to tokens, each with its name; wraps like text."""

    def __init__(self, changes: Sequence[Change], names: dict[Change, str] | None = None) -> None:
        self.changes = tuple(changes)
        self.names = {**CHANGE_NAMES, **(names or {})}

    def _chip(self, change: Change) -> TokenChip:
        replaced = change in (Change.RANDOM, Change.REPLACED)
        return TokenChip(SAMPLE, change=change, original="was" if replaced else "")

    def _places(self, width: float) -> list[tuple[Change, QRectF, QRectF]]:
        """The places of the chip and of the name of each change."""
        x = y = 0.0
        places = []
        for change in self.changes:
            chip = self._chip(change)
            wide = chip_width(chip)
            name = fonts.text_width(self.names[change], fonts.SMALL) + 4
            if x > 0 and x + wide + GRID + name > width:
                x, y = 0.0, y + CHIP_HEIGHT + GRID
            text = QRectF(x + wide + 6, y, name, CHIP_HEIGHT)
            places.append((change, QRectF(x, y, wide, CHIP_HEIGHT), text))
            x += wide + name + 3 * GRID
        return places

    def size(self, width: float) -> QSizeF:
        places = self._places(width)
        return QSizeF(width, places[-1][1].bottom() + 2 if places else 0.0)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for change, chip, text in self._places(rect.width()):
            paint_chip(painter, chip.translated(rect.topLeft()), self._chip(change), palette)
            painter.setFont(fonts.font(fonts.SMALL))
            painter.setPen(QColor(palette.muted))
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(text.translated(rect.topLeft()), middle, self.names[change])


class SpanLegend(Drawing):
    """What the colours of spans mean, with a sample of each that is met."""

    def __init__(self, num_spans: int) -> None:
        self.num_samples = min(num_spans, len(DASHES))

    def _samples(self, corner: QPointF) -> list[tuple[int, QRectF]]:
        wide = fonts.text_width(SAMPLE) + 2 * PADDING
        return [
            (n, QRectF(corner + QPointF(n * (wide + GAP), 0), QSizeF(wide, CHIP_HEIGHT)))
            for n in range(self.num_samples)
        ]

    def _words(self, rect: QRectF) -> QRectF:
        """The places of the words, next to the samples."""
        left = self._samples(rect.topLeft())[-1][1].right() + 0.75 * GRID
        height = wrapped_height(SPAN_TEXT, rect.right() - left, fonts.SMALL)
        top = rect.top() + max((CHIP_HEIGHT - height) / 2, 0)
        return QRectF(left, top, rect.right() - left, height)

    def size(self, width: float) -> QSizeF:
        words = self._words(QRectF(0, 0, width, 0))
        return QSizeF(width, max(CHIP_HEIGHT + BELOW_CHIP + SPAN_LINE, words.bottom()))

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        samples = self._samples(rect.topLeft())
        for n, place in samples:
            paint_chip(painter, place, TokenChip(SAMPLE, span=n), palette)
        chips = ((TokenChip(SAMPLE, span=n), place) for n, place in samples)
        underline_spans(painter, chips, palette)
        paint_text(painter, self._words(rect), SPAN_TEXT, palette.muted, fonts.SMALL)


class BarLegend(Drawing):
    """The meaning of filled and of outlined bars."""

    def __init__(self, filled: str, outlined: str) -> None:
        self.names = (filled, outlined)

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, BAR_HEIGHT + 4)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        left = rect.left()
        painter.setFont(fonts.font(fonts.SMALL))
        for name, ground in zip(self.names, (palette.muted, palette.ground), strict=True):
            painter.setPen(hairline(palette.muted))
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(QRectF(left, rect.top() + 2, BAR_WIDTH, BAR_HEIGHT), 2, 2)
            painter.setPen(QColor(palette.text))
            wide = fonts.text_width(name, fonts.SMALL) + 4
            text = QRectF(left + BAR_WIDTH + 6, rect.top(), wide, BAR_HEIGHT + 4)
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, name)
            left = text.right() + 2 * GRID


@dataclass(frozen=True)
class _Stroke:
    """One entry of a legend of lines."""

    name: str
    colour: str
    dashes: tuple[float, ...] = ()
    width: float = 2.0
    upright: bool = False


@dataclass(frozen=True)
class LegendHit:
    """A curve, by its index."""

    index: int


class LineLegend(Drawing):
    """Names of curves, each after a stroke of its colour; levels are thin and dotted.

    `uprights` are lines across the whole plot; `hidden` are curves that are not drawn, by index.
    """

    def __init__(
        self,
        entries: Sequence[tuple[str, str, bool]],
        levels: Sequence[tuple[str, str]] = (),
        uprights: Sequence[tuple[str, str]] = (),
        *,
        hidden: Collection[int] = (),
    ) -> None:
        self.num_curves = len(entries)
        self.hidden = frozenset(hidden)
        self.strokes = (
            *(_Stroke(name, colour, DASHED if dashed else ()) for name, colour, dashed in entries),
            *(_Stroke(name, colour, DOTS, 1.2) for name, colour in levels),
            *(_Stroke(name, colour, width=1.2, upright=True) for name, colour in uprights),
        )

    def _places(self, width: float) -> list[QRectF]:
        x = y = 0.0
        places = []
        for stroke in self.strokes:
            wide = 24 + 6 + fonts.text_width(stroke.name, fonts.SMALL) + 4
            if x > 0 and x + wide > width:
                x, y = 0.0, y + 18
            places.append(QRectF(x, y, wide, 16))
            x += wide + 2 * GRID
        return places

    def size(self, width: float) -> QSizeF:
        places = self._places(width)
        return QSizeF(width, places[-1].bottom() if places else 0.0)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for index, place in enumerate(self._places(rect.width())):
            stroke, spot = self.strokes[index], place.translated(rect.topLeft())
            hidden = index in self.hidden
            pen = hairline(palette.line if hidden else stroke.colour, stroke.width)
            if stroke.dashes:
                pen.setDashPattern(stroke.dashes)
            painter.setPen(pen)
            middle = QPointF(spot.left() + 12, spot.center().y())
            reach = QPointF(0, spot.height() / 2) if stroke.upright else QPointF(12, 0)
            painter.drawLine(middle - reach, middle + reach)
            painter.setPen(QColor(palette.muted if hidden else palette.text))
            painter.setFont(fonts.font(fonts.SMALL))
            text = spot.adjusted(30, 0, 10, 0)
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, stroke.name)

    def paint_hover(
        self, painter: QPainter, rect: QRectF, palette: Palette, hit: LegendHit
    ) -> None:
        place = self._places(rect.width())[hit.index].translated(rect.topLeft())
        painter.setPen(hairline(palette.text))
        painter.drawLine(place.bottomLeft() + QPointF(30, 0), place.bottomRight())

    def hit(self, point: QPointF, rect: QRectF) -> LegendHit | None:
        places = self._places(rect.width())[: self.num_curves]
        spots = (place.translated(rect.topLeft()) for place in places)
        return next((LegendHit(n) for n, spot in enumerate(spots) if spot.contains(point)), None)

    def describe(self, hit: LegendHit) -> str:
        action = "show" if hit.index in self.hidden else "hide"
        return f"{self.strokes[hit.index].name}: click to {action} this curve"

    def neighbour(self, hit: LegendHit | None, dx: int, dy: int) -> LegendHit | None:
        if not self.num_curves:
            return None
        index = 0 if hit is None else min(max(hit.index + dx + dy, 0), self.num_curves - 1)
        return LegendHit(index)
