"""Rows of tokens that wrap like text: one row, several below one another, or under the text."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from explorer.core.tokens.interlinear import Interlinear, Positions, TextColumn
from explorer.ui.graphics.drawing import GRID, memoize
from explorer.ui.graphics.sketch import CENTRE, Sketch, Sketched
from explorer.ui.graphics.tokens.chip import (
    CHANGE_NAMES,
    CHIP_HEIGHT,
    GAP,
    LINE_HEIGHT,
    MIN_CHIP,
    RADIUS,
    TokenChip,
    chip_width,
    draw_chip,
    draw_underlines,
    visible,
)
from explorer.ui.style import fonts
from models.schema.records import BoolArray, TokenChange

TEXT_HEIGHT = 26.0
ROW_GAP = 5.0
LINE_GAP, WIDE_LINE_GAP = 12.0, 18.0  # between lines, of one row and of several
TOP = 6.0  # for a tick or a cross that is over the corner of a chip
COLUMN_GAP = 3.0  # inside a word
WORD_GAP = 9.0
SPACE_WIDTH = 7.0  # of white space that no token covers
BADGE = 18.0
MAX_CHIP = 160.0  # pixels, where several rows share a column
INVISIBLE = 0.28  # how much is left of a token that the selected position does not attend to


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
class Token:
    """A token in its line."""

    hit: TokenHit
    chip: TokenChip
    rect: QRectF

    @property
    def tip(self) -> str:
        change = (
            "" if self.chip.change is TokenChange.KEPT else f", {CHANGE_NAMES[self.chip.change]}"
        )
        return self.chip.tip or f"{self.hit.position}: {visible(self.chip.text)}{change}"


@dataclass(frozen=True)
class TokenCell:
    """A column in its line, from the text, or the first row, to the last row."""

    index: int
    text: str
    rect: QRectF
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class TokenLine:
    """One line of the drawing: its columns, and where each row in it begins."""

    top: float
    bottom: float
    tops: tuple[float | None, ...]  # by row; None where the line has nothing of a row
    cells: tuple[TokenCell, ...]


@dataclass(frozen=True)
class _Placed:
    """A column, or a part of it, in a line that has no height yet."""

    index: int
    column: TextColumn
    left: float
    width: float


@dataclass(eq=False)
class TokenRows(Sketched):
    """Rows whose tokens are set in columns.

    `layout` puts the tokens of several tokenizers under their characters; without it, tokens of
    one number are below one another. With `whole_columns` a hit is a column, and what the one
    that is `marked` does not see (R, R) is faint. `margin` is the least room for names.
    """

    rows: Sequence[TokenRow]
    _: KW_ONLY
    layout: Interlinear | None = None
    title: str = ""
    selected: TokenHit | None = None
    whole_columns: bool = False
    marked: Collection[int] = ()
    sees: BoolArray | None = None
    margin: float = 0.0

    def __post_init__(self) -> None:
        self.marked = frozenset(self.marked)
        self.margin = max(self.margin, margin_of(self.rows))
        self.columns = (
            _build_number_columns(self.rows) if self.layout is None else self.layout.columns
        )
        self.widths = tuple(
            tuple(0.0 if chip is None else chip_width(chip) for chip in row.chips)
            for row in self.rows
        )

    @property
    def chips(self) -> tuple[TokenChip | None, ...]:
        """The chips of the first row."""
        return self.rows[0].chips if self.rows else ()

    # ---- drawing

    def draw(self, sketch: Sketch, width: float) -> None:
        lines = self.lines(width)
        for line in lines:
            self._draw_names(sketch, line)
            for cell in line.cells:
                self._draw_cell(sketch, cell)
        for row in range(len(self.rows)):
            tokens = (token for cell in self._cells(width) for token in cell.tokens)
            own = (token for token in tokens if token.hit.row == row)
            draw_underlines(sketch, ((token.chip, token.rect) for token in own))
        if self.selected is not None:
            self._draw_marks(sketch, width, self.selected, sketch.palette.accent)
        if len(self.marked) == 1:
            self._draw_invisible(sketch, width, next(iter(self.marked)))
        sketch.reserve(QRectF(0, 0, width, (lines[-1].bottom if lines else CHIP_HEIGHT) + 3))

    def _draw_names(self, sketch: Sketch, line: TokenLine) -> None:
        for row, top in zip(self.rows, line.tops, strict=True):
            if top is None:
                continue
            if row.slot is not None:
                sketch.badge(QPointF(0, top + 3), row.slot)
            rect = QRectF(0, top, self.margin, CHIP_HEIGHT)
            for name in (row.name, *row.below):
                sketch.text(rect, name, sketch.palette.muted, pixels=fonts.SMALL)
                rect = QRectF(0, rect.bottom(), self.margin, LINE_HEIGHT)

    def _draw_cell(self, sketch: Sketch, cell: TokenCell) -> None:
        if self.whole_columns:
            if cell.index in self.marked:
                ground = sketch.palette.tint(sketch.palette.accent, 0.16)
                sketch.fill(cell.rect.adjusted(-2, -3, 2, 3), ground, radius=RADIUS)
            tip = next((token.tip for token in cell.tokens if token.hit.row == 0), "")
            area = cell.rect.adjusted(-GAP / 2, -3, GAP / 2, 3)
            sketch.target(area, TokenHit(cell.index), tip)
        elif cell.text and cell.tokens:
            area = QRectF(cell.rect.left(), cell.rect.top(), cell.rect.width(), TEXT_HEIGHT)
            sketch.target(area, TokenHit(cell.index, None), visible(self.columns[cell.index].text))
        if cell.text:
            _draw_text(sketch, cell)
        for token in cell.tokens:
            self._draw_token(sketch, token)

    def _draw_token(self, sketch: Sketch, token: Token) -> None:
        """A chip with the small lines below it."""
        draw_chip(sketch, token.rect, token.chip)
        line = token.rect.adjusted(-GAP, CHIP_HEIGHT, GAP, LINE_HEIGHT)
        for text in token.chip.below:
            sketch.text(line, text, sketch.palette.muted, pixels=fonts.SMALL, align=CENTRE)
            line = line.translated(0, LINE_HEIGHT)
        if not self.whole_columns:
            below = LINE_HEIGHT * len(self.rows[token.hit.row or 0].below)
            area = token.rect.adjusted(-GAP / 2, -2, GAP / 2, below + 2)
            sketch.target(area, token.hit, token.tip)

    def _draw_marks(self, sketch: Sketch, width: float, hit: TokenHit, colour: str) -> None:
        """Ring a token, and more thinly those that share its characters; underline the text."""
        shared = self.counterparts(hit)
        for cell in self._cells(width):
            ringed = [one for one in cell.tokens if one.hit.position in shared[one.hit.row or 0]]
            for token in ringed:
                _draw_ring(sketch, token.rect, colour, 2.0 if token.hit == hit else 1.4)
            if ringed and cell.text:
                _underline(sketch, cell.rect, colour, 2.0)

    def _draw_invisible(self, sketch: Sketch, width: float, position: int) -> None:
        """Make faint what a position does not attend to, if something is predicted there."""
        chips = (row.chips[position] for row in self.rows[1:] if position < len(row.chips))
        predicts = any(chip is not None and not chip.plain for chip in chips)
        if self.sees is None or not predicts:
            return
        for token in (token for cell in self._cells(width) for token in cell.tokens):
            if token.hit.row == 0 and not self.sees[position, token.hit.position]:
                area = token.rect.adjusted(-GAP / 2, -1, GAP / 2, 3)
                sketch.fill(area, sketch.palette.ground, alpha=1 - INVISIBLE)

    # ---- pointing

    def draw_hover(self, sketch: Sketch, width: float, hit: TokenHit) -> None:
        if not self.whole_columns:
            self._draw_marks(sketch, width, hit, sketch.palette.text)
            return
        self._draw_invisible(sketch, width, hit.position)
        for cell in self._cells(width):
            if cell.index == hit.position:
                _draw_ring(sketch, cell.rect.adjusted(-1, -2, 1, 2), sketch.palette.text, 1.2)

    def counterparts(self, hit: TokenHit) -> Positions:
        """Tokens of every row that share a character with what was hit."""
        if hit.row is None:
            return self.columns[hit.position].positions
        if self.layout is not None:
            return self.layout.counterparts(hit.row, hit.position)
        return tuple((hit.position,) if n == hit.row else () for n in range(len(self.rows)))

    def neighbour(self, hit: TokenHit | None, dx: int, dy: int) -> TokenHit | None:
        """Return the next token in reading order; up and down, the one at the same characters."""
        if not self.chips:
            return None
        if hit is None or hit.row is None:
            return TokenHit(0)
        row, position = hit.row, hit.position + dx
        if self.layout is None:
            position += dy
        else:
            row = min(max(hit.row + dy, 0), len(self.rows) - 1)
            shared = self.counterparts(hit)[row] if row != hit.row else ()
            position = shared[0] if shared else position
        return TokenHit(min(max(position, 0), len(self.rows[row].chips) - 1), row)

    # ---- layout

    @memoize
    def lines(self, width: float) -> tuple[TokenLine, ...]:
        """The columns by line when the drawing is `width` wide."""
        lines: list[TokenLine] = []
        top = TOP
        for placed in self._wrap_columns(width):
            lines.append(self._line(placed, top))
            top = lines[-1].bottom + (WIDE_LINE_GAP if len(self.rows) > 1 else LINE_GAP)
        return tuple(lines)

    def _cells(self, width: float) -> Iterator[TokenCell]:
        for line in self.lines(width):
            yield from line.cells

    def _wrap_columns(self, width: float) -> list[list[_Placed]]:
        """The columns of each line."""
        left, room = self.margin, width - self.margin - 2
        x, lines = left, list[list[_Placed]]([[]])
        for index, column in enumerate(self.columns):
            for n, part in enumerate(self._split(column, room)):
                wide = min(self._column_width(part), max(room, MIN_CHIP))
                if x > left:
                    x += COLUMN_GAP if n else self._gap_before(index)
                if x > left and x + wide > width - 1:
                    x = left
                    lines.append([])
                lines[-1].append(_Placed(index, part, x, wide))
                x += wide
        return lines if lines[0] else []

    def _split(self, column: TextColumn, room: float) -> list[TextColumn]:
        """A column of text that is wider than a line continues in the next one."""
        if self.layout is None:
            return [column]
        count = math.ceil(self._column_width(column) / max(room, MIN_CHIP))
        longest = max(len(column.text), *(len(own) for own in column.positions))
        count = min(count * 2, longest) if count > 1 else 1  # chips differ in width: leave some air
        return [
            replace(
                column,
                text=column.text[_part(len(column.text), n, count)],
                positions=tuple(own[_part(len(own), n, count)] for own in column.positions),
            )
            for n in range(count)
        ]

    def _gap_before(self, index: int) -> float:
        """Columns of one word are close together."""
        if self.layout is None:
            return GAP
        column, before = self.columns[index], self.columns[index - 1]
        inside = column.text[:1].strip() and before.text[-1:].strip()
        return COLUMN_GAP if inside and column.segment == before.segment else WORD_GAP

    def _column_width(self, column: TextColumn) -> float:
        widest = max(self._chips_width(k, own) for k, own in enumerate(column.positions))
        if self.layout is None:
            return min(widest, MAX_CHIP) if len(self.rows) > 1 else widest
        if not column.is_covered and not column.text.strip():
            return SPACE_WIDTH * len(column.text)
        text = fonts.text_width(visible(column.text), fonts.TITLE) if column.text else 0.0
        return max(text + 2, widest)

    def _chips_width(self, row: int, positions: Sequence[int]) -> float:
        widths = [self.widths[row][at] for at in positions]
        return sum(widths) + COLUMN_GAP * max(len(widths) - 1, 0)

    def _line(self, placed: Sequence[_Placed], top: float) -> TokenLine:
        """One line: rows of which it has nothing take no room, nor does a text that is empty."""
        bottom = top + (TEXT_HEIGHT + 4 if any(one.column.text for one in placed) else 0.0)
        tops: list[float | None] = []
        row_top = bottom
        for k, row in enumerate(self.rows):
            chips = (row.chips[at] for one in placed for at in one.column.positions[k])
            used = any(chip is not None and not chip.plain for chip in chips)
            tops.append(row_top if used else None)
            if used:
                bottom = row_top + row.height
                row_top = bottom + ROW_GAP
        cells = (
            TokenCell(
                one.index,
                one.column.text,
                QRectF(one.left, top, one.width, bottom - top),
                tuple(token for k, y in enumerate(tops) for token in self._tokens(one, k, y)),
            )
            for one in placed
        )
        return TokenLine(top, bottom, tuple(tops), tuple(cells))

    def _tokens(self, placed: _Placed, row: int, top: float | None) -> Iterator[Token]:
        """The tokens of one row, stretched to the width of the column."""
        positions, left = placed.column.positions[row], placed.left
        if top is None or not positions:
            return
        spare = (placed.width - self._chips_width(row, positions)) / len(positions)
        for at in positions:
            chip, width = self.rows[row].chips[at], max(self.widths[row][at] + spare, 4.0)
            assert chip is not None
            yield Token(TokenHit(at, row), chip, QRectF(left, top, width, CHIP_HEIGHT))
            left += width + COLUMN_GAP


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
    widest = max(widest, BADGE if any(row.slot is not None for row in rows) else 0.0)
    return widest + 1.5 * GRID if widest else 0.0


def _build_number_columns(rows: Sequence[TokenRow]) -> tuple[TextColumn, ...]:
    """A column without text for each number of a token."""
    count = max((len(row.chips) for row in rows), default=0)
    chips = [(*row.chips, *[None] * (count - len(row.chips))) for row in rows]
    return tuple(
        TextColumn("", tuple((n,) if own[n] is not None else () for own in chips))
        for n in range(count)
    )


def _part(length: int, n: int, count: int) -> slice:
    """Part n of `count` nearly equal parts; a single item is in the first."""
    return slice(-(-n * length // count), -(-(n + 1) * length // count))


def _draw_text(sketch: Sketch, cell: TokenCell) -> None:
    """The text above a column: white space before it is muted, what tokens cover is underlined."""
    palette = sketch.palette
    covered = cell.text.lstrip() if cell.tokens else ""
    blank = cell.text[: len(cell.text) - len(covered)]
    parts = ((blank, palette.muted), (covered, palette.text))
    texts = [(visible(text), colour) for text, colour in parts if text]
    widths = [fonts.text_width(text, fonts.TITLE) for text, _ in texts]
    left = cell.rect.center().x() - sum(widths) / 2
    for (text, colour), width in zip(texts, widths, strict=True):
        line = QRectF(left, cell.rect.top(), width + 40, TEXT_HEIGHT - 3)
        sketch.text(line, text, colour, pixels=fonts.TITLE)
        left += width
    if cell.tokens:
        _underline(sketch, cell.rect, palette.line, 1.0)


def _underline(sketch: Sketch, area: QRectF, colour: str, width: float) -> None:
    below = QPointF(0, TEXT_HEIGHT)
    sketch.line(area.topLeft() + below, area.topRight() + below, colour, width=width)


def _draw_ring(sketch: Sketch, rect: QRectF, colour: str, width: float) -> None:
    sketch.frame(rect.adjusted(-1, -1, 1, 1), colour, width=width, radius=RADIUS + 1)
