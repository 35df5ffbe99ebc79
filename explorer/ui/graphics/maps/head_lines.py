"""One head as lines between two columns of tokens: the heavier the weight, the stronger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPicture

from explorer.core.localization import mark, tr
from explorer.ui.graphics.drawing import GRID, number
from explorer.ui.graphics.maps.heat_map import AxisHit, Cells, Focus
from explorer.ui.graphics.sketch import LEFT, RIGHT, Sketch, Sketched, make_translucent
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette

ROW_HEIGHT, LOWEST_ROW = 20.0, 14.0
TITLES = (tr("from"), tr("attends to"))  # of the columns
AXES = ("row", "column")
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


@dataclass(eq=False)
class HeadLines(Sketched):
    """`focus` shows the lines of a row and of a column only. `slot` is that of the model.

    Of a long text without a focus, each token has its strongest line only.
    """

    can_be_lower = True

    weights: NDArray[np.floating]
    rows: Sequence[str]
    columns: Sequence[str]
    _: KW_ONLY
    slot: int = 0
    focus: Focus = (None, None)

    def __post_init__(self) -> None:
        shape = len(self.rows), len(self.columns)
        if self.weights.shape != shape:
            raise ValueError(f"{self.weights.shape} weights for {shape[0]} x {shape[1]} tokens")
        self.rows = tuple(visible(row) for row in self.rows)
        self.columns = tuple(visible(column) for column in self.columns)

    def _sides(self, width: float, room: float) -> tuple[Cells, Cells]:
        """The places of both columns of tokens, as high as the room lets them be."""
        names = (*self.rows, *self.columns, *TITLES)
        widest = max(fonts.text_width(name, bold=True) for name in names)
        wide = min(widest + 2, MAX_LABEL, width * 0.35)
        pitch = (room - HEAD_HEIGHT - 4) / max(len(self.rows), len(self.columns), 1)
        pitch = min(max(pitch, LOWEST_ROW), ROW_HEIGHT)
        left, right = (
            Cells(QRectF(x, HEAD_HEIGHT, wide, pitch * len(names)), len(names))
            for x, names in ((0.0, self.rows), (width - wide, self.columns))
        )
        return left, right

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

    def draw(self, sketch: Sketch, width: float) -> None:
        palette, sides = sketch.palette, self._sides(width, sketch.room)
        lowest = max(cells.area.bottom() for cells in sides) + 4
        between = QRectF(0, HEAD_HEIGHT, width, lowest - HEAD_HEIGHT)
        sketch.target(self._exclude_labels(between, sides), AreaHit())
        pairs = self.visible_pairs()
        sketch.custom(between, lambda painter: self._paint_lines(painter, sides, palette, pairs))
        for axis, (cells, align) in enumerate(zip(sides, (RIGHT, LEFT), strict=True)):
            box = QRectF(cells.area.left(), 0, cells.width, HEAD_HEIGHT)
            sketch.text(box, TITLES[axis], palette.muted, pixels=fonts.SMALL, align=align)
            for position, name in enumerate((self.rows, self.columns)[axis]):
                strong = position == self.focus[axis]
                colour = palette.accent if strong else palette.text
                box, hit = cells.row(position), AxisHit(AXES[axis], position)
                sketch.text(box, name, colour, bold=strong, align=align, elide=True)
                sketch.target(box, hit, partial(self._tip, hit))

    def _exclude_labels(self, rect: QRectF, sides: tuple[Cells, Cells]) -> QRectF:
        """The part of a rectangle between the names."""
        label = sides[0].width + GRID
        return rect.adjusted(label, 0, -label, 0)

    def _paint_lines(
        self,
        painter: QPainter,
        sides: tuple[Cells, Cells],
        palette: Palette,
        pairs: Sequence[tuple[int, int]],
    ) -> None:
        rows, columns = sides
        left, right = rows.area.right() + GRID, columns.area.left() - GRID
        middle = (left + right) / 2
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for row, column in pairs:
            weight = min(float(self.weights[row, column]), 1.0)
            colour = make_translucent(palette.model(self.slot), 0.12 + 0.88 * weight)
            painter.setPen(QPen(colour, 0.8 + 3.2 * weight))
            start, end = rows.row(row).center().y(), columns.row(column).center().y()
            path = QPainterPath(QPointF(left, start))
            path.cubicTo(QPointF(middle, start), QPointF(middle, end), QPointF(right, end))
            painter.drawPath(path)

    def draw_hover(self, sketch: Sketch, width: float, hit: AxisHit | AreaHit) -> None:
        """Mark the token, and let the lines of the others fade."""
        if isinstance(hit, AreaHit):
            return
        palette, sides = sketch.palette, self._sides(width, sketch.room)
        axis = AXES.index(hit.axis)
        area = self._exclude_labels(QRectF(0, HEAD_HEIGHT, width, sketch.room - HEAD_HEIGHT), sides)
        pairs = self._pairs((hit.position, None) if axis == 0 else (None, hit.position))

        def fade(painter: QPainter) -> None:
            if not isinstance(painter.device(), QPicture):  # which records where the token is
                painter.fillRect(area, make_translucent(palette.ground, FADED))
                self._paint_lines(painter, sides, palette, pairs)

        sketch.custom(area, fade)
        mark = sides[axis].row(hit.position).adjusted(-2, 0, 2, 0)
        sketch.fill(mark, palette.model(self.slot), alpha=HOVERED)

    def _tip(self, hit: AxisHit) -> str:
        """What the token attends to most, or which token attends to it most."""
        if hit.axis == "row":
            weights = self.weights[hit.position]
            text = mark("{token} attends most to {other} ({weight})")
            token, others = self.rows[hit.position], self.columns
        else:
            weights = self.weights[:, hit.position]
            text = mark("{token} is attended to most by {other} ({weight})")
            token, others = self.columns[hit.position], self.rows
        best = int(weights.argmax())
        return tr(text, token=token, other=others[best], weight=number(float(weights[best])))
