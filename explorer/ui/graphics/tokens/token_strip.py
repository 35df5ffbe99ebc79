"""Tokens as chips that wrap like text; what happened to a token is told by colour and by shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from explorer.ui.graphics.drawing import GRID, Drawing, hairline, memoized
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on
from explorer.ui.style.theme import Palette
from models.schema.records import Change

CHIP_HEIGHT = 24.0
PADDING = 7.0
GAP = 4.0
RADIUS = 4.0
LINE_HEIGHT = 15.0  # of a row of small type below the chips
LINE_GAP = 12.0
MIN_CHIP = 18.0

CHANGE_NAMES = {
    Change.KEPT: "not chosen",
    Change.MASKED: "masked",
    Change.RANDOM: "replaced by a random token",
    Change.UNCHANGED: "chosen, left as it is",
    Change.REPLACED: "replaced by the generator",
    Change.SPAN: "stands for a span",
    Change.HIDDEN: "hidden from its own prediction",
}


@dataclass(frozen=True)
class TokenChip:
    """One token. `heat` (0 to 1) fills it from the sequential map, `colour` washes it instead."""

    text: str
    change: Change = Change.KEPT
    original: str = ""  # what stood here, struck through beside a replacement
    special: bool = False
    unknown: bool = False
    heat: float | None = None
    colour: str | None = None
    below: tuple[str, ...] = ()  # one entry for each row of the strip
    tip: str = ""
    dimmed: bool = False
    mark: str = ""  # "right" or "wrong": a tick or a cross at the corner


@dataclass(frozen=True)
class TokenHit:
    position: int


@dataclass(frozen=True)
class _Spot:
    position: int
    rect: QRectF  # of the chip, relative to the strip


class TokenStrip(Drawing):
    """Chips in reading order. `rows` names the lines of small type below each chip."""

    def __init__(
        self,
        chips: Sequence[TokenChip],
        *,
        title: str = "",
        rows: Sequence[str] = (),
        selected: int | None = None,
        mono: bool = False,
    ) -> None:
        self.chips = tuple(chips)
        self.title = title
        self.rows = tuple(rows)
        self.selected = selected
        self.mono = mono

    # ---- layout

    def _margin(self) -> float:
        if not self.rows:
            return 0.0
        return max(fonts.text_width(name, fonts.SMALL) for name in self.rows) + GRID

    def _line_height(self) -> float:
        return CHIP_HEIGHT + LINE_HEIGHT * len(self.rows) + LINE_GAP

    def _chip_width(self, chip: TokenChip) -> float:
        text = fonts.text_width(visible(chip.text), mono=self.mono)
        if chip.original:
            text += fonts.text_width(visible(chip.original), fonts.SMALL) + GAP + 2
        below = max((fonts.text_width(line, fonts.SMALL) for line in chip.below), default=0.0)
        return max(text + 2 * PADDING, below + 4, MIN_CHIP)

    def spots(self, width: float) -> list[_Spot]:
        """Where each chip stands when the strip is `width` wide."""
        return self._placed(round(width, 1))

    @memoized
    def _placed(self, width: float) -> list[_Spot]:
        left, top = self._margin(), 2.0
        x, spots = left, []
        for position, chip in enumerate(self.chips):
            chip_width = min(self._chip_width(chip), max(width - left - 2, MIN_CHIP))
            if x > left and x + chip_width > width - 1:
                x, top = left, top + self._line_height()
            spots.append(_Spot(position, QRectF(x, top, chip_width, CHIP_HEIGHT)))
            x += chip_width + GAP
        return spots

    def size(self, width: float) -> QSizeF:
        spots = self.spots(width)
        bottom = spots[-1].rect.bottom() if spots else CHIP_HEIGHT
        return QSizeF(width, bottom + LINE_HEIGHT * len(self.rows) + 3)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        spots = self.spots(rect.width())
        self._paint_row_names(painter, rect, palette, spots)
        for spot in spots:
            inside = spot.rect.translated(rect.topLeft())
            chip = self.chips[spot.position]
            paint_chip(painter, inside, chip, palette, mono=self.mono)
            self._paint_below(painter, inside, chip, palette)
            if spot.position == self.selected:
                paint_ring(painter, inside, palette.accent, 2.0)

    def _paint_row_names(
        self, painter: QPainter, rect: QRectF, palette: Palette, spots: list[_Spot]
    ) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        for top in sorted({spot.rect.bottom() for spot in spots}):
            for index, name in enumerate(self.rows):
                line = QRectF(rect.left(), rect.top() + top + index * LINE_HEIGHT, 400, LINE_HEIGHT)
                painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_below(
        self, painter: QPainter, chip_rect: QRectF, chip: TokenChip, palette: Palette
    ) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        for index, text in enumerate(chip.below):
            top = chip_rect.bottom() + index * LINE_HEIGHT
            line = QRectF(chip_rect.left() - GAP, top, chip_rect.width() + 2 * GAP, LINE_HEIGHT)
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, text)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: TokenHit) -> None:
        spots = self.spots(rect.width())
        if hit.position < len(spots):
            inside = spots[hit.position].rect.translated(rect.topLeft())
            paint_ring(painter, inside, palette.text, 1.5)

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> TokenHit | None:
        inside = point - rect.topLeft()
        deep = GAP / 2 + LINE_HEIGHT * len(self.rows)
        for spot in self.spots(rect.width()):
            if spot.rect.adjusted(-GAP / 2, -GAP / 2, GAP / 2, deep).contains(inside):
                return TokenHit(spot.position)
        return None

    def describe(self, hit: TokenHit) -> str:
        chip = self.chips[hit.position]
        if chip.tip:
            return chip.tip
        change = "" if chip.change is Change.KEPT else f", {CHANGE_NAMES[chip.change]}"
        return f"{hit.position}: {visible(chip.text)}{change}"

    def neighbour(self, hit: TokenHit | None, dx: int, dy: int) -> TokenHit | None:
        if not self.chips:
            return None
        position = 0 if hit is None else hit.position + dx + dy
        return TokenHit(min(max(position, 0), len(self.chips) - 1))


@lru_cache(maxsize=8192)
def visible(text: str) -> str:
    """White space made visible, and nothing left without a glyph of its own."""
    if not text:
        return "∅"
    return text.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥").replace("\r", "␍")


def paint_ring(painter: QPainter, rect: QRectF, colour: str, width: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(hairline(colour, width))
    painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), RADIUS + 1, RADIUS + 1)


def chip_ground(chip: TokenChip, palette: Palette) -> str:
    """The colour that the text of a chip stands on."""
    if chip.change is Change.MASKED:
        return palette.text
    if chip.heat is not None:
        return palette.heat(chip.heat)
    if chip.colour is not None:
        return palette.tint(chip.colour, 0.18)
    if chip.change in (Change.RANDOM, Change.REPLACED):
        return palette.tint(palette.changed, 0.12)
    return palette.ground if chip.special or chip.change is not Change.KEPT else palette.raised


def chip_ink(chip: TokenChip, palette: Palette) -> str:
    """A colour that reads on `chip_ground`."""
    if chip.change is Change.MASKED:
        return palette.ground
    if chip.heat is not None:
        return ink_on(palette.heat(chip.heat))
    if chip.change in (Change.RANDOM, Change.REPLACED) and chip.colour is None:
        return palette.changed
    quiet = chip.special or chip.dimmed or chip.change is Change.HIDDEN
    return palette.muted if quiet and chip.colour is None else palette.text


def paint_chip(
    painter: QPainter, rect: QRectF, chip: TokenChip, palette: Palette, *, mono: bool = False
) -> None:
    """A chip in its shape: filled, italic beside what it replaced, outlined, underlined, dashed."""
    _paint_shape(painter, rect, chip, palette)
    replaced = chip.change in (Change.RANDOM, Change.REPLACED)
    ink = chip_ink(chip, palette)
    inner = rect.adjusted(PADDING, 0, -PADDING, 0)
    if replaced and chip.original:
        inner = _paint_original(painter, inner, visible(chip.original), palette)
    painter.setFont(fonts.font(italic=replaced, mono=mono))
    painter.setPen(QColor(ink))
    text = visible(chip.text)
    if fonts.text_width(text, mono=mono) > inner.width() + 2:
        text = fonts.elided(text, inner.width())
    painter.drawText(inner.adjusted(-4, 0, 4, 0), Qt.AlignmentFlag.AlignCenter, text)
    if chip.mark:
        _paint_mark(painter, rect, chip.mark, palette)


def _paint_shape(painter: QPainter, rect: QRectF, chip: TokenChip, palette: Palette) -> None:
    painter.setBrush(QBrush(QColor(chip_ground(chip, palette))))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRoundedRect(rect, RADIUS, RADIUS)
    pen: QPen | None = None
    if chip.change is Change.UNCHANGED:
        pen = hairline(palette.chosen, 1.8)
    elif chip.change is Change.HIDDEN or chip.unknown:
        pen = hairline(palette.error if chip.unknown else palette.muted, 1.2)
        pen.setDashPattern([3, 2])
    elif chip.special and chip.change is Change.KEPT:
        pen = hairline(palette.line)
    if pen is not None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawRoundedRect(rect.adjusted(0.8, 0.8, -0.8, -0.8), RADIUS, RADIUS)
    if chip.change is Change.SPAN:
        bar = QRectF(rect.left(), rect.bottom() - 3, rect.width() + GAP, 3)
        painter.fillRect(bar, QColor(palette.chosen))


def _paint_original(painter: QPainter, inner: QRectF, text: str, palette: Palette) -> QRectF:
    """The token that stood here, struck through; returns the room that is left."""
    width = fonts.text_width(text, fonts.SMALL)
    painter.setFont(fonts.font(fonts.SMALL))
    painter.setPen(QColor(palette.muted))
    painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
    middle = inner.center().y() + 1
    painter.setPen(hairline(palette.muted, 1.2))
    painter.drawLine(QPointF(inner.left() - 1, middle), QPointF(inner.left() + width + 1, middle))
    return inner.adjusted(width + GAP + 2, 0, 0, 0)


def _paint_mark(painter: QPainter, rect: QRectF, mark: str, palette: Palette) -> None:
    """A tick or a cross on a small disc, so that it reads without colour."""
    disc = QRectF(rect.right() - 10, rect.top() - 5, 13, 13)
    right = mark == "right"
    painter.setPen(hairline(palette.ground, 1.5))
    painter.setBrush(QColor(palette.model(2) if right else palette.error))
    painter.drawEllipse(disc)
    pen = hairline(palette.ground, 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    c = disc.center()
    if right:
        painter.drawPolyline([c + QPointF(-3, 0), c + QPointF(-1, 2.4), c + QPointF(3, -2.4)])
    else:
        painter.drawLine(c + QPointF(-2.3, -2.3), c + QPointF(2.3, 2.3))
        painter.drawLine(c + QPointF(-2.3, 2.3), c + QPointF(2.3, -2.3))
