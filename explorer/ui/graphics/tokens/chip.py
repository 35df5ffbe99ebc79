"""A token as a chip; colour and shape say how it was changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from explorer.core.localization import tr
from explorer.ui.graphics.sketch import CENTRE, Sketch
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on
from explorer.ui.style.palette import Palette
from models.schema.records import TokenChange

CHIP_HEIGHT = 24.0
PADDING = 7.0
GAP = 4.0
RADIUS = 4.0
LINE_HEIGHT = 15.0  # of a row of small type below the chips
MIN_CHIP = 18.0
FAINT = 0.1  # a heat below it is nearly the ground, so the edge is drawn
WASH = 0.18  # how much of its colour is in the ground of a chip
EFFECT_COLOURS = (5, 4)  # slots of more and of less, which are no model's
OTHER_WORD = 0.55  # every second word is washed with this share of the model's colour
SPAN_LINE = 2.4  # pixels, width of the underline of a span
BELOW_CHIP = 1.6  # from a chip to the middle of that underline, above the numbers
DASHES: tuple[tuple[float, ...], ...] = ((), (2.2, 1.4), (0.6, 1.6))  # of it, in widths
TICK = ((-3.0, 0.0), (-1.0, 2.4), (3.0, -2.4))  # from the centre of its disc
CROSS = ((-2.3, -2.3), (2.3, 2.3)), ((-2.3, 2.3), (2.3, -2.3))

CHANGE_NAMES = {
    TokenChange.KEPT: tr("not chosen"),
    TokenChange.MASKED: tr("masked"),
    TokenChange.RANDOM: tr("replaced by a random token"),
    TokenChange.UNCHANGED: tr("chosen, unchanged"),
    TokenChange.REPLACED: tr("replaced by the generator"),
    TokenChange.SPAN: tr("replaces a span"),
    TokenChange.HIDDEN: tr("predicted in the order"),
}
REPLACEMENTS = (TokenChange.RANDOM, TokenChange.REPLACED)


@dataclass(frozen=True)
class TokenChip:
    """One token. `heat` (0 to 1) fills it from the sequential map, `slot` washes it instead.

    `effect` (-1 to 1) fills it from the diverging map whose ends are EFFECT_COLOURS.
    """

    text: str
    change: TokenChange = TokenChange.KEPT
    original: str = ""  # the token that it replaced, struck through beside it
    special: bool = False
    unknown: bool = False
    heat: float | None = None
    effect: float | None = None
    slot: int | None = None  # of the model whose colour it has
    pale: bool = False  # less of that colour, for every second word
    span: int | None = None  # the number of its span, which gives it a colour and an underline
    joined: int | None = None  # neighbours with one number share a plain underline
    below: tuple[str, ...] = ()  # one entry for each line of small type of its row
    tip: str = ""
    dimmed: bool = False
    mark: str = ""  # "right" or "wrong": a tick or a cross at the corner
    plain: bool = False  # small text without a chip, where nothing is predicted

    @property
    def shape(self) -> TokenChange:
        """The change to draw; a coloured span needs only its colour."""
        return TokenChange.KEPT if self.span is not None and self.heat is None else self.change


@lru_cache(maxsize=8192)
def visible(text: str) -> str:
    """White space made visible, and nothing left without a glyph of its own."""
    if not text:
        return "∅"
    return text.replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥").replace("\r", "␍")


def unbroken(name: str) -> str:
    """The words of a name as one token, with spaces that `visible` leaves as they are."""
    return name.replace(" ", "\u00a0")


def chip_width(chip: TokenChip) -> float:
    """The width that a chip takes with its original and the small lines below it."""
    text = fonts.text_width(visible(chip.text)) + 2 * PADDING
    if chip.original:
        text += fonts.text_width(visible(chip.original), fonts.SMALL) + GAP + 2
    below = max((fonts.text_width(line, fonts.SMALL) for line in chip.below), default=0.0)
    return max(text, below + 6, MIN_CHIP)


# ---- colours


def span_colour(number: int, palette: Palette) -> str:
    """The colour of a span, counted from 0 in its text; no model has it."""
    return palette.further[number % len(palette.further)]


def _wash(chip: TokenChip, palette: Palette) -> str | None:
    """The colour of its span, else of its model, that a chip without heat is washed in."""
    if chip.span is not None:
        return span_colour(chip.span, palette)
    if chip.slot is None:
        return None
    colour = palette.model(chip.slot)
    return palette.tint(colour, OTHER_WORD) if chip.pale else colour


def chip_colours(chip: TokenChip, palette: Palette) -> tuple[str, str]:
    """The colour of the ground of a chip, and one that reads on it."""
    if chip.shape is TokenChange.MASKED:
        return palette.text, palette.ground
    if chip.heat is not None:
        ground = palette.heat(chip.heat)
        return ground, ink_on(ground)
    if chip.effect is not None:
        ground = palette.difference(chip.effect, *EFFECT_COLOURS)
        return ground, ink_on(ground)
    if (wash := _wash(chip, palette)) is not None:
        return palette.tint(wash, WASH), palette.text
    if chip.shape in REPLACEMENTS:
        return palette.tint(palette.changed, 0.12), palette.changed
    plain = chip.shape is TokenChange.KEPT and not chip.special
    muted = chip.special or chip.dimmed or chip.shape is TokenChange.HIDDEN
    return palette.raised if plain else palette.ground, palette.muted if muted else palette.text


# ---- drawing


def draw_chip(sketch: Sketch, rect: QRectF, chip: TokenChip) -> None:
    """A chip: filled, italic after the token it replaced, outlined, underlined, or dashed."""
    if chip.plain:
        sketch.text(rect, chip.text, sketch.palette.muted, pixels=fonts.SMALL, align=CENTRE)
        return
    ground, ink = chip_colours(chip, sketch.palette)
    sketch.fill(rect, ground, radius=RADIUS)
    _draw_edge(sketch, rect, chip)
    inner, replaced = rect.adjusted(PADDING, 0, -PADDING, 0), chip.shape in REPLACEMENTS
    if replaced and chip.original:
        inner = _draw_original(sketch, inner, visible(chip.original))
    text = visible(chip.text)
    if fonts.text_width(text) > inner.width() + 2:
        text = fonts.elide(text, inner.width())
    sketch.text(inner.adjusted(-4, 0, 4, 0), text, ink, italic=replaced, align=CENTRE)
    if chip.mark:
        draw_mark(sketch, rect, chip.mark)


def _draw_edge(sketch: Sketch, rect: QRectF, chip: TokenChip) -> None:
    """The outline: chosen but unchanged, a target, unknown, special, or faint; of a span, a bar."""
    palette, shape = sketch.palette, chip.shape
    edge = rect.adjusted(0.8, 0.8, -0.8, -0.8)
    if shape is TokenChange.UNCHANGED:
        sketch.frame(edge, palette.chosen, width=1.8, radius=RADIUS)
    elif shape is TokenChange.HIDDEN or chip.unknown:
        colour = palette.error if chip.unknown else palette.muted
        sketch.frame(edge, colour, width=1.2, radius=RADIUS, dashed=True)
    elif (chip.special and shape is TokenChange.KEPT) or _is_faint(chip):
        sketch.frame(edge, palette.line, radius=RADIUS)
    if shape is TokenChange.SPAN:
        bar = QRectF(rect.left(), rect.bottom() - 3, rect.width() + GAP, 3)
        sketch.fill(bar, palette.chosen)


def _is_faint(chip: TokenChip) -> bool:
    """Whether a number fills it with nearly the ground."""
    value = chip.heat if chip.heat is not None else chip.effect
    return value is not None and abs(value) < FAINT


def _draw_original(sketch: Sketch, inner: QRectF, text: str) -> QRectF:
    """The original token, struck through; returns the remaining area."""
    muted, width = sketch.palette.muted, fonts.text_width(text, fonts.SMALL)
    sketch.text(inner, text, muted, pixels=fonts.SMALL)
    line = QPointF(inner.left() - 1, inner.center().y() + 1)
    sketch.line(line, line + QPointF(width + 2, 0), muted, width=1.2)
    return inner.adjusted(width + GAP + 2, 0, 0, 0)


def draw_underlines(sketch: Sketch, chips: Iterable[tuple[TokenChip, QRectF]]) -> None:
    """A line below the chips of each span, given in reading order, on each line of text."""
    for (span, joined, _), members in groupby(chips, _line_of_span):
        if (span, joined) != (None, None):
            _, places = zip(*members, strict=True)
            _draw_underline(sketch, places[0].bottomLeft(), places[-1].bottomRight(), span)


def _line_of_span(chip_at: tuple[TokenChip, QRectF]) -> tuple[int | None, int | None, float]:
    chip, rect = chip_at
    return chip.span, chip.joined, rect.top()


def _draw_underline(sketch: Sketch, start: QPointF, end: QPointF, span: int | None) -> None:
    palette, below = sketch.palette, QPointF(0, BELOW_CHIP)
    colour = palette.chosen if span is None else span_colour(span, palette)
    dashes = () if span is None else DASHES[span % len(DASHES)]
    flat = Qt.PenCapStyle.FlatCap
    sketch.line(start + below, end + below, colour, width=SPAN_LINE, dashed=dashes, cap=flat)


def draw_mark(sketch: Sketch, rect: QRectF, mark: str) -> None:
    """A tick or a cross on a small disc at the corner, so that it reads without colour."""
    palette, right = sketch.palette, mark == "right"
    middle = QPointF(rect.right() - 3.5, rect.top() + 1.5)
    disc, path = QPainterPath(), QPainterPath()
    disc.addEllipse(middle, 6.5, 6.5)
    ground = palette.model(2) if right else palette.error
    sketch.path(disc, palette.ground, width=1.5, ground=ground)
    for stroke in (TICK,) if right else CROSS:
        path.addPolygon(QPolygonF([middle + QPointF(*point) for point in stroke]))
    sketch.path(path, palette.ground, width=1.6, cap=Qt.PenCapStyle.RoundCap)
