"""Thumbnails of heads with their measures beside them, or below where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.ui.drawing import Drawing, Place
from explorer.ui.widgets.beside import Beside
from explorer.ui.widgets.measure_grid import MeasureGrid

MIN_REST = 100.0  # pixels that the measures need beside the thumbnails


class Measured(Beside):
    """Rows of measures are level with the thumbnails beside them; below them they are low."""

    def __init__(
        self,
        thumbnails: Drawing,
        measures: Drawing,
        limit: float,
        grids: Sequence[Drawing],
        rows: tuple[float, float],
    ) -> None:
        """`grids` stand in `measures`; `rows` are the heights of a row beside and below."""
        super().__init__(thumbnails, measures, limit=limit, min_rest=MIN_REST)
        self._thumbnails = limit
        self._grids = [grid for grid in grids if isinstance(grid, MeasureGrid)]
        self._rows = rows

    def _places(self, width: float) -> list[Place]:
        fits = width - min(self._thumbnails, width) - self.gap >= self.min_rest
        for grid in self._grids:
            grid.row_height = self._rows[0] if fits else self._rows[1]
        return super()._places(width)
