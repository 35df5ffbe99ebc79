"""A token as a chip; colour and shape say how it was changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from explorer.ui.graphics.drawing import hairline
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on
from explorer.ui.style.theme import Palette
from models.schema.records import Change

CHIP_HEIGHT = 24.0
PADDING = 7.0
GAP = 4.0
RADIUS = 4.0
LINE_HEIGHT = 15.0  # of a row of small type below the chips
MIN_CHIP = 18.0
FAINT = 0.1  # a heat below it is nearly the ground, so the edge is drawn
OTHER_WORD = 0.55  # every second word is washed with this share of the model's colour
SPAN_LINE = 2.4  # pixels, width of the underline of a span
BELOW_CHIP = 1.6  # from a chip to the middle of that underline, above the numbers
DASHES: tuple[tuple[float, ...], ...] = ((), (2.2, 1.4), (0.6, 1.6))  # of it, in widths

CHANGE_NAMES = {
    Change.KEPT: "not chosen",
    Change.MASKED: "masked",
    Change.RANDOM: "replaced by a random token",
    Change.UNCHANGED: "chosen, unchanged",
    Change.REPLACED: "replaced by the generator",
    Change.SPAN: "replaces a span",
    Change.HIDDEN: "predicted in the order",
}


@dataclass(frozen=True)
class TokenChip:
    """One token. `heat` (0 to 1) fills it from the sequential map, `slot` washes it instead."""

    text: str
    change: Change = Change.KEPT
    original: str = ""  # what stood here, struck through beside a replacement
    special: bool = False
    unknown: bool = False
    heat: float | None = None
    slot: int | None = None  # of the model whose colour it has
    pale: bool = False  # less of that colour, for every second word
    span: int | None = None  # the number of its span, which gives it a colour and an underline
    joined: int | None = None  # neighbours with one number share a plain underline
    below: tuple[str, ...] = ()  # one entry for each line of small type of its row
    tip: str = ""
    dimmed: bool = False
    mark: str = ""  # "right" or "wrong": a tick or a cross at the corner
    plain: bool = False  # small text without a chip, where nothing is predicted


@lru_cache(maxsize=8192)
def visible(text: str) -> str:
    """White space made visible, and nothing left without a glyph of its own."""
    if not text:
        return "∅"
    return text.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥").replace("\r", "␍")


def chip_width(chip: TokenChip) -> float:
    """The width that a chip takes with its original and the small lines below it."""
    text = fonts.text_width(visible(chip.text)) + 2 * PADDING
    if chip.original:
        text += fonts.text_width(visible(chip.original), fonts.SMALL) + GAP + 2
    below = max((fonts.text_width(line, fonts.SMALL) for line in chip.below), default=0.0)
    return max(text, below + 6, MIN_CHIP)


# ---- spans


def span_colour(number: int, palette: Palette) -> str:
    """The colour of a span, counted from 0 in its text; those of the models stay theirs."""
    return palette.further[number % len(palette.further)]


def underline_spans(
    painter: QPainter, chips: Iterable[tuple[TokenChip, QRectF]], palette: Palette
) -> None:
    """A line below the chips of each span, given in reading order.

    It goes on from chip to chip of a line of text.
    """
    for chip, left, right in _stretches(chips):
        pen = hairline(palette.chosen, SPAN_LINE)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if chip.span is not None:
            pen.setColor(QColor(span_colour(chip.span, palette)))
            if dashes := DASHES[chip.span % len(DASHES)]:
                pen.setDashPattern(list(dashes))
        painter.setPen(pen)
        painter.drawLine(left, right)


def _stretches(
    chips: Iterable[tuple[TokenChip, QRectF]],
) -> Iterator[tuple[TokenChip, QPointF, QPointF]]:
    """Each underline from its first chip to its last on one line."""
    begun: tuple[TokenChip, QRectF, QRectF] | None = None  # first chip, its place, the last place
    for chip, place in chips:
        if begun is not None and (
            _member(chip) != _member(begun[0]) or place.top() != begun[2].top()
        ):
            yield _line(*begun)
            begun = None
        if _member(chip) != (None, None):
            begun = (*begun[:2], place) if begun else (chip, place, place)
    if begun is not None:
        yield _line(*begun)


def _member(chip: TokenChip) -> tuple[int | None, int | None]:
    return chip.span, chip.joined


def _line(chip: TokenChip, first: QRectF, last: QRectF) -> tuple[TokenChip, QPointF, QPointF]:
    below = QPointF(0, BELOW_CHIP)
    return chip, first.bottomLeft() + below, last.bottomRight() + below


# ---- painting


def paint_ring(painter: QPainter, rect: QRectF, colour: str, width: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(hairline(colour, width))
    painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), RADIUS + 1, RADIUS + 1)


def _wash(chip: TokenChip, palette: Palette) -> str | None:
    """The colour of the span, else of the model, that a chip is washed in; a heat goes first."""
    if chip.heat is None and chip.span is not None:
        return span_colour(chip.span, palette)
    if chip.slot is None:
        return None
    colour = palette.model(chip.slot)
    return palette.tint(colour, OTHER_WORD) if chip.pale else colour


def _shape(chip: TokenChip) -> Change:
    """The change to draw; a coloured span needs only its colour."""
    return Change.KEPT if chip.span is not None and chip.heat is None else chip.change


def chip_ground(chip: TokenChip, palette: Palette) -> str:
    """The background colour of the text of a chip."""
    change, wash = _shape(chip), _wash(chip, palette)
    if change is Change.MASKED:
        return palette.text
    if chip.heat is not None:
        return palette.heat(chip.heat)
    if wash is not None:
        return palette.tint(wash, 0.18)
    if change in (Change.RANDOM, Change.REPLACED):
        return palette.tint(palette.changed, 0.12)
    return palette.ground if chip.special or change is not Change.KEPT else palette.raised


def chip_ink(chip: TokenChip, palette: Palette) -> str:
    """A colour that reads on `chip_ground`."""
    change, washed = _shape(chip), _wash(chip, palette) is not None
    if change is Change.MASKED:
        return palette.ground
    if chip.heat is not None:
        return ink_on(palette.heat(chip.heat))
    if change in (Change.RANDOM, Change.REPLACED) and not washed:
        return palette.changed
    quiet = chip.special or chip.dimmed or change is Change.HIDDEN
    return palette.muted if quiet and not washed else palette.text


def paint_chip(painter: QPainter, rect: QRectF, chip: TokenChip, palette: Palette) -> None:
    """A chip: filled, italic after the token it replaced, outlined, underlined, or dashed."""
    if chip.plain:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, chip.text)
        return
    _paint_shape(painter, rect, chip, palette)
    replaced = _shape(chip) in (Change.RANDOM, Change.REPLACED)
    ink = chip_ink(chip, palette)
    inner = rect.adjusted(PADDING, 0, -PADDING, 0)
    if replaced and chip.original:
        inner = _paint_original(painter, inner, visible(chip.original), palette)
    painter.setFont(fonts.font(italic=replaced))
    painter.setPen(QColor(ink))
    text = visible(chip.text)
    if fonts.text_width(text) > inner.width() + 2:
        text = fonts.elided(text, inner.width())
    painter.drawText(inner.adjusted(-4, 0, 4, 0), Qt.AlignmentFlag.AlignCenter, text)
    if chip.mark:
        paint_mark(painter, rect, chip.mark, palette)


def _paint_shape(painter: QPainter, rect: QRectF, chip: TokenChip, palette: Palette) -> None:
    painter.setBrush(QBrush(QColor(chip_ground(chip, palette))))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRoundedRect(rect, RADIUS, RADIUS)
    pen, change = _edge(chip, palette), _shape(chip)
    if pen is not None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawRoundedRect(rect.adjusted(0.8, 0.8, -0.8, -0.8), RADIUS, RADIUS)
    if change is Change.SPAN:
        bar = QRectF(rect.left(), rect.bottom() - 3, rect.width() + GAP, 3)
        painter.fillRect(bar, QColor(palette.chosen))


def _edge(chip: TokenChip, palette: Palette) -> QPen | None:
    """The outline of a chip: chosen but unchanged, a target, unknown, special, or faint."""
    change = _shape(chip)
    if change is Change.UNCHANGED:
        return hairline(palette.chosen, 1.8)
    if change is Change.HIDDEN or chip.unknown:
        pen = hairline(palette.error if chip.unknown else palette.muted, 1.2)
        pen.setDashPattern([3, 2])
        return pen
    faint = chip.heat is not None and chip.heat < FAINT
    quiet = chip.special and change is Change.KEPT
    return hairline(palette.line) if quiet or faint else None


def _paint_original(painter: QPainter, inner: QRectF, text: str, palette: Palette) -> QRectF:
    """The original token, struck through; returns the remaining area."""
    width = fonts.text_width(text, fonts.SMALL)
    painter.setFont(fonts.font(fonts.SMALL))
    painter.setPen(QColor(palette.muted))
    painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
    middle = inner.center().y() + 1
    painter.setPen(hairline(palette.muted, 1.2))
    painter.drawLine(QPointF(inner.left() - 1, middle), QPointF(inner.left() + width + 1, middle))
    return inner.adjusted(width + GAP + 2, 0, 0, 0)


def paint_mark(painter: QPainter, rect: QRectF, mark: str, palette: Palette) -> None:
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
