"""Grids of tokens: the cell under the pointer is the one that is drawn there."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.tokens.token_grid import EpochGrid, VisibilityGrid
from explorer.ui.style.palette import LIGHT
from models.schema.records import TokenChange


def test_a_cell_is_under_the_pointer_in_every_block_of_a_narrow_grid(qapp: object) -> None:
    grid = EpochGrid(np.full((3, 20), TokenChange.MASKED), [f"token{n}" for n in range(20)])
    rect, fit = QRectF(10, 10, 120, grid.size(120).height()), grid.fit(120)
    assert fit.per_block < 20
    for row, token in ((0, 0), (2, 5), (1, 19)):
        point = rect.topLeft() + fit.cell(row, token).center()
        assert grid.hit(point, rect) == CellHit(row, token)
    assert grid.hit(rect.topLeft() + QPointF(1, 1), rect) is None


@pytest.mark.parametrize("count", [4, 80])
def test_a_square_is_filled_where_its_row_sees_its_column(qapp: object, count: int) -> None:
    sees = np.tri(count, k=-1, dtype=bool)
    grid = VisibilityGrid(sees, ["a"] * count, np.arange(count))
    cells = grid.cells(QRectF(0, 0, 400, 500))
    picture = QImage(400, 500, QImage.Format.Format_RGB32)
    picture.fill(LIGHT.ground)
    painter = QPainter(picture)
    grid.paint(painter, QRectF(0, 0, 400, 500), LIGHT)
    painter.end()
    for row, column in ((0, 1), (1, 0), (count - 1, 2), (2, count - 1)):
        colour = picture.pixelColor(cells.cell(row, column).center().toPoint())
        assert (colour.lightnessF() < 0.6) == sees[row, column]
