"""Rows of boxes over the characters of a word: merges, tries, and the candidates of a lattice."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import GRID, Drawing, hairline
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

RADIUS = 4.0
GAP = 2.0  # between two boxes
MAX_COLUMN = 46.0  # pixels of a symbol
HEAD_HEIGHT = 22.0
ROW_HEIGHT, THIN_ROW, SCORED_ROW = 25.0, 16.0, 38.0
THIN = 16.0  # a box that is not higher is written in small type
MIN_TEXT = 7.0  # room below which nothing is written
FRAME = 4.0  # of the width of a box, beside what is written in it


class Look(Enum):
    """How a box looks; each differs in shape as well as in colour."""

    TAKEN = "taken"  # what this step brought, or what is left in the end: filled
    KEPT = "kept"  # unchanged by this step
    FAILED = "failed"  # not in the vocabulary: dashed
    OTHER = "other"  # possible, but not taken: an outline


@dataclass(frozen=True)
class Box:
    """A token over the symbols [start, end) of the word.

    Of its `scores` the first that fits is written below it. A box that is not `shown` yet keeps
    its room. `second`: underlined by dashes.
    """

    start: int
    end: int
    text: str
    look: Look
    tip: str = ""
    scores: tuple[str, ...] = ()
    second: bool = False
    shown: bool = True


@dataclass(frozen=True)
class BoxRow:
    """Boxes that do not overlap, and a name in the margin."""

    boxes: tuple[Box, ...]
    name: str = ""
    height: float = ROW_HEIGHT

    @property
    def box_height(self) -> float:
        return self.height - (2 if self.height <= THIN_ROW else 4)

    @property
    def shown(self) -> bool:
        return any(box.shown for box in self.boxes)


@dataclass(frozen=True)
class BoxHit:
    row: int
    box: int


class WordBoxes(Drawing):
    """Rows below the characters, each over the symbols [start, end) that it is made of."""

    def __init__(
        self,
        word: str,
        characters: Sequence[tuple[int, int, str]],
        rows: Sequence[BoxRow],
        *,
        slot: int,
        num_left_out: int = 0,
    ) -> None:
        self.title = word
        self.characters = tuple(characters)
        self.rows = tuple(rows)
        self.slot = slot
        self.num_left_out = num_left_out
        self.tops = tuple(accumulate((row.height for row in rows), initial=HEAD_HEIGHT))
        self.count = max((end for _, end, _ in self.characters), default=1)
        widths = [fonts.text_width(row.name, fonts.SMALL) for row in rows if row.name]
        self.margin = max(widths) + GRID if widths else 0.0

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self.tops[-1] + (ROW_HEIGHT if self.num_left_out else 0.0))

    def _span(self, start: int, end: int, top: float, height: float, rect: QRectF) -> QRectF:
        column = min(max(rect.width() - self.margin, 1.0) / max(self.count, 1), MAX_COLUMN)
        left = rect.left() + self.margin + start * column
        return QRectF(left, rect.top() + top, max((end - start) * column - GAP, 1.0), height)

    def area(self, hit: BoxHit, rect: QRectF) -> QRectF:
        row = self.rows[hit.row]
        box = row.boxes[hit.box]
        return self._span(box.start, box.end, self.tops[hit.row], row.box_height, rect)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for start, end, character in self.characters:
            area = self._span(start, end, 0, HEAD_HEIGHT - 4, rect)
            _paint_fitting(painter, area, visible(character), palette.text, pixels=fonts.TITLE)
            painter.setPen(hairline(palette.line))
            painter.drawLine(area.bottomLeft(), area.bottomRight())
        for n, row in enumerate(self.rows):
            if row.name and row.shown:
                name = QRectF(rect.left(), rect.top() + self.tops[n], self.margin - GRID, 0)
                name.setHeight(row.box_height)
                _paint_small(painter, name, row.name, palette)
            for k, box in enumerate(row.boxes):
                if box.shown:
                    colour = palette.model(self.slot)
                    _paint_box(painter, self.area(BoxHit(n, k), rect), box, colour, palette)
        if self.num_left_out:
            wide = min(rect.width(), 260.0)
            line = QRectF(rect.left(), rect.top() + self.tops[-1], wide, ROW_HEIGHT)
            text = f"{self.num_left_out:,} further steps are left out"
            _paint_small(painter, line, text, palette)

    def hit(self, point: QPointF, rect: QRectF) -> BoxHit | None:
        row = bisect_right(self.tops, point.y() - rect.top()) - 1
        if not 0 <= row < len(self.rows):
            return None
        hits = (BoxHit(row, n) for n, box in enumerate(self.rows[row].boxes) if box.shown)
        return next((hit for hit in hits if self.area(hit, rect).contains(point)), None)

    def describe(self, hit: BoxHit) -> str:
        box = self.rows[hit.row].boxes[hit.box]
        return box.tip or visible(box.text)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: BoxHit) -> None:
        painter.setPen(hairline(palette.text, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(self.area(hit, rect), RADIUS, RADIUS)

    def neighbour(self, hit: BoxHit | None, dx: int, dy: int) -> BoxHit | None:
        rows = [n for n, row in enumerate(self.rows) if row.shown]
        if not rows:
            return None
        place = 0 if hit is None else min(max(rows.index(hit.row) + dy, 0), len(rows) - 1)
        boxes = [n for n, box in enumerate(self.rows[rows[place]].boxes) if box.shown]
        if hit is None:
            return BoxHit(rows[0], boxes[0])
        near = min(bisect_right(boxes, hit.box), len(boxes)) - 1
        return BoxHit(rows[place], boxes[min(max(near + dx, 0), len(boxes) - 1)])


def fitting_score(scores: Sequence[str], room: float) -> str:
    """The first of them that has room, never a part of one; a blank where none has."""
    fits = (text for text in scores if fonts.text_width(text, fonts.SMALL) <= room)
    return next(fits, " " if scores else "")


def _paint_box(painter: QPainter, rect: QRectF, box: Box, colour: str, palette: Palette) -> None:
    """A box with its token, and a score below that."""
    taken = box.look is Look.TAKEN
    ground = {Look.TAKEN: palette.tint(colour, 0.32), Look.KEPT: palette.raised}
    pen = hairline(colour if taken else palette.line, 1.6 if taken else 1.0)
    if box.look is Look.FAILED:
        pen.setDashPattern([3, 2])
    painter.setBrush(QColor(ground.get(box.look, palette.ground)))
    painter.setPen(pen if box.look is not Look.KEPT else Qt.PenStyle.NoPen)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
    ink = palette.muted if box.look in (Look.FAILED, Look.OTHER) else palette.text
    pixels = fonts.BODY if rect.height() > THIN else fonts.SMALL
    score = fitting_score(box.scores, rect.width() - FRAME)
    upper = rect.adjusted(0, 1, 0, -rect.height() / 2 + 2) if score else rect
    _paint_fitting(painter, upper, visible(box.text), ink, pixels=pixels, bold=taken)
    if score:
        lower = rect.adjusted(0, rect.height() / 2, 0, -1)
        _paint_fitting(painter, lower, score, ink, pixels=fonts.SMALL)
    if box.second:
        pen = hairline(palette.muted, 2.0)
        pen.setDashPattern([2, 1.5])
        painter.setPen(pen)
        inset = QPointF(3, -1)
        painter.drawLine(rect.bottomLeft() + inset, rect.bottomRight() + QPointF(-3, -1))


def _paint_fitting(
    painter: QPainter,
    rect: QRectF,
    text: str,
    colour: str,
    *,
    pixels: float,
    bold: bool = False,
) -> None:
    """A text in the middle of a box: smaller, then cut, then left out where the box is narrow."""
    room = rect.width() - FRAME
    if room < MIN_TEXT:
        return
    if fonts.text_width(text, pixels, bold=bold) > room:
        pixels = fonts.SMALL
    if fonts.text_width(text, pixels, bold=bold) > room:
        text = fonts.elided(text, room, pixels, bold=bold)
    if text == "…":
        return
    painter.setFont(fonts.font(pixels, bold=bold))
    painter.setPen(QColor(colour))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def _paint_small(painter: QPainter, rect: QRectF, text: str, palette: Palette) -> None:
    """Small words at the right edge of the margin."""
    painter.setFont(fonts.font(fonts.SMALL))
    painter.setPen(QColor(palette.muted))
    side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(rect, side, text)
