"""The one table of the program: cells in rows and columns, with small bars, marks and hits."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter

from explorer.ui.graphics.drawing import (
    GRID,
    Drawing,
    Pinned,
    hairline,
    paint_slot,
    paint_text,
    wrapped_height,
)
from explorer.ui.graphics.tokens.chip import paint_mark
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on
from explorer.ui.style.theme import Palette

ROW_HEIGHT = 24.0
SMALL_LINE = 15.0  # of small type below a text
BAR_LINE = 16.0  # of a bar below the numbers of its row
UNDERBAR = 4.0  # height of a bar below a text
HEAD_LINE = 14.0
HEADING_HEIGHT = 30.0
BADGE = 18.0 + GRID
PAD_X, PAD_Y = 6.0, 3.0
GAP, MIN_GAP = 2.5 * GRID, 1.25 * GRID  # between columns; the second where room is short
BLOCK_GAP = 1.5 * GRID
MIN_NAME = 56.0  # pixels that are left of a first column
MAX_WORD = 160.0  # pixels; a longer word, such as a path, may be cut
FAINT = 0.1  # a heat below it is nearly the ground, so the edge of the cell is drawn

Colour = Callable[[Palette], str]


@dataclass(frozen=True)
class Segment:
    """A part of a bar; `share` is its part of the whole length, 0 to 1."""

    share: float
    colour: Colour
    selected: bool = False
    tip: str = ""


@dataclass(frozen=True)
class Cell:
    """One value. A bar lies below the text, or fills a cell without text."""

    text: str = ""
    detail: str = ""  # muted, after the text, or below it where the row has two lines
    below: str = ""  # small, under the text
    beside: str = ""  # small, at the right edge
    slot: int | None = None  # of the model that gives the text its colour
    badge: bool = False  # with the letter of the model
    muted: bool = False
    bold: bool = False
    small: bool = False
    struck: bool = False
    correct: bool = False  # a tick at the corner
    heat: float | None = None  # 0 to 1 of the sequential map, fills the cell
    differs: int | None = None  # a slot: the cell is washed in its colour, behind a bar
    bar: tuple[Segment, ...] = ()
    bar_mark: float | None = None  # a stroke across the bar, 0 to 1
    keep: bool = False  # takes the last place where optional columns are left out
    tip: str = ""


def model_cell(title: str, slot: int | None, detail: str = "") -> Cell:
    """The name of a model, after its badge where it is one of the chosen."""
    return Cell(title, detail, slot=slot, badge=slot is not None, bold=True)


@dataclass(frozen=True)
class Column:
    """How one column is set. Widths are pixels; `share` is of the width of the table."""

    head: str = ""
    slot: int | None = None  # the model whose badge stands before the head
    right: bool = False  # aligned to the right, for numbers
    least: float = 0.0
    most: float = 1e6
    share: float = 0.0
    stretch: bool = False  # takes the room that is left
    wrap: bool = False  # text is broken into lines
    optional: bool = False  # left out where there is no room
    below: bool = False  # goes to a second line of each row where there is no room
    keep_end: bool = False  # of a text that is cut
    clicks: bool = False  # its cells are hits


@dataclass(frozen=True)
class TableRow:
    """Cells by column. Rows of one `group` are selected together."""

    cells: tuple[Cell, ...]
    group: Hashable = None
    heading: bool = False  # the first cell spans the table
    tip: str = ""


@dataclass(frozen=True)
class TableHit:
    """A row, one of its cells, or a segment of the bar in that cell."""

    row: int
    column: int | None = None
    segment: int | None = None


@dataclass(frozen=True)
class _Area:
    row: int
    column: int
    rect: QRectF
    segments: tuple[tuple[int, QRectF], ...] = ()


@dataclass(frozen=True)
class _Layout:
    """Where everything is at one width, relative to the table."""

    heads: tuple[tuple[int, QRectF], ...]
    rows: tuple[tuple[int, QRectF], ...]
    cells: tuple[_Area, ...]
    height: float
    two_lines: bool  # whether the column `below` has a line of its own


class TableDrawing(Drawing):
    """Rows under the heads of their columns.

    Where the columns do not fit, optional ones are left out, one goes below its row, the first is
    cut; at last the others go on in a block below. A `long` table is not broken into blocks, and
    its header stays visible while it scrolls. `row_clicks`: hits are rows, not cells.
    """

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Sequence[TableRow],
        *,
        title: str = "",
        selected: Hashable = None,
        long: bool = False,
        row_clicks: bool = False,
    ) -> None:
        self.columns = tuple(columns)
        self.rows = tuple(rows)
        self.title = title
        self.selected = selected
        self.long = long
        self.row_clicks = row_clicks
        self.heads = tuple(_head_lines(column) for column in self.columns)
        # Measured before anything is painted: the cells of each column, without headings.
        self.badges = tuple(any(c.badge for c in self._cells(n)) for n in range(len(self.columns)))
        self.natural = tuple(self._natural(n, details=True) for n in range(len(self.columns)))
        self.names = tuple(self._natural(n, details=False) for n in range(len(self.columns)))

    def _cells(self, column: int) -> Iterator[Cell]:
        for row in self.rows:
            if not row.heading and column < len(row.cells):
                yield row.cells[column]

    def _natural(self, n: int, *, details: bool) -> float:
        """The width that the texts of a column take, within its bounds."""
        column = self.columns[n]
        if column.wrap:
            return column.least
        widths = [] if column.optional else [
            fonts.text_width(line, fonts.SMALL) for line in self.heads[n]
        ]  # fmt: skip
        widths += [_cell_width(cell, details=details) for cell in self._cells(n)]
        badge = BADGE if self.badges[n] else 0.0
        return min(max([*widths, column.least - badge]) + badge, column.most)

    # ---- size

    @property
    def head_height(self) -> float:
        if any(column.slot is not None for column in self.columns):
            return 28.0
        lines = max((len(head) for head in self.heads), default=0)
        return HEAD_LINE * lines + GRID if lines else 0.0

    def layout(self, width: float) -> _Layout:
        return _layout(self, round(width, 1))

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self.layout(width).height)

    def least_width(self) -> float:
        """Of a long table: with the longest word of each column on one line."""
        if not self.long:
            return 0.0
        shown = [n for n, one in enumerate(self.columns) if not (one.below or one.optional)]
        equal = [n for n in shown if self.columns[n].stretch and self.columns[n].wrap]
        widest = max((self._longest_word(n) + 2 * PAD_X for n in equal), default=0.0)
        room = widest * len(equal) + MIN_GAP * (len(shown) - 1)
        for n in shown:
            if n not in equal:
                share = self.columns[n].share  # of the whole width
                own = room * share / (1 - share) if share else self.names[n]
                room += min(max(own, self.columns[n].least), self.columns[n].most)
        return room

    def _longest_word(self, column: int) -> float:
        words = (word for cell in self._cells(column) for word in cell.text.split())
        return min(max(map(fonts.text_width, words), default=0.0), MAX_WORD)

    def pinned(self, width: float) -> Pinned | None:
        if not self.long:
            return None
        return Pinned(_heads_of(self), 0.0, self.size(width).height())

    # ---- painting

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        layout = self.layout(rect.width())
        self.paint_heads(painter, rect, palette)
        for n, area in layout.rows:
            row, inside = self.rows[n], area.translated(rect.topLeft())
            if self.selected is not None and row.group == self.selected:
                painter.fillRect(inside, QColor(palette.tint(palette.accent, 0.14)))
            if row.heading and n:
                painter.setPen(hairline(palette.line))
                painter.drawLine(inside.topLeft(), inside.topRight())
        for cell in layout.cells:
            self._paint_cell(painter, cell, rect.topLeft(), layout.two_lines, palette)

    def paint_heads(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        """The heads of the columns over a line."""
        layout = self.layout(rect.width())
        for n, area in layout.heads:
            inside = area.translated(rect.topLeft())
            if (slot := self.columns[n].slot) is not None:
                self._paint_model(painter, inside, n, slot, palette)
                continue
            painter.setFont(fonts.font(fonts.SMALL))
            painter.setPen(QColor(palette.muted))
            for k, text in enumerate(reversed(self.heads[n])):
                line = QRectF(0, 0, inside.width(), HEAD_LINE)
                line.moveBottomLeft(inside.bottomLeft() - QPointF(0, GRID / 2 + k * HEAD_LINE))
                if not self.columns[n].right:
                    line.setRight(max(line.right(), rect.right()))
                painter.drawText(line, _side(self.columns[n]), text)
        bottoms = {area.bottom() for _, area in layout.heads} if self.head_height else set()
        for below in sorted(bottoms):
            y = rect.top() + below - 2
            right = max(a.right() for _, a in layout.heads if a.bottom() == below)
            painter.setPen(hairline(palette.line))
            end = rect.left() + min(right, rect.width())
            painter.drawLine(QPointF(rect.left(), y), QPointF(end, y))

    def _paint_model(
        self, painter: QPainter, area: QRectF, column: int, slot: int, palette: Palette
    ) -> None:
        """A model as a head; all names are small where one of them would be cut."""
        paint_slot(painter, area.topLeft() + QPointF(PAD_X, 3), slot, palette)
        room = area.width() - BADGE - 2 * PAD_X
        heads = [one.head for one in self.columns if one.slot is not None]
        fit = all(fonts.text_width(head, bold=True) <= room for head in heads)
        pixels = fonts.BODY if fit else fonts.SMALL
        painter.setFont(fonts.font(pixels, bold=True))
        painter.setPen(QColor(palette.model(slot)))
        spot = QRectF(area.left() + PAD_X + BADGE, area.top(), room, ROW_HEIGHT)
        name = fonts.elided(self.columns[column].head, room, pixels, bold=True)
        painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_cell(
        self, painter: QPainter, area: _Area, corner: QPointF, two_lines: bool, palette: Palette
    ) -> None:
        cell, rect = self.rows[area.row].cells[area.column], area.rect.translated(corner)
        column = self.columns[area.column]
        if cell.differs is not None:
            colour = palette.model(cell.differs)
            painter.fillRect(rect, QColor(palette.tint(colour, 0.12)))
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), QColor(colour))
        if column.wrap and not self.rows[area.row].heading:
            self._paint_wrapped(painter, rect, cell, palette)
            return
        if cell.bar:
            _paint_bar(painter, area, corner, cell, palette)
        line = QRectF(rect.left(), rect.top(), rect.width(), min(rect.height(), ROW_HEIGHT))
        if self.rows[area.row].heading:
            line = rect
        if self.badges[area.column] or cell.badge:
            if cell.badge and cell.slot is not None:
                paint_slot(painter, QPointF(line.left(), line.center().y() - 9), cell.slot, palette)
            line = line.adjusted(BADGE, 0, 0, 0)
        _paint_text_of(painter, line, cell, column, palette, details=not two_lines)

    def _paint_wrapped(self, painter: QPainter, rect: QRectF, cell: Cell, palette: Palette) -> None:
        painter.save()
        painter.setClipRect(rect)
        inside = rect.adjusted(PAD_X, PAD_Y, -PAD_X, 0)
        paint_text(painter, inside, cell.text, palette.muted if cell.muted else palette.text)
        painter.restore()

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: TableHit) -> None:
        layout = self.layout(rect.width())
        cells = [a.rect for a in layout.cells if (a.row, a.column) == (hit.row, hit.column)]
        if not cells or hit.segment is not None:
            group = self.rows[hit.row].group
            cells = [
                area
                for n, area in layout.rows
                if n == hit.row or (group is not None and self.rows[n].group == group)
            ]
        whole = cells[0] if cells else QRectF()
        for one in cells[1:]:
            whole = whole.united(one)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(hairline(palette.text, 1.2))
        painter.drawRect(whole.translated(rect.topLeft()).adjusted(0.5, 0.5, -0.5, -0.5))

    # ---- pointing

    def hit(self, point: QPointF, rect: QRectF) -> TableHit | None:
        inside, layout = point - rect.topLeft(), self.layout(rect.width())
        if self.row_clicks:
            row = next((n for n, area in layout.rows if area.contains(inside)), None)
            return None if row is None else TableHit(self._first_of(row))
        for area in layout.cells:
            if not self.columns[area.column].clicks or not area.rect.contains(inside):
                continue
            if not area.segments:
                return TableHit(area.row, area.column)
            found = (n for n, one in area.segments if one.contains(inside))
            segment = next(found, None)
            return None if segment is None else TableHit(area.row, area.column, segment)
        return None

    def _first_of(self, row: int) -> int:
        """The first row of the group of a row."""
        group = self.rows[row].group
        if group is None:
            return row
        return next(n for n, other in enumerate(self.rows) if other.group == group)

    def describe(self, hit: TableHit) -> str:
        row = self.rows[hit.row]
        if hit.column is None:
            return row.tip
        cell = row.cells[hit.column]
        if hit.segment is not None:
            return cell.bar[hit.segment].tip
        return cell.tip or row.tip

    def neighbour(self, hit: TableHit | None, dx: int, dy: int) -> TableHit | None:
        if self.row_clicks:
            firsts = sorted({self._first_of(n) for n in range(len(self.rows))})
            if not firsts:
                return None
            return TableHit(firsts[_moved(0 if hit is None else firsts.index(hit.row), dx + dy,
                                          len(firsts), start=hit is None)])  # fmt: skip
        rows = [n for n in range(len(self.rows)) if self._stops(n)]
        if not rows:
            return None
        if hit is None:
            return self._stops(rows[0])[0]
        row = rows[_moved(rows.index(hit.row), dy, len(rows))]
        stops = self._stops(row)
        same = (n for n, stop in enumerate(stops) if _place(stop) >= _place(hit))
        return stops[_moved(next(same, len(stops) - 1), dx, len(stops))]

    def _stops(self, row: int) -> list[TableHit]:
        """What the keyboard can be at in a row, from left to right."""
        if self.rows[row].heading:
            return []
        return [
            hit
            for n, cell in enumerate(self.rows[row].cells)
            if self.columns[n].clicks
            for hit in _hits_in(row, n, cell)
        ]


class TableHeads(Drawing):
    """The heads of a table alone, which stay while its rows scroll."""

    def __init__(self, table: TableDrawing) -> None:
        self.table = table

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self.table.head_height)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        self.table.paint_heads(painter, rect, palette)


@lru_cache(maxsize=16)
def _heads_of(table: TableDrawing) -> TableHeads:
    return TableHeads(table)


def _moved(place: int, by: int, count: int, *, start: bool = False) -> int:
    return 0 if start else min(max(place + by, 0), count - 1)


def _place(hit: TableHit) -> tuple[int, int]:
    return hit.column or 0, hit.segment or 0


def _hits_in(row: int, column: int, cell: Cell) -> list[TableHit]:
    if not cell.bar or cell.text:
        return [TableHit(row, column)]
    return [TableHit(row, column, n) for n, one in enumerate(cell.bar) if one.share > 0]


# ---- layout


@lru_cache(maxsize=64)
def _layout(table: TableDrawing, width: float) -> _Layout:
    """Where the parts of a table are when it is `width` wide."""
    blocks, two_lines = _blocks(table, width)
    heads: list[tuple[int, QRectF]] = []
    rows: list[tuple[int, QRectF]] = []
    cells: list[_Area] = []
    top = 0.0
    for places in blocks:
        heads += [(n, QRectF(x, top, w, table.head_height)) for n, x, w in places if n >= 0]
        top += table.head_height
        for row in range(len(table.rows)):
            height, placed = _row(table, row, places, top, width, two_lines)
            rows.append((row, QRectF(0, top, width, height)))
            cells += placed
            top += height
        top += BLOCK_GAP
    return _Layout(tuple(heads), tuple(rows), tuple(cells), max(top - BLOCK_GAP, 0.0), two_lines)


Places = list[tuple[int, float, float]]  # column, left, width


def _blocks(table: TableDrawing, width: float) -> tuple[list[Places], bool]:
    """The columns side by side, in as many blocks as it takes; whether one goes below its row."""
    every = list(range(len(table.columns)))
    below = [n for n in every if table.columns[n].below]
    if below and _total(table, every, GAP, width) > width:
        names = [n for n in every if n not in below]
        return [_set(table, names, width, table.names)], True
    if _total(table, every, MIN_GAP, width) > width:
        while sum(table.columns[n].optional for n in every) > 1 and (
            _total(table, every, MIN_GAP, width) > width
        ):
            every.remove(max(n for n in every if table.columns[n].optional))
    over = _total(table, every, MIN_GAP, width) - width
    optional = any(column.optional for column in table.columns)
    if table.long or optional or over <= max(table.natural[0] - MIN_NAME, 0.0):
        return [_set(table, every, width, table.natural)], False
    return _broken(table, every, width), False


def _broken(table: TableDrawing, columns: Sequence[int], width: float) -> list[Places]:
    """Blocks that begin with the first column again."""
    first, blocks, block = columns[0], [], [columns[0]]
    for n in columns[1:]:
        if len(block) > 1 and _total(table, [*block, n], GAP, width) > width:
            blocks.append(block)
            block = [first]
        block.append(n)
    return [_set(table, one, width, table.natural) for one in [*blocks, block]]


def _wanted(table: TableDrawing, n: int, width: float, natural: Sequence[float]) -> float:
    column = table.columns[n]
    return min(max(column.share * width, natural[n]), column.most)


def _total(table: TableDrawing, columns: Sequence[int], gap: float, width: float) -> float:
    widths = sum(_wanted(table, n, width, table.natural) for n in columns)
    return widths + gap * (len(columns) - 1)


def _set(
    table: TableDrawing, columns: Sequence[int], width: float, natural: Sequence[float]
) -> Places:
    """Columns from left to right; where they do not fit, spacing shrinks and the first is cut."""
    widths = {n: _wanted(table, n, width, natural) for n in columns}
    gaps = max(len(columns) - 1, 1)
    wraps = any(table.columns[n].wrap for n in columns)
    gap = MIN_GAP if wraps else min(max((width - sum(widths.values())) / gaps, MIN_GAP), GAP)
    spare = width - sum(widths.values()) - gap * (len(columns) - 1)
    stretched = [n for n in columns if table.columns[n].stretch]
    optional = [n for n in columns if table.columns[n].optional]
    for n in [*optional[-1:], columns[0]] if spare < 0 else ():
        least = min(max(table.columns[n].least, 0.0 if n in optional else MIN_NAME), widths[n])
        taken = min(widths[n] - least, max(-spare, 0.0))
        widths[n], spare = widths[n] - taken, spare + taken
    for n in stretched if spare > 0 else ():
        widths[n] = min(widths[n] + spare / len(stretched), table.columns[n].most)
    x, places = 0.0, []
    for n in columns:
        places.append((n, x, widths[n]))
        x += widths[n] + gap
    return places


def _row(
    table: TableDrawing, n: int, places: Places, top: float, width: float, two_lines: bool
) -> tuple[float, list[_Area]]:
    """The height of a row, and its cells."""
    row = table.rows[n]
    if row.heading:
        return HEADING_HEIGHT, [_Area(n, 0, QRectF(0, top + 4, width, HEADING_HEIGHT - 4))]
    shown = _shown(table, row, places)
    height = max((_cell_height(table, row.cells[c], c, w) for c, _, w in shown), default=0.0)
    areas = [_area(row, n, c, QRectF(x, top, w, height)) for c, x, w in shown]
    if two_lines:
        areas += _below(table, n, top + height, width)
        height += BAR_LINE
    return height, areas


def _shown(table: TableDrawing, row: TableRow, places: Places) -> Places:
    """The cells of a row by place; one that must be kept takes the last of the optional places."""
    shown = [(c, x, w) for c, x, w in places if c < len(row.cells)]
    optional = [n for n, (c, _, _) in enumerate(shown) if table.columns[c].optional]
    columns = {c for c, _, _ in shown}
    left_out = (c for c, cell in enumerate(row.cells) if cell.keep and c not in columns)
    kept = next(left_out, None)
    if kept is not None and optional:
        _, x, w = shown[optional[-1]]
        shown[optional[-1]] = (kept, x, w)
    return shown


def _area(row: TableRow, n: int, column: int, rect: QRectF) -> _Area:
    bar = row.cells[column].bar
    if not bar or row.cells[column].text:
        return _Area(n, column, rect)
    inset = min(4.0, max(rect.height() - 8, 0) / 2)
    return _Area(n, column, rect, tuple(_segments(bar, rect.adjusted(0, inset, 0, -inset))))


def _segments(bar: Sequence[Segment], rect: QRectF) -> Iterator[tuple[int, QRectF]]:
    left = rect.left()
    for n, one in enumerate(bar):
        wide = rect.width() * one.share
        yield n, QRectF(left, rect.top(), wide, rect.height())
        left += wide


def _below(table: TableDrawing, n: int, top: float, width: float) -> Iterator[_Area]:
    """The bar of a row on a line of its own, after the details of the names."""
    row = table.rows[n]
    details = [fonts.text_width(c.detail, fonts.SMALL) for c in table._cells(0)]
    left = BADGE if table.badges[0] else 0.0
    left += min(max(details, default=0.0), width / 2) + GRID
    for c, column in enumerate(table.columns):
        if column.below and c < len(row.cells):
            rect = QRectF(left, top - 1, max(width - left, 0.0), BAR_LINE - 6)
            yield _Area(n, c, rect, tuple(_segments(row.cells[c].bar, rect)))


def _cell_height(table: TableDrawing, cell: Cell, column: int, width: float) -> float:
    if table.columns[column].wrap:
        return wrapped_height(cell.text, width - 2 * PAD_X) + 2 * PAD_Y + 1
    below = SMALL_LINE + 4 if cell.below else 0.0
    return ROW_HEIGHT + below + (UNDERBAR + 2 if cell.bar and cell.text else 0.0)


def _cell_width(cell: Cell, *, details: bool) -> float:
    pixels = fonts.SMALL if cell.small else fonts.BODY
    wide = fonts.text_width(cell.text, pixels, bold=cell.bold) + 2
    if cell.beside:
        wide += fonts.text_width(cell.beside, fonts.SMALL) + PAD_X
    if cell.detail and details:
        wide += fonts.text_width(cell.detail) + GRID
    below = fonts.text_width(cell.below, fonts.SMALL) + 2 if cell.below else 0.0
    return max(wide, below) + (2 * PAD_X if cell.heat is not None else 0.0)


def _head_lines(column: Column) -> tuple[str, ...]:
    """A head of several words over numbers, broken where its lines come out shortest."""
    words = column.head.split()
    if len(words) < 2 or not column.right:
        return (column.head,) if column.head else ()
    pairs = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(pairs, key=lambda lines: max(map(len, lines)))


# ---- painting of one cell


def _side(column: Column) -> Qt.AlignmentFlag:
    flag = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
    return flag | Qt.AlignmentFlag.AlignVCenter


def _ink(cell: Cell, palette: Palette) -> str:
    if cell.heat is not None:
        return ink_on(palette.heat(cell.heat))
    if cell.muted:
        return palette.muted
    return palette.text if cell.slot is None else palette.model(cell.slot)


def _paint_text_of(
    painter: QPainter, line: QRectF, cell: Cell, column: Column, palette: Palette, *, details: bool
) -> None:
    """The texts of a cell on one line, and what is small below them."""
    if cell.heat is not None:
        chip = line.adjusted(0, 1, 0, -1)
        painter.setBrush(QColor(palette.heat(cell.heat)))
        painter.setPen(hairline(palette.line) if cell.heat < FAINT else Qt.PenStyle.NoPen)
        painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if cell.correct:
            paint_mark(painter, chip, "right", palette)
        line = line.adjusted(PAD_X, 0, -PAD_X, 0)
    ink = _ink(cell, palette)
    room = line.width()
    if cell.beside:
        room -= fonts.text_width(cell.beside, fonts.SMALL) + PAD_X
        painter.setFont(fonts.font(fonts.SMALL))
        painter.setPen(QColor(ink))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, right, cell.beside)
    pixels = fonts.SMALL if cell.small else fonts.BODY
    text = fonts.elided(cell.text, room, pixels, bold=cell.bold, keep_end=column.keep_end)
    face = fonts.font(pixels, bold=cell.bold)
    face.setStrikeOut(cell.struck)
    painter.setFont(face)
    painter.setPen(QColor(ink))
    painter.drawText(line, _side(column), text)
    _paint_muted(painter, line, cell, fonts.text_width(text, pixels, bold=cell.bold), palette,
                 details=details)  # fmt: skip


def _paint_muted(
    painter: QPainter, line: QRectF, cell: Cell, used: float, palette: Palette, *, details: bool
) -> None:
    """The detail after a text or, where the row has two lines, below it; and the small line."""
    middle = Qt.AlignmentFlag.AlignVCenter
    painter.setPen(QColor(palette.muted))
    if cell.below:
        painter.setFont(fonts.font(fonts.SMALL))
        centre = Qt.AlignmentFlag.AlignHCenter if cell.heat is not None else middle
        under = QRectF(line.left() - 4, line.bottom(), line.width() + 8, SMALL_LINE)
        if cell.heat is None:
            under.translate(4, 0)
        text = fonts.elided(cell.below, under.width(), fonts.SMALL)
        painter.drawText(under, centre | middle, text)
    if not cell.detail:
        return
    if not details:
        painter.setFont(fonts.font(fonts.SMALL))
        under = QRectF(line.left(), line.bottom() - 4, line.width() * 4, BAR_LINE)
        painter.drawText(under, middle, cell.detail)
    elif line.width() - used > 40:
        painter.setFont(fonts.font())
        beside = line.adjusted(used + GRID, 0, 0, 0)
        painter.drawText(beside, middle, fonts.elided(cell.detail, beside.width()))


def _paint_bar(
    painter: QPainter, area: _Area, corner: QPointF, cell: Cell, palette: Palette
) -> None:
    """Segments side by side; below a text they lie on a track."""
    segments: Sequence[tuple[int, QRectF]] = area.segments
    if cell.text:
        rect = area.rect
        track = QRectF(rect.left(), rect.bottom() - UNDERBAR - 3, rect.width() - 4, UNDERBAR)
        painter.fillRect(track.translated(corner), QColor(palette.raised))
        segments = tuple(_segments(cell.bar, track))
        if cell.bar_mark is not None:
            x = corner.x() + track.left() + track.width() * min(cell.bar_mark, 1.0)
            painter.setPen(hairline(palette.text, 1.5))
            y = corner.y() + track.top()
            painter.drawLine(QPointF(x, y - 1), QPointF(x, y + UNDERBAR + 1))
    for n, place in segments:
        if place.width() <= 0:
            continue
        inside = place.translated(corner)
        painter.fillRect(inside, QColor(cell.bar[n].colour(palette)))
        if cell.bar[n].selected:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(hairline(palette.text, 1.5))
            painter.drawRect(inside)
