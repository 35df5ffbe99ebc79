"""All layers by all heads as thumbnails, drawn as one image."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from explorer.core.attention.thumbnails import Thumbnails
from explorer.ui.graphics.drawing import Drawing, hairline, memoized
from explorer.ui.graphics.maps.heat_map import lookup_image, paint_cells
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale, Table256
from explorer.ui.style.theme import Palette

GAP = 3.0
MAX_SIDE = 112.0
FLATTEST = 0.4  # the shorter side of a thumbnail against the longer
LEFT, TOP = 24.0, 20.0
WEIGHT = Scale(1.0, label="attention weight")


@dataclass(frozen=True)
class HeadHit:
    layer: int
    head: int


class HeadGrid(Drawing):
    """Layers downwards, heads across. Weights are shown from 0 to 1.

    `off` are the heads that are switched off; they are crossed out.
    """

    def __init__(
        self,
        maps: Thumbnails,
        *,
        title: str = "",
        selected: tuple[int | None, int | None] = (None, None),
        off: frozenset[tuple[int, int]] = frozenset(),
        scale: Scale = WEIGHT,
        max_side: float = MAX_SIDE,
    ) -> None:
        self.maps = maps
        self.title = title
        self.selected = selected
        self.off = off
        self.scale = scale
        self.max_side = max_side
        self._indices = scale.indices(maps.values)  # (L, H, r, c)

    @property
    def num_layers(self) -> int:
        return int(self._indices.shape[0])

    @property
    def num_heads(self) -> int:
        return int(self._indices.shape[1])

    # ---- layout

    def _side(self, width: float) -> float:
        pitch = (width - LEFT - 2) / max(self.num_heads, 1)
        return max(min(pitch - GAP, self.max_side), 4.0)

    def _shape(self, width: float) -> tuple[float, float]:
        """Width and height of a thumbnail, which fills its square one way at least."""
        side = self._side(width)
        rows, columns = self._indices.shape[2:]
        flat = max(min(rows, columns) / max(rows, columns, 1), FLATTEST)
        return (side * flat, side) if rows > columns else (side, side * flat)

    def size(self, width: float) -> QSizeF:
        pitch = self._side(width) + GAP
        return QSizeF(width, TOP + pitch * self.num_layers)

    def cell(self, layer: int, head: int, rect: QRectF) -> QRectF:
        """The place of one head."""
        side, (across, down) = self._side(rect.width()), self._shape(rect.width())
        x = rect.left() + LEFT + head * (side + GAP) + (side - across) / 2
        y = rect.top() + TOP + layer * (side + GAP) + (side - down) / 2
        return QRectF(x, y, across, down)

    # ---- painting

    @memoized
    def _picture(self, palette: Palette) -> QImage:
        return _mosaic(self._indices, palette.sequential)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        image = self._picture(palette)
        rows, columns = self._indices.shape[2:]
        smooth = max(self._shape(rect.width())) < max(rows, columns)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=smooth)
        for layer in range(self.num_layers):
            for head in range(self.num_heads):
                part = QRectF(head * columns, layer * rows, columns, rows)
                paint_cells(painter, self.cell(layer, head, rect), image, part)
        self._paint_frames(painter, rect, palette)
        self._paint_names(painter, rect, palette)

    def _paint_frames(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for layer in range(self.num_layers):
            for head in range(self.num_heads):
                cell = self.cell(layer, head, rect)
                painter.setPen(hairline(palette.line))
                painter.drawRect(cell)
                if (layer, head) in self.off:
                    self._paint_off(painter, cell, palette)
        self._paint_selected(painter, rect, palette)

    def _paint_off(self, painter: QPainter, cell: QRectF, palette: Palette) -> None:
        veil = QColor(palette.ground)
        veil.setAlphaF(0.7)
        painter.fillRect(cell, veil)
        painter.setPen(hairline(palette.error, 1.6))
        painter.drawLine(cell.topLeft(), cell.bottomRight())
        painter.drawLine(cell.bottomLeft(), cell.topRight())

    def _paint_selected(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        """The selected head; without a head its whole row, without a layer its whole column."""
        layer, head = self.selected
        if layer is None and head is None:
            return
        if (layer or 0) >= self.num_layers or (head or 0) >= self.num_heads:
            return
        first = self.cell(layer or 0, head or 0, rect)
        last_layer = self.num_layers - 1 if layer is None else layer
        last_head = self.num_heads - 1 if head is None else head
        around = first.united(self.cell(last_layer, last_head, rect))
        painter.setPen(hairline(palette.accent, 2.5))
        painter.drawRect(around.adjusted(-1, -1, 1, 1))

    def _paint_names(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        layer, head = self.selected
        every = max(1, int(np.ceil(18 / (self._side(rect.width()) + GAP))))
        for index in range(0, self.num_heads, every):
            cell = self.cell(0, index, rect)
            spot = QRectF(cell.left() - 8, rect.top(), cell.width() + 16, TOP - 4)
            painter.setPen(QColor(palette.accent if index == head else palette.muted))
            painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, str(index + 1))
        for index in range(0, self.num_layers, every):
            cell = self.cell(index, 0, rect)
            spot = QRectF(rect.left(), cell.top(), LEFT - 6, cell.height())
            painter.setPen(QColor(palette.accent if index == layer else palette.muted))
            side_flag = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(spot, side_flag, str(index + 1))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: HeadHit) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.5))
        painter.drawRect(self.cell(hit.layer, hit.head, rect))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> HeadHit | None:
        pitch = self._side(rect.width()) + GAP
        head = int((point.x() - rect.left() - LEFT) // pitch)
        layer = int((point.y() - rect.top() - TOP) // pitch)
        if 0 <= head < self.num_heads and 0 <= layer < self.num_layers:
            return HeadHit(layer, head)
        return None

    def describe(self, hit: HeadHit) -> str:
        off = ", switched off" if (hit.layer, hit.head) in self.off else ""
        return f"Layer {hit.layer + 1}, head {hit.head + 1}{off}"

    def neighbour(self, hit: HeadHit | None, dx: int, dy: int) -> HeadHit | None:
        if not self.num_layers or not self.num_heads:
            return None
        if hit is None:
            return HeadHit(0, 0)
        layer = min(max(hit.layer + dy, 0), self.num_layers - 1)
        return HeadHit(layer, min(max(hit.head + dx, 0), self.num_heads - 1))


def _mosaic(indices: NDArray[np.uint8], table: Table256) -> QImage:
    """All maps (L, H, r, c) in one image of L*r by H*c pixels."""
    num_layers, num_heads, rows, columns = indices.shape
    flat = indices.transpose(0, 2, 1, 3).reshape(num_layers * rows, num_heads * columns)
    return lookup_image(flat, table)
