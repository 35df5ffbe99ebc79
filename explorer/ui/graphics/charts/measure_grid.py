"""One number for each head, laid out like the thumbnails: layers downwards, heads across."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter

from explorer.ui.graphics.drawing import Drawing, hairline, number
from explorer.ui.graphics.maps.head_grid import HeadHit
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on
from explorer.ui.style.theme import Palette

LEFT, TOP = 18.0, 18.0
MAX_CELL = (30.0, 26.0)
MIN_NUMBER_CELL = (22.0, 16.0)
SCALE_GAP, SCALE_BAR, SCALE_TEXT = 6.0, 6.0, 16.0  # below cells that have no room for numbers
SCALE_STEPS = 8  # between the colours of the scale it runs evenly
STRONGEST = 0.8  # of the map, so that a number reads on every cell


class MeasureGrid(Drawing):
    """Values (L, H) from zero to `maximum`; grids that are compared share it.

    Where the cells have no room for their numbers, a scale below them says what the colours mean,
    in `scale_unit`; `unit` may say more of a single number.
    """

    def __init__(
        self,
        values: NDArray[np.floating],
        *,
        maximum: float,
        unit: str = "",
        scale_unit: str = "",
        selected: tuple[int | None, int | None] = (None, None),
        row_height: float = MAX_CELL[1],
    ) -> None:
        self.values = values
        self.maximum = maximum if maximum > 0 else 1.0
        self.unit = unit
        self.scale_unit = scale_unit
        self.selected = selected
        self.row_height = row_height

    def _pitch(self, width: float) -> tuple[float, float]:
        across = min((width - LEFT - 2) / max(self.values.shape[1], 1), MAX_CELL[0])
        return max(across, 3.0), self.row_height

    def _has_numbers(self, width: float) -> bool:
        across, down = self._pitch(width)
        return across >= MIN_NUMBER_CELL[0] and down >= MIN_NUMBER_CELL[1]

    def size(self, width: float) -> QSizeF:
        cells = TOP + self._pitch(width)[1] * self.values.shape[0] + 2
        scale = 0.0 if self._has_numbers(width) else SCALE_GAP + SCALE_BAR + SCALE_TEXT
        return QSizeF(width, cells + scale)

    def _cell(self, layer: int, head: int, rect: QRectF) -> QRectF:
        across, down = self._pitch(rect.width())
        x, y = rect.left() + LEFT + head * across, rect.top() + TOP + layer * down
        return QRectF(x, y, across, down)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        numbers = self._has_numbers(rect.width())
        for layer, head in np.ndindex(*self.values.shape):
            cell = self._cell(layer, head, rect).adjusted(0, 0, -1, -1)
            self._paint_cell(painter, cell, float(self.values[layer, head]), palette, numbers)
        if not numbers:
            self._paint_scale(painter, rect, palette)
        self._paint_names(painter, rect, palette)
        if None not in self.selected:
            self._paint_selected(painter, rect, palette)

    def _paint_cell(
        self, painter: QPainter, cell: QRectF, value: float, palette: Palette, with_number: bool
    ) -> None:
        ground = palette.heat(STRONGEST * value / self.maximum)
        painter.fillRect(cell, QColor(ground))
        if with_number:
            painter.setPen(QColor(ink_on(ground)))
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, _short(value))

    def _paint_scale(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        """As wide as the cells, from zero to the maximum."""
        num_layers, num_heads = self.values.shape
        last = self._cell(num_layers - 1, num_heads - 1, rect)
        left = rect.left() + LEFT
        bar = QRectF(left, last.bottom() + SCALE_GAP, last.right() - 1 - left, SCALE_BAR)
        colours = QLinearGradient(bar.topLeft(), bar.topRight())
        for step in range(SCALE_STEPS + 1):
            share = step / SCALE_STEPS
            colours.setColorAt(share, QColor(palette.heat(STRONGEST * share)))
        painter.fillRect(bar, colours)
        painter.setPen(QColor(palette.muted))
        text = QRectF(left, bar.bottom(), bar.width(), SCALE_TEXT)
        painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, "0")
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        end = _short(self.maximum)
        label = f"{end} {self.scale_unit}".rstrip()
        fits = fonts.text_width(f"0  {label}", fonts.SMALL) <= bar.width()
        painter.drawText(text, right, label if fits else end)

    def _paint_selected(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        """Two lines, so that one of them is seen on any colour."""
        cell = self._cell(self.selected[0] or 0, self.selected[1] or 0, rect).adjusted(0, 0, -1, -1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 2.0))
        painter.drawRect(cell)
        painter.setPen(hairline(palette.ground, 1.0))
        painter.drawRect(cell.adjusted(1.5, 1.5, -1.5, -1.5))

    def _paint_names(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        across, down = self._pitch(rect.width())
        painter.setPen(QColor(palette.muted))
        for head in range(0, self.values.shape[1], max(1, int(np.ceil(16 / across)))):
            cell = self._cell(0, head, rect)
            spot = QRectF(cell.center().x() - 12, rect.top(), 24, TOP - 3)
            painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, str(head + 1))
        for layer in range(0, self.values.shape[0], max(1, int(np.ceil(14 / down)))):
            cell = self._cell(layer, 0, rect)
            spot = QRectF(rect.left(), cell.top(), LEFT - 5, cell.height())
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(spot, side, str(layer + 1))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: HeadHit) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.5))
        painter.drawRect(self._cell(hit.layer, hit.head, rect))

    def hit(self, point: QPointF, rect: QRectF) -> HeadHit | None:
        across, down = self._pitch(rect.width())
        head = int((point.x() - rect.left() - LEFT) // across)
        layer = int((point.y() - rect.top() - TOP) // down)
        inside = 0 <= layer < self.values.shape[0] and 0 <= head < self.values.shape[1]
        return HeadHit(layer, head) if inside else None

    def describe(self, hit: HeadHit) -> str:
        value = number(float(self.values[hit.layer, hit.head]))
        return f"Layer {hit.layer + 1}, head {hit.head + 1}: {value} {self.unit}".rstrip()

    def neighbour(self, hit: HeadHit | None, dx: int, dy: int) -> HeadHit | None:
        if not self.values.size:
            return None
        if hit is None:
            return HeadHit(0, 0)
        layer = min(max(hit.layer + dy, 0), self.values.shape[0] - 1)
        return HeadHit(layer, min(max(hit.head + dx, 0), self.values.shape[1] - 1))


def _short(value: float) -> str:
    """A number as a cell has room for."""
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"
