"""Grids of tokens: what happens to each token by epoch, and which token attends to which."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import KW_ONLY, dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from explorer.core.localization import tr
from explorer.core.masking.example import order_in_words, order_name
from explorer.core.masking.masks import runs, times_chosen
from explorer.ui.graphics.drawing import GRID
from explorer.ui.graphics.maps.heat_map import (
    MAX_LABEL,
    CellHit,
    HeatMap,
    label_room,
    neighbour_cell,
)
from explorer.ui.graphics.sketch import CENTRE, HOVER_WIDTH, RIGHT, Sketch, Sketched
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, REPLACEMENTS, span_colour, visible
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale, Table256
from explorer.ui.style.palette import Palette
from models.schema.records import BoolArray, IntArray, TokenChange

CELL_HEIGHT = 14.0
MIN_CELL, MAX_CELL = 11.0, 24.0  # width of a cell of an epoch; a narrower one has no label
BLOCK_GAP = 12.0
COUNT_BAR = 24.0  # of a token that was chosen in every epoch
COUNT_HEIGHT = COUNT_BAR + 22.0  # with the number below it
MIN_COUNT = 16.0  # of a column whose number is written in the usual small type
TINY = 9  # pixels
MAX_SQUARE = 20.0
SEEN = 0.62  # of the text colour in a square that is seen
EMPTY = 0.7  # of the raised colour in a cell where nothing is
BAR = 2.5  # pixels, in front of the selected row
INSET = 3.0  # of a stroke across a square


@dataclass(frozen=True)
class Fit:
    """The measures of a grid of epochs at one width."""

    left: float  # of the first cell
    top: float
    width: float  # of a cell
    per_block: int  # tokens in a block; more continue in a block below
    block_height: float

    def cell(self, row: int, token: int) -> QRectF:
        block, column = divmod(token, self.per_block)
        top = self.top + block * self.block_height + row * CELL_HEIGHT
        return QRectF(self.left + column * self.width, top, self.width, CELL_HEIGHT)


@dataclass(eq=False)
class EpochGrid(Sketched):
    """What an objective samples for the same tokens in each epoch; shapes survive grey print.

    Below each token is the number of epochs in which it was chosen. Spans are counted from 0 in
    each epoch and have the colours that they have elsewhere. `label_height` is the least room for
    the names of the tokens, so that grids side by side begin on one line. There can be so many
    cells that they are no targets of the sketch.
    """

    changes: IntArray  # (E, T) of Change
    tokens: Sequence[str]
    _: KW_ONLY
    selected: int | None = None
    label_height: float = 0.0

    def __post_init__(self) -> None:
        self.num_rows, num_columns = self.changes.shape
        if num_columns != len(self.tokens):
            raise ValueError(f"{num_columns} columns for {len(self.tokens)} tokens")
        self.tokens = tuple(visible(token) for token in self.tokens)
        self.times = times_chosen(self.changes).tolist()
        dropped = np.where(self.changes == TokenChange.SPAN, self.changes, TokenChange.KEPT)
        self.spans = tuple(runs(epoch) for epoch in dropped)  # by epoch, for each token
        self.label = max(label_room(self.tokens), self.label_height) + 4

    def fit(self, width: float) -> Fit:
        margin = fonts.text_width(str(self.num_rows), fonts.SMALL) + GRID
        room = width - margin - 2
        cell = min(max(room / max(len(self.tokens), 1), MIN_CELL), MAX_CELL)
        block = self.label + CELL_HEIGHT * self.num_rows + COUNT_HEIGHT + BLOCK_GAP
        return Fit(margin, self.label, cell, max(int(room / cell), 1), block)

    def draw(self, sketch: Sketch, width: float) -> None:
        fit, palette = self.fit(width), sketch.palette
        for token, name in enumerate(self.tokens):
            cell, room = fit.cell(0, token), self.label - 2
            above = QRectF(cell.left(), cell.top() - 3 - room, cell.width(), room)
            ink = palette.accent if token == self.selected else palette.muted
            sketch.text(above, name, ink, pixels=fonts.SMALL, elide=True, upwards=True)
        for row, token in np.ndindex(*self.changes.shape):
            change, span = TokenChange(int(self.changes[row, token])), self.spans[row][token]
            colour = palette.change(change) if span is None else span_colour(span, palette)
            _draw_change(sketch, fit.cell(row, token).adjusted(1, 1, -1, -1), change, colour)
        blocks = range(0, len(self.tokens), fit.per_block)
        for row, first in np.ndindex(self.num_rows, len(blocks)):
            cell = fit.cell(row, blocks[first])
            number = QRectF(0, cell.top(), fit.left - GRID / 2, CELL_HEIGHT)
            sketch.text(number, str(row + 1), palette.muted, pixels=fonts.SMALL, align=RIGHT)
        for token, times in enumerate(self.times):
            self._draw_count(sketch, fit.cell(self.num_rows, token), times)
        height = max(len(blocks) * fit.block_height - BLOCK_GAP, 0) + 2
        sketch.reserve(QRectF(0, 0, width, height))

    def _draw_count(self, sketch: Sketch, room: QRectF, times: int) -> None:
        """A bar above its number."""
        palette, height = sketch.palette, COUNT_BAR * times / max(self.num_rows, 1)
        base = room.top() + GRID / 2 + COUNT_BAR
        bar = QRectF(room.left() + 1, base - height, room.width() - 2, height)
        sketch.fill(bar, palette.accent)
        sketch.line(QPointF(room.left(), base), QPointF(room.right(), base), palette.line)
        pixels = fonts.SMALL if room.width() >= MIN_COUNT else TINY
        below = QRectF(room.left() - 4, base + 2, room.width() + 8, 14)
        ink = palette.text if times else palette.muted
        sketch.text(below, str(times), ink, pixels=pixels, align=CENTRE)

    def draw_hover(self, sketch: Sketch, width: float, hit: CellHit) -> None:
        cell = self.fit(width).cell(hit.row, hit.column)
        sketch.frame(cell, sketch.palette.text, width=HOVER_WIDTH)

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> CellHit | None:
        fit, inside = self.fit(rect.width()), point - rect.topLeft()
        block, down = divmod(inside.y(), fit.block_height)
        row, across = (down - fit.top) // CELL_HEIGHT, (inside.x() - fit.left) // fit.width
        token = int(block * fit.per_block + across)
        in_block = 0 <= across < fit.per_block and 0 <= row < self.num_rows
        return CellHit(int(row), token) if in_block and 0 <= token < len(self.tokens) else None

    def neighbour(self, hit: CellHit | None, dx: int, dy: int) -> CellHit | None:
        return neighbour_cell(hit, dx, dy, self.num_rows, len(self.tokens))

    def describe(self, hit: CellHit) -> str:
        change = TokenChange(int(self.changes[hit.row, hit.column]))
        name = (
            CHANGE_NAMES[change] if change is not TokenChange.SPAN else tr("dropped with its span")
        )
        return tr(
            "Epoch {epoch}, {token}: {change}; chosen in {times} of {count} epochs",
            epoch=hit.row + 1,
            token=self.tokens[hit.column],
            change=name,
            times=self.times[hit.column],
            count=self.num_rows,
        )


def _draw_change(sketch: Sketch, cell: QRectF, change: TokenChange, colour: str) -> None:
    """Masked is filled, random has a stroke across, chosen but unchanged is an outline.

    Predicted in the order is dashed; dropped with its span is a bar that continues below its
    neighbour.
    """
    palette = sketch.palette
    if change is TokenChange.KEPT:
        sketch.fill(cell, palette.tint(palette.raised, EMPTY))
    elif change is TokenChange.MASKED:
        sketch.fill(cell, palette.text)
    elif change is TokenChange.SPAN:
        wide = cell.adjusted(-1, 0, 1, 0)
        sketch.fill(wide, palette.tint(colour, 0.22))
        sketch.fill(wide.adjusted(0, cell.height() - 4, 0, 0), colour)
    else:
        edge, dashed = (
            cell.adjusted(0.8, 0.8, -0.8, -0.8),
            change is TokenChange.HIDDEN and (2.0, 1.4),
        )
        sketch.frame(edge, colour, width=1.6, dashed=dashed, ground=palette.tint(colour, 0.16))
        if change in REPLACEMENTS:
            inset = QPointF(1.5, -1.5)
            sketch.line(cell.bottomLeft() + inset, cell.topRight() - inset, colour, width=1.6)


# ---- visibility


class VisibilityGrid(HeatMap):
    """Rows look at columns: a filled square is seen. The `predicted` rows are framed."""

    def __init__(
        self,
        sees: BoolArray,  # (T, T)
        tokens: Sequence[str],
        order: IntArray,  # (T,)
        *,
        predicted: Collection[int] = (),
        selected: int | None = None,
    ) -> None:
        self.sees = sees
        self.tokens = tuple(visible(token) for token in tokens)
        self.order = tuple(order.tolist())
        self.predicted = frozenset(predicted)
        self.selected = selected
        rows = list(map(_append_order, self.tokens, self.order))
        names = max((fonts.text_width(row, fonts.SMALL, bold=True) for row in rows), default=0)
        super().__init__(
            sees.astype(np.float32),
            rows,
            tokens,
            scale=Scale(1.0),
            numbers=False,
            room=(min(names, MAX_LABEL), label_room(tokens)),
            max_cell=MAX_SQUARE,
        )

    def table(self, palette: Palette) -> Table256:
        colours = (palette.tint(palette.raised, EMPTY), palette.tint(palette.text, SEEN))
        return np.repeat(np.array([QColor(one).rgb() for one in colours], dtype=np.uint32), 128)

    def ink(self, axis: int, palette: Palette, index: int) -> tuple[str, bool]:
        bold = index in self.predicted
        ink = palette.text if bold else palette.muted
        return palette.accent if index == self.selected else ink, bold

    def draw(self, sketch: Sketch, width: float) -> None:
        super().draw(sketch, width)
        cells, palette = self.cells(QRectF(0, 0, width, sketch.room)), sketch.palette
        for row in self.predicted:
            sketch.frame(cells.row(row), palette.chosen, width=1.8)
        if self.selected is not None and self.selected < len(self.tokens):
            # A bar in front of the row: a frame would say that it is predicted.
            row_of = cells.row(self.selected)
            bar = QRectF(row_of.left() - BAR, row_of.top(), BAR, row_of.height())
            sketch.fill(bar, palette.accent)
        for n in np.flatnonzero(~self.sees.diagonal()).tolist():  # a token not seen by itself
            inner = cells.cell(n, n).adjusted(INSET, INSET, -INSET, -INSET)
            if inner.width() > 1:
                sketch.line(inner.bottomLeft(), inner.topRight(), palette.muted, width=1.2)

    def describe(self, hit: CellHit) -> str:
        row, column = (
            f"{self.tokens[at]} ({order_in_words(self.order[at])})" for at in (hit.row, hit.column)
        )
        if hit.row == hit.column:
            column = tr("itself")
        if self.sees[hit.row, hit.column]:
            return tr("{row} attends to {column}", row=row, column=column)
        return tr("{row} does not attend to {column}", row=row, column=column)


def _append_order(token: str, place: int) -> str:
    """The name of a row, with its position in the order."""
    after = f"\u00a0\u00a0{order_name(place)}"
    return fonts.elide(token, MAX_LABEL - fonts.text_width(after), fonts.SMALL) + after
