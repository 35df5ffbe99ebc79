"""The weights of one model as rectangles whose areas are their numbers of parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from explorer.core.localization import tr
from explorer.core.parameters.inventory import PARTS, Inventory, Part, Weight
from explorer.core.parameters.squarified import squarify
from explorer.core.readable import readable_count
from explorer.ui.graphics.drawing import GRID
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.panels.parameters.parts import part_colour
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on

MIN_HEIGHT, MAX_HEIGHT = 180.0, 260.0
SHAPE = 0.56  # height of a map in widths
LINE_HEIGHT = 15.0


@dataclass(frozen=True)
class WeightHit:
    """A weight by its place among those of the model."""

    index: int
    part: Part


class Treemap(Sketched):
    """Parts first, and in each part its weights, those of all layers as one."""

    def __init__(self, inventory: Inventory, selected: Part | None = None) -> None:
        self.weights = tuple(
            w for part in PARTS for w in inventory.weights_of_part(part) if w.count
        )
        self.parameters = inventory.parameters
        self.selected = selected

    def draw(self, sketch: Sketch, width: float) -> None:
        whole = QRectF(0, 0, width, min(max(width * SHAPE, MIN_HEIGHT), MAX_HEIGHT))
        cells, outlined = self._cells(whole), []
        for index, weight in enumerate(self.weights):
            cell, ground = cells[weight], part_colour(sketch.palette, weight.part)
            gap = 1.0 if min(cell.width(), cell.height()) > 2.5 else 0.0
            inside = cell.adjusted(0, 0, -gap, -gap)
            sketch.fill(inside, ground)
            _draw_words(sketch, inside, weight, ink_on(ground))
            sketch.target(cell, WeightHit(index, weight.part), self._tip(weight))
            if weight.part == self.selected:
                outlined.append(cell.adjusted(0, 0, -1, -1))
        for cell in outlined:
            sketch.frame(cell, sketch.palette.text, width=2)
        sketch.reserve(whole)

    def _cells(self, whole: QRectF) -> dict[Weight, QRectF]:
        """The rectangle of every weight, in that of its part."""
        groups = [[w for w in self.weights if w.part == part] for part in PARTS]
        groups = sorted(filter(None, groups), key=lambda g: -sum(w.count for w in g))
        room = 0.0, 0.0, whole.width(), whole.height()
        areas = squarify([sum(w.count for w in group) for group in groups], room)
        return {
            weight: QRectF(*cell)
            for group, area in zip(groups, areas, strict=True)
            for weight, cell in zip(group, squarify([w.count for w in group], area), strict=True)
        }

    def _tip(self, weight: Weight) -> str:
        share = weight.count / self.parameters
        return tr(
            "{name}: {product} = {count:,} parameters, {share:.1%}",
            name=weight.name,
            product=weight.product,
            count=weight.count,
            share=share,
        )


def _draw_words(sketch: Sketch, cell: QRectF, weight: Weight, ink: str) -> None:
    """The name, as much of it as there is room for, and below it the number."""
    room = cell.adjusted(GRID / 2, 2, -GRID / 2, -2)
    fitting = (lines for lines in weight.shorter_names() if _fit(lines, room))
    if (names := next(fitting, None)) is None:
        return
    for n, line in enumerate((*names, readable_count(weight.count))):
        bottom = (n + 1) * LINE_HEIGHT
        fits = fonts.text_width(line, fonts.SMALL) <= room.width()
        if bottom <= room.height() + 2 and fits:
            place = QRectF(room.left(), room.top() + n * LINE_HEIGHT, room.width() + 2, LINE_HEIGHT)
            sketch.text(place, line, ink, pixels=fonts.SMALL, bold=n < len(names))


def _fit(lines: Sequence[str], room: QRectF) -> bool:
    """Whether bold lines fit into a cell; one may be a little taller than it."""
    if len(lines) > 1 and len(lines) * LINE_HEIGHT > room.height() + 2:
        return False
    return all(fonts.text_width(one, fonts.SMALL, bold=True) <= room.width() for one in lines)
