"""Grids of tokens: what happens to each token by epoch, and which token attends to which."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from explorer.core.masking.example import order_in_words, order_name
from explorer.core.masking.masks import runs, times_chosen
from explorer.ui.graphics.drawing import GRID
from explorer.ui.graphics.maps.heat_map import CellHit, lookup_image, paint_cells
from explorer.ui.graphics.sketch import CENTRE, HOVER_WIDTH, RIGHT, Sketch, Sketched
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, REPLACEMENTS, span_colour, visible
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette
from models.schema.records import BoolArray, Change, IntArray

CELL_HEIGHT = 14.0
MIN_CELL, MAX_CELL = 11.0, 24.0  # width of a cell of an epoch; a narrower one has no label
MAX_LABEL = 76.0  # of a token, written upwards
BLOCK_GAP = 12.0
COUNT_BAR = 24.0  # of a token that was chosen in every epoch
COUNT_HEIGHT = COUNT_BAR + 22.0  # with the number below it
MIN_COUNT = 16.0  # of a column whose number is written in the usual small type
TINY = 9  # pixels
MIN_SQUARE, MAX_SQUARE = 3.0, 20.0
SEEN = 0.62  # of the text colour in a square that is seen
EMPTY = 0.7  # of the raised colour in a cell where nothing is
BAR = 2.5  # pixels, in front of the selected row
LINED_FROM = 7.0  # pixels; smaller squares touch
LINE = 1.5  # pixels, between squares
INSET = 3.0  # of a stroke across a square


@dataclass(frozen=True)
class Fit:
    """The measures of a grid at one width."""

    left: float  # of the first cell
    top: float
    width: float  # of a cell
    height: float
    per_block: int  # tokens in a block; more continue in a block below
    block_height: float = 1e6
    labelled: bool = True

    def cell(self, row: int, token: int) -> QRectF:
        block, column = divmod(token, self.per_block)
        top = self.top + block * self.block_height + row * self.height
        return QRectF(self.left + column * self.width, top, self.width, self.height)


class TokenGrid(Sketched):
    """Cells by row and token, under the tokens. A kind of grid says how it fits and is drawn.

    There can be a quarter of a million cells, so they are no targets of the sketch. The names of
    `predicted` tokens are bold.
    """

    predicted: Collection[int] = frozenset()

    def __init__(self, num_rows: int, tokens: Sequence[str], selected: int | None) -> None:
        self.num_rows = num_rows
        self.tokens = tuple(visible(token) for token in tokens)
        self.selected = selected
        self.label = label_height(tokens)

    def fit(self, width: float) -> Fit:
        raise AssertionError("a grid must fit its cells")

    def _draw_token_names(self, sketch: Sketch, fit: Fit) -> None:
        """The tokens, written upwards above their columns."""
        for token, name in enumerate(self.tokens):
            cell, room = fit.cell(0, token), self.label - 2
            above = QRectF(cell.left(), cell.top() - 3 - room, cell.width(), room)
            self._draw_name(sketch, above, token, name, elide=True, upwards=True)

    def _draw_name(
        self, sketch: Sketch, rect: QRectF, token: int, text: str, **placing: Any
    ) -> None:
        """A token, or its number, as the selected and the predicted ones look."""
        palette, bold = sketch.palette, token in self.predicted
        ink = palette.text if bold else palette.muted
        ink = palette.accent if token == self.selected else ink
        sketch.text(rect, text, ink, pixels=fonts.SMALL, bold=bold, **placing)

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> CellHit | None:
        fit, inside = self.fit(rect.width()), point - rect.topLeft()
        block, down = divmod(inside.y(), fit.block_height)
        row, across = (down - fit.top) // fit.height, (inside.x() - fit.left) // fit.width
        token = int(block * fit.per_block + across)
        in_block = 0 <= across < fit.per_block and 0 <= row < self.num_rows
        return CellHit(int(row), token) if in_block and 0 <= token < len(self.tokens) else None

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: CellHit) -> None:
        sketch, cell = Sketch(palette), self.fit(rect.width()).cell(hit.row, hit.column)
        sketch.frame(cell, palette.text, width=HOVER_WIDTH)
        sketch.paint(painter, rect.topLeft())

    def neighbour(self, hit: CellHit | None, dx: int, dy: int) -> CellHit | None:
        if not self.num_rows or not self.tokens:
            return None
        if hit is None:
            return CellHit(0, 0)
        row = min(max(hit.row + dy, 0), self.num_rows - 1)
        return CellHit(row, min(max(hit.column + dx, 0), len(self.tokens) - 1))


def label_height(tokens: Sequence[str]) -> float:
    """The room that the names of tokens take above their columns."""
    widths = [fonts.text_width(visible(token), fonts.SMALL, bold=True) for token in tokens]
    return min(max(widths, default=0.0) + 4, MAX_LABEL)


# ---- epochs


class EpochGrid(TokenGrid):
    """What an objective samples for the same tokens in each epoch; shapes survive grey print.

    Below each token is the number of epochs in which it was chosen. Spans are counted from 0 in
    each epoch and have the colours that they have elsewhere. `label_height` is the least room for
    the names of the tokens, so that grids side by side begin on one line.
    """

    def __init__(
        self,
        changes: IntArray,  # (E, T) of Change
        tokens: Sequence[str],
        *,
        selected: int | None = None,
        label_height: float = 0.0,
    ) -> None:
        if changes.shape[1] != len(tokens):
            raise ValueError(f"{changes.shape[1]} columns for {len(tokens)} tokens")
        super().__init__(len(changes), tokens, selected)
        self.changes = changes
        self.times = times_chosen(changes).tolist()
        dropped = np.where(changes == Change.SPAN, changes, Change.KEPT)
        self.spans = tuple(runs(epoch) for epoch in dropped)  # by epoch, for each token
        self.label = max(self.label, label_height)

    def fit(self, width: float) -> Fit:
        margin = fonts.text_width(str(self.num_rows), fonts.SMALL) + GRID
        room = width - margin - 2
        cell = min(max(room / max(len(self.tokens), 1), MIN_CELL), MAX_CELL)
        block = self.label + CELL_HEIGHT * self.num_rows + COUNT_HEIGHT + BLOCK_GAP
        return Fit(margin, self.label, cell, CELL_HEIGHT, max(int(room / cell), 1), block)

    def draw(self, sketch: Sketch, width: float) -> None:
        fit, palette = self.fit(width), sketch.palette
        self._draw_token_names(sketch, fit)
        for row, token in np.ndindex(*self.changes.shape):
            change, span = Change(int(self.changes[row, token])), self.spans[row][token]
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

    def describe(self, hit: CellHit) -> str:
        change = Change(int(self.changes[hit.row, hit.column]))
        name = CHANGE_NAMES[change] if change is not Change.SPAN else "dropped with its span"
        chosen = f"chosen in {self.times[hit.column]} of {self.num_rows} epochs"
        return f"Epoch {hit.row + 1}, {self.tokens[hit.column]}: {name}; {chosen}"


def _draw_change(sketch: Sketch, cell: QRectF, change: Change, colour: str) -> None:
    """Masked is filled, random has a stroke across, chosen but unchanged is an outline.

    Predicted in the order is dashed; dropped with its span is a bar that continues below its
    neighbour.
    """
    palette = sketch.palette
    if change is Change.KEPT:
        sketch.fill(cell, palette.tint(palette.raised, EMPTY))
    elif change is Change.MASKED:
        sketch.fill(cell, palette.text)
    elif change is Change.SPAN:
        wide = cell.adjusted(-1, 0, 1, 0)
        sketch.fill(wide, palette.tint(colour, 0.22))
        sketch.fill(wide.adjusted(0, cell.height() - 4, 0, 0), colour)
    else:
        edge, dashed = cell.adjusted(0.8, 0.8, -0.8, -0.8), change is Change.HIDDEN and (2.0, 1.4)
        sketch.frame(edge, colour, width=1.6, dashed=dashed, ground=palette.tint(colour, 0.16))
        if change in REPLACEMENTS:
            inset = QPointF(1.5, -1.5)
            sketch.line(cell.bottomLeft() + inset, cell.topRight() - inset, colour, width=1.6)


# ---- visibility


class VisibilityGrid(TokenGrid):
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
        if sees.shape != (len(tokens), len(tokens)):
            raise ValueError(f"{sees.shape} squares for {len(tokens)} tokens")
        super().__init__(len(tokens), tokens, selected)
        self.sees = sees
        self.order = tuple(order.tolist())
        self.predicted = frozenset(predicted)
        places = [fonts.text_width(order_name(place), fonts.SMALL) for place in self.order]
        self.order_width = max(places, default=0.0)

    def fit(self, width: float) -> Fit:
        count = max(self.num_rows, 1)
        labelled = self.label + self.order_width + 2 * GRID
        cell = min((width - labelled - 2) / count, MAX_SQUARE)
        if cell >= MIN_CELL:
            return Fit(labelled, self.label + GRID, cell, cell, count)
        cell = min(max((width - 4) / count, MIN_SQUARE), MAX_SQUARE)
        return Fit(2.0, 2.0, cell, cell, count, labelled=False)

    def draw(self, sketch: Sketch, width: float) -> None:
        fit, palette, last = self.fit(width), sketch.palette, self.num_rows - 1
        if last < 0:
            return
        self._draw_squares(sketch, fit)
        for row in self.predicted:
            whole = fit.cell(row, 0).united(fit.cell(row, last))
            sketch.frame(whole, palette.chosen, width=1.8 if fit.labelled else 1.2)
        if self.selected is not None and self.selected <= last:
            # A bar in front of the row: a frame would say that it is predicted.
            first = fit.cell(self.selected, 0)
            bar = QRectF(first.left() - BAR, first.top(), BAR, first.height())
            sketch.fill(bar, palette.accent)
        if fit.labelled:
            self._draw_token_names(sketch, fit)
            self._draw_row_names(sketch, fit)
        sketch.reserve(QRectF(0, 0, 0, fit.cell(last, 0).bottom() + 2))

    def _draw_squares(self, sketch: Sketch, fit: Fit) -> None:
        """An image with lines between its squares; a token that is not seen by itself is struck."""
        palette, edge = sketch.palette, fit.width * self.num_rows
        area = QRectF(fit.left, fit.top, edge, edge)
        colours = (palette.tint(palette.raised, EMPTY), palette.tint(palette.text, SEEN))
        table = np.array([QColor(colour).rgb() for colour in colours], dtype=np.uint32)
        image = lookup_image(self.sees.astype(np.uint8), table)
        sketch.custom(area, lambda painter: paint_cells(painter, area, image))
        if fit.width >= LINED_FROM:
            for n in range(self.num_rows + 1):
                corner, at = area.topLeft(), n * fit.width
                for start, end in (((at, 0), (at, edge)), ((0, at), (edge, at))):
                    ends = corner + QPointF(*start), corner + QPointF(*end)
                    sketch.line(*ends, palette.ground, width=LINE)
        for n in np.flatnonzero(~self.sees.diagonal()).tolist():
            inner = fit.cell(n, n).adjusted(INSET, INSET, -INSET, -INSET)
            if inner.width() > 1:
                sketch.line(inner.bottomLeft(), inner.topRight(), palette.muted, width=1.2)

    def _draw_row_names(self, sketch: Sketch, fit: Fit) -> None:
        for row, position in enumerate(self.order):
            name = QRectF(2, fit.cell(row, 0).top(), self.label, fit.height)
            self._draw_name(sketch, name, row, self.tokens[row], elide=True, align=RIGHT)
            number = QRectF(name.right() + GRID / 2, name.top(), self.order_width + 2, fit.height)
            self._draw_name(sketch, number, row, order_name(position), align=RIGHT)

    def describe(self, hit: CellHit) -> str:
        row, column = (
            f"{self.tokens[at]} ({order_in_words(self.order[at])})" for at in (hit.row, hit.column)
        )
        sees = "attends to" if self.sees[hit.row, hit.column] else "does not attend to"
        return f"{row} {sees} {'itself' if hit.row == hit.column else column}"
