"""Maps that stand in one line, such as terms and their sum; the first names the rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from explorer.ui.drawing import GRID, Drawing, Group, Place
from explorer.ui.widgets.attention.maps import AttentionMap

MIN_MAP = 120.0  # pixels, else they wrap
BETWEEN = 1.5 * GRID


class Equation(Group):
    """Maps of the same tokens side by side, as many in a line as there is room for."""

    def __init__(self, maps: Sequence[AttentionMap], shown: Sequence[Drawing]) -> None:
        """`shown` are the same maps under their titles."""
        super().__init__(shown)
        self.maps = tuple(maps)
        self._names = maps[0].label_widths

    def _places(self, width: float) -> list[Place]:
        left = self._names[0] + GRID  # the names of the rows
        count = int((width - left + BETWEEN) // (MIN_MAP + BETWEEN))
        count = max(1, min(len(self.maps), count))
        inner = (width - left - BETWEEN * (count - 1)) / count
        self.maps[0].align(self._names)
        inner = min(inner, max(self.maps[0].natural_width(left + inner) - left, MIN_MAP))
        places: list[Place] = []
        top = bottom = 0.0
        for index, drawing in enumerate(self.drawings):
            number = index % count
            if number == 0 and index:
                top = bottom + 2 * GRID
            margin = GRID if number else left
            self.maps[index].align((margin - GRID, self._names[1]))
            x = left + number * (inner + BETWEEN) - margin
            height = drawing.size(margin + inner).height()
            places.append(Place(index, QRectF(x, top, margin + inner, height)))
            bottom = max(bottom, top + height)
        return places
