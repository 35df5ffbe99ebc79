"""A heat map whose names can be pointed at and clicked, with a tip of its own for each cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF

from explorer.ui.graphics.drawing import GRID
from explorer.ui.graphics.maps.heat_map import MAX_LABEL, AxisHit, CellHit, HeatMap
from explorer.ui.graphics.sketch import HOVER_WIDTH, Sketch
from explorer.ui.style.hatching import hatch, runs


class NamedMap(HeatMap):
    """`tip` says what a cell is, by its row and column; without it names and value do.

    Cells that are `missing` (R, C) have no value and are hatched.
    """

    def __init__(
        self,
        values: NDArray[np.floating],
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        tip: Callable[[int, int], str] | None = None,
        missing: NDArray[np.bool_] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(values, rows, columns, **options)
        self._tip = tip
        self.missing = missing

    def draw(self, sketch: Sketch, width: float) -> None:
        super().draw(sketch, width)
        if self.missing is not None and self.missing.any():
            area, palette = self.cells(QRectF(0, 0, width, sketch.room)).area, sketch.palette
            hatched = runs(self.missing, area)
            sketch.custom(area, lambda painter: hatch(painter, hatched, palette))

    def hit(self, point: QPointF, rect: QRectF) -> CellHit | AxisHit | None:
        cells, names = self.cells(rect), MAX_LABEL + GRID
        nearest = cells.find_cell(point)
        if cells.area.adjusted(-names, 0, -cells.area.width(), 0).contains(point):
            return AxisHit("row", nearest.row)
        if cells.area.adjusted(0, -names, 0, -cells.area.height()).contains(point):
            return AxisHit("column", nearest.column)
        return super().hit(point, rect)

    def describe(self, hit: CellHit | AxisHit) -> str:
        if isinstance(hit, AxisHit):
            return (self.rows if hit.axis == "row" else self.columns)[hit.position]
        return super().describe(hit) if self._tip is None else self._tip(hit.row, hit.column)

    def draw_hover(self, sketch: Sketch, width: float, hit: CellHit | AxisHit) -> None:
        if isinstance(hit, CellHit):
            super().draw_hover(sketch, width, hit)
            return
        cells = self.cells(QRectF(0, 0, width, sketch.room))
        place = cells.row(hit.position) if hit.axis == "row" else cells.column(hit.position)
        sketch.frame(place, sketch.palette.text, width=HOVER_WIDTH)
