"""Horizontal bars that grow from zero: values with labels, and a whole cut into shares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass

from PySide6.QtCore import QRectF

from explorer.core.localization import mark, tr
from explorer.ui.graphics.drawing import GRID, number
from explorer.ui.graphics.sketch import CENTRE, LEFT, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on

ROW_HEIGHT = 20.0
BAR_HEIGHT = 12.0
MAX_LABEL = 128.0
VALUE_WIDTH = 64.0
NOTE_HEIGHT = 16.0  # of a note that has no room beside its bar
MIN_BAR = 96.0  # pixels that a note leaves for a bar and its value
HEIGHT = 22.0
PADDING = 6.0
SMALLEST = 0.0005  # less than this rounds to nothing


@dataclass(frozen=True)
class Bar:
    """One bar. `slot` gives a model's colour, else the accent; `struck` was pruned; `dimmed` is
    paler; `ghost` is a second value on the same scale, an outline behind (before filtering …). The
    `note` stands at the right end of the line, or below it where that is too narrow."""

    label: str
    value: float
    slot: int | None = None
    text: str = ""  # instead of the value
    struck: bool = False
    strong: bool = False
    dimmed: bool = False
    ghost: float | None = None
    tip: str = ""
    note: str = ""


@dataclass(frozen=True)
class BarHit:
    index: int


@dataclass(eq=False)
class Bars(Sketched):
    """Bars on one scale from zero to `maximum`; bars that are compared share it."""

    bars: Sequence[Bar]
    _: KW_ONLY
    maximum: float = 1.0
    title: str = ""

    def __post_init__(self) -> None:
        self.maximum = self.maximum if self.maximum > 0 else 1.0

    def draw(self, sketch: Sketch, width: float) -> None:
        palette, label = sketch.palette, self._label_width(width)
        note = max((fonts.text_width(bar.note, fonts.SMALL) for bar in self.bars), default=0.0)
        after = self._value_width
        below = note > 0 and width - label - 2 * GRID - after - note < MIN_BAR
        height = ROW_HEIGHT + (NOTE_HEIGHT if below else 0.0)
        for index, bar in enumerate(self.bars):
            line = QRectF(0, index * height, width, height)
            above = QRectF(0, line.top(), width - (0.0 if below else note), ROW_HEIGHT)
            self._draw_bar(sketch, above, bar, label, after)
            spot = QRectF(above.right(), line.top(), note, ROW_HEIGHT)
            if below:
                spot = line.adjusted(label + GRID, ROW_HEIGHT, 0, 0)
            sketch.text(spot, bar.note, palette.muted, pixels=fonts.SMALL, elide=True)
            tip = bar.tip or f"{bar.label}: {_value_text(bar)}"
            sketch.target(line, BarHit(index), tip)

    @property
    def _value_width(self) -> float:
        """The free width after the longest bar, so that no value is cut or runs into a note."""
        widths = (fonts.text_width(_value_text(bar), fonts.SMALL) for bar in self.bars)
        widest = max(widths, default=0.0)
        return max(widest + GRID, VALUE_WIDTH)

    def _label_width(self, width: float) -> float:
        widest = max((fonts.text_width(bar.label, bold=True) for bar in self.bars), default=0.0)
        return min(widest + 2, MAX_LABEL, width * 0.45)

    def _draw_bar(self, sketch: Sketch, line: QRectF, bar: Bar, label: float, after: float) -> None:
        palette = sketch.palette
        is_pale = bar.struck or bar.dimmed
        ink = palette.muted if is_pale else palette.text
        spot = QRectF(0, line.top(), label, line.height())
        style = {"bold": bar.strong, "struck": bar.struck}
        sketch.text(spot, bar.label, ink, align=RIGHT, elide=True, **style)
        room = max(line.right() - label - GRID - after, 8.0)
        colour = palette.accent if bar.slot is None else palette.model(bar.slot)
        outline = self._length(bar.value, line, label, room)
        sketch.fill(outline, palette.tint(colour, 0.35) if is_pale else colour, radius=2)
        if bar.ghost is not None:
            ghost = self._length(bar.ghost, line, label, room)
            sketch.frame(ghost, palette.muted, radius=2)
            outline = outline.united(ghost)
        text = _value_text(bar)
        wide = max(VALUE_WIDTH, fonts.text_width(text, fonts.SMALL)) + 40
        spot = QRectF(outline.right() + 6, line.top(), wide, line.height())
        sketch.text(spot, text, ink, pixels=fonts.SMALL)

    def _length(self, value: float, line: QRectF, label: float, room: float) -> QRectF:
        """The bar of a value, cut at the end of the scale."""
        length = max(room * min(max(value / self.maximum, 0.0), 1.0), 1.0)
        return QRectF(label + GRID, line.center().y() - BAR_HEIGHT / 2, length, BAR_HEIGHT)


def _value_text(bar: Bar) -> str:
    return bar.text or number(bar.value)


@dataclass(frozen=True)
class BarShare:
    """One part, with `text` in it where it fits, else the number alone."""

    value: float
    text: str
    tip: str
    tint: float  # how much of the colour
    slot: int | None = None  # of a model; None takes the grey of second rank


@dataclass(frozen=True)
class ShareHit:
    index: int


class ShareBar(Sketched):
    """Shares from left to right; the text of the last one is at its right end."""

    def __init__(self, shares: Iterable[BarShare]) -> None:
        self.shares = tuple(shares)

    def draw(self, sketch: Sketch, width: float) -> None:
        total = sum(share.value for share in self.shares) or 1.0
        left = 0.0
        for index, share in enumerate(self.shares):
            part = QRectF(left, 0, width * share.value / total, HEIGHT)
            if share.value >= SMALLEST:
                self._draw_share(sketch, part, index)
            sketch.target(part, ShareHit(index), share.tip)
            left = part.right()

    def _draw_share(self, sketch: Sketch, part: QRectF, index: int) -> None:
        share, palette = self.shares[index], sketch.palette
        colour = palette.muted if share.slot is None else palette.model(share.slot)
        ground = palette.tint(colour, share.tint)
        sketch.fill(part.adjusted(0, 0, -1, 0), ground)
        inside = part.adjusted(PADDING, 0, -PADDING, 0)
        text = fonts.first_fitting((share.text, f"{share.value:.0%}"), inside.width())
        align = LEFT if index == 0 else RIGHT if index == len(self.shares) - 1 else CENTRE
        sketch.text(inside, text, ink_on(ground), pixels=fonts.SMALL, bold=True, align=align)


# What of the attention goes where: the text in a bar, its tip, and how much of the colour it has.
DIRECTIONS = (
    (mark("← {share:.0%} back"), mark("{share:.1%} of the attention goes to earlier tokens"), 0.85),
    (
        mark("{share:.0%} itself"),
        mark("{share:.1%} of the attention goes to the token itself"),
        0.3,
    ),
    (mark("{share:.0%} ahead →"), mark("{share:.1%} of the attention goes to later tokens"), 0.6),
)
DIFFERENCES = (
    (
        mark("{share:.0%} alike"),
        mark("{share:.1%} is the same, of a row, on average over all rows"),
        0.25,
    ),
    (
        mark("{share:.0%} elsewhere"),
        mark("{share:.1%} goes to other tokens, of a row, on average over all rows"),
        0.8,
    ),
)


def direction_bar(back: float, itself: float, ahead: float, slot: int) -> ShareBar:
    """Return a bar of the attention to earlier tokens, the token itself and later tokens."""
    return _share_bar((back, itself, ahead), DIRECTIONS, slot)


def difference_bar(distance: float) -> ShareBar:
    """How much of the attention is the same in two maps; `distance` is their total variation."""
    return _share_bar((1 - distance, distance), DIFFERENCES)


def _share_bar(
    shares: Sequence[float], parts: Sequence[tuple[str, str, float]], slot: int | None = None
) -> ShareBar:
    return ShareBar(
        BarShare(share, tr(text, share=share), tr(tip, share=share), tint, slot)
        for share, (text, tip, tint) in zip(shares, parts, strict=True)
    )
