"""A whole cut into shares, as one bar: how much attention goes back, stays, and goes ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from explorer.ui.graphics.sketch import CENTRE, LEFT, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on

HEIGHT = 22.0
PADDING = 6.0
SMALLEST = 0.0005  # less than this rounds to nothing


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

    def __init__(self, shares: Sequence[BarShare]) -> None:
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


def direction_bar(back: float, itself: float, ahead: float, slot: int) -> ShareBar:
    """Where attention goes: to earlier tokens, the token itself, later tokens."""
    return ShareBar(
        [
            BarShare(
                back, f"← {back:.0%} back", _share_text(back, "to earlier tokens"), 0.85, slot
            ),
            BarShare(
                itself,
                f"{itself:.0%} itself",
                _share_text(itself, "to the token itself"),
                0.3,
                slot,
            ),
            BarShare(
                ahead, f"{ahead:.0%} ahead →", _share_text(ahead, "to later tokens"), 0.6, slot
            ),
        ]
    )


def difference_bar(distance: float) -> ShareBar:
    """How much of the attention is the same in two maps; `distance` is their total variation."""
    alike = 1 - distance
    tip = "of a row, on average over all rows"
    return ShareBar(
        [
            BarShare(alike, f"{alike:.0%} alike", f"{alike:.1%} is the same, {tip}", 0.25),
            BarShare(
                distance,
                f"{distance:.0%} elsewhere",
                f"{distance:.1%} goes to other tokens, {tip}",
                0.8,
            ),
        ]
    )


def _share_text(share: float, where: str) -> str:
    return f"{share:.1%} of the attention goes {where}"
