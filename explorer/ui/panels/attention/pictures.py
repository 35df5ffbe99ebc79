"""How the large picture of one model is laid out: a map, lines, both, its terms, or its bias."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from PySide6.QtCore import QRectF

from explorer.ui.graphics.drawing import GRID, Group, Place, Tagged, TextBlock
from explorer.ui.graphics.maps.head_lines import HeadLines
from explorer.ui.graphics.maps.heat_map import MIN_LABEL_PITCH
from explorer.ui.panels.attention.maps import AttentionMap, RowNames
from explorer.ui.panels.attention.scene import FigurePart
from explorer.ui.style.fonts import SMALL

MIN_LINES = 180.0  # pixels, else lines are below the map
MIN_MAP = 120.0  # pixels of a term, else they wrap
BETWEEN = 1.5 * GRID
NUM_RESULTS = 2  # the sum and the weights, which may have a line of their own


class MapWithLines(Group):
    """Both side by side, or one below the other where there is no room."""

    def __init__(self, large: AttentionMap, lines: HeadLines, part: FigurePart) -> None:
        super().__init__((Tagged(large, part), Tagged(lines, part)))
        self._map = large

    def _is_beside(self, width: float) -> bool:
        """Whether the lines fit next to a map whose tokens all have names."""
        named = self._map.room[0] + GRID + len(self._map.columns) * MIN_LABEL_PITCH
        return width - named - 3 * GRID >= MIN_LINES

    def least_height(self, width: float) -> float:
        large, lines = self.drawings
        if self._is_beside(width):
            wide = width - 3 * GRID - MIN_LINES
            return max(large.least_height(wide), lines.least_height(width))
        return large.least_height(width) + lines.least_height(width) + 2 * GRID

    def _places(self, width: float, height: float = inf) -> list[Place]:
        large, lines = self.drawings
        if self._is_beside(width):
            room = width - 3 * GRID - MIN_LINES
            height = min(height, max(large.size(room).height(), lines.size(width).height()))
            left = self._map.natural_width(room, height) + 3 * GRID
            beside = QRectF(left, 0, width - left, height)
            return [Place(1, beside), Place(0, QRectF(0, 0, room, height))]
        whole, of_lines = large.size(width).height(), lines.size(width).height()
        height = min(height, whole + of_lines + 2 * GRID)
        tall = min(height - lines.least_height(width) - 2 * GRID, whole)
        below = QRectF(0, tall + 2 * GRID, width, height - tall - 2 * GRID)
        return [Place(0, QRectF(0, 0, width, tall)), Place(1, below)]


class Equation(Group):
    """Terms and their sum side by side, each under its title, in as few lines as are readable.

    As many are in a line as there is room for; but where their tokens could not all be named, and
    could with the results below the terms, the results have a line of their own. Maps leave out the
    names of their rows, which are at the left of each line.
    """

    def __init__(
        self,
        maps: Sequence[AttentionMap],
        titles: Sequence[str],
        names_room: float,
        part: FigurePart,
    ) -> None:
        self.maps = tuple(maps)
        first = maps[0]
        self._left = names_room + GRID  # the names of the rows
        blocks = (TextBlock(title, muted=False, pixels=SMALL) for title in titles)
        tagged = (Tagged(each, part) for each in (*maps, RowNames(first)))
        super().__init__((*blocks, *tagged))

    def least_width(self) -> float:
        """All in one line."""
        count = len(self.maps)
        across = max(len(self.maps[0].columns) * MIN_LABEL_PITCH + 2, MIN_MAP)
        return self._left + count * across + (count - 1) * BETWEEN

    def _inner(self, width: float, count: int) -> float:
        """The width of the cells of one map where so many are in a line."""
        return (width - self._left - BETWEEN * (count - 1)) / count

    def _count(self, width: float) -> int:
        """How many are in a line."""
        whole, named = len(self.maps), len(self.maps[0].columns) * MIN_LABEL_PITCH
        most = int((width - self._left + BETWEEN) // (MIN_MAP + BETWEEN))
        most = max(1, min(whole, most))
        fewer = whole - NUM_RESULTS
        is_better = 0 < fewer <= most and self._inner(width, fewer) >= named
        return fewer if is_better and self._inner(width, most) < named else most

    def _layout(self, width: float) -> tuple[int, int, float, float]:
        """How many are in a line, the lines, the width of cells, and the height of titles."""
        count = self._count(width)
        inner = self._inner(width, count)
        titles = self.drawings[: len(self.maps)]
        head = max(title.size(inner).height() for title in titles) + 2
        return count, -(-len(self.maps) // count), inner, head

    def least_height(self, width: float) -> float:
        _, lines, inner, head = self._layout(width)
        least = self.maps[0].least_height(inner + GRID)
        return lines * (head + least) + (lines - 1) * 2 * GRID

    def _places(self, width: float, height: float = inf) -> list[Place]:
        whole, (count, lines, inner, head) = len(self.maps), self._layout(width)
        most = head + self.maps[0].size(inner + GRID).height()
        line = min((height - (lines - 1) * 2 * GRID) / lines, most)
        inner = min(inner, max(self.maps[0].natural_width(inner + GRID, line - head), MIN_MAP))
        places: list[Place] = []
        for index, large in enumerate(self.maps):
            down, across = divmod(index, count)
            left, top = self._left + across * (inner + BETWEEN), down * (line + 2 * GRID)
            rect = QRectF(left - GRID, top + head, inner + GRID, line - head)
            places.append(Place(index, QRectF(left, top, inner, head)))
            places.append(Place(whole + index, rect))
            if across == 0:
                cells = large.cells(rect).area
                places.append(Place(2 * whole, QRectF(0, cells.top(), self._left, cells.height())))
        return places
