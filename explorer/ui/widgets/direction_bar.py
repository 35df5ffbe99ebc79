"""How much a head looks back, at itself and ahead: the first thing that tells models apart."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui import fonts
from explorer.ui.colours import ink_on
from explorer.ui.drawing import Drawing, hairline
from explorer.ui.theme import Palette

HEIGHT = 22.0
NAMES = ("back", "itself", "ahead")
TINTS = (0.85, 0.35, 0.6)
PADDING = 6.0
SMALLEST = 0.0005  # less than this rounds to nothing


@dataclass(frozen=True)
class DirectionHit:
    index: int


class DirectionBar(Drawing):
    """`shares` of the attention that go back, to the token itself, and ahead."""

    def __init__(self, shares: tuple[float, float, float], *, slot: int = 0) -> None:
        self.shares = shares
        self.slot = slot

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, HEIGHT)

    def _parts(self, rect: QRectF) -> list[QRectF]:
        total = sum(self.shares) or 1.0
        left, parts = rect.left(), []
        for share in self.shares:
            width = rect.width() * share / total
            parts.append(QRectF(left, rect.top(), width, HEIGHT))
            left += width
        return parts

    def _text(self, index: int) -> str:
        share = f"{self.shares[index]:.0%}" if self.shares[index] >= SMALLEST else "nothing"
        left, right = ("← ", "") if index == 0 else ("", " →" if index == 2 else "")
        return f"{left}{share} {NAMES[index]}{right}"

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for index, part in enumerate(self._parts(rect)):
            if self.shares[index] < SMALLEST:
                continue
            ground = palette.tint(palette.model(self.slot), TINTS[index])
            painter.fillRect(part.adjusted(0, 0, -1, 0), QColor(ground))
            text = self._fitting(index, part.width() - 2 * PADDING)
            if not text:
                continue
            painter.setFont(fonts.font(fonts.SMALL, bold=True))
            painter.setPen(QColor(ink_on(ground)))
            side = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter)[min(index, 1)]
            side = Qt.AlignmentFlag.AlignRight if index == 2 else side
            inside = part.adjusted(PADDING, 0, -PADDING, 0)
            painter.drawText(inside, side | Qt.AlignmentFlag.AlignVCenter, text)

    def _fitting(self, index: int, room: float) -> str:
        """The words, or the number alone, or nothing."""
        for text in (self._text(index), f"{self.shares[index]:.0%}"):
            if fonts.text_width(text, fonts.SMALL, bold=True) <= room:
                return text
        return ""

    def paint_hover(
        self, painter: QPainter, rect: QRectF, palette: Palette, hit: DirectionHit
    ) -> None:
        part = self._parts(rect)[hit.index]
        painter.setPen(hairline(palette.text, 1.5))
        painter.drawLine(QPointF(part.left(), rect.bottom()), QPointF(part.right(), rect.bottom()))

    def hit(self, point: QPointF, rect: QRectF) -> DirectionHit | None:
        parts = self._parts(rect)
        return next((DirectionHit(i) for i, part in enumerate(parts) if part.contains(point)), None)

    def describe(self, hit: DirectionHit) -> str:
        where = ("to earlier tokens", "to the token itself", "to later tokens")[hit.index]
        return f"{self.shares[hit.index]:.1%} of the attention goes {where}"
