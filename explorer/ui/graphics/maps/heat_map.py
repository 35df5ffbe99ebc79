"""A matrix as a picture with tokens on both axes; the map is one image from a lookup table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, inf

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPaintEngine, QPainter, QPainterPath

from explorer.core.attention.thumbnails import thumbnails
from explorer.ui.graphics.drawing import GRID, memoize, number
from explorer.ui.graphics.sketch import (
    CENTRE,
    HOVER_WIDTH,
    LEFT,
    RIGHT,
    Sketch,
    Sketched,
    make_translucent,
)
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale, Table256, ink_on, table_colour
from explorer.ui.style.palette import Palette

MAX_LABEL = 96.0
MIN_LABEL_PITCH = 12.0  # closer labels would overlap, and are thinned out
LABEL_HEIGHT = 18.0
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
MIN_CELL_PIXELS = 1.0  # smaller cells are drawn as the strongest of a block
VEIL = 0.72  # of the ground over what is not in focus
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
    """The width of the token names at a map, in pixels, also where one is selected and bold."""
    texts = map(visible, labels)
    widest = max((fonts.text_width(text, fonts.SMALL, bold=True) for text in texts), default=0)
    return min(widest, MAX_LABEL)


@dataclass(frozen=True)
class CellHit:
    row: int
    column: int


@dataclass(frozen=True)
class AxisHit:
    """A token of the rows ("row"), which attends, or of the columns, which is attended to."""

    axis: str
    position: int


@dataclass(frozen=True)
class Cells:
    """Equal cells that fill an area."""

    area: QRectF
    num_rows: int
    num_columns: int = 1

    @property
    def width(self) -> float:
        return self.area.width() / max(self.num_columns, 1)

    @property
    def height(self) -> float:
        return self.area.height() / max(self.num_rows, 1)

    def row(self, row: int) -> QRectF:
        """All of a row."""
        top = self.area.top() + row * self.height
        return QRectF(self.area.left(), top, self.area.width(), self.height)

    def column(self, column: int) -> QRectF:
        """All of a column."""
        left = self.area.left() + column * self.width
        return QRectF(left, self.area.top(), self.width, self.area.height())

    def cell(self, row: int, column: int) -> QRectF:
        return self.row(row).intersected(self.column(column))

    def find_cell(self, point: QPointF) -> CellHit:
        """The cell at a point, or the nearest to one outside."""
        inside = point - self.area.topLeft()
        row = min(max(int(inside.y() / self.height), 0), self.num_rows - 1)
        return CellHit(row, min(max(int(inside.x() / self.width), 0), self.num_columns - 1))


def lookup_image(
    indices: NDArray[np.uint8],
    table: Table256,
    pixel_format: QImage.Format = QImage.Format.Format_RGB32,
) -> QImage:
    """An image with one pixel for each number; it owns its memory."""
    pixels = np.ascontiguousarray(table[indices])  # (R, C)
    height, width = pixels.shape
    return QImage(pixels.data, width, height, width * 4, pixel_format).copy()


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
    places = Cells(area, cells.height(), cells.width())
    # A hair wider than the cell, or viewers would show seams between neighbours.
    overlap = 0, 0, VECTOR_OVERLAP, VECTOR_OVERLAP
    for row, column in np.ndindex(cells.height(), cells.width()):
        place = places.cell(row, column).adjusted(*overlap)
        painter.fillRect(place, cells.pixelColor(column, row))


class HeatMap(Sketched):
    """Rows attend to columns. `focus` (a row, a column, or one number for both) dims all else.

    Two maps that are compared are given the same `scale`. A diverging scale takes the colours of
    the models in `slots` (more of the first, more of the second). `room` is that of the names of
    rows and of columns, so that the cells of several maps are level. In a rectangle that is lower
    than its size the cells are smaller.
    """

    can_be_lower = True
    number_cell = MIN_NUMBER_CELL  # the least cell that has its number in it

    def __init__(
        self,
        values: NDArray[np.floating],
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        scale: Scale | None = None,
        title: str = "",
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
        self.slots = slots
        self.focus: Focus = focus if isinstance(focus, tuple) else (focus, focus)
        self.numbers = numbers
        self.max_cell = max_cell
        self.room = room or (label_room(rows), label_room(columns))
        self._indices = self.scale.indices(values)  # (R, C)

    # ---- layout

    def _margins(self) -> tuple[float, float]:
        return self.room[0] + GRID, self.room[1] + GRID

    def _cell(self, width: float, height: float = inf) -> tuple[float, float]:
        """How wide and high a cell is in such a rectangle."""
        left, top = self._margins()
        across = max((width - left - 2) / max(len(self.columns), 1), 0.2)
        across = min(across, self.max_cell)
        down = self._height(across)
        highest = (height - top - 2) / max(len(self.rows), 1)
        if highest < down - EPSILON:
            down = max(highest, min(down, SMALLEST_CELL))
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

    def cells(self, rect: QRectF) -> Cells:
        """Return the cells in a rectangle of the whole map, whose margins have the names."""
        left, top = self._margins()
        across, down = self._cell(rect.width(), rect.height())
        size = QSizeF(across * len(self.columns), down * len(self.rows))
        area = QRectF(rect.topLeft() + QPointF(left, top), size)
        return Cells(area, len(self.rows), len(self.columns))

    def size(self, width: float) -> QSizeF:
        """Names may be a little higher than the cells."""
        return QSizeF(width, self._bottom(width, inf))

    def least_height(self, width: float) -> float:
        return self._bottom(width, 0.0)

    def _bottom(self, width: float, height: float) -> float:
        return self.cells(QRectF(0, 0, width, height)).area.bottom() + 2

    def natural_width(self, width: float, height: float = inf) -> float:
        """How much of `width` it fills."""
        return self._margins()[0] + self._cell(width, height)[0] * len(self.columns) + 2

    # ---- drawing

    def draw(self, sketch: Sketch, width: float) -> None:
        cells, palette = self.cells(QRectF(0, 0, width, sketch.room)), sketch.palette
        block = ceil(MIN_CELL_PIXELS / max(cells.width, EPSILON))
        image = self._image(palette, block)

        def paint(painter: QPainter) -> None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
            paint_cells(painter, cells.area, image)

        sketch.custom(cells.area, paint)
        self._draw_lines(sketch, cells)
        self._draw_numbers(sketch, cells)
        self._draw_focus(sketch, cells)
        sketch.frame(cells.area, palette.line)
        self._draw_names(sketch, cells)
        sketch.reserve(cells.area.adjusted(0, 0, 0, 2))

    def table(self, palette: Palette) -> Table256:
        """The colours of the cells."""
        return palette.diverging_map(*self.slots) if self.scale.diverges else palette.sequential

    @memoize
    def _image(self, palette: Palette, block: int) -> QImage:
        """Return the image; above `block` 1 a pixel is the maximum of a block (a power of two)."""
        indices = self._indices
        if block > 1 and not self.scale.diverges:
            side = ceil(max(self.values.shape) / block)
            reduced = thumbnails(self.values[None, None].astype(np.float32), side)
            indices = self.scale.indices(reduced.values[0, 0])
        return lookup_image(indices, self.table(palette))

    def _draw_lines(self, sketch: Sketch, cells: Cells) -> None:
        if min(cells.width, cells.height) < GRID_LINES_FROM:
            return
        ground = sketch.palette.ground
        for column in map(cells.column, range(1, cells.num_columns)):
            sketch.line(column.topLeft(), column.bottomLeft(), ground, width=0.8)
        for row in map(cells.row, range(1, cells.num_rows)):
            sketch.line(row.topLeft(), row.topRight(), ground, width=0.8)

    def _draw_numbers(self, sketch: Sketch, cells: Cells) -> None:
        across, down = self.number_cell
        if not self.numbers or cells.width < across or cells.height < down:
            return
        table, (in_row, in_column) = self.table(sketch.palette), self.focus
        all_clear = self.focus == (None, None)
        for row, column in np.ndindex(*self.values.shape):
            value = float(self.values[row, column])
            text = self.cell_text(value)
            if text and (all_clear or row == in_row or column == in_column):
                ink = ink_on(table_colour(table, int(self._indices[row, column])))
                cell = cells.cell(row, column)
                sketch.text(cell, text, ink, pixels=fonts.SMALL, align=CENTRE)

    def cell_text(self, value: float) -> str:
        """A number short enough for a cell: .42, −.07, 1.00; "" for one that is nearly zero."""
        if abs(value) < 0.005:
            return ""
        text = f"{abs(value):.2f}".removeprefix("0")
        return f"−{text}" if value < 0 else text

    def _draw_focus(self, sketch: Sketch, cells: Cells) -> None:
        """A veil over what is neither in the row nor in the column."""
        row, column = self.focus
        if self.focus == (None, None):
            return
        veiled, clear = QPainterPath(), QPainterPath()
        veiled.addRect(cells.area)
        clear.setFillRule(Qt.FillRule.WindingFill)
        if row is not None:
            clear.addRect(cells.row(row))
        if column is not None:
            clear.addRect(cells.column(column))
        veil = make_translucent(sketch.palette.ground, VEIL)
        sketch.path(veiled.subtracted(clear), "", ground=veil)

    def ink(self, axis: int, palette: Palette, index: int) -> tuple[str, bool]:
        """The colour of a name of the rows (axis 0) or columns, and whether it is bold."""
        in_focus = index == self.focus[axis]
        return palette.accent if in_focus else palette.text, in_focus

    def _draw_names(self, sketch: Sketch, cells: Cells) -> None:
        if self.room[0]:
            draw_names(sketch, cells, self.rows, self.focus[0], partial(self.ink, 0))
        names, ink = self.columns, partial(self.ink, 1)
        draw_names(sketch, cells, names, self.focus[1], ink, upwards=True)

    def draw_hover(self, sketch: Sketch, width: float, hit: CellHit) -> None:
        cell = self.cells(QRectF(0, 0, width, sketch.room)).cell(hit.row, hit.column)
        cell.setSize(cell.size().expandedTo(QSizeF(3, 3)))
        sketch.frame(cell, sketch.palette.text, width=HOVER_WIDTH)

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> CellHit | AxisHit | None:
        cells = self.cells(rect)
        return cells.find_cell(point) if cells.area.contains(point) else None

    def describe(self, hit: CellHit) -> str:
        value = number(float(self.values[hit.row, hit.column]))
        return f"{self.rows[hit.row]} → {self.columns[hit.column]}: {value}"

    def neighbour(self, hit: CellHit | None, dx: int, dy: int) -> CellHit | None:
        return neighbour_cell(hit, dx, dy, len(self.rows), len(self.columns))


def neighbour_cell(
    hit: CellHit | None, dx: int, dy: int, num_rows: int, num_columns: int
) -> CellHit | None:
    """The cell that an arrow key leads to; the first one from None."""
    if not num_rows or not num_columns:
        return None
    if hit is None:
        return CellHit(0, 0)
    row = min(max(hit.row + dy, 0), num_rows - 1)
    return CellHit(row, min(max(hit.column + dx, 0), num_columns - 1))


def draw_names(
    sketch: Sketch,
    cells: Cells,
    names: Sequence[str],
    focus: int | None,
    ink: Callable[[Palette, int], tuple[str, bool]],
    *,
    upwards: bool = False,
) -> None:
    """The tokens of the rows, which end at the cells; `upwards` those of the columns."""
    end = (cells.area.top() if upwards else cells.area.left()) - GRID / 2 - MAX_LABEL
    for index in _choose_labels(len(names), cells.width if upwards else cells.height, focus):
        colour, bold = ink(sketch.palette, index)
        if upwards:
            left = cells.column(index).center().x() - LABEL_HEIGHT / 2
            box, align = QRectF(left, end, LABEL_HEIGHT, MAX_LABEL), LEFT
        else:
            top = cells.row(index).center().y() - LABEL_HEIGHT / 2
            box, align = QRectF(end, top, MAX_LABEL, LABEL_HEIGHT), RIGHT
        name = fonts.elide(names[index], MAX_LABEL, fonts.SMALL, bold=bold)
        sketch.text(box, name, colour, pixels=fonts.SMALL, bold=bold, align=align, upwards=upwards)


def _choose_labels(count: int, pitch: float, always: int | None) -> list[int]:
    """Which labels have room: every n-th, and the one that is in focus."""
    step = max(1, int(np.ceil(MIN_LABEL_PITCH / max(pitch, 0.01))))
    named = set(range(0, count, step))
    if always is not None and always < count:
        named -= set(range(max(0, always - step + 1), min(count, always + step)))
        named.add(always)
    return sorted(named)
