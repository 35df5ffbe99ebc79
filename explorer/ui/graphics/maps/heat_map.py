"""A matrix as a picture with tokens on both axes; the map is one image from a lookup table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter

from explorer.ui.graphics.drawing import GRID, Drawing, hairline, memoized, number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale, Table256, ink_on, table_colour
from explorer.ui.style.theme import Palette

MAX_LABEL = 96.0
MIN_LABEL_PITCH = 12.0  # closer labels would overlap, and are thinned out
MIN_NUMBER_CELL = (34.0, 18.0)
MAX_CELL = 44.0
GRID_LINES_FROM = 9.0  # pixels; smaller cells touch
# Viewers of vector files smooth small images, so that cells become rectangles, or many pixels each.
VECTOR_ENGINES = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)
MAX_VECTOR_CELLS = 1024
MIN_VECTOR_CELL = 5.0  # pixels; a grid of smaller ones would be tens of thousands of rectangles
SHARP_SIDE = 1024
SHARPNESS = 4  # pixels of such an image for a logical one, so that an edge blurs by a quarter
VECTOR_OVERLAP = 0.15


Focus = tuple[int | None, int | None]  # a row, a column


@dataclass(frozen=True)
class CellHit:
    row: int
    column: int


def lookup_image(indices: NDArray[np.uint8], table: Table256) -> QImage:
    """An image with one pixel for each number; it owns its memory."""
    pixels = np.ascontiguousarray(table[indices])  # (R, C)
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32)
    return image.copy()


def paint_cells(painter: QPainter, area: QRectF, image: QImage, part: QRectF | None = None) -> None:
    """An image of one pixel per cell, with hard edges in vector files too."""
    source = part or QRectF(image.rect())
    if painter.paintEngine().type() not in VECTOR_ENGINES:
        painter.drawImage(area, image, source)
        return
    cells = image.copy(source.toRect())
    cell = min(area.width() / cells.width(), area.height() / cells.height())
    if cells.width() * cells.height() <= MAX_VECTOR_CELLS and cell >= MIN_VECTOR_CELL:
        _paint_rectangles(painter, area, cells)
        return
    most = SHARP_SIDE // max(cells.width(), cells.height())
    factor = max(1, min(ceil(SHARPNESS * cell), most))
    painter.drawImage(area, cells.scaled(cells.size() * factor))


def _paint_rectangles(painter: QPainter, area: QRectF, cells: QImage) -> None:
    across, down = area.width() / cells.width(), area.height() / cells.height()
    for row in range(cells.height()):
        for column in range(cells.width()):
            corner = QPointF(area.left() + column * across, area.top() + row * down)
            # A hair wider than the cell, or viewers would show seams between neighbours.
            size = QSizeF(across + VECTOR_OVERLAP, down + VECTOR_OVERLAP)
            painter.fillRect(QRectF(corner, size), cells.pixelColor(column, row))


class HeatMap(Drawing):
    """Rows look at columns. `focus` (a row, a column, or one number for both) dims all else.

    Two maps that are compared are given the same `scale`. A diverging scale takes the colours of
    the models in `slots` (more of the first, more of the second).
    """

    def __init__(
        self,
        values: NDArray[np.floating],
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        scale: Scale | None = None,
        title: str = "",
        row_title: str = "",
        column_title: str = "",
        slots: tuple[int, int] = (0, 1),
        focus: int | Focus | None = None,
        square: bool = True,
        numbers: bool = True,
    ) -> None:
        if values.shape != (len(rows), len(columns)):
            raise ValueError(f"{values.shape} values for {len(rows)} rows, {len(columns)} columns")
        self.values = values
        self.rows = tuple(visible(row) for row in rows)
        self.columns = tuple(visible(column) for column in columns)
        self.scale = scale or Scale(max(float(np.nanmax(values, initial=0.0)), 1e-9))
        self.title = title
        self.row_title, self.column_title = row_title, column_title
        self.slots = slots
        self.focus: Focus = focus if isinstance(focus, tuple) else (focus, focus)
        self.square = square
        self.numbers = numbers
        self._indices = self.scale.indices(values)  # (R, C)
        self._label_widths = (_widest(self.rows), _widest(self.columns))

    # ---- layout

    def _margins(self) -> tuple[float, float]:
        left = self._label_widths[0] + GRID + (16 if self.row_title else 0)
        top = self._label_widths[1] + GRID + (18 if self.column_title else 0)
        return left, top

    def _cell(self, width: float) -> tuple[float, float]:
        left, _ = self._margins()
        across = max((width - left - 2) / max(len(self.columns), 1), 0.2)
        across = min(across, MAX_CELL)
        return across, self._height(across) if self.square else min(across, 24.0)

    def _height(self, across: float) -> float:
        """Cells are square, but few rows over many narrow columns grow until they can be read."""
        if across >= GRID_LINES_FROM:
            return across
        as_wide = across * len(self.columns) / max(len(self.rows), 1)
        return max(across, min(MIN_LABEL_PITCH, as_wide))

    def _map_rect(self, rect: QRectF) -> QRectF:
        left, top = self._margins()
        across, down = self._cell(rect.width())
        size = QSizeF(across * len(self.columns), down * len(self.rows))
        return QRectF(QPointF(rect.left() + left, rect.top() + top), size)

    def size(self, width: float) -> QSizeF:
        _, top = self._margins()
        _, down = self._cell(width)
        return QSizeF(width, top + down * len(self.rows) + 2)

    # ---- painting

    def _table(self, palette: Palette) -> Table256:
        return palette.diverging(*self.slots) if self.scale.diverges else palette.sequential

    @memoized
    def _picture(self, palette: Palette, block: int) -> QImage:
        return lookup_image(self._reduced(block), self._table(palette))

    def _block(self, across: float) -> int:
        """How many cells on a side one pixel stands for, where a cell is `across` wide."""
        return 1

    def _reduced(self, block: int) -> NDArray[np.uint8]:
        """Places on the colour map (R, C), of blocks of so many cells on a side."""
        return self._indices

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        area = self._map_rect(rect)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
        block = self._block(self._cell(rect.width())[0])
        paint_cells(painter, area, self._picture(palette, block))
        self._paint_lines(painter, area, palette)
        self._paint_numbers(painter, area, palette)
        self._paint_focus(painter, area, palette)
        painter.setPen(hairline(palette.line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area)
        self._paint_labels(painter, rect, area, palette)

    def _paint_lines(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        across, down = self._pitch(area)
        if min(across, down) < GRID_LINES_FROM:
            return
        painter.setPen(hairline(palette.ground, 0.8))
        for column in range(1, len(self.columns)):
            x = area.left() + column * across
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        for row in range(1, len(self.rows)):
            y = area.top() + row * down
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))

    def _pitch(self, area: QRectF) -> tuple[float, float]:
        return area.width() / max(len(self.columns), 1), area.height() / max(len(self.rows), 1)

    def _paint_numbers(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        across, down = self._pitch(area)
        if not self.numbers or across < MIN_NUMBER_CELL[0] or down < MIN_NUMBER_CELL[1]:
            return
        table = self._table(palette)
        painter.setFont(fonts.font(fonts.SMALL))
        for row, column in np.ndindex(*self.values.shape):
            value = float(self.values[row, column])
            if abs(value) < 0.005 or not self._in_focus(row, column):
                continue
            painter.setPen(QColor(ink_on(table_colour(table, int(self._indices[row, column])))))
            cell = QRectF(area.left() + column * across, area.top() + row * down, across, down)
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, _two_digits(value))

    def _in_focus(self, row: int, column: int) -> bool:
        return self.focus == (None, None) or row == self.focus[0] or column == self.focus[1]

    def _paint_focus(self, painter: QPainter, area: QRectF, palette: Palette) -> None:
        if self.focus == (None, None):
            return
        across, down = self._pitch(area)
        veil = QColor(palette.ground)
        veil.setAlphaF(0.72)
        row, column = self.focus
        left = area.right() if column is None else area.left() + column * across
        right = area.right() if column is None else left + across
        for index in range(len(self.rows)):
            if index == row:
                continue
            y = area.top() + index * down
            painter.fillRect(QRectF(area.left(), y, left - area.left(), down), veil)
            painter.fillRect(QRectF(right, y, area.right() - right, down), veil)

    def _paint_labels(
        self, painter: QPainter, rect: QRectF, area: QRectF, palette: Palette
    ) -> None:
        across, down = self._pitch(area)
        row, column = self.focus
        named = len(self.rows) if self._label_widths[0] else 0
        for index in _thinned(named, down, row):
            y = area.top() + index * down
            spot = QRectF(area.left() - GRID / 2 - MAX_LABEL, y, MAX_LABEL, down)
            self._paint_label(painter, spot, self.rows[index], palette, index == row)
        for index in _thinned(len(self.columns), across, column):
            painter.save()
            painter.translate(area.left() + (index + 0.5) * across, area.top() - GRID / 2)
            painter.rotate(-90)
            spot = QRectF(0, -across / 2, MAX_LABEL, across)
            name = self.columns[index]
            self._paint_label(painter, spot, name, palette, index == column, right=False)
            painter.restore()
        self._paint_axis_titles(painter, rect, area, palette)

    def _paint_label(
        self,
        painter: QPainter,
        spot: QRectF,
        text: str,
        palette: Palette,
        strong: bool,
        right: bool = True,
    ) -> None:
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.setFont(fonts.font(fonts.SMALL, bold=strong))
        painter.setPen(QColor(palette.accent if strong else palette.text))
        room = QRectF(spot.left(), spot.center().y() - 9, spot.width(), 18)
        text = fonts.elided(text, MAX_LABEL, fonts.SMALL, bold=strong)
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_axis_titles(
        self, painter: QPainter, rect: QRectF, area: QRectF, palette: Palette
    ) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        if self.column_title:
            line = QRectF(area.left(), rect.top(), max(area.width(), 160), 16)
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, self.column_title)
        if self.row_title:
            painter.save()
            painter.translate(rect.left(), area.bottom())
            painter.rotate(-90)
            line = QRectF(0, 0, max(area.height(), 160), 16)
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, self.row_title)
            painter.restore()

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: CellHit) -> None:
        area = self._map_rect(rect)
        across, down = self._pitch(area)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.5))
        corner = QPointF(area.left() + hit.column * across, area.top() + hit.row * down)
        painter.drawRect(QRectF(corner, QSizeF(max(across, 3), max(down, 3))))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> Any:
        area = self._map_rect(rect)
        if not area.contains(point):
            return None
        across, down = self._pitch(area)
        row = min(int((point.y() - area.top()) / down), len(self.rows) - 1)
        column = min(int((point.x() - area.left()) / across), len(self.columns) - 1)
        return CellHit(row, column)

    def describe(self, hit: CellHit) -> str:
        value = number(float(self.values[hit.row, hit.column]))
        return f"{self.rows[hit.row]} → {self.columns[hit.column]}: {value}"

    def neighbour(self, hit: CellHit | None, dx: int, dy: int) -> CellHit | None:
        if not self.values.size:
            return None
        if hit is None:
            return CellHit(0, 0)
        row = min(max(hit.row + dy, 0), len(self.rows) - 1)
        return CellHit(row, min(max(hit.column + dx, 0), len(self.columns) - 1))


def _two_digits(value: float) -> str:
    """Short enough for a cell: .42, −.07, 1.00."""
    text = f"{abs(value):.2f}".removeprefix("0")
    return f"−{text}" if value < 0 else text


def _widest(labels: Sequence[str]) -> float:
    return min(max((fonts.text_width(name, fonts.SMALL) for name in labels), default=0), MAX_LABEL)


def _thinned(count: int, pitch: float, always: int | None) -> list[int]:
    """Which labels have room: every n-th, and the one that is in focus."""
    step = max(1, int(np.ceil(MIN_LABEL_PITCH / max(pitch, 0.01))))
    kept = set(range(0, count, step))
    if always is not None and always < count:
        kept -= set(range(max(0, always - step + 1), min(count, always + step)))
        kept.add(always)
    return sorted(kept)
