"""The figure of the Attention panel: all heads small, the chosen one large, one column per model.

A figure is built once from the answers, for a room of some height, and does not change afterwards.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF

from explorer.core.attention.view import TokenAxis
from explorer.ui.graphics.charts import measure_grid
from explorer.ui.graphics.charts.bars import BarHit
from explorer.ui.graphics.drawing import Drawing, Group, Place, TextBlock, Titled, memoized
from explorer.ui.graphics.maps import head_grid
from explorer.ui.graphics.maps.head_grid import HeadHit
from explorer.ui.graphics.maps.head_lines import AreaHit
from explorer.ui.graphics.maps.heat_map import (
    AxisHit,
    CellHit,
)
from explorer.ui.graphics.tagged import tagged
from explorer.ui.panels.attention.bias_chart import BiasHit
from explorer.ui.panels.attention.column import (
    AttentionChoice,
    AttentionColumn,
    FigurePart,
    HeadAt,
    PictureAt,
    TokenAt,
    feed_of,
)
from explorer.ui.panels.attention.parts import (
    GAP,
    MIN_MEASURE,
    Columns,
    FigureParts,
    thumbnail_side,
)
from explorer.ui.style import fonts
from models.schema.records import NO_ORIGIN

COLUMN_GAP, HEAD_GAP = 32.0, 8.0  # pixels
MIN_COLUMN = 200.0  # pixels, else columns wrap
MIN_SIDE = 420.0  # pixels of a large picture with the thumbnails beside it
MIN_MEASURES = 2 * MIN_MEASURE + GAP


class AttentionFigure(Group):
    """`room` is the height that there is, or None where any height will do.

    Large pictures take what the thumbnails and the legend leave of it. What the prediction loses
    by an ablation is below, so that it moves nothing.
    """

    def __init__(
        self, columns: Columns, choice: AttentionChoice, room: float | None = None
    ) -> None:
        self.columns = tuple(columns)
        self.choice = choice
        self.room = room
        self.parts = FigureParts(columns, choice, thumbnail_side(columns, room))
        super().__init__(self.parts.drawings, "Attention")

    @property
    def views(self) -> list[AttentionColumn]:
        """The models that are drawn; of a difference both."""
        return self.parts.views

    @property
    def pair(self) -> tuple[AttentionColumn, AttentionColumn] | None:
        """The models whose difference is drawn."""
        return self.parts.pair

    def pointed(self, hit: Any) -> HeadAt | TokenAt | PictureAt | None:
        """What is under a hit, in terms of models, heads and tokens."""
        found = tagged(hit)
        if found is None:
            return None
        part, inner = found.tag, found.hit
        assert isinstance(part, FigurePart)
        if isinstance(inner, HeadHit):
            return HeadAt(part.column, inner.layer, inner.head)
        if isinstance(inner, BiasHit):
            return HeadAt(part.column, None, inner.head)
        if isinstance(inner, CellHit | AreaHit):
            return PictureAt(None if part.kind == "difference" else part.column)
        column = self.columns[part.column]
        assert isinstance(column, AttentionColumn)
        if isinstance(inner, BarHit):
            effect = column.answer.effect
            assert effect is not None
            return TokenAt(part.column, column.affected[inner.index].position, effect.feed)
        return _token(part.column, column, inner)

    def name_ends(self, width: float) -> dict[int, QPointF]:
        """Where the titles with the names of the models end, by column."""
        ends = {}
        for place in self._places(width):
            kind, column = self._kinds[place.index]
            drawing = self.drawings[place.index]
            if self.parts.fills and kind == "head" and isinstance(self.choice.alone, int):
                column, kind = self.choice.alone, "name"
            if kind == "name" and isinstance(drawing, Titled):
                line = drawing._title_line(place.rect)
                title = drawing.shown_title(place.rect.width())
                ends[column] = line.topLeft() + QPointF(fonts.text_width(title, bold=True), 0)
        return ends

    @property
    def _kinds(self) -> dict[int, tuple[str, int]]:
        """What each drawing is, and of which column."""
        return {index: kind for kind, index in self.parts.index.items()}

    def in_room(self, room: float) -> AttentionFigure:
        """The same in a room of another height."""
        if thumbnail_side(self.columns, room) != self.parts.side:
            return AttentionFigure(self.columns, self.choice, room)
        return self.replaced(room=room)

    def fit_page(self, width: float, height: float) -> Drawing:
        """The figure for a page: everything fits, and there are no hints."""
        legend = self.parts.index.get(("legend", 0))
        ends = [p.rect.bottom() for p in self._places(width) if p.index == legend]
        below = self.size(width).height() - max(ends, default=0.0)
        made = self.in_room(height - below)
        return made.for_export() or made

    @memoized
    def _places(self, width: float) -> list[Place]:
        page = _Page(self.parts.index)
        beside = not self.parts.fills and self._is_beside(width)
        if beside:
            low = self._place_side(page, width)
            self._place_large(page, width, 0.0, self._grid_room + GAP)
            page.bottom = max(page.bottom, low - GAP)
        else:
            measured = self._place_heads(page, width)
            self._place_large(page, width, 0.0 if self.parts.fills else page.bottom + GAP, 0.0)
        if not (beside or self.parts.fills or measured):
            self._place_measures(page, width)
        page.below("effects", self._tall("effects", width), width)
        page.below("notes", self._tall("notes", width), width)
        return page.places

    def _tall(self, kind: str, width: float, column: int = 0) -> float:
        index = self.parts.index.get((kind, column))
        return 0.0 if index is None else self.drawings[index].size(width).height()

    @property
    def _grid_room(self) -> float:
        return max(self.parts.grid_width, MIN_MEASURES - GAP)

    def _is_beside(self, width: float) -> bool:
        """Whether the thumbnails are at the side of the large pictures."""
        if not self.parts.answered or self.pair is not None:
            return False
        least = max([MIN_SIDE, *(picture.min_width for _, picture in self.parts.pictures)])
        lines = _split(len(self.parts.pictures), width, self._min_width)
        return len(lines) == 1 and lines[0][0][2] - self._grid_room - GAP >= least

    @property
    def _min_width(self) -> float:
        return max((picture.min_width for _, picture in self.parts.pictures), default=MIN_COLUMN)

    def _place_side(self, page: _Page, width: float) -> float:
        """Thumbnails and measures at the left of each column; returns where they end."""
        low = 0.0
        for index, x, _ in _split(len(self.parts.pictures), width, self._min_width)[0]:
            bottom = 0.0
            for kind in ("name", "measures"):
                tall = self._tall(kind, self._grid_room, index)
                page.put(kind, index, QRectF(x, bottom, self._grid_room, tall))
                bottom += tall + GAP
            low = max(low, bottom)
        return low

    def _place_heads(self, page: _Page, width: float) -> bool:
        """Thumbnails in a line of columns; returns whether the measures are in that line too."""
        lines = _split((0 if self.parts.fills else len(self.columns)), width, MIN_COLUMN)
        left = self.parts.grid_width + 3 * GAP / 2
        measured = all(w - left >= MIN_MEASURES for line in lines for _, _, w in line)
        for line in lines:
            top = page.bottom + (GAP if page.bottom else 0.0)
            for index, x, w in line:
                if measured and ("measures", index) in self.parts.index:
                    level = top + self._level(index, w)
                    tall = self._tall("measures", w - left, index)
                    page.put("measures", index, QRectF(x + left, level, w - left, tall))
                page.put("name", index, QRectF(x, top, w, self._tall("name", w, index)))
        return measured

    def _level(self, index: int, width: float) -> float:
        """How much lower the measures begin than the title, for their rows to be level."""
        titled = self.drawings[self.parts.index["name", index]]
        assert isinstance(titled, Titled)
        own = Titled(TextBlock(""), "")._head(width) + measure_grid.TOP
        return titled._head(width) + head_grid.TOP - own

    def _place_large(self, page: _Page, width: float, top: float, indent: float) -> None:
        """The large pictures, which share what is left of the room; `indent` pixels are taken."""
        lines = _split(len(self.parts.pictures), width, self._min_width)
        heads = [
            max(self._tall("head", w - indent, index) for index, _, w in line) + HEAD_GAP
            for line in lines
        ]
        others = top + sum(heads) + len(lines) * GAP + self._tall("legend", width - indent)
        share = None if self.room is None else (self.room - others) / max(len(lines), 1)
        for line, head in zip(lines, heads, strict=True):
            heights = [self.parts.pictures[index][1].heights(w - indent) for index, _, w in line]
            least, most = (max(ends) for ends in zip(*heights, strict=True))
            height = most if share is None else min(max(share, least), most)
            for index, x, w in line:
                left, wide = x + indent, w - indent
                page.put("head", index, QRectF(left, top, wide, head - HEAD_GAP))
                for place in self.parts.pictures[index][1].places(wide, height):
                    name = f"picture {place.index}" if place.index else "picture"
                    page.put(name, index, place.rect.translated(left, top + head))
            top += head + height + GAP
        wide = width - indent
        page.put("legend", 0, QRectF(indent, top, wide, self._tall("legend", wide)))

    def _place_measures(self, page: _Page, width: float) -> None:
        """The measures below the large pictures, if they do not fit next to the thumbnails."""
        for line in _split((0 if self.parts.fills else len(self.columns)), width, MIN_COLUMN):
            top = page.bottom + GAP
            for index, x, w in line:
                name = self._tall("measured", w, index)
                page.put("measured", index, QRectF(x, top, w, name))
                tall = self._tall("measures", w, index)
                page.put("measures", index, QRectF(x, top + name, w, tall))


class _Page:
    """Where drawings are put, one after the other."""

    def __init__(self, index: dict[tuple[str, int], int]) -> None:
        self._index = index
        self.places: list[Place] = []
        self.bottom = 0.0

    def put(self, kind: str, column: int, rect: QRectF) -> None:
        """Put a drawing of a column there, if it has such a one."""
        if (kind, column) in self._index:
            self.places.append(Place(self._index[kind, column], rect))
            self.bottom = max(self.bottom, rect.bottom())

    def below(self, kind: str, height: float, width: float) -> None:
        """Put a drawing below all others."""
        self.put(kind, 0, QRectF(0, self.bottom + GAP, width, height))


def _split(count: int, width: float, least: float) -> list[list[tuple[int, float, float]]]:
    """Equally wide columns in as many lines as they need: (column, left, width)."""
    if not count:
        return []
    most = max(1, min(count, int((width + COLUMN_GAP) // (least + COLUMN_GAP))))
    most = -(-count // -(-count // most))  # four are two and two, not three and one
    wide = (width - COLUMN_GAP * (most - 1)) / most
    return [
        [(index, (index - start) * (wide + COLUMN_GAP), wide) for index in range(start, end)]
        for start, end in ((at, min(at + most, count)) for at in range(0, count, most))
    ]


def _token(index: int, column: AttentionColumn, hit: AxisHit) -> TokenAt | None:
    """The token of a row or column."""
    axis: TokenAxis = column.view.rows if hit.axis == "row" else column.view.columns
    place = int(axis.places[hit.position])
    return None if place == NO_ORIGIN else TokenAt(index, place, feed_of(axis))
