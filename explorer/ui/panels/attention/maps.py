"""A map that shows what a model cannot see, and whose tokens can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPolygonF

from explorer.ui.graphics.drawing import GRID, number
from explorer.ui.graphics.maps.head_grid import thumbnails
from explorer.ui.graphics.maps.head_lines import HeadLines
from explorer.ui.graphics.maps.heat_map import (
    MAX_CELL,
    MAX_LABEL,
    MIN_LABEL_PITCH,
    CellHit,
    HeatMap,
)
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from explorer.ui.style.hatching import hatch, runs
from explorer.ui.style.theme import Palette

MIN_CELL_PIXELS = 1.0  # smaller cells are drawn as the strongest of a block
WIDEST = 1.7  # a cell against its height
MANY_ROWS = 96  # tokens of a text whose lines together would be a grey wall
MIN_HATCHED = 4.0  # pixels; a hatching of smaller cells would not be seen
BLIND_TEXT = "later tokens are out of sight"
LATER = "which comes later"


@dataclass(frozen=True)
class AxisHit:
    """A token at the left ("row") or at the top ("column") of a map."""

    axis: str
    position: int


class SizedMap(HeatMap):
    """A heat map whose cells are at most `max_cell` pixels high, and wider where there is room."""

    def __init__(self, *args: Any, max_cell: float = MAX_CELL, **options: Any) -> None:
        super().__init__(*args, **options)
        self.max_cell = max_cell

    def _cell(self, width: float) -> tuple[float, float]:
        across, down = super()._cell(width)
        down = min(down, self.max_cell)
        if down < MIN_LABEL_PITCH <= WIDEST * down:  # a little taller, and every row has its name
            down = MIN_LABEL_PITCH
        return min(across, WIDEST * down), down

    @property
    def label_widths(self) -> tuple[float, float]:
        """Of the rows' names and of the columns' names."""
        return self._label_widths

    def align(self, label_widths: tuple[float, float]) -> None:
        """Leave as much room for names as another map does, so that the cells stand level."""
        self._label_widths = label_widths

    def natural_width(self, width: float) -> float:
        """How much of `width` it fills."""
        return self._margins()[0] + self._cell(width)[0] * len(self.columns) + 2


class AttentionMap(SizedMap):
    """`sees` (R, C) says which row may look at which column; the rest is hatched, for a `reason`.

    What a model that writes cannot look at is the half above the diagonal, step by step.
    """

    def __init__(
        self,
        values: NDArray[np.floating],
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        sees: NDArray[np.bool_] | None = None,
        reason: str = LATER,
        **options: Any,
    ) -> None:
        super().__init__(values, rows, columns, **options)
        self.sees = None if sees is None or sees.all() else sees
        self.reason = reason

    @property
    def causal(self) -> bool:
        """Whether each row sees itself and what comes before, and nothing else."""
        return self.sees is not None and np.array_equal(self.sees, np.tri(*self.sees.shape))

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        super().paint(painter, rect, palette)
        if self.sees is not None:
            paint = self._paint_blind if self.causal else self._paint_blind_cells
            paint(painter, self._map_rect(rect), palette, ~self.sees)

    def _block(self, across: float) -> int:
        block = 1
        while across * block < MIN_CELL_PIXELS:
            block *= 2
        return block

    def _reduced(self, block: int) -> NDArray[np.uint8]:
        """Where cells are smaller than a pixel, the strongest of each block stands for it."""
        if block == 1 or self.scale.diverges:
            return self._indices
        side = -(-max(self.values.shape) // block)
        maps = thumbnails(self.values[None, None].astype(np.float32), side)
        return self.scale.indices(maps.values[0, 0])

    def _paint_blind(
        self, painter: QPainter, area: QRectF, palette: Palette, blind: NDArray[np.bool_]
    ) -> None:
        """The upper triangle, step by step along the diagonal."""
        stairs = QPainterPath()
        stairs.addPolygon(self._stairs(area))
        hatch(painter, stairs, runs(blind, area), palette)
        self._paint_blind_text(painter, area, palette)

    def _paint_blind_cells(
        self, painter: QPainter, area: QRectF, palette: Palette, blind: NDArray[np.bool_]
    ) -> None:
        """Any cells, in runs along their rows; where they are tiny, as one image."""
        if self._pitch(area)[0] < MIN_HATCHED:
            painter.drawImage(area, _veil(blind, palette.surface))
            return
        path, rects = QPainterPath(), runs(blind, area)
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

    def _paint_blind_text(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        wide = fonts.text_width(BLIND_TEXT, fonts.SMALL) + 2 * GRID
        spot = QRectF(area.right() - wide - GRID, area.top() + GRID, wide, 20)
        if wide > 0.62 * area.width() or len(self.rows) < 4:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.surface))
        painter.drawRoundedRect(spot, 4, 4)
        painter.setPen(QColor(palette.muted))
        painter.setFont(fonts.font(fonts.SMALL))
        painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, BLIND_TEXT)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        if isinstance(hit, CellHit):
            super().paint_hover(painter, rect, palette, hit)
            return
        area = self._map_rect(rect)
        across, down = self._pitch(area)
        mark = QColor(palette.accent)
        mark.setAlphaF(0.18)
        if hit.axis == "row":
            y = area.top() + hit.position * down
            painter.fillRect(QRectF(rect.left(), y, area.right() - rect.left(), down), mark)
        else:
            x = area.left() + hit.position * across
            painter.fillRect(QRectF(x, rect.top(), across, area.bottom() - rect.top()), mark)

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
            return f"{name}: click to see what it has a part in"
        row, column = self.rows[hit.row], self.columns[hit.column]
        if self.sees is not None and not self.sees[hit.row, hit.column]:
            return f"{row} cannot look at {column}, {self.reason}"
        if self.scale.diverges:
            value = float(self.values[hit.row, hit.column])
            sign = "+" if value > 0 else ""
            return f"{row} → {column}: {sign}{number(value)}"
        return super().describe(hit)


def _veil(blind: NDArray[np.bool_], colour: str) -> QImage:
    """One pixel for each cell, of the colour where it is blind and clear elsewhere."""
    pixels = np.where(blind, np.uint32(QColor(colour).rgba()), np.uint32(0))  # (R, C)
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_ARGB32)
    return image.copy()


class AttentionLines(HeadLines):
    """Of a chosen token, the lines that leave it and those that reach it.

    With none chosen all lines, but of a long text only the strongest of each token.
    """

    @property
    def is_long(self) -> bool:
        return len(self.rows) > MANY_ROWS

    def shown_pairs(self) -> list[tuple[int, int]]:
        if self.is_long and self.focus == (None, None):
            return list(enumerate(self.weights.argmax(-1).tolist()))
        return super().shown_pairs()


def shared_scale(maps: Sequence[NDArray[np.floating]], label: str, *, root: bool) -> Scale:
    """One scale for maps that are compared, which a few great weights do not darken.

    It ends at the weight that one cell in a hundred exceeds; stronger ones look like it.
    """
    tops = [float(np.quantile(values[values > 0], 0.99)) for values in maps if (values > 0).any()]
    return Scale(max([*tops, 0.01]), root=root, label=label)


def difference_scale(values: NDArray[np.floating], label: str, *, root: bool) -> Scale:
    """Centred on zero; for any difference between two maps of one token row."""
    maximum = max(float(np.abs(values).max(initial=0.0)), 0.01)
    return Scale(maximum, root=root, diverges=True, label=label)


def score_scale(maps: Sequence[NDArray[np.floating]], label: str) -> Scale:
    """One scale, centred on zero, for terms of scores; the strongest in a hundred look alike."""
    tops = [float(np.quantile(np.abs(values), 0.99)) for values in maps if values.size]
    return Scale(max([*tops, 0.01]), diverges=True, label=label)
