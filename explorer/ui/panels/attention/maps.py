"""A map of attention: what a model cannot see is hatched, and its tokens can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter

from explorer.ui.graphics.drawing import GRID, Drawing, number
from explorer.ui.graphics.maps.heat_map import (
    MAX_LABEL,
    AxisHit,
    CellHit,
    Cells,
    HeatMap,
    draw_row_names,
    lookup_image,
    translucent,
)
from explorer.ui.graphics.sketch import CENTRE, Sketch
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from explorer.ui.style.hatching import hatch, runs
from explorer.ui.style.theme import Palette

MIN_HATCHED = 4.0  # pixels; a hatching of smaller cells would not be seen
NOT_VISIBLE = "later tokens are not visible"
NOTE_SHARE, NOTE_ROWS = 0.62, 4  # of the map that this note may cover, and rows that it needs
LATER = "which comes later"
HOVERED = 0.18  # of the accent over the row or column of a token


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

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        super().paint(painter, rect, palette)
        if self.visible_cells is None:
            return
        cells, hidden = self.cells(rect), ~self.visible_cells
        if self.causal or cells.width >= MIN_HATCHED:
            hatch(painter, runs(hidden, cells.area), palette)
        else:
            veil = np.array([0, QColor(palette.surface).rgba()], dtype=np.uint32)
            image = lookup_image(hidden.astype(np.uint8), veil, QImage.Format.Format_ARGB32)
            painter.drawImage(cells.area, image)
        if self.causal:
            self._paint_note(painter, cells.area, palette)

    def _paint_note(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        """The reason, inside the hatched triangle where it has room."""
        width = fonts.text_width(NOT_VISIBLE, fonts.SMALL) + 2 * GRID
        if width > NOTE_SHARE * area.width() or len(self.rows) < NOTE_ROWS:
            return
        corner = QPointF(area.right() - width - GRID, area.top() + GRID)
        box, sketch = QRectF(corner, QSizeF(width, 20)), Sketch(palette)
        sketch.fill(box, palette.surface, radius=4)
        sketch.text(box, NOT_VISIBLE, palette.muted, pixels=fonts.SMALL, align=CENTRE)
        sketch.paint(painter)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        if isinstance(hit, CellHit):
            super().paint_hover(painter, rect, palette, hit)
            return
        cells = self.cells(rect)
        band = cells.row(hit.position) if hit.axis == "row" else cells.column(hit.position)
        if hit.axis == "row":
            band.setLeft(rect.left())
        else:
            band.setTop(rect.top())
        painter.fillRect(band, translucent(palette.accent, HOVERED))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> CellHit | AxisHit | None:
        cells, names = self.cells(rect), MAX_LABEL + GRID
        nearest = cells.at(point)
        if cells.area.adjusted(-names, 0, -cells.area.width(), 0).contains(point):
            return AxisHit("row", nearest.row)
        if cells.area.adjusted(0, -names, 0, -cells.area.height()).contains(point):
            return AxisHit("column", nearest.column)
        return super().hit(point, rect)

    def describe(self, hit: Any) -> str:
        if isinstance(hit, AxisHit):
            return describe_token((self.rows if hit.axis == "row" else self.columns)[hit.position])
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
        sketch = Sketch(palette)
        cells = Cells(rect.adjusted(rect.width(), 0, 0, 0), len(self.rows))
        draw_row_names(sketch, cells, self.rows, self.focus)
        sketch.paint(painter)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: AxisHit) -> None:
        row = Cells(rect, len(self.rows)).row(hit.position)
        painter.fillRect(row, translucent(palette.accent, HOVERED))

    def hit(self, point: QPointF, rect: QRectF) -> AxisHit | None:
        if not rect.contains(point):
            return None
        return AxisHit("row", Cells(rect, len(self.rows)).at(point).row)

    def describe(self, hit: AxisHit) -> str:
        return describe_token(self.rows[hit.position])


def describe_token(name: str) -> str:
    return f"{name}: click to see its row and its column alone"


def score_scale(maps: Sequence[NDArray[np.floating]], label: str) -> Scale:
    """One scale, centred on zero, for terms of scores; the strongest in a hundred look alike."""
    tops = [float(np.quantile(np.abs(values), 0.99)) for values in maps if values.size]
    return Scale(max([*tops, 0.01]), diverges=True, label=label)
