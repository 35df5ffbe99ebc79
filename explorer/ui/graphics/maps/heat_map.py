"""A matrix as a picture with tokens on both axes; the map is one image from a lookup table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf
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
MAX_CELL, SMALLEST_CELL = 44.0, 15.0
WIDEST = 1.7  # a cell against its height, in a low room
GRID_LINES_FROM = 9.0  # pixels; smaller cells touch
# Viewers of vector files smooth small images, so that cells become rectangles, or many pixels each.
VECTOR_ENGINES = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)
MAX_VECTOR_CELLS = 1024
MIN_VECTOR_CELL = 5.0  # pixels; a grid of smaller ones would be tens of thousands of rectangles
SHARP_SIDE = 1024
SHARPNESS = 4  # pixels of such an image for a logical one, so that an edge blurs by a quarter
VECTOR_OVERLAP = 0.15
EPSILON = 1e-6

Focus = tuple[int | None, int | None]  # a row, a column


def shared_scale(maps: Sequence[NDArray[np.floating]], label: str, *, root: bool) -> Scale:
    """One scale for maps that are compared, which a few great weights do not darken.

    It ends at the weight that one cell in a hundred exceeds; stronger ones look like it.
    """
    tops = [float(np.quantile(values[values > 0], 0.99)) for values in maps if (values > 0).any()]
    return Scale(max([*tops, 0.01]), root=root, label=label)


def difference_scale(values: NDArray[np.floating], label: str, *, root: bool) -> Scale:
    """Centred on zero; for any difference between two maps of the same tokens."""
    maximum = max(float(np.abs(values).max(initial=0.0)), 0.01)
    return Scale(maximum, root=root, diverges=True, label=label)


def label_room(labels: Sequence[str]) -> float:
    """The width of the token names at a map, in pixels."""
    widest = max((fonts.text_width(visible(name), fonts.SMALL) for name in labels), default=0)
    return min(widest, MAX_LABEL)


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
    """Rows attend to columns. `focus` (a row, a column, or one number for both) dims all else.

    Two maps that are compared are given the same `scale`. A diverging scale takes the colours of
    the models in `slots` (more of the first, more of the second). `room` is that of the names of
    rows and of columns, so that the cells of several maps are level. In a rectangle that is lower
    than its size the cells are smaller.
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
        numbers: bool = True,
        room: tuple[float, float] | None = None,
        max_cell: float = MAX_CELL,
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
        self.numbers = numbers
        self.max_cell = max_cell
        self.room = room or (label_room(rows), label_room(columns))
        self._indices = self.scale.indices(values)  # (R, C)

    # ---- layout

    def _margins(self) -> tuple[float, float]:
        left = self.room[0] + GRID + (16 if self.row_title else 0)
        top = self.room[1] + GRID + (18 if self.column_title else 0)
        return left, top

    def _cell(self, width: float, height: float = inf) -> tuple[float, float]:
        """How wide and high a cell is in such a rectangle."""
        left, top = self._margins()
        across = max((width - left - 2) / max(len(self.columns), 1), 0.2)
        across = min(across, self.max_cell)
        down = self._height(across)
        highest = (height - top - 2) / max(len(self.rows), 1)
        if highest < down - EPSILON:
            down = max(highest, 0.2)
            across = min(across, WIDEST * down)
        return across, down

    def _height(self, across: float) -> float:
        """Cells are square; narrow ones are higher where every row has its name then.

        Few rows over many narrow columns grow until they can be read.
        """
        if across < MIN_LABEL_PITCH <= WIDEST * across:
            return MIN_LABEL_PITCH
        if across >= GRID_LINES_FROM:
            return across
        as_wide = across * len(self.columns) / max(len(self.rows), 1)
        return max(across, min(MIN_LABEL_PITCH, as_wide))

    def _map_rect(self, rect: QRectF) -> QRectF:
        left, top = self._margins()
        across, down = self._cell(rect.width(), rect.height())
        size = QSizeF(across * len(self.columns), down * len(self.rows))
        return QRectF(QPointF(rect.left() + left, rect.top() + top), size)

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self._tall(self._cell(width)[1]))

    def least_height(self, width: float) -> float:
        """The height of a rectangle below which the cells would be too small."""
        return self._tall(min(self._cell(width)[1], SMALLEST_CELL))

    def _tall(self, down: float) -> float:
        return self._margins()[1] + down * len(self.rows) + 2

    def natural_width(self, width: float, height: float = inf) -> float:
        """How much of `width` it fills."""
        return self._margins()[0] + self._cell(width, height)[0] * len(self.columns) + 2

    # ---- painting

    def _table(self, palette: Palette) -> Table256:
        return palette.diverging(*self.slots) if self.scale.diverges else palette.sequential

    @memoized
    def _picture(self, palette: Palette, block: int) -> QImage:
        return lookup_image(self._reduced(block), self._table(palette))

    def _block(self, across: float) -> int:
        """How many cells one pixel covers along a side, where a cell is `across` wide."""
        return 1

    def _reduced(self, block: int) -> NDArray[np.uint8]:
        """Places on the colour map (R, C), of blocks of so many cells on a side."""
        return self._indices

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        area = self._map_rect(rect)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
        block = self._block(self._pitch(area)[0])
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
        if self.room[0]:
            paint_row_names(painter, area, self.rows, self.focus[0], palette)
        across, _ = self._pitch(area)
        column = self.focus[1]
        for index in _thinned(len(self.columns), across, column):
            painter.save()
            painter.translate(area.left() + (index + 0.5) * across, area.top() - GRID / 2)
            painter.rotate(-90)
            spot = QRectF(0, -across / 2, MAX_LABEL, across)
            _paint_label(painter, spot, self.columns[index], palette, index == column, False)
            painter.restore()
        self._paint_axis_titles(painter, rect, area, palette)

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


def paint_row_names(
    painter: QPainter, area: QRectF, names: Sequence[str], focus: int | None, palette: Palette
) -> None:
    """The tokens of the rows, to the left of the cells."""
    down = area.height() / max(len(names), 1)
    for index in _thinned(len(names), down, focus):
        y = area.top() + index * down
        spot = QRectF(area.left() - GRID / 2 - MAX_LABEL, y, MAX_LABEL, down)
        _paint_label(painter, spot, names[index], palette, index == focus, True)


def _paint_label(
    painter: QPainter, spot: QRectF, text: str, palette: Palette, strong: bool, right: bool
) -> None:
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.setFont(fonts.font(fonts.SMALL, bold=strong))
    painter.setPen(QColor(palette.accent if strong else palette.text))
    room = QRectF(spot.left(), spot.center().y() - 9, spot.width(), 18)
    text = fonts.elided(text, MAX_LABEL, fonts.SMALL, bold=strong)
    painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, text)


def _thinned(count: int, pitch: float, always: int | None) -> list[int]:
    """Which labels have room: every n-th, and the one that is in focus."""
    step = max(1, int(np.ceil(MIN_LABEL_PITCH / max(pitch, 0.01))))
    kept = set(range(0, count, step))
    if always is not None and always < count:
        kept -= set(range(max(0, always - step + 1), min(count, always + step)))
        kept.add(always)
    return sorted(kept)
