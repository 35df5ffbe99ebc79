"""One number for each head, laid out like the thumbnails: layers downwards, heads across."""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QLinearGradient

from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.maps.head_grid import HeadHit, Selected, draw_number
from explorer.ui.graphics.sketch import CENTRE, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on

LEFT, TOP = 18.0, 18.0
MAX_CELL = (30.0, 26.0)
MIN_NUMBER_CELL = (22.0, 16.0)
NUMBER_PITCHES = (16.0, 14.0)  # across and down, from one number of a head or layer to the next
SCALE_GAP, SCALE_BAR, SCALE_TEXT = 6.0, 6.0, 16.0  # below cells that have no room for numbers
SCALE_STEPS = 8  # between the colours of the scale it runs evenly
STRONGEST = 0.8  # of the map, so that a number reads on every cell


class MeasureGrid(Sketched):
    """Values (L, H) from zero to `maximum`; grids that are compared share it.

    Where the cells have no room for their numbers, a scale below them says what the colours mean,
    in `scale_unit`; `unit` may say more of a single number.
    """

    def __init__(
        self,
        values: NDArray[np.floating],
        *,
        maximum: float,
        unit: str = "",
        scale_unit: str = "",
        selected: Selected = (None, None),
        row_height: float = MAX_CELL[1],
    ) -> None:
        self.values = values
        self.maximum = maximum if maximum > 0 else 1.0
        self.unit = unit
        self.scale_unit = scale_unit
        self.selected = selected
        self.row_height = row_height

    def draw(self, sketch: Sketch, width: float) -> None:
        num_layers, num_heads = self.values.shape
        down = self.row_height
        across = max(min((width - LEFT - 2) / max(num_heads, 1), MAX_CELL[0]), 3.0)
        has_numbers = across >= MIN_NUMBER_CELL[0] and down >= MIN_NUMBER_CELL[1]
        for layer, head in np.ndindex(num_layers, num_heads):
            cell = QRectF(LEFT + head * across, TOP + layer * down, across, down)
            self._draw_cell(sketch, cell, HeadHit(layer, head), has_numbers)
        area = QRectF(LEFT, TOP, across * num_heads, down * num_layers)
        sketch.reserve(area.adjusted(0, 0, 0, 2))
        if not has_numbers:
            self._draw_scale(sketch, area)
        for head in range(0, num_heads, ceil(NUMBER_PITCHES[0] / across)):
            draw_number(sketch, QRectF(LEFT + (head + 0.5) * across - 12, 0, 24, TOP - 3), head)
        for layer in range(0, num_layers, ceil(NUMBER_PITCHES[1] / down)):
            box = QRectF(0, TOP + layer * down, LEFT - 5, down)
            draw_number(sketch, box, layer, align=RIGHT)
        layer, head = self.selected
        if layer is not None and head is not None:
            chosen = QRectF(LEFT + head * across, TOP + layer * down, across - 1, down - 1)
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
        tip = f"Layer {hit.layer + 1}, head {hit.head + 1}: {number(value)} {self.unit}"
        sketch.target(cell, hit, tip.rstrip())

    def _draw_scale(self, sketch: Sketch, cells: QRectF) -> None:
        """As wide as the cells, from zero to the maximum."""
        bar = QRectF(LEFT, cells.bottom() + SCALE_GAP, cells.width() - 1, SCALE_BAR)
        colours = QLinearGradient(bar.topLeft(), bar.topRight())
        for share in np.linspace(0, 1, SCALE_STEPS + 1):
            colours.setColorAt(share, QColor(sketch.palette.heat(STRONGEST * share)))
        sketch.custom(bar, lambda painter: painter.fillRect(bar, colours))
        text = QRectF(LEFT, bar.bottom(), bar.width(), SCALE_TEXT)
        sketch.reserve(text.adjusted(0, 0, 0, 2))
        end = _short(self.maximum)
        label = f"{end} {self.scale_unit}".rstrip()
        fits = fonts.text_width(f"0  {label}", fonts.SMALL) <= bar.width()
        sketch.text(text, "0", sketch.palette.muted, pixels=fonts.SMALL)
        end = label if fits else end
        sketch.text(text, end, sketch.palette.muted, pixels=fonts.SMALL, align=RIGHT)


def _short(value: float) -> str:
    """A number as a cell has room for."""
    return f"{value:.1f}" if value < 9.95 else f"{value:.0f}"
