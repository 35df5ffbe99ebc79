"""One picture, or one number, for each head: layers downwards, heads across."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from functools import partial
from math import ceil

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter

from explorer.core.attention.thumbnails import Thumbnails
from explorer.core.localization import tr
from explorer.ui.graphics.drawing import hairline, memoize, number
from explorer.ui.graphics.maps.heat_map import Cells, lookup_image, paint_cells
from explorer.ui.graphics.sketch import CENTRE, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.colours import LUT_SIZE, Scale, ink_on, table_colour
from explorer.ui.style.palette import Palette

GAP = 3.0
MAX_SIDE = 112.0
FLATTEST = 0.4  # the shorter side of a thumbnail against the longer
LEFT, TOP = 24.0, 20.0
NUMBER_PITCH = 18.0  # pixels from one number of a layer or head to the next, at least
WEIGHT = Scale(1.0, label=tr("attention weight"))

Selected = tuple[int | None, int | None]  # a layer and a head; None stands for all of them
MEASURE_LEFT, MEASURE_TOP = 18.0, 18.0
MAX_CELL = (30.0, 26.0)
MIN_NUMBER_CELL = (22.0, 16.0)
NUMBER_PITCHES = (16.0, 14.0)  # across and down, from one number of a head or layer to the next
SCALE_GAP, SCALE_BAR, SCALE_TEXT = 6.0, 6.0, 16.0  # below cells that have no room for numbers
SCALE_STEPS = 8  # between the colours of the scale it runs evenly
STRONGEST = 0.8  # of the map, so that a number reads on every cell


@dataclass(frozen=True)
class HeadHit:
    layer: int
    head: int


@dataclass(eq=False)
class HeadGrid(Sketched):
    """Layers downwards, heads across. `off` are the heads that are switched off: crossed out.

    Below them is the scale of their weights.
    """

    maps: Thumbnails
    _: KW_ONLY
    selected: Selected = (None, None)
    off: frozenset[tuple[int, int]] = frozenset()
    scale: Scale = WEIGHT
    max_side: float = MAX_SIDE

    def __post_init__(self) -> None:
        self._indices = self.scale.indices(self.maps.values)  # (L, H, r, c)

    def draw(self, sketch: Sketch, width: float) -> None:
        num_layers, num_heads, rows, columns = self._indices.shape
        side = max(min((width - LEFT - 2) / max(num_heads, 1) - GAP, self.max_side), 4.0)
        pitch = side + GAP
        flat = side * max(min(rows, columns) / max(rows, columns, 1), FLATTEST)
        size = QSizeF(flat, side) if rows > columns else QSizeF(side, flat)

        def cell(layer: int, head: int) -> QRectF:
            x = LEFT + head * pitch + (side - size.width()) / 2
            y = TOP + layer * pitch + (side - size.height()) / 2
            return QRectF(x, y, size.width(), size.height())

        whole = QRectF(0, 0, width, TOP + pitch * num_layers)
        sketch.custom(whole, partial(self._paint_thumbnails, cell, sketch.palette))
        for layer, head in np.ndindex(num_layers, num_heads):
            self._draw_head(sketch, cell(layer, head), HeadHit(layer, head), pitch)
        if self.selected != (None, None):
            (first, last), (left, right) = map(_ends, self.selected, (num_layers, num_heads))
            around = cell(first, left).united(cell(last, right)).adjusted(-1, -1, 1, 1)
            sketch.frame(around, sketch.palette.accent, width=2.5)
        every = ceil(NUMBER_PITCH / pitch)
        for head in range(0, num_heads, every):
            box = QRectF(cell(0, head).left() - 8, 0, size.width() + 16, TOP - 4)
            draw_number(sketch, box, head, head == self.selected[1])
        for layer in range(0, num_layers, every):
            box = QRectF(0, cell(layer, 0).top(), LEFT - 6, size.height())
            draw_number(sketch, box, layer, layer == self.selected[0], RIGHT)
        below = QRectF(LEFT, whole.bottom() - GAP, num_heads * pitch - GAP, 0)
        middle, end = (f"{self.scale.value_at(share):g}" for share in (0.5, 1.0))
        _draw_scale(sketch, below, self._colour, end, self.scale.label, middle)

    def _colour(self, palette: Palette, share: float) -> QColor:
        return QColor(table_colour(palette.sequential, round(share * (LUT_SIZE - 1))))

    def _draw_head(self, sketch: Sketch, cell: QRectF, hit: HeadHit, pitch: float) -> None:
        """What can be pointed at: the thumbnail, and half of the space to the next ones."""
        off = (hit.layer, hit.head) in self.off
        tip = tr("Layer {layer}, head {head}", layer=hit.layer + 1, head=hit.head + 1)
        tip += tr(", switched off") if off else ""
        around = QRectF(0, 0, pitch, pitch)
        around.moveCenter(cell.center())
        sketch.target(around, hit)
        sketch.target(cell, hit, tip)
        if off:
            sketch.fill(cell, sketch.palette.ground, alpha=0.7)
            sketch.line(cell.topLeft(), cell.bottomRight(), sketch.palette.error, width=1.6)
            sketch.line(cell.bottomLeft(), cell.topRight(), sketch.palette.error, width=1.6)

    @memoize
    def _image(self, palette: Palette) -> QImage:
        """All maps in one image of L*r by H*c pixels."""
        num_layers, num_heads, rows, columns = self._indices.shape
        flat = self._indices.transpose(0, 2, 1, 3).reshape(num_layers * rows, num_heads * columns)
        return lookup_image(flat, palette.sequential)

    def _paint_thumbnails(
        self, cell: Callable[[int, int], QRectF], palette: Palette, painter: QPainter
    ) -> None:
        num_layers, num_heads, rows, columns = self._indices.shape
        places = {at: cell(*at) for at in np.ndindex(num_layers, num_heads)}
        side = max((max(place.width(), place.height()) for place in places.values()), default=0)
        smooth = side < max(rows, columns)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=smooth)
        for (layer, head), place in places.items():
            part = QRectF(head * columns, layer * rows, columns, rows)
            paint_cells(painter, place, self._image(palette), part)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.line))
        painter.drawRects(list(places.values()))


def draw_number(
    sketch: Sketch,
    box: QRectF,
    index: int,
    selected: bool = False,
    align: Qt.AlignmentFlag = CENTRE,
) -> None:
    """The number of a layer or head, counted from one."""
    colour = sketch.palette.accent if selected else sketch.palette.muted
    sketch.text(box, str(index + 1), colour, pixels=fonts.SMALL, align=align)


def _ends(selected: int | None, count: int) -> tuple[int, int]:
    """The first and the last of what is selected: one, or all."""
    return (0, count - 1) if selected is None else (selected, selected)


@dataclass(eq=False)
class MeasureGrid(Sketched):
    """Values (L, H) from zero to `maximum`; grids that are compared share it.

    Where the cells have no room for their numbers, a scale below them says what the colours mean,
    in `scale_unit`; `unit` may say more of a single number.
    """

    values: NDArray[np.floating]
    _: KW_ONLY
    maximum: float
    unit: str = ""
    scale_unit: str = ""
    selected: Selected = (None, None)
    row_height: float = MAX_CELL[1]

    def __post_init__(self) -> None:
        self.maximum = self.maximum if self.maximum > 0 else 1.0

    def draw(self, sketch: Sketch, width: float) -> None:
        num_layers, num_heads = self.values.shape
        down = self.row_height
        across = max(min((width - MEASURE_LEFT - 2) / max(num_heads, 1), MAX_CELL[0]), 3.0)
        has_numbers = across >= MIN_NUMBER_CELL[0] and down >= MIN_NUMBER_CELL[1]
        area = QRectF(MEASURE_LEFT, MEASURE_TOP, across * num_heads, down * num_layers)
        cells = Cells(area, num_layers, num_heads)
        for layer, head in np.ndindex(num_layers, num_heads):
            self._draw_cell(sketch, cells.cell(layer, head), HeadHit(layer, head), has_numbers)
        sketch.reserve(area.adjusted(0, 0, 0, 2))
        if not has_numbers:
            end = _short(self.maximum)
            _draw_scale(sketch, area.adjusted(0, 0, -1, 0), _measure_colour, end, self.scale_unit)
        for head in range(0, num_heads, ceil(NUMBER_PITCHES[0] / across)):
            middle = cells.column(head).center().x()
            draw_number(sketch, QRectF(middle - 12, 0, 24, MEASURE_TOP - 3), head)
        for layer in range(0, num_layers, ceil(NUMBER_PITCHES[1] / down)):
            box = QRectF(0, cells.row(layer).top(), MEASURE_LEFT - 5, down)
            draw_number(sketch, box, layer, align=RIGHT)
        layer, head = self.selected
        if layer is not None and head is not None:
            chosen = cells.cell(layer, head).adjusted(0, 0, -1, -1)
            # Two lines, so that one of them is visible on any colour.
            sketch.frame(chosen, sketch.palette.text, width=2.0)
            sketch.frame(chosen.adjusted(1.5, 1.5, -1.5, -1.5), sketch.palette.ground)

    def _draw_cell(self, sketch: Sketch, cell: QRectF, hit: HeadHit, has_number: bool) -> None:
        value = float(self.values[hit.layer, hit.head])
        ground = sketch.palette.heat(STRONGEST * value / self.maximum)
        inside = cell.adjusted(0, 0, -1, -1)
        sketch.fill(inside, ground)
        if has_number:
            text = _short(value)
            sketch.text(inside, text, ink_on(ground), pixels=fonts.SMALL, align=CENTRE)
        tip = tr(
            "Layer {layer}, head {head}: {value} {unit}",
            layer=hit.layer + 1,
            head=hit.head + 1,
            value=number(value),
            unit=self.unit,
        )
        sketch.target(cell, hit, tip.rstrip())


def _measure_colour(palette: Palette, share: float) -> QColor:
    return QColor(palette.heat(STRONGEST * share))


def _draw_scale(
    sketch: Sketch,
    cells: QRectF,
    colour: Callable[[Palette, float], QColor],
    end: str,
    unit: str,
    middle: str = "",
) -> None:
    """Draw a colour scale from zero to the end, below the cells and as wide as they are.

    The unit, and the number in the middle, are left out where they have no room.
    """
    bar = QRectF(cells.left(), cells.bottom() + SCALE_GAP, cells.width(), SCALE_BAR)
    colours = QLinearGradient(bar.topLeft(), bar.topRight())
    for share in np.linspace(0, 1, SCALE_STEPS + 1):
        colours.setColorAt(share, colour(sketch.palette, float(share)))
    sketch.custom(bar, lambda painter: painter.fillRect(bar, colours))
    text = QRectF(bar.left(), bar.bottom(), bar.width(), SCALE_TEXT)
    sketch.reserve(text.adjusted(0, 0, 0, 2))
    whole = f"{end} {unit}".rstrip()
    muted = sketch.palette.muted
    fits = fonts.text_width(f"0  {whole}", fonts.SMALL) <= bar.width()
    beside = 2 * fonts.text_width(f" {whole}", fonts.SMALL) + fonts.text_width(middle, fonts.SMALL)
    sketch.text(text, "0", muted, pixels=fonts.SMALL)
    sketch.text(text, whole if fits else end, muted, pixels=fonts.SMALL, align=RIGHT)
    if middle and beside <= bar.width():
        sketch.text(text, middle, muted, pixels=fonts.SMALL, align=CENTRE)


def _short(value: float) -> str:
    """A number as a cell has room for."""
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"
