"""The colours of the parts of a model, what they mean, and how large numbers are written."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.parameters.inventory import PARTS, Part
from explorer.ui.graphics.drawing import GRID, Drawing
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

SQUARE = 12.0
LINE = 20.0

# Tables in indigo, attention in warm tones, feed-forward in teal, the rest in greys. Each stands
# out from the ground, 3 to 1, and from the others, also for readers who see no red or no green.
COLOURS: dict[str, dict[Part, str]] = {
    "light": {
        "token": "#3d3f96",
        "position": "#8589e6",
        "attention": "#cb7f06",
        "between": "#b04c33",
        "feed_forward": "#28788a",
        "norm": "#1b1c20",
        "other": "#47444b",
        "head": "#899599",
    },
    "dark": {
        "token": "#898aec",
        "position": "#6256c2",
        "attention": "#f5bd4e",
        "between": "#da704e",
        "feed_forward": "#45a0a3",
        "norm": "#f4f5f8",
        "other": "#bcc4d4",
        "head": "#636570",
    },
}


def part_colour(palette: Palette, part: Part) -> str:
    """The same in every picture of a theme."""
    return COLOURS[palette.name][part]


def amount(count: float) -> str:
    """A large number in four digits: 953, 9,000, 23.4 M, 175 bn."""
    for limit, unit in ((1e15, "P"), (1e12, "T"), (1e9, "bn"), (1e6, "M")):
        if abs(count) >= 0.9995 * limit:
            return f"{count / limit:.4g} {unit}"
    return f"{count:,.0f}"


class PartLegend(Drawing):
    """The names of parts, each after a square of its colour; wraps like text."""

    def __init__(self, parts: Collection[Part]) -> None:
        self.parts = tuple(part for part in PARTS if part in parts)

    def _places(self, width: float) -> list[tuple[Part, QRectF]]:
        x = y = 0.0
        places = []
        for part in self.parts:
            wide = SQUARE + 6 + fonts.text_width(PARTS[part], fonts.SMALL) + 2
            if x > 0 and x + wide > width:
                x, y = 0.0, y + LINE
            places.append((part, QRectF(x, y, wide, LINE)))
            x += wide + 2 * GRID
        return places

    def size(self, width: float) -> QSizeF:
        places = self._places(width)
        return QSizeF(width, places[-1][1].bottom() if places else 0.0)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        for part, place in self._places(rect.width()):
            spot = place.translated(rect.topLeft())
            top = spot.center().y() - SQUARE / 2
            square = QRectF(spot.left(), top, SQUARE, SQUARE)
            painter.fillRect(square, QColor(part_colour(palette, part)))
            painter.setPen(QColor(palette.text))
            text = spot.adjusted(SQUARE + 6, 0, 8, 0)
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, PARTS[part])
