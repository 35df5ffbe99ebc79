"""Maps that stand in one line, such as terms and their sum; the first names the rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from explorer.ui.graphics.drawing import GRID, Drawing, Group, Place, TextBlock
from explorer.ui.graphics.maps.heat_map import MIN_LABEL_PITCH
from explorer.ui.panels.attention.maps import AttentionMap
from explorer.ui.style.fonts import SMALL

MIN_MAP = 120.0  # pixels, else they wrap
BETWEEN = 1.5 * GRID
NUM_RESULTS = 2  # the sum and the weights, which may stand in a line of their own


class Equation(Group):
    """Maps of the same tokens side by side, each under its title, in as few lines as stay readable.

    As many stand in a line as there is room for; but where their tokens could not all be named,
    and could with what is made of the terms below them, it stands there.
    """

    def __init__(
        self, maps: Sequence[AttentionMap], titles: Sequence[str], shown: Sequence[Drawing]
    ) -> None:
        """`shown` are the same maps, as they are clicked."""
        heads = [TextBlock(title, muted=False, pixels=SMALL) for title in titles]
        super().__init__([*heads, *shown])
        self.maps = tuple(maps)
        self._names = maps[0].label_widths

    @property
    def line_width(self) -> float:
        """What all of them need in one line, so that every token can be named."""
        count = len(self.maps)
        across = max(len(self.maps[0].columns) * MIN_LABEL_PITCH + 2, MIN_MAP)
        return self._left + count * across + (count - 1) * BETWEEN

    @property
    def _left(self) -> float:
        return self._names[0] + GRID  # the names of the rows

    def _inner(self, width: float, count: int) -> float:
        """The width of one map where so many stand in a line."""
        return (width - self._left - BETWEEN * (count - 1)) / count

    def _count(self, width: float) -> int:
        """How many stand in a line."""
        whole, named = len(self.maps), len(self.maps[0].columns) * MIN_LABEL_PITCH
        most = int((width - self._left + BETWEEN) // (MIN_MAP + BETWEEN))
        most = max(1, min(whole, most))
        for count in (most, whole - NUM_RESULTS):
            if 0 < count <= most and self._inner(width, count) >= named:
                return count
        return most

    def _places(self, width: float) -> list[Place]:
        left, count = self._left, self._count(width)
        self.maps[0].align(self._names)
        inner = self._inner(width, count)
        inner = min(inner, max(self.maps[0].natural_width(left + inner) - left, MIN_MAP))
        places: list[Place] = []
        top = bottom = 0.0
        for index in range(len(self.maps)):
            number = index % count
            if number == 0 and index:
                top = bottom + 2 * GRID
            x = left + number * (inner + BETWEEN)
            margin = GRID if number else left
            self.maps[index].align((margin - GRID, self._names[1]))
            places += self._titled(index, QRectF(x, top, inner, 0.0), margin)
            bottom = max(bottom, places[-1].rect.bottom())
        return places

    def _titled(self, index: int, spot: QRectF, margin: float) -> tuple[Place, Place]:
        """A title above the cells of its map, whose names of rows stand in the margin."""
        head, drawn = self.drawings[index], self.drawings[len(self.maps) + index]
        wide, tall = margin + spot.width(), head.size(spot.width()).height()
        title = QRectF(spot.left(), spot.top(), spot.width(), tall)
        below = QRectF(spot.left() - margin, title.bottom() + 2, wide, drawn.size(wide).height())
        return Place(index, title), Place(len(self.maps) + index, below)
