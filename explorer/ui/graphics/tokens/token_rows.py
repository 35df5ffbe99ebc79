"""Rows of tokens that wrap like text: one row, several below one another, or under the text."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.core.tokens.interlinear import Interlinear, Positions, TextColumn
from explorer.ui.graphics.drawing import GRID, Drawing, hairline, paint_slot
from explorer.ui.graphics.tokens.chip import (
    CHANGE_NAMES,
    CHIP_HEIGHT,
    GAP,
    LINE_HEIGHT,
    MIN_CHIP,
    RADIUS,
    TokenChip,
    chip_width,
    paint_chip,
    paint_ring,
    underline_spans,
    visible,
)
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette
from models.schema.records import BoolArray, Change

TEXT_HEIGHT = 26.0
ROW_GAP = 5.0
LINE_GAP, WIDE_LINE_GAP = 12.0, 18.0  # between lines, of one row and of several
TOP = 6.0  # for a tick or a cross that stands over the corner of a chip
COLUMN_GAP = 3.0  # inside a word
WORD_GAP = 9.0
SPACE_WIDTH = 7.0  # of white space that no token covers
BADGE = 18.0
MAX_CHIP = 160.0  # pixels, where several rows share a column
UNSEEN = 0.28  # how much is left of a token that the chosen place does not see


@dataclass(frozen=True)
class TokenRow:
    """One chip for each token, None where there is nothing; `below` names the lines below them."""

    chips: tuple[TokenChip | None, ...]
    name: str = ""
    slot: int | None = None  # of the model whose letter is in front
    below: tuple[str, ...] = ()

    @property
    def height(self) -> float:
        return CHIP_HEIGHT + LINE_HEIGHT * len(self.below)


@dataclass(frozen=True)
class TokenHit:
    """A token of a row, or (`row` None) the stretch of text above column number `position`."""

    position: int
    row: int | None = 0


@dataclass(frozen=True)
class _Spot:
    """A column that was set, relative to the drawing: its text, and the chips of each row."""

    index: int
    text: str
    rect: QRectF  # from the text, or the first row, to the last row
    parts: tuple[tuple[tuple[int, QRectF], ...], ...]


@dataclass(frozen=True)
class _Line:
    """One line of the drawing: its columns, and where each row in it begins."""

    top: float
    bottom: float
    tops: tuple[float | None, ...]  # by row; None where the line has nothing of a row
    spots: tuple[_Spot, ...]


class TokenRows(Drawing):
    """Rows whose tokens are set in columns.

    `layout` puts the tokens of several tokenizers under their characters; without it, tokens of
    one number are below one another. With `whole_columns` a hit is a column, and what the
    `selected` one does not see (R, R) steps back. `margin` is the least room for names.
    """

    def __init__(
        self,
        rows: Sequence[TokenRow],
        *,
        layout: Interlinear | None = None,
        title: str = "",
        selected: TokenHit | Collection[int] | None = None,
        whole_columns: bool = False,
        sees: BoolArray | None = None,
        margin: float = 0.0,
    ) -> None:
        self.rows = tuple(rows)
        self.layout = layout
        self.title = title
        self.whole_columns = whole_columns
        self.sees = sees
        self.selected = selected if isinstance(selected, TokenHit) else None
        self.marked = frozenset() if isinstance(selected, TokenHit) else frozenset(selected or ())
        self.margin = max(margin, margin_of(self.rows))
        self.widths = tuple(
            tuple(0.0 if chip is None else chip_width(chip) for chip in row.chips)
            for row in self.rows
        )

    @property
    def chips(self) -> tuple[TokenChip | None, ...]:
        """Of the first row."""
        return self.rows[0].chips if self.rows else ()

    @property
    def columns(self) -> tuple[TextColumn, ...]:
        if self.layout is not None:
            return self.layout.columns
        count = max((len(row.chips) for row in self.rows), default=0)
        return tuple(
            TextColumn("", tuple((n,) if self._has(row, n) else () for row in self.rows))
            for n in range(count)
        )

    @staticmethod
    def _has(row: TokenRow, position: int) -> bool:
        return position < len(row.chips) and row.chips[position] is not None

    # ---- size

    def lines(self, width: float) -> tuple[_Line, ...]:
        """The columns by line when the drawing is `width` wide."""
        return _lines(self, round(width, 1))

    def place(self, hit: TokenHit, width: float) -> QRectF:
        """Where a token is, relative to the drawing."""
        return next(
            place
            for spot in self._spots(width)
            for at, place in spot.parts[hit.row or 0]
            if at == hit.position
        )

    def _spots(self, width: float) -> Iterator[_Spot]:
        for line in self.lines(width):
            yield from line.spots

    def size(self, width: float) -> QSizeF:
        lines = self.lines(width)
        return QSizeF(width, (lines[-1].bottom if lines else CHIP_HEIGHT) + 3)

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        corner = rect.topLeft()
        for line in self.lines(rect.width()):
            self._paint_names(painter, line, corner, palette)
        for spot in self._spots(rect.width()):
            if self.whole_columns and spot.index in self.marked:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(palette.tint(palette.accent, 0.16)))
                area = spot.rect.translated(corner).adjusted(-2, -3, 2, 3)
                painter.drawRoundedRect(area, RADIUS, RADIUS)
            if spot.text:
                _paint_text(painter, spot, corner, palette)
            for row, part in zip(self.rows, spot.parts, strict=True):
                for at, place in part:
                    _paint_token(painter, place.translated(corner), row.chips[at], palette)
        self._paint_spans(painter, rect, palette)
        if self.selected is not None:
            self._paint_marks(painter, rect, self.selected, palette.accent)
        if len(self.marked) == 1:
            self._paint_unseen(painter, rect, palette, next(iter(self.marked)))

    def _paint_names(
        self, painter: QPainter, line: _Line, corner: QPointF, palette: Palette
    ) -> None:
        painter.setFont(fonts.font(fonts.SMALL))
        for row, top in zip(self.rows, line.tops, strict=True):
            if top is None:
                continue
            y = corner.y() + top
            if row.slot is not None:
                paint_slot(painter, QPointF(corner.x(), y + 3), row.slot, palette)
                painter.setFont(fonts.font(fonts.SMALL))
            painter.setPen(QColor(palette.muted))
            heights = [CHIP_HEIGHT, *[LINE_HEIGHT] * len(row.below)]
            for name, height in zip((row.name, *row.below), heights, strict=True):
                spot = QRectF(corner.x(), y, 400, height)
                painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, name)
                y += height

    def _paint_spans(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for n, row in enumerate(self.rows):
            placed = (
                (chip, place.translated(rect.topLeft()))
                for spot in self._spots(rect.width())
                for at, place in spot.parts[n]
                if (chip := row.chips[at]) is not None
            )
            underline_spans(painter, placed, palette)

    def _paint_marks(self, painter: QPainter, rect: QRectF, hit: TokenHit, colour: str) -> None:
        """Ring a token, and more thinly those that share its characters; underline the text."""
        shared = self.counterparts(hit)
        for spot in self._spots(rect.width()):
            touched = False
            for row, part in enumerate(spot.parts):
                for at, place in part:
                    if at in shared[row]:
                        touched = True
                        strong = (row, at) == (hit.row, hit.position)
                        inside = place.translated(rect.topLeft())
                        paint_ring(painter, inside, colour, 2.0 if strong else 1.4)
            if touched and spot.text:
                _underline(painter, spot.rect.translated(rect.topLeft()), colour, 2.0)

    def _paint_unseen(
        self, painter: QPainter, rect: QRectF, palette: Palette, position: int
    ) -> None:
        """Let what a place does not see step back, where something is predicted there."""
        if self.sees is None or not self._predicts(position):
            return
        veil = QColor(palette.ground)
        veil.setAlphaF(1 - UNSEEN)
        for spot in self._spots(rect.width()):
            for at, place in spot.parts[0]:
                if not self.sees[position, at]:
                    inside = place.translated(rect.topLeft())
                    painter.fillRect(inside.adjusted(-GAP / 2, -1, GAP / 2, 3), veil)

    def _predicts(self, position: int) -> bool:
        chips = (row.chips[position] for row in self.rows[1:] if position < len(row.chips))
        return any(chip is not None and not chip.plain for chip in chips)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: TokenHit) -> None:
        if not self.whole_columns:
            self._paint_marks(painter, rect, hit, palette.text)
            return
        self._paint_unseen(painter, rect, palette, hit.position)
        for spot in self._spots(rect.width()):
            if spot.index == hit.position:
                area = spot.rect.translated(rect.topLeft()).adjusted(-1, -2, 1, 2)
                paint_ring(painter, area, palette.text, 1.2)

    # ---- pointing

    def counterparts(self, hit: TokenHit) -> Positions:
        """Tokens of every row that share a character with what was hit."""
        if hit.row is None:
            return self.columns[hit.position].positions
        if self.layout is not None:
            return self.layout.counterparts(hit.row, hit.position)
        return tuple((hit.position,) if n == hit.row else () for n in range(len(self.rows)))

    def hit(self, point: QPointF, rect: QRectF) -> TokenHit | None:
        inside = point - rect.topLeft()
        for line in self.lines(rect.width()):
            if line.top - GAP <= inside.y() <= line.bottom + GAP:
                for spot in line.spots:
                    if (found := self._hit_in(spot, inside)) is not None:
                        return found
        return None

    def _hit_in(self, spot: _Spot, inside: QPointF) -> TokenHit | None:
        if self.whole_columns:
            area = spot.rect.adjusted(-GAP / 2, -3, GAP / 2, 3)
            return TokenHit(spot.index) if area.contains(inside) else None
        for n, part in enumerate(spot.parts):
            deep = LINE_HEIGHT * len(self.rows[n].below) + 2
            for at, place in part:
                if place.adjusted(-GAP / 2, -2, GAP / 2, deep).contains(inside):
                    return TokenHit(at, n)
        over_text = QRectF(spot.rect.topLeft(), QSizeF(spot.rect.width(), TEXT_HEIGHT))
        if spot.text and any(spot.parts) and over_text.contains(inside):
            return TokenHit(spot.index, None)
        return None

    def describe(self, hit: TokenHit) -> str:
        if hit.row is None:
            return visible(self.columns[hit.position].text)
        chip = self.rows[hit.row].chips[hit.position]
        if chip is None or chip.tip:
            return "" if chip is None else chip.tip
        change = "" if chip.change is Change.KEPT else f", {CHANGE_NAMES[chip.change]}"
        return f"{hit.position}: {visible(chip.text)}{change}"

    def neighbour(self, hit: TokenHit | None, dx: int, dy: int) -> TokenHit | None:
        if not self.chips:
            return None
        if hit is None or hit.row is None:
            return TokenHit(0)
        if self.layout is None:
            return TokenHit(min(max(hit.position + dx + dy, 0), len(self.chips) - 1), hit.row)
        row = min(max(hit.row + dy, 0), len(self.rows) - 1)
        shared = self.counterparts(hit)[row] if row != hit.row else ()
        position = shared[0] if shared else hit.position + dx
        return TokenHit(min(max(position, 0), len(self.rows[row].chips) - 1), row)


def token_row(
    chips: Sequence[TokenChip],
    *,
    below: Sequence[str] = (),
    selected: int | None = None,
    title: str = "",
) -> TokenRows:
    """One row alone; `below` names the lines of small type below each chip."""
    mark = None if selected is None else TokenHit(selected)
    return TokenRows([TokenRow(tuple(chips), below=tuple(below))], title=title, selected=mark)


def margin_of(rows: Sequence[TokenRow]) -> float:
    """The room that the names of rows take, so that several drawings can share it."""
    names = [name for row in rows for name in (row.name, *row.below)]
    widest = max((fonts.text_width(name, fonts.SMALL) for name in names), default=0.0)
    badge = BADGE if any(row.slot is not None for row in rows) else 0.0
    return max(widest, badge) + 1.5 * GRID if max(widest, badge) else 0.0


# ---- layout


@lru_cache(maxsize=64)
def _lines(drawing: TokenRows, width: float) -> tuple[_Line, ...]:
    lines: list[_Line] = []
    top = TOP
    for placed in _wrapped(drawing, width):
        line = _line(drawing, placed, top)
        lines.append(line)
        top = line.bottom + (WIDE_LINE_GAP if len(drawing.rows) > 1 else LINE_GAP)
    return tuple(lines)


_Placed = tuple[int, TextColumn, float, float]  # index, column, left, width


def _wrapped(drawing: TokenRows, width: float) -> list[list[_Placed]]:
    """The columns of each line."""
    left, columns = drawing.margin, drawing.columns
    x, lines = left, list[list[_Placed]]([[]])
    for index, column in enumerate(columns):
        for n, part in enumerate(_split(drawing, column, width - left - 2)):
            wide = min(_column_width(drawing, part), max(width - left - 2, MIN_CHIP))
            gap = COLUMN_GAP if n else _gap_before(drawing, columns, index)
            x += gap if x > left else 0.0
            if x > left and x + wide > width - 1:
                x = left
                lines.append([])
            lines[-1].append((index, part, x, wide))
            x += wide
    return lines if lines[0] else []


def _gap_before(drawing: TokenRows, columns: Sequence[TextColumn], index: int) -> float:
    """Columns of one word are close together."""
    if drawing.layout is None:
        return GAP
    column, before = columns[index], columns[index - 1]
    inside = column.text[:1].strip() and before.text[-1:].strip()
    return COLUMN_GAP if inside and column.segment == before.segment else WORD_GAP


def _column_width(drawing: TokenRows, column: TextColumn) -> float:
    if drawing.layout is None:
        widest = max(_chips_width(drawing, k, own) for k, own in enumerate(column.positions))
        return min(widest, MAX_CHIP) if len(drawing.rows) > 1 else widest
    if not column.covered and not column.text.strip():
        return SPACE_WIDTH * len(column.text)
    text = fonts.text_width(visible(column.text), fonts.TITLE) if column.text else 0.0
    chips = (_chips_width(drawing, k, own) for k, own in enumerate(column.positions))
    return max(text + 2, *chips)


def _chips_width(drawing: TokenRows, row: int, positions: Sequence[int]) -> float:
    widths = [drawing.widths[row][at] for at in positions]
    return sum(widths) + COLUMN_GAP * max(len(widths) - 1, 0)


def _split(drawing: TokenRows, column: TextColumn, room: float) -> list[TextColumn]:
    """A column of text that is wider than a line goes on in the next one."""
    if drawing.layout is None:
        return [column]
    count = math.ceil(_column_width(drawing, column) / max(room, MIN_CHIP))
    longest = max(len(column.text), *(len(own) for own in column.positions))
    count = min(count * 2, longest) if count > 1 else 1  # chips differ in width: leave some air
    return [
        TextColumn(
            column.text[_part(len(column.text), n, count)],
            tuple(own[_part(len(own), n, count)] for own in column.positions),
            column.segment,
        )
        for n in range(count)
    ]


def _part(length: int, n: int, count: int) -> slice:
    """Part n of `count` nearly equal parts; a single item is in the first."""
    return slice(-(-n * length // count), -(-(n + 1) * length // count))


def _line(drawing: TokenRows, placed: Sequence[_Placed], top: float) -> _Line:
    """One line: rows of which it has nothing take no room, nor does a text that is empty."""
    first = top
    if any(column.text for _, column, _, _ in placed):
        top += TEXT_HEIGHT + 4
    tops: list[float | None] = []
    bottom = top
    for k, row in enumerate(drawing.rows):
        chips = (row.chips[at] for _, column, _, _ in placed for at in column.positions[k])
        if any(chip is not None and not chip.plain for chip in chips):
            tops.append(top)
            bottom = top + row.height
            top = bottom + ROW_GAP
        else:
            tops.append(None)
    spots = tuple(
        _Spot(
            index,
            column.text,
            QRectF(x, first, wide, bottom - first),
            tuple(
                () if at is None else _chips(drawing, k, own, QRectF(x, at, wide, CHIP_HEIGHT))
                for k, (at, own) in enumerate(zip(tops, column.positions, strict=True))
            ),
        )
        for index, column, x, wide in placed
    )
    return _Line(first, bottom, tuple(tops), spots)


def _chips(
    drawing: TokenRows, row: int, positions: Sequence[int], rect: QRectF
) -> tuple[tuple[int, QRectF], ...]:
    """The chips of one row, stretched to the width of the column."""
    if not positions:
        return ()
    spare = (rect.width() - _chips_width(drawing, row, positions)) / len(positions)
    x, found = rect.left(), []
    for at in positions:
        wide = max(drawing.widths[row][at] + spare, 4.0)
        found.append((at, QRectF(x, rect.top(), wide, CHIP_HEIGHT)))
        x += wide + COLUMN_GAP
    return tuple(found)


# ---- painting of one column


def _paint_token(
    painter: QPainter, place: QRectF, chip: TokenChip | None, palette: Palette
) -> None:
    """A chip with the small lines below it."""
    if chip is None:
        return
    paint_chip(painter, place, chip, palette)
    painter.setFont(fonts.font(fonts.SMALL))
    painter.setPen(QColor(palette.muted))
    for n, text in enumerate(chip.below):
        top = place.bottom() + n * LINE_HEIGHT
        line = QRectF(place.left() - GAP, top, place.width() + 2 * GAP, LINE_HEIGHT)
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, text)


def _paint_text(painter: QPainter, spot: _Spot, corner: QPointF, palette: Palette) -> None:
    """The text above a column; its white space is quiet, and what tokens cover is underlined."""
    inside = spot.rect.translated(corner)
    covered = any(spot.parts)
    bare = spot.text.lstrip() if covered else ""
    blank = spot.text[: len(spot.text) - len(bare)]
    parts = [(visible(blank), palette.muted)] if blank else []
    parts += [(visible(bare), palette.text)] if bare else []
    widths = [fonts.text_width(text, fonts.TITLE) for text, _ in parts]
    left = inside.center().x() - sum(widths) / 2
    painter.setFont(fonts.font(fonts.TITLE))
    for (text, colour), width in zip(parts, widths, strict=True):
        painter.setPen(QColor(colour))
        line = QRectF(left, inside.top(), width + 40, TEXT_HEIGHT - 3)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, text)
        left += width
    if covered:
        _underline(painter, inside, palette.line, 1.0)


def _underline(painter: QPainter, area: QRectF, colour: str, width: float) -> None:
    painter.setPen(hairline(colour, width))
    y = area.top() + TEXT_HEIGHT
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
