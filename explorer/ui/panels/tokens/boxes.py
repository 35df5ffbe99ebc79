"""Boxes over the characters of a word, from which all pictures of steps are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import hairline
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

RADIUS = 4.0
GAP = 2.0  # between two boxes
MAX_COLUMN = 46.0
HEAD_HEIGHT = 22.0
THIN = 16.0  # a box that is not higher is written in small type
MIN_TEXT = 7.0  # room below which nothing is written


class Look(Enum):
    """How a box looks; each differs in shape as well as in colour."""

    TAKEN = "taken"  # what this step brought, or what is left in the end: filled
    KEPT = "kept"  # what stands as before
    FAILED = "failed"  # looked for and not found: dashed
    OTHER = "other"  # possible, but not taken: an outline


@dataclass(frozen=True)
class Grid:
    """Columns of equal width for the symbols of a word, behind a margin."""

    count: int
    left: float
    column: float

    @classmethod
    def fitting(cls, count: int, width: float, margin: float) -> Grid:
        room = max(width - margin, 1.0) / max(count, 1)
        return cls(count, margin, min(room, MAX_COLUMN))

    def span(self, start: int, end: int, top: float, height: float) -> QRectF:
        left = self.left + start * self.column
        return QRectF(left, top, max((end - start) * self.column - GAP, 1.0), height)


def paint_box(
    painter: QPainter,
    rect: QRectF,
    text: str,
    look: Look,
    colour: str,
    palette: Palette,
    below: str = "",
) -> None:
    """A box with its piece, and a number below that where there is room."""
    taken = look is Look.TAKEN
    ground = {
        Look.TAKEN: palette.tint(colour, 0.32),
        Look.KEPT: palette.raised,
        Look.FAILED: palette.ground,
        Look.OTHER: palette.ground,
    }[look]
    pen = hairline(colour if taken else palette.line, 1.6 if taken else 1.0)
    if look is Look.FAILED:
        pen.setDashPattern([3, 2])
    painter.setBrush(QColor(ground))
    painter.setPen(pen if look is not Look.KEPT else Qt.PenStyle.NoPen)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
    ink = palette.muted if look in (Look.FAILED, Look.OTHER) else palette.text
    pixels = fonts.BODY if rect.height() > THIN else fonts.SMALL
    upper = rect.adjusted(0, 1, 0, -rect.height() / 2 + 2) if below else rect
    paint_fitting(painter, upper, visible(text), ink, pixels=pixels, bold=taken)
    if below:
        lower = rect.adjusted(0, rect.height() / 2, 0, -1)
        paint_fitting(painter, lower, below, ink, pixels=fonts.SMALL)


def paint_fitting(
    painter: QPainter,
    rect: QRectF,
    text: str,
    colour: str,
    *,
    pixels: float = fonts.BODY,
    bold: bool = False,
) -> None:
    """A text in the middle of a box: smaller, then cut, then left out where the box is narrow."""
    room = rect.width() - 4
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


def paint_head(
    painter: QPainter,
    rect: QRectF,
    grid: Grid,
    characters: Sequence[tuple[int, int, str]],
    palette: Palette,
) -> None:
    """The characters of the word above the symbols [start, end) that each is made of."""
    for start, end, character in characters:
        box = grid.span(start, end, 0, HEAD_HEIGHT - 4).translated(rect.topLeft())
        paint_fitting(painter, box, visible(character), palette.text, pixels=fonts.TITLE)
        painter.setPen(hairline(palette.line))
        painter.drawLine(box.bottomLeft(), box.bottomRight())


def paint_margin(painter: QPainter, rect: QRectF, text: str, palette: Palette) -> None:
    """A small word at the right of the margin."""
    painter.setFont(fonts.font(fonts.SMALL))
    painter.setPen(QColor(palette.muted))
    side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(rect, side, text)
