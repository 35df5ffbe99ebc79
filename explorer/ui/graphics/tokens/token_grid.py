"""Grids of tokens: what happens to each token by epoch, and which token attends to which."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.masking.example import order_in_words, order_name
from explorer.core.masking.masks import runs, times_chosen
from explorer.ui.graphics.drawing import GRID, Drawing, hairline
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, span_colour, visible
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
BAR = 2.5  # pixels, in front of the selected row
LINED_FROM = 7.0  # pixels; smaller squares touch


@dataclass(frozen=True)
class Fit:
    """The measures of a grid at one width."""

    left: float  # of the first cell
    top: float
    width: float  # of a cell
    height: float
    per_block: int  # tokens in a block; more go on in a block below
    block_height: float
    labelled: bool = True

    def cell_rect(self, hit: CellHit, rect: QRectF) -> QRectF:
        block, column = divmod(hit.column, self.per_block)
        top = rect.top() + block * self.block_height + self.top + hit.row * self.height
        return QRectF(rect.left() + self.left + column * self.width, top, self.width, self.height)


class TokenGrid(Drawing):
    """Cells by row and token, under the tokens. A kind of grid says how it fits and paints."""

    def __init__(
        self, num_rows: int, tokens: Sequence[str], *, title: str, selected: int | None
    ) -> None:
        self.num_rows = num_rows
        self.tokens = tuple(visible(token) for token in tokens)
        self.title = title
        self.selected = selected
        self.label = label_height(tokens)

    def fit(self, width: float) -> Fit:
        raise AssertionError("a grid must fit its cells")

    def _paint_token_names(
        self, painter: QPainter, fit: Fit, rect: QRectF, bold: Collection[int], palette: Palette
    ) -> None:
        """The tokens, written upwards above their columns."""
        for column, token in enumerate(self.tokens):
            cell = fit.cell_rect(CellHit(0, column), rect)
            painter.setFont(fonts.font(fonts.SMALL, bold=column in bold))
            painter.setPen(QColor(self._ink(column, bold, palette)))
            painter.save()
            painter.translate(cell.center().x(), cell.top() - 3)
            painter.rotate(-90)
            line = QRectF(0, -cell.width() / 2, self.label + GRID, cell.width())
            text = fonts.elided(token, self.label - 2, fonts.SMALL, bold=column in bold)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
            painter.restore()

    def _ink(self, token: int, bold: Collection[int], palette: Palette) -> str:
        if token == self.selected:
            return palette.accent
        return palette.text if token in bold else palette.muted

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: CellHit) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.5))
        painter.drawRect(self.fit(rect.width()).cell_rect(hit, rect))

    def hit(self, point: QPointF, rect: QRectF) -> CellHit | None:
        fit, inside = self.fit(rect.width()), point - rect.topLeft()
        block, down = divmod(inside.y(), fit.block_height)
        row = int((down - fit.top) // fit.height)
        across = int((inside.x() - fit.left) // fit.width)
        column = int(block) * fit.per_block + across
        in_block = 0 <= across < fit.per_block and 0 <= row < self.num_rows
        return CellHit(row, column) if in_block and 0 <= column < len(self.tokens) else None

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
        title: str = "",
        selected: int | None = None,
        label_height: float = 0.0,
    ) -> None:
        if changes.shape[1] != len(tokens):
            raise ValueError(f"{changes.shape[1]} columns for {len(tokens)} tokens")
        super().__init__(len(changes), tokens, title=title, selected=selected)
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

    def size(self, width: float) -> QSizeF:
        fit = self.fit(width)
        blocks = math.ceil(len(self.tokens) / fit.per_block)
        return QSizeF(width, max(blocks * fit.block_height - BLOCK_GAP, 0) + 2)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        fit = self.fit(rect.width())
        self._paint_token_names(painter, fit, rect, (), palette)
        self._paint_numbers(painter, fit, rect, palette)
        for row, column in np.ndindex(*self.changes.shape):
            cell = fit.cell_rect(CellHit(row, column), rect).adjusted(1, 1, -1, -1)
            change, span = Change(int(self.changes[row, column])), self.spans[row][column]
            own = palette if span is None else replace(palette, chosen=span_colour(span, palette))
            paint_change(painter, cell, change, own)
        for column, times in enumerate(self.times):
            self._paint_count(painter, fit, rect, column, times, palette)

    def _paint_numbers(self, painter: QPainter, fit: Fit, rect: QRectF, palette: Palette) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(palette.muted))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for first in range(0, len(self.tokens), fit.per_block):
            for row in range(self.num_rows):
                cell = fit.cell_rect(CellHit(row, first), rect)
                spot = QRectF(rect.left(), cell.top(), fit.left - GRID / 2, CELL_HEIGHT)
                painter.drawText(spot, side, str(row + 1))

    def _paint_count(
        self, painter: QPainter, fit: Fit, rect: QRectF, column: int, times: int, palette: Palette
    ) -> None:
        """A bar above its number."""
        room = fit.cell_rect(CellHit(self.num_rows, column), rect)
        height = COUNT_BAR * times / max(self.num_rows, 1)
        ground = room.top() + GRID / 2 + COUNT_BAR
        bar = QRectF(room.left() + 1, ground - height, room.width() - 2, height)
        painter.fillRect(bar, QColor(palette.accent))
        painter.setPen(hairline(palette.line))
        painter.drawLine(QPointF(room.left(), ground), QPointF(room.right(), ground))
        painter.setFont(fonts.font(fonts.SMALL if room.width() >= MIN_COUNT else TINY))
        painter.setPen(QColor(palette.text if times else palette.muted))
        below = QRectF(room.left() - 4, ground + 2, room.width() + 8, 14)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, str(times))

    def describe(self, hit: CellHit) -> str:
        change = Change(int(self.changes[hit.row, hit.column]))
        name = CHANGE_NAMES[change] if change is not Change.SPAN else "dropped with its span"
        chosen = f"chosen in {self.times[hit.column]} of {self.num_rows} epochs"
        return f"Epoch {hit.row + 1}, {self.tokens[hit.column]}: {name}; {chosen}"


def paint_change(painter: QPainter, cell: QRectF, change: Change, palette: Palette) -> None:
    """Masked is filled, random has a stroke across, chosen but unchanged is an outline.

    Predicted in the order is dashed; dropped with its span is a bar that goes on to its neighbour.
    """
    if change in (Change.KEPT, Change.MASKED):
        kept = palette.tint(palette.raised, 0.7)
        painter.fillRect(cell, QColor(palette.text if change is Change.MASKED else kept))
        return
    colour = palette.change(change)
    if change is Change.SPAN:
        painter.fillRect(cell.adjusted(-1, 0, 1, 0), QColor(palette.tint(colour, 0.22)))
        painter.fillRect(cell.adjusted(-1, cell.height() - 4, 1, 0), QColor(colour))
        return
    pen = hairline(colour, 1.6)
    if change is Change.HIDDEN:
        pen.setDashPattern([2.0, 1.4])
    painter.setBrush(QColor(palette.tint(colour, 0.16)))
    painter.setPen(pen)
    painter.drawRect(cell.adjusted(0.8, 0.8, -0.8, -0.8))
    if change in (Change.RANDOM, Change.REPLACED):
        painter.drawLine(
            cell.bottomLeft() + QPointF(1.5, -1.5), cell.topRight() + QPointF(-1.5, 1.5)
        )


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
        title: str = "",
        selected: int | None = None,
    ) -> None:
        if sees.shape != (len(tokens), len(tokens)):
            raise ValueError(f"{sees.shape} squares for {len(tokens)} tokens")
        super().__init__(len(tokens), tokens, title=title, selected=selected)
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
            return Fit(labelled, self.label + GRID, cell, cell, count, 1e6)
        cell = min(max((width - 4) / count, MIN_SQUARE), MAX_SQUARE)
        return Fit(2.0, 2.0, cell, cell, count, 1e6, labelled=False)

    def size(self, width: float) -> QSizeF:
        fit = self.fit(width)
        across = fit.left + fit.width * self.num_rows + 2
        return QSizeF(min(across, width), fit.top + fit.height * self.num_rows + 2)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        fit = self.fit(rect.width())
        gap = 0.75 if fit.width >= LINED_FROM else 0.0
        seen = QColor(palette.tint(palette.text, SEEN))
        empty = QColor(palette.tint(palette.raised, 0.7))
        for row, column in np.ndindex(*self.sees.shape):
            square = fit.cell_rect(CellHit(row, column), rect).adjusted(gap, gap, -gap, -gap)
            painter.fillRect(square, seen if self.sees[row, column] else empty)
            if row == column and not self.sees[row, column]:
                self._paint_itself(painter, square, palette)
        for row in self.predicted:
            self._frame_row(painter, fit, rect, row, palette.chosen)
        if self.selected is not None and self.selected < self.num_rows:
            # A bar in front of the row: a frame would say that it is predicted.
            first = fit.cell_rect(CellHit(self.selected, 0), rect)
            bar = QRectF(first.left() - BAR, first.top(), BAR, first.height())
            painter.fillRect(bar, QColor(palette.accent))
        if fit.labelled:
            self._paint_token_names(painter, fit, rect, self.predicted, palette)
            self._paint_row_names(painter, fit, rect, palette)

    def _paint_itself(self, painter: QPainter, square: QRectF, palette: Palette) -> None:
        """A position that does not see itself has a stroke across."""
        painter.setPen(hairline(palette.muted, 1.2))
        inner = square.adjusted(3, 3, -3, -3)
        if inner.width() > 1:
            painter.drawLine(inner.bottomLeft(), inner.topRight())

    def _frame_row(self, painter: QPainter, fit: Fit, rect: QRectF, row: int, colour: str) -> None:
        first, last = CellHit(row, 0), CellHit(row, self.num_rows - 1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(colour, 1.8 if fit.labelled else 1.2))
        painter.drawRect(fit.cell_rect(first, rect).united(fit.cell_rect(last, rect)))

    def _paint_row_names(self, painter: QPainter, fit: Fit, rect: QRectF, palette: Palette) -> None:
        side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        for row, (token, place) in enumerate(zip(self.tokens, self.order, strict=True)):
            bold = row in self.predicted
            painter.setFont(fonts.font(fonts.SMALL, bold=bold))
            painter.setPen(QColor(self._ink(row, self.predicted, palette)))
            square = fit.cell_rect(CellHit(row, 0), rect)
            name = QRectF(rect.left(), square.top(), self.label + 2, fit.height)
            painter.drawText(name, side, fonts.elided(token, self.label, fonts.SMALL, bold=bold))
            number = QRectF(name.right() + GRID / 2, name.top(), self.order_width + 2, fit.height)
            painter.drawText(number, side, order_name(place))

    def describe(self, hit: CellHit) -> str:
        looks = f"{self.tokens[hit.row]} ({order_in_words(self.order[hit.row])})"
        sees = "attends to" if self.sees[hit.row, hit.column] else "does not attend to"
        if hit.row == hit.column:
            return f"{looks} {sees} itself"
        return (
            f"{looks} {sees} {self.tokens[hit.column]} ({order_in_words(self.order[hit.column])})"
        )
