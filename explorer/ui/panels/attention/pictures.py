"""The large picture of one model: a map, lines, both, or the terms of the score."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage

from explorer.core.attention.hops import NEVER, hops_in_words
from explorer.core.languages.alignment import Alignment
from explorer.core.localization import mark, plural, tr
from explorer.ui.graphics.drawing import (
    GRID,
    Group,
    Placement,
    Tagged,
    TextBlock,
    memoize,
    number,
)
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.maps.head_lines import HeadLines
from explorer.ui.graphics.maps.heat_map import (
    MIN_LABEL_PITCH,
    AxisHit,
    CellHit,
    Cells,
    HeatMap,
    draw_names,
    lookup_image,
)
from explorer.ui.graphics.maps.hop_row import HopRow
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.sketch import CENTRE, Sketch, Sketched
from explorer.ui.panels.attention.scene import FigurePart
from explorer.ui.style import fonts
from explorer.ui.style.colours import LUT_SIZE, Scale, Table256
from explorer.ui.style.fonts import SMALL
from explorer.ui.style.hatching import hatch, runs
from explorer.ui.style.palette import Palette
from models.schema.records import BlockKind

MIN_HATCHED = 4.0  # pixels; a hatching of smaller cells would not be seen
NOT_VISIBLE = tr("later tokens are not visible")
NOTE_SHARE, NOTE_ROWS = 0.62, 4  # of the map that this note may cover, and rows that it needs
LATER = tr("which comes later")
FRAME_WIDTH, HALO_WIDTH = 2.0, 4.0  # pixels, of a frame and of the ground around it
INSET = 4.0  # of a dot in its cell
DASHES = (2.0, 1.5)
SWATCH = 16.0  # pixels, of a colour in a legend
FULL_TINT = 0.45  # of a colour that fills the whole map
DOT = 0.28  # of a cell: a link that was read
HOVERED = 0.18  # of the accent over the row or column of a token
MIN_LINES = 180.0  # pixels, else lines are below the map
MIN_MAP = 120.0  # pixels of a term, else they wrap
BETWEEN = 1.5 * GRID
NUM_RESULTS = 2  # the sum and the weights, which may have a line of their own


class AttentionMap(NamedMap):
    """`visible_cells` (R, C) says which row may attend to which column; the rest is hatched.

    The `reason` says why. What a causal model cannot see is the half above the diagonal. `blocks`
    of rows and columns are framed.
    """

    def __init__(
        self,
        values: NDArray[np.floating],
        rows: Sequence[str],
        columns: Sequence[str],
        *,
        visible_cells: NDArray[np.bool_] | None = None,
        reason: str = LATER,
        blocks: Sequence[tuple[range, range]] = (),
        **options: Any,
    ) -> None:
        super().__init__(values, rows, columns, **options)
        all_visible = visible_cells is None or visible_cells.all()
        self.visible_cells = None if all_visible else visible_cells
        self.reason = reason
        self.blocks = tuple(blocks)

    @property
    def causal(self) -> bool:
        """Whether each row sees itself and what comes before, and nothing else."""
        cells = self.visible_cells
        return cells is not None and np.array_equal(cells, np.tri(*cells.shape))

    def draw(self, sketch: Sketch, width: float) -> None:
        super().draw(sketch, width)
        cells, palette = self.cells(QRectF(0, 0, width, sketch.room)), sketch.palette
        for rows, columns in self.blocks:
            if rows and columns:
                last = cells.cell(rows[-1], columns[-1])
                _frame(sketch, cells.cell(rows[0], columns[0]).united(last))
        if self.visible_cells is None:
            return
        hidden = ~self.visible_cells
        if self.causal or cells.width >= MIN_HATCHED:
            hatched = runs(hidden, cells.area)
            sketch.custom(cells.area, lambda painter: hatch(painter, hatched, palette))
        else:
            veil = np.array([0, QColor(palette.surface).rgba()], dtype=np.uint32)
            argb = QImage.Format.Format_ARGB32
            sketch.image(cells.area, lookup_image(hidden.astype(np.uint8), veil, argb))
        if self.causal:
            self._draw_note(sketch, cells.area)

    def _draw_note(self, sketch: Sketch, area: QRectF) -> None:
        """The reason, inside the hatched triangle where it has room."""
        width = fonts.text_width(NOT_VISIBLE, fonts.SMALL) + 2 * GRID
        if width > NOTE_SHARE * area.width() or len(self.rows) < NOTE_ROWS:
            return
        box = QRectF(area.right() - width - GRID, area.top() + GRID, width, 20)
        sketch.fill(box, sketch.palette.surface, radius=4)
        sketch.text(box, NOT_VISIBLE, sketch.palette.muted, pixels=fonts.SMALL, align=CENTRE)

    def draw_hover(self, sketch: Sketch, width: float, hit: Any) -> None:
        if isinstance(hit, CellHit):
            super().draw_hover(sketch, width, hit)
            return
        cells = self.cells(QRectF(0, 0, width, sketch.room))
        if hit.axis == "row":
            band = cells.row(hit.position)
            band.setLeft(0)
        else:
            band = cells.column(hit.position)
            band.setTop(0)
        sketch.fill(band, sketch.palette.accent, alpha=HOVERED)

    # ---- pointing

    def describe(self, hit: Any) -> str:
        if isinstance(hit, AxisHit):
            return describe_token((self.rows if hit.axis == "row" else self.columns)[hit.position])
        row, column, reason = self.rows[hit.row], self.columns[hit.column], self.reason
        if self.visible_cells is not None and not self.visible_cells[hit.row, hit.column]:
            text = mark("{row} cannot attend to {column}, {reason}")
            return tr(text, row=row, column=column, reason=reason)
        if self.scale.diverges:
            value = float(self.values[hit.row, hit.column])
            sign = "+" if value > 0 else ""
            return f"{row} → {column}: {sign}{number(value)}"
        return super().describe(hit)

    def neighbour(self, hit: Any, dx: int, dy: int) -> Any:
        """Beyond the first column are the names of the rows, above the first row the others."""
        if isinstance(hit, AxisHit):
            along, away = (dy, dx) if hit.axis == "row" else (dx, dy)
            count = len(self.rows if hit.axis == "row" else self.columns)
            at = min(max(hit.position + along, 0), count - 1)
            inside = CellHit(at, 0) if hit.axis == "row" else CellHit(0, at)
            return inside if away > 0 else AxisHit(hit.axis, at)
        if hit is not None and dx < 0 and hit.column == 0:
            return AxisHit("row", hit.row)
        if hit is not None and dy < 0 and hit.row == 0:
            return AxisHit("column", hit.column)
        return super().neighbour(hit, dx, dy)


class VisibilityMap(AttentionMap):
    """Why each row may attend to each column, in the colours of `kind_colours`.

    `hops` says in how many layers of attention a column reaches a row.
    """

    def __init__(
        self,
        kinds: NDArray[np.uint8],
        rows: Sequence[str],
        columns: Sequence[str],
        hops: Callable[[int, int], int] | None = None,
        **options: Any,
    ) -> None:
        self._hops = hops
        usual = {"scale": Scale(float(max(BlockKind))), "numbers": False}
        seen = {"visible_cells": kinds != BlockKind.NONE}
        super().__init__(kinds.astype(np.float32), rows, columns, **(options | usual | seen))

    def table(self, palette: Palette) -> Table256:
        colours = kind_colours(palette)
        places = np.rint(np.linspace(0, max(BlockKind), LUT_SIZE)).astype(int)
        return np.array([QColor(colours[BlockKind(at)]).rgb() for at in places], dtype=np.uint32)

    def describe(self, hit: Any) -> str:
        if isinstance(hit, AxisHit):
            return super().describe(hit)
        kind = BlockKind(int(self.values[hit.row, hit.column]))
        if kind is BlockKind.NONE:
            return super().describe(hit) + self._way(hit)
        cell = f"{self.rows[hit.row]} → {self.columns[hit.column]}: {KIND_NAMES[kind]}"
        return cell + self._way(hit)

    def _way(self, hit: CellHit) -> str:
        """The hops between the tokens of a cell, as the end of a tip."""
        hops = 0 if self._hops is None else self._hops(hit.column, hit.row)
        if hops == 0:
            return ""
        names = {"source": self.columns[hit.column], "target": self.rows[hit.row]}
        if hops == NEVER:
            return tr("; no layers lead from {source} to {target}", **names)
        return plural(
            hops,
            "; from {source} to {target} in {count} hop",
            "; from {source} to {target} in {count} hops",
            **names,
        )


class MapWithHops(Group):
    """Kinds of blocks, and above each column its hops to the selected token."""

    def __init__(self, large: VisibilityMap, hops: Sequence[int], part: FigurePart) -> None:
        tips = [hop_tip(name, count) for name, count in zip(large.columns, hops, strict=True)]
        left = large.room[0] + GRID
        row = HopRow(hops, tips, partial(AxisHit, "column"), left, right=True)
        words = TextBlock(hops_in_words(hops), pixels=SMALL)
        super().__init__((words, Tagged(row, part), Tagged(large, part)))
        self._map = large

    def _height_above_map(self, width: float) -> float:
        """The height of what is above the map."""
        return sum(part.size(width).height() + GRID for part in self.drawings[:-1])

    def least_height(self, width: float) -> float:
        return self._height_above_map(width) + self._map.least_height(width)

    @memoize
    def _places(self, width: float, height: float = inf) -> list[Placement]:
        words, row, _ = (part.size(width).height() for part in self.drawings)
        top = self._height_above_map(width)
        whole = QRectF(0, top, width, min(height - top, self._map.size(width).height()))
        right = self._map.cells(whole).area.right() + 2
        hops = QRectF(0, words + GRID, right, row)
        return [Placement(0, QRectF(0, 0, width, words)), Placement(1, hops), Placement(2, whole)]


def hop_tip(name: str, hops: int) -> str:
    """The hops of one token to the selected one."""
    if hops == NEVER:
        return tr("{name} never reaches it", name=name)
    if hops == 0:
        return tr("{name}: the selected token", name=name)
    return plural(hops, "{name}: {count} hop", "{name}: {count} hops", name=name)


KIND_NAMES = {
    BlockKind.GLOBAL: tr("global block"),
    BlockKind.WINDOW: tr("window of neighbours"),
    BlockKind.RANDOM: tr("random block"),
    BlockKind.FULL: tr("all to all, because the text is short"),
}


def kind_colours(palette: Palette) -> dict[BlockKind, str]:
    """The colour of each kind of blocks."""
    return {
        BlockKind.NONE: palette.ground,
        BlockKind.GLOBAL: palette.model(0),
        BlockKind.WINDOW: palette.model(1),
        BlockKind.RANDOM: palette.model(2),
        BlockKind.FULL: palette.tint(palette.model(3), FULL_TINT),
    }


def block_legend(kinds: NDArray[np.uint8]) -> Legend:
    """The colours of those kinds that there are."""
    return Legend(
        LegendEntry(name, SWATCH, partial(_draw_swatch, kind), muted=True)
        for kind, name in KIND_NAMES.items()
        if (kinds == kind).any()
    )


def _draw_swatch(kind: BlockKind, sketch: Sketch, rect: QRectF) -> None:
    inside, ground = rect.adjusted(0, 2, 0, -2), kind_colours(sketch.palette)[kind]
    sketch.frame(inside, sketch.palette.line, ground=QColor(ground), radius=2)


class AlignmentMap(HeatMap):
    """Words against words. Sure links are framed, possible ones dashed; read ones have a dot."""

    def __init__(
        self,
        values: NDArray[np.floating],
        alignment: Alignment,
        read: Collection[tuple[int, int]],
        **options: Any,
    ) -> None:
        self.links, self.read = alignment.links, read
        super().__init__(values, self.links.first.names, self.links.second.names, **options)

    def draw(self, sketch: Sketch, width: float) -> None:
        super().draw(sketch, width)
        cells = self.cells(QRectF(0, 0, width, sketch.room))
        for link in sorted(self.links.possible):
            dashes = () if link in self.links.sure else DASHES
            _frame(sketch, cells.cell(*link).adjusted(2, 2, -2, -2), dashes)
        for link in sorted(self.read):
            cell = cells.cell(*link)
            side = DOT * min(cell.width(), cell.height())
            dot = QRectF(0, 0, side, side)
            dot.moveTopRight(cell.topRight() + QPointF(-INSET, INSET))
            ground = QColor(sketch.palette.text)
            sketch.frame(dot, sketch.palette.ground, radius=side / 2, ground=ground)

    def describe(self, hit: CellHit) -> str:
        link = hit.row, hit.column
        truth = tr("translations") if link in self.links.possible else ""
        read = tr("linked by attention") if link in self.read else ""
        return ", ".join(filter(None, (super().describe(hit), truth, read)))


def _frame(sketch: Sketch, rect: QRectF, dashes: Sequence[float] = ()) -> None:
    """A frame that is seen on light cells and on dark ones."""
    sketch.frame(rect, sketch.palette.ground, width=HALO_WIDTH)
    sketch.frame(rect, sketch.palette.accent, width=FRAME_WIDTH, dashed=dashes)


class RowNames(Sketched):
    """The names of the rows before a line of maps that leave them out; as high as the cells."""

    can_be_lower = True

    def __init__(self, of: HeatMap) -> None:
        self.of = of
        self.rows, self.focus = of.rows, of.focus[0]

    def draw(self, sketch: Sketch, width: float) -> None:
        room = min(sketch.room, len(self.rows) * self.of.max_cell)
        cells = Cells(QRectF(width, 0, 0, room), len(self.rows))
        draw_names(sketch, cells, self.rows, self.focus, partial(self.of.ink, 0))
        for row, name in enumerate(self.rows):
            place = cells.row(row).adjusted(-width, 0, 0, 0)
            sketch.target(place, AxisHit("row", row), describe_token(name))

    def describe(self, hit: AxisHit) -> str:
        return describe_token(self.rows[hit.position])

    def neighbour(self, hit: Any, dx: int, dy: int) -> None:
        """The keyboard goes to the maps."""


def describe_token(name: str) -> str:
    return tr("{name}: click to see its row and its column alone", name=name)


def score_scale(maps: Sequence[NDArray[np.floating]], label: str) -> Scale:
    """One scale, centred on zero, for terms of scores; the strongest in a hundred look alike."""
    tops = [float(np.quantile(np.abs(values), 0.99)) for values in maps if values.size]
    return Scale(max([*tops, 0.01]), diverges=True, label=label)


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

    @memoize
    def _places(self, width: float, height: float = inf) -> list[Placement]:
        large, lines = self.drawings
        if self._is_beside(width):
            room = width - 3 * GRID - MIN_LINES
            height = min(height, max(large.size(room).height(), lines.size(width).height()))
            left = self._map.natural_width(room, height) + 3 * GRID
            beside = QRectF(left, 0, width - left, height)
            return [Placement(1, beside), Placement(0, QRectF(0, 0, room, height))]
        whole, of_lines = large.size(width).height(), lines.size(width).height()
        height = min(height, whole + of_lines + 2 * GRID)
        tall = min(height - lines.least_height(width) - 2 * GRID, whole)
        below = QRectF(0, tall + 2 * GRID, width, height - tall - 2 * GRID)
        return [Placement(0, QRectF(0, 0, width, tall)), Placement(1, below)]


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

    @memoize
    def _places(self, width: float, height: float = inf) -> list[Placement]:
        whole, (count, lines, inner, head) = len(self.maps), self._layout(width)
        most = head + self.maps[0].size(inner + GRID).height()
        line = min((height - (lines - 1) * 2 * GRID) / lines, most)
        inner = min(inner, max(self.maps[0].natural_width(inner + GRID, line - head), MIN_MAP))
        places: list[Placement] = []
        for index, large in enumerate(self.maps):
            down, across = divmod(index, count)
            left, top = self._left + across * (inner + BETWEEN), down * (line + 2 * GRID)
            rect = QRectF(left - GRID, top + head, inner + GRID, line - head)
            places.append(Placement(index, QRectF(left, top, inner, head)))
            places.append(Placement(whole + index, rect))
            if across == 0:
                cells = large.cells(rect).area
                names = QRectF(0, cells.top(), self._left, cells.height())
                places.append(Placement(2 * whole, names))
        return places
