"""A map of attention: what a model cannot see is hatched, and its tokens can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPolygonF

from explorer.core.attention.thumbnails import thumbnails
from explorer.ui.graphics.drawing import GRID, Drawing, number
from explorer.ui.graphics.maps.heat_map import MAX_LABEL, CellHit, HeatMap, paint_row_names
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from explorer.ui.style.hatching import hatch, runs
from explorer.ui.style.theme import Palette

MIN_CELL_PIXELS = 1.0  # smaller cells are drawn as the strongest of a block
MIN_HATCHED = 4.0  # pixels; a hatching of smaller cells would not be seen
NOT_VISIBLE = "later tokens are not visible"
LATER = "which comes later"
HOVERED = 0.18  # of the accent over the row or column of a token


@dataclass(frozen=True)
class AxisHit:
    """A token at the left ("row") or at the top ("column") of a map."""

    axis: str
    position: int


class AttentionMap(HeatMap):
    """`visible_cells` (R, C) says which row may attend to which column; the rest is hatched.

    The `reason` says why. What a causal model cannot see is the half above the diagonal.
    """

    def __init__(
        self,
        values: NDArray[np.floating],
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        visible_cells: NDArray[np.bool_] | None = None,
        reason: str = LATER,
        **options: Any,
    ) -> None:
        super().__init__(values, rows, columns, **options)
        all_visible = visible_cells is None or visible_cells.all()
        self.visible_cells = None if all_visible else visible_cells
        self.reason = reason

    @property
    def causal(self) -> bool:
        """Whether each row sees itself and what comes before, and nothing else."""
        cells = self.visible_cells
        return cells is not None and np.array_equal(cells, np.tri(*cells.shape))

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        super().paint(painter, rect, palette)
        if self.visible_cells is not None:
            paint = self._hatch_triangle if self.causal else self._hatch_cells
            paint(painter, self._map_rect(rect), palette, ~self.visible_cells)

    def _block(self, across: float) -> int:
        block = 1
        while across * block < MIN_CELL_PIXELS:
            block *= 2
        return block

    def _reduced(self, block: int) -> NDArray[np.uint8]:
        """Where cells are smaller than a pixel, the strongest of each block."""
        if block == 1 or self.scale.diverges:
            return self._indices
        side = -(-max(self.values.shape) // block)
        maps = thumbnails(self.values[None, None].astype(np.float32), side)
        return self.scale.indices(maps.values[0, 0])

    def _hatch_triangle(
        self, painter: QPainter, area: QRectF, palette: Palette, hidden: NDArray[np.bool_]
    ) -> None:
        """The upper triangle, step by step along the diagonal."""
        stairs = QPainterPath()
        stairs.addPolygon(self._stairs(area))
        hatch(painter, stairs, runs(hidden, area), palette)
        self._paint_not_visible(painter, area, palette)

    def _hatch_cells(
        self, painter: QPainter, area: QRectF, palette: Palette, hidden: NDArray[np.bool_]
    ) -> None:
        """Any cells, in runs along their rows; where they are tiny, as one image."""
        if self._pitch(area)[0] < MIN_HATCHED:
            painter.drawImage(area, _veil(hidden, palette.surface))
            return
        path, rects = QPainterPath(), runs(hidden, area)
        for left, right, top, bottom in rects.tolist():
            path.addRect(left, top, right - left, bottom - top)
        hatch(painter, path, rects, palette)

    def _stairs(self, area: QRectF) -> QPolygonF:
        across, down = self._pitch(area)
        points = [QPointF(area.right(), area.top())]
        for index in range(1, len(self.rows)):
            x, y = area.left() + index * across, area.top() + (index - 1) * down
            points += [QPointF(x, y), QPointF(x, y + down)]
        points.append(QPointF(area.right(), area.bottom() - down))
        return QPolygonF(points)

    def _paint_not_visible(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        wide = fonts.text_width(NOT_VISIBLE, fonts.SMALL) + 2 * GRID
        spot = QRectF(area.right() - wide - GRID, area.top() + GRID, wide, 20)
        if wide > 0.62 * area.width() or len(self.rows) < 4:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.surface))
        painter.drawRoundedRect(spot, 4, 4)
        painter.setPen(QColor(palette.muted))
        painter.setFont(fonts.font(fonts.SMALL))
        painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, NOT_VISIBLE)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        if isinstance(hit, CellHit):
            super().paint_hover(painter, rect, palette, hit)
            return
        area = self._map_rect(rect)
        across, down = self._pitch(area)
        if hit.axis == "row":
            y = area.top() + hit.position * down
            band = QRectF(rect.left(), y, area.right() - rect.left(), down)
        else:
            x = area.left() + hit.position * across
            band = QRectF(x, rect.top(), across, area.bottom() - rect.top())
        painter.fillRect(band, _transparent(palette.accent))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> Any:
        area = self._map_rect(rect)
        across, down = self._pitch(area)
        beside_rows = area.left() - MAX_LABEL - GRID <= point.x() < area.left()
        if beside_rows and area.top() <= point.y() < area.bottom():
            return AxisHit("row", min(int((point.y() - area.top()) / down), len(self.rows) - 1))
        above = area.top() - MAX_LABEL - GRID <= point.y() < area.top()
        if above and area.left() <= point.x() < area.right():
            column = int((point.x() - area.left()) / across)
            return AxisHit("column", min(column, len(self.columns) - 1))
        return super().hit(point, rect)

    def describe(self, hit: Any) -> str:
        if isinstance(hit, AxisHit):
            name = (self.rows if hit.axis == "row" else self.columns)[hit.position]
            return describe_token(name)
        row, column = self.rows[hit.row], self.columns[hit.column]
        if self.visible_cells is not None and not self.visible_cells[hit.row, hit.column]:
            return f"{row} cannot attend to {column}, {self.reason}"
        if self.scale.diverges:
            value = float(self.values[hit.row, hit.column])
            sign = "+" if value > 0 else ""
            return f"{row} → {column}: {sign}{number(value)}"
        return super().describe(hit)

    def neighbour(self, hit: Any, dx: int, dy: int) -> Any:
        """Beyond the first column are the names of the rows, above the first row the others."""
        if isinstance(hit, AxisHit):
            along, away = (dy, dx) if hit.axis == "row" else (dx, dy)
            count = len(self.rows if hit.axis == "row" else self.columns)
            at = min(max(hit.position + along, 0), count - 1)
            inside = CellHit(at, 0) if hit.axis == "row" else CellHit(0, at)
            return inside if away > 0 else AxisHit(hit.axis, at)
        if hit is not None and dx < 0 and hit.column == 0:
            return AxisHit("row", hit.row)
        if hit is not None and dy < 0 and hit.row == 0:
            return AxisHit("column", hit.column)
        return super().neighbour(hit, dx, dy)


class RowNames(Drawing):
    """The names of the rows before a line of maps that leave them out; as high as the cells."""

    def __init__(self, rows: Sequence[str], focus: int | None) -> None:
        self.rows = tuple(visible(row) for row in rows)
        self.focus = focus

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, 0.0)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        cells = QRectF(rect.right(), rect.top(), 0, rect.height())
        paint_row_names(painter, cells, self.rows, self.focus, palette)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: AxisHit) -> None:
        down = rect.height() / len(self.rows)
        band = QRectF(rect.left(), rect.top() + hit.position * down, rect.width(), down)
        painter.fillRect(band, _transparent(palette.accent))

    def hit(self, point: QPointF, rect: QRectF) -> AxisHit | None:
        position = int((point.y() - rect.top()) / max(rect.height(), 1.0) * len(self.rows))
        return AxisHit("row", position) if 0 <= position < len(self.rows) else None

    def describe(self, hit: AxisHit) -> str:
        return describe_token(self.rows[hit.position])


def describe_token(name: str) -> str:
    return f"{name}: click to see its row and its column alone"


def score_scale(maps: Sequence[NDArray[np.floating]], label: str) -> Scale:
    """One scale, centred on zero, for terms of scores; the strongest in a hundred look alike."""
    tops = [float(np.quantile(np.abs(values), 0.99)) for values in maps if values.size]
    return Scale(max([*tops, 0.01]), diverges=True, label=label)


def _veil(hidden: NDArray[np.bool_], colour: str) -> QImage:
    """One pixel for each cell: the colour where it is not visible, else transparent."""
    pixels = np.where(hidden, np.uint32(QColor(colour).rgba()), np.uint32(0))  # (R, C)
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32)
    return image.copy()


def _transparent(colour: str) -> QColor:
    found = QColor(colour)
    found.setAlphaF(HOVERED)
    return found
