"""Cards of models side by side: what differs from the card at the left stands out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.comparison.differences import CardLine
from explorer.ui.graphics.drawing import (
    GRID,
    TITLE_HEIGHT,
    Drawing,
    Pinned,
    hairline,
    memoized,
    paint_slot,
    paint_text,
    wrapped_height,
)
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

NAME_SHARE = 0.2  # of the width, for the names of the fields
NAME_WIDTHS = (90.0, 170.0)
HEADS_HEIGHT = TITLE_HEIGHT + 4
GROUP_HEIGHT = 30.0
PAD_X, PAD_Y = 10.0, 3.0
GAP = 6.0
BAR = 3.0  # at the left of a value that differs
BADGE = 26.0
MAX_WORD = 160.0  # pixels; a longer one, such as a path, may be cut in a file


@dataclass(frozen=True)
class CardHead:
    """The model of a column."""

    slot: int
    title: str


@dataclass(frozen=True)
class CardHit:
    """A value: the number of its line, and of its card."""

    line: int
    card: int


@dataclass(frozen=True)
class _Placed:
    line: int
    top: float
    height: float
    opens: str = ""  # the group that begins above this line


class CardHeads(Drawing):
    """The models above their columns, over a line; they stay when the lines below scroll on."""

    def __init__(self, heads: Sequence[CardHead]) -> None:
        self.heads = tuple(heads)

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, HEADS_HEIGHT)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for card, head in enumerate(self.heads):
            left, width = _cell(rect.width(), card, len(self.heads))
            left += rect.left() + PAD_X
            paint_slot(painter, QPointF(left, rect.top() + 3), head.slot, palette)
            room = width - BADGE - PAD_X
            pixels = self._pixels(room)
            painter.setFont(fonts.font(pixels, bold=True))
            painter.setPen(QColor(palette.model(head.slot)))
            line = QRectF(left + BADGE, rect.top(), room, TITLE_HEIGHT)
            title = fonts.elided(head.title, room, pixels, bold=True)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, title)
        bottom = rect.top() + HEADS_HEIGHT - 1
        painter.setPen(hairline(palette.line))
        painter.drawLine(QPointF(rect.left(), bottom), QPointF(rect.right(), bottom))

    def _pixels(self, room: float) -> float:
        """Of the type, the same for all names: smaller where one of them would be cut."""
        fit = all(fonts.text_width(head.title, bold=True) <= room for head in self.heads)
        return fonts.BODY if fit else fonts.SMALL


class CardTable(Drawing):
    """Lines of fields under the models; a bold value behind a bar differs from that at its left."""

    def __init__(
        self, heads: Sequence[CardHead], lines: Sequence[CardLine], title: str = ""
    ) -> None:
        self.heads = tuple(heads)
        self.lines = tuple(lines)
        self.title = title
        self._head = CardHeads(heads)

    # ---- layout

    def _cell(self, width: float, card: int) -> tuple[float, float]:
        return _cell(width, card, len(self.heads))

    def pinned(self, width: float) -> Pinned:
        return Pinned(self._head, 0.0, self.size(width).height())

    def least_width(self) -> float:
        """With the longest word of the values on one line."""
        words = (word for line in self.lines for value in line.values for word in value.split())
        widest = max(map(fonts.text_width, words), default=0.0)
        cells = (min(widest, MAX_WORD) + 2 * PAD_X + GAP) * len(self.heads)
        low, high = NAME_WIDTHS
        return cells + min(max(cells * NAME_SHARE / (1 - NAME_SHARE), low), high)

    def _placed(self, width: float) -> list[_Placed]:
        return self._layout(round(width, 1))

    @memoized
    def _layout(self, width: float) -> list[_Placed]:
        return list(self._place(width))

    def _place(self, width: float) -> Iterator[_Placed]:
        top, group = HEADS_HEIGHT, ""
        for n, line in enumerate(self.lines):
            opens = line.group if line.group != group else ""
            top += GROUP_HEIGHT if opens else 0.0
            height = self._height(line, width)
            yield _Placed(n, top, height, opens)
            top, group = top + height + 1, line.group

    def _height(self, line: CardLine, width: float) -> float:
        room = self._cell(width, 0)[1] - 2 * PAD_X
        name = wrapped_height(line.name, _name_width(width) - GRID)
        return max([name, *(wrapped_height(value, room) for value in line.values)]) + 2 * PAD_Y

    def size(self, width: float) -> QSizeF:
        placed = self._placed(width)
        bottom = placed[-1].top + placed[-1].height if placed else HEADS_HEIGHT
        return QSizeF(width, bottom + 4)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        self._head.paint(painter, rect, palette)
        for placed in self._placed(rect.width()):
            if placed.opens:
                _paint_group(painter, rect, placed, palette)
            self._paint_line(painter, rect, placed, palette)

    def _paint_line(
        self, painter: QPainter, rect: QRectF, placed: _Placed, palette: Palette
    ) -> None:
        line, top = self.lines[placed.line], rect.top() + placed.top
        room = _name_width(rect.width()) - GRID
        name = QRectF(rect.left(), top + PAD_Y, room, placed.height)
        paint_text(painter, name, line.name, palette.muted)
        for card, value in enumerate(line.values):
            left, width = self._cell(rect.width(), card)
            cell = QRectF(rect.left() + left, top, width, placed.height)
            painter.save()
            painter.setClipRect(cell)
            differs = line.differs[card]
            if differs:
                self._paint_mark(painter, cell, self.heads[card].slot, palette)
            same = card > 0 and not differs
            inside = cell.adjusted(PAD_X, PAD_Y, -PAD_X, 0)
            paint_text(painter, inside, value, palette.muted if same else palette.text)
            painter.restore()

    def _paint_mark(self, painter: QPainter, cell: QRectF, slot: int, palette: Palette) -> None:
        colour = palette.model(slot)
        painter.fillRect(cell, QColor(palette.tint(colour, 0.12)))
        painter.fillRect(QRectF(cell.left(), cell.top(), BAR, cell.height()), QColor(colour))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: CardHit) -> None:
        left, width = self._cell(rect.width(), hit.card)
        placed = self._placed(rect.width())[hit.line]
        cell = QRectF(rect.left() + left, rect.top() + placed.top, width, placed.height)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.2))
        painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> CardHit | None:
        inside = point - rect.topLeft()
        for card in range(len(self.heads)):
            left, width = self._cell(rect.width(), card)
            if left <= inside.x() < left + width:
                for placed in self._placed(rect.width()):
                    if placed.top <= inside.y() < placed.top + placed.height:
                        return CardHit(placed.line, card)
        return None

    def describe(self, hit: CardHit) -> str:
        line = self.lines[hit.line]
        told = [
            f"{head.title}: {value}" for head, value in zip(self.heads, line.values, strict=True)
        ]
        return f"{line.name}\n" + "\n".join(told)

    def neighbour(self, hit: CardHit | None, dx: int, dy: int) -> CardHit | None:
        if not self.lines or not self.heads:
            return None
        if hit is None:
            return CardHit(0, 0)
        line = min(max(hit.line + dy, 0), len(self.lines) - 1)
        return CardHit(line, min(max(hit.card + dx, 0), len(self.heads) - 1))


def _name_width(width: float) -> float:
    low, high = NAME_WIDTHS
    return min(max(width * NAME_SHARE, low), high)


def _cell(width: float, card: int, num_cards: int) -> tuple[float, float]:
    """Left and width of a column."""
    left = _name_width(width)
    each = (width - left) / max(1, num_cards)
    return left + card * each, max(each - GAP, 1.0)


def _paint_group(painter: QPainter, rect: QRectF, placed: _Placed, palette: Palette) -> None:
    """The name of a group above its first line, over a hairline."""
    bottom = rect.top() + placed.top - 3
    painter.setPen(hairline(palette.line))
    painter.drawLine(QPointF(rect.left(), bottom), QPointF(rect.right(), bottom))
    painter.setFont(fonts.font(fonts.SMALL, bold=True))
    painter.setPen(QColor(palette.muted))
    spot = QRectF(rect.left(), bottom - 18, rect.width(), 16)
    painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, placed.opens.upper())
