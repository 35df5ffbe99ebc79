"""One head as lines between two columns of tokens: the heavier the weight, the stronger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPicture

from explorer.ui.graphics.drawing import GRID, Drawing, number
from explorer.ui.graphics.maps.heat_map import AxisHit, Cells, Focus, translucent
from explorer.ui.graphics.sketch import LEFT, RIGHT, Sketch
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette

ROW_HEIGHT, LOWEST_ROW = 20.0, 14.0
TITLES = ("from", "attends to")  # of the columns
HEAD_HEIGHT = 20.0
MAX_LABEL = 120.0
MIN_WEIGHT = 0.02  # fainter lines would not be seen, and would make vector files heavy
MAX_LINES = 4000
MANY_ROWS = 96  # tokens of a text whose lines together would be a grey wall
FADED = 0.85  # of the ground over the lines of other tokens
HOVERED = 0.18  # of the colour of the model over a token


@dataclass(frozen=True)
class AreaHit:
    """Inside a picture, and at nothing of its own."""


class HeadLines(Drawing):
    """`focus` shows the lines of a row and of a column only. `slot` is that of the model.

    Of a long text without a focus, each token has its strongest line only.
    """

    def __init__(
        self,
        weights: NDArray[np.floating],
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        slot: int = 0,
        focus: Focus = (None, None),
    ) -> None:
        if weights.shape != (len(rows), len(columns)):
            raise ValueError(f"{weights.shape} weights for {len(rows)} x {len(columns)} tokens")
        self.weights = weights
        self.rows = tuple(visible(row) for row in rows)
        self.columns = tuple(visible(column) for column in columns)
        self.slot = slot
        self.focus = focus

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self._height(ROW_HEIGHT))

    def least_height(self, width: float) -> float:
        """The height below which names would run into each other."""
        return self._height(LOWEST_ROW)

    def _height(self, pitch: float) -> float:
        return HEAD_HEIGHT + pitch * max(len(self.rows), len(self.columns)) + 4

    def _sides(self, rect: QRectF) -> tuple[Cells, Cells]:
        """The places of both columns of tokens, as high as the rectangle lets them be."""
        names = (*self.rows, *self.columns, *TITLES)
        widest = max(fonts.text_width(name, bold=True) for name in names)
        width = min(widest + 2, MAX_LABEL, rect.width() * 0.35)
        room = rect.height() - HEAD_HEIGHT - 4
        pitch = room / max(len(self.rows), len(self.columns), 1)
        pitch = min(max(pitch, LOWEST_ROW), ROW_HEIGHT)
        left, right = (
            QRectF(x, rect.top() + HEAD_HEIGHT, width, pitch * len(names))
            for x, names in ((rect.left(), self.rows), (rect.right() - width, self.columns))
        )
        return Cells(left, len(self.rows)), Cells(right, len(self.columns))

    def visible_pairs(self) -> list[tuple[int, int]]:
        """(row, column) of the lines worth drawing, the faintest first."""
        if len(self.rows) > MANY_ROWS and self.focus == (None, None):
            return list(enumerate(self.weights.argmax(-1).tolist()))
        return self._pairs(self.focus)

    def _pairs(self, focus: Focus) -> list[tuple[int, int]]:
        """The lines of one row and of one column; of all with neither."""
        pairs = np.argwhere(self.weights >= MIN_WEIGHT)  # (N, 2)
        row, column = focus
        if focus != (None, None):
            pairs = pairs[(pairs[:, 0] == row) | (pairs[:, 1] == column)]
        order = np.argsort(self.weights[pairs[:, 0], pairs[:, 1]], kind="stable")
        return [(int(row), int(column)) for row, column in pairs[order][-MAX_LINES:]]

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        sketch = Sketch(palette)
        for axis, cells in enumerate(self._sides(rect)):
            align = (RIGHT, LEFT)[axis]
            box = QRectF(cells.area.left(), rect.top(), cells.width, HEAD_HEIGHT)
            sketch.text(box, TITLES[axis], palette.muted, pixels=fonts.SMALL, align=align)
            for position, name in enumerate((self.rows, self.columns)[axis]):
                strong = position == self.focus[axis]
                colour = palette.accent if strong else palette.text
                box = cells.row(position)
                sketch.text(box, name, colour, bold=strong, align=align, elide=True)
        self._paint_lines(painter, rect, palette, self.visible_pairs())
        sketch.paint(painter)

    def _paint_lines(
        self, painter: QPainter, rect: QRectF, palette: Palette, pairs: Sequence[tuple[int, int]]
    ) -> None:
        rows, columns = self._sides(rect)
        left, right = rows.area.right() + GRID, columns.area.left() - GRID
        middle = (left + right) / 2
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for row, column in pairs:
            weight = min(float(self.weights[row, column]), 1.0)
            colour = translucent(palette.model(self.slot), 0.12 + 0.88 * weight)
            painter.setPen(QPen(colour, 0.8 + 3.2 * weight))
            start, end = rows.row(row).center().y(), columns.row(column).center().y()
            path = QPainterPath(QPointF(left, start))
            path.cubicTo(QPointF(middle, start), QPointF(middle, end), QPointF(right, end))
            painter.drawPath(path)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        """Mark the token, and let the lines of the others fade."""
        if isinstance(hit, AreaHit):
            return
        if not isinstance(painter.device(), QPicture):  # which records where the token is
            painter.fillRect(self._lines_rect(rect), translucent(palette.ground, FADED))
            focus = (hit.position, None) if hit.axis == "row" else (None, hit.position)
            self._paint_lines(painter, rect, palette, self._pairs(focus))
        cells = self._sides(rect)[hit.axis == "column"]
        mark = cells.row(hit.position).adjusted(-2, 0, 2, 0)
        painter.fillRect(mark, translucent(palette.model(self.slot), HOVERED))

    def _lines_rect(self, rect: QRectF) -> QRectF:
        """Between the names."""
        label = self._sides(rect)[0].width + GRID
        return rect.adjusted(label, HEAD_HEIGHT, -label, 0)

    def hit(self, point: QPointF, rect: QRectF) -> AxisHit | AreaHit | None:
        for axis, cells in zip(("row", "column"), self._sides(rect), strict=True):
            if cells.area.contains(point):
                return AxisHit(axis, cells.at(point).row)
        return AreaHit() if self._lines_rect(rect).contains(point) else None

    def describe(self, hit: AxisHit | AreaHit) -> str:
        """What the token attends to most, or which token attends to it most."""
        if isinstance(hit, AreaHit):
            return ""
        if hit.axis == "row":
            weights, verb = self.weights[hit.position], "attends most to"
            token, others = self.rows[hit.position], self.columns
        else:
            weights, verb = self.weights[:, hit.position], "is attended to most by"
            token, others = self.columns[hit.position], self.rows
        best = int(weights.argmax())
        return f"{token} {verb} {others[best]} ({number(float(weights[best]))})"

    def neighbour(self, hit: AxisHit | AreaHit | None, dx: int, dy: int) -> AxisHit | None:
        if not self.rows:
            return None
        if not isinstance(hit, AxisHit):
            return AxisHit("row", 0)
        axis = {-1: "row", 1: "column"}.get(dx, hit.axis)
        names = self.rows if axis == "row" else self.columns
        return AxisHit(axis, min(max(hit.position + dy, 0), len(names) - 1))
