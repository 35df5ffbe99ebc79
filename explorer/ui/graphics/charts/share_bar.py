"""A whole cut into shares, as one bar: how much attention goes back, stays, and goes ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import Drawing, hairline
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on
from explorer.ui.style.theme import Palette

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


class ShareBar(Drawing):
    """Shares from left to right; the text of the last one is at its right end."""

    def __init__(self, shares: Sequence[BarShare]) -> None:
        self.shares = tuple(shares)

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, HEIGHT)

    def _parts(self, rect: QRectF) -> list[QRectF]:
        total = sum(share.value for share in self.shares) or 1.0
        left, parts = rect.left(), []
        for share in self.shares:
            width = rect.width() * share.value / total
            parts.append(QRectF(left, rect.top(), width, HEIGHT))
            left += width
        return parts

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for index, part in enumerate(self._parts(rect)):
            if self.shares[index].value >= SMALLEST:
                self._paint_share(painter, part, index, palette)

    def _paint_share(self, painter: QPainter, part: QRectF, index: int, palette: Palette) -> None:
        share = self.shares[index]
        colour = palette.muted if share.slot is None else palette.model(share.slot)
        ground = palette.tint(colour, share.tint)
        painter.fillRect(part.adjusted(0, 0, -1, 0), QColor(ground))
        text = _fitting(share, part.width() - 2 * PADDING)
        painter.setFont(fonts.font(fonts.SMALL, bold=True))
        painter.setPen(QColor(ink_on(ground)))
        side = Qt.AlignmentFlag.AlignHCenter
        if index == 0:
            side = Qt.AlignmentFlag.AlignLeft
        elif index == len(self.shares) - 1:
            side = Qt.AlignmentFlag.AlignRight
        inside = part.adjusted(PADDING, 0, -PADDING, 0)
        painter.drawText(inside, side | Qt.AlignmentFlag.AlignVCenter, text)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: ShareHit) -> None:
        part = self._parts(rect)[hit.index]
        painter.setPen(hairline(palette.text, 1.5))
        painter.drawLine(QPointF(part.left(), part.bottom()), QPointF(part.right(), part.bottom()))

    def hit(self, point: QPointF, rect: QRectF) -> ShareHit | None:
        parts = self._parts(rect)
        return next((ShareHit(i) for i, part in enumerate(parts) if part.contains(point)), None)

    def describe(self, hit: ShareHit) -> str:
        return self.shares[hit.index].tip

    def neighbour(self, hit: ShareHit | None, dx: int, dy: int) -> ShareHit | None:
        index = 0 if hit is None else hit.index + dx
        return ShareHit(min(max(index, 0), len(self.shares) - 1)) if self.shares else None


def _fitting(share: BarShare, room: float) -> str:
    """The words, or the number alone, or nothing."""
    for text in (share.text, f"{share.value:.0%}"):
        if fonts.text_width(text, fonts.SMALL, bold=True) <= room:
            return text
    return ""


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
