"""The figure of the Attention panel: all heads small, the chosen one large, one column per model.

A figure is built once from a scene, for a room of some height, and does not change afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from PySide6.QtCore import QPointF, QRectF

from explorer.core.localization import tr
from explorer.ui.graphics.drawing import (
    MIN_COLUMN,
    Drawing,
    Group,
    Placement,
    TextBlock,
    Titled,
    find_tag_hit,
    lines_of,
    memoize,
)
from explorer.ui.graphics.maps import head_grid
from explorer.ui.panels.attention.parts import GAP, MIN_MEASURE, FigureParts, thumbnail_side
from explorer.ui.panels.attention.scene import AttentionColumn, AttentionScene, FigurePart
from explorer.ui.style import fonts

HEAD_GAP = 8.0  # pixels
MIN_SIDE = 420.0  # pixels of a large picture with the thumbnails beside it
MIN_MEASURES = 2 * MIN_MEASURE + GAP
HEADS, MEASURES, MAPS, ABLATION = (
    tr("All heads"),
    tr("Entropy and distance"),
    tr("Maps"),
    tr("Ablation"),
)
# Parts of the figure of which a file can leave some out, with the kinds of drawings in each.
SECTIONS = {
    HEADS: ("name",),
    MEASURES: ("measured", "measures"),
    MAPS: ("head", "picture", "legend", "notes"),
    ABLATION: ("effects",),
}


class AttentionFigure(Group):
    """`room` is the height that there is, or None where any height will do; `section` one alone.

    Large pictures take what the thumbnails and the legend leave of it. What the prediction loses
    by an ablation is below, so that it moves nothing.
    """

    def __init__(self, scene: AttentionScene, room: float | None = None, section: str = "") -> None:
        self.scene = scene
        self.room = room
        self.section = section
        self.parts = FigureParts(scene, thumbnail_side(scene, room))
        kinds = SECTIONS.get(section)
        self._index = {
            place: index
            for place, index in self.parts.index.items()
            if kinds is None or place[0] in kinds
        }
        super().__init__(self.parts.drawings, section or tr("Attention"))

    def sections(self) -> tuple[Drawing, ...]:
        """Heads, measures, maps and ablation; itself where one picture fills the panel."""
        if self.section or self.parts.fills:
            return (self,)
        there = {kind for kind, _ in self.parts.index}
        return tuple(
            AttentionFigure(self.scene, self.room, section)
            for section, kinds in SECTIONS.items()
            if there & set(kinds)
        )

    def locate_hit(self, hit: Any) -> tuple[FigurePart, AttentionColumn, Any] | None:
        """Which part of the figure a hit is in, the model, and the hit inside that part."""
        target = find_tag_hit(hit)
        if target is None:
            return None
        assert isinstance(target.tag, FigurePart)
        column = self.scene.columns[target.tag.column]
        assert isinstance(column, AttentionColumn)
        return target.tag, column, target.hit

    def name_ends(self, width: float) -> dict[str, QPointF]:
        """Return the points at which the titles with model names end, by model key."""
        kinds, alone, ends = list(self.parts.index), self.scene.alone, {}
        for place in self._places(width):
            kind, column = kinds[place.index]
            drawing = self.drawings[place.index]
            if kind == ("head" if alone else "name") and isinstance(drawing, Titled):
                line = drawing.title_line(place.rect)
                title = drawing.shown_title(place.rect.width())
                end = QPointF(fonts.text_width(title, bold=True), 0)
                ends[alone or self.scene.columns[column].model.key] = line.topLeft() + end
        return ends

    def fit_to_height(self, room: float) -> AttentionFigure:
        """Return the figure for another height; rebuilt if its thumbnails change size."""
        if thumbnail_side(self.scene, room) != self.parts.side:
            return AttentionFigure(self.scene, room, self.section)
        return self.replace_attributes(room=room)

    def fit_page(self, width: float, height: float) -> Drawing:
        """The figure for a page: everything fits, and there are no hints."""
        legend = self._index.get(("legend", 0))
        ends = [p.rect.bottom() for p in self._places(width) if p.index == legend]
        below = self.size(width).height() - max(ends, default=0.0)
        made = self.fit_to_height(height - below)
        return made.export_drawing() or made

    # ---- layout

    @memoize
    def _places(self, width: float, height: float = inf) -> list[Placement]:
        page = _Page(self._index, self.drawings)
        if self.section == HEADS:
            self._place_heads(page, width)
        elif self.section == MEASURES:
            self._place_measures(page, width)
        elif self.parts.fills or self.section == MAPS:
            self._place_large(page, width, 0.0, 0.0)
        elif not self.section and self._is_beside(width):
            bottom = self._place_side(page, width)
            self._place_large(page, width, 0.0, self._side_width + GAP)
            page.bottom = max(page.bottom, bottom)
        elif not self.section:
            measured = self._place_heads(page, width)
            self._place_large(page, width, page.bottom + GAP, 0.0)
            if not measured:
                self._place_measures(page, width)
        for kind in ("effects", "notes"):
            page.add(kind, 0, 0.0, page.bottom + GAP, width)
        return page.places

    @property
    def _side_width(self) -> float:
        """The width of the thumbnails and measures at the side of a large picture."""
        return max(self.parts.grid_width, MIN_MEASURES - GAP)

    @property
    def _min_width(self) -> float:
        """The least width of a large picture."""
        return max([MIN_COLUMN, *(picture.least_width() for _, picture in self.parts.pictures)])

    def _is_beside(self, width: float) -> bool:
        """Whether the thumbnails are at the side of the large pictures."""
        if not self.scene.answered_columns or self.scene.pair is not None:
            return False
        lines = lines_of(len(self.parts.pictures), width, self._min_width)
        rest = lines[0][0][2] - self._side_width - GAP
        return len(lines) == 1 and rest >= max(MIN_SIDE, self._min_width)

    def _place_side(self, page: _Page, width: float) -> float:
        """Thumbnails and measures at the left of each column; returns where they end."""
        bottom = 0.0
        for index, x, _ in lines_of(len(self.parts.pictures), width, self._min_width)[0]:
            top = page.add("name", index, x, 0.0, self._side_width) + GAP
            bottom = max(bottom, page.add("measures", index, x, top, self._side_width))
        return bottom

    def _place_heads(self, page: _Page, width: float) -> bool:
        """Thumbnails in a line of columns; returns whether the measures are in that line too."""
        lines = lines_of(len(self.scene.columns), width)
        left = self.parts.grid_width + 3 * GAP / 2
        measured = all(w - left >= MIN_MEASURES for line in lines for _, _, w in line)
        for line in lines:
            top = page.bottom + (GAP if page.bottom else 0.0)
            for index, x, w in line:
                if measured:
                    level = top + self._level(index, w)
                    page.add("measures", index, x + left, level, w - left)
                page.add("name", index, x, top, w)
        return measured

    def _level(self, index: int, width: float) -> float:
        """How much lower the measures begin than the title, for their rows to be level."""
        titled = self.drawings[self.parts.index["name", index]]
        assert isinstance(titled, Titled)
        own = Titled(TextBlock(""), "").head_height(width) + head_grid.MEASURE_TOP
        return titled.head_height(width) + head_grid.TOP - own

    def _place_large(self, page: _Page, width: float, top: float, indent: float) -> None:
        """The large pictures, which share what is left of the room; `indent` pixels are taken."""
        pictures = [picture for _, picture in self.parts.pictures]
        lines = [
            [(index, x + indent, w - indent) for index, x, w in line]
            for line in lines_of(len(pictures), width, self._min_width)
        ]
        heads = [max(page.height("head", index, w) for index, _, w in line) for line in lines]
        share = inf
        if self.room is not None:
            taken = top + sum(heads) + len(lines) * (HEAD_GAP + GAP)
            left = self.room - taken - page.height("legend", 0, width - indent)
            share = left / max(len(lines), 1)
        for line, head in zip(lines, heads, strict=True):
            least = max(pictures[index].least_height(w) for index, _, w in line)
            most = max(pictures[index].size(w).height() for index, _, w in line)
            height, below = min(max(share, least), most), top + head + HEAD_GAP
            for index, x, w in line:
                page.add("head", index, x, top, w)
                page.put("picture", index, QRectF(x, below, w, height))
            top = below + height + GAP
        page.add("legend", 0, indent, top, width - indent)

    def _place_measures(self, page: _Page, width: float) -> None:
        """The measures below the large pictures, if they do not fit next to the thumbnails."""
        for line in lines_of(len(self.scene.columns), width):
            top = page.bottom + GAP
            for index, x, w in line:
                below = page.add("measured", index, x, top, w)
                page.add("measures", index, x, below, w)


class _Page:
    """The placements of drawings by kind and column; a missing drawing is ignored."""

    def __init__(self, index: dict[tuple[str, int], int], drawings: Sequence[Drawing]) -> None:
        self._index = index
        self._drawings = drawings
        self.places: list[Placement] = []
        self.bottom = 0.0

    def height(self, kind: str, column: int, width: float) -> float:
        index = self._index.get((kind, column))
        return 0.0 if index is None else self._drawings[index].size(width).height()

    def put(self, kind: str, column: int, rect: QRectF) -> None:
        if (kind, column) in self._index:
            self.places.append(Placement(self._index[kind, column], rect))
            self.bottom = max(self.bottom, rect.bottom())

    def add(self, kind: str, column: int, x: float, top: float, width: float) -> float:
        """Put a drawing at its own height; returns where it ends."""
        rect = QRectF(x, top, width, self.height(kind, column, width))
        self.put(kind, column, rect)
        return rect.bottom()
