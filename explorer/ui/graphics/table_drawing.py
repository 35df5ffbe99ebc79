"""The one table of the program: cells in rows and columns, with small bars, marks and hits."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from explorer.ui.graphics.drawing import GRID, Pinned, memoize, paint_text, wrapped_height
from explorer.ui.graphics.sketch import CENTRE, LEFT, RIGHT, Sketch, Sketched, neighbour_in_rows
from explorer.ui.graphics.tokens.chip import draw_mark
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on
from explorer.ui.style.palette import Palette

ROW_HEIGHT = 24.0
SMALL_LINE = 15.0  # of small type below a text
BAR_LINE = 16.0  # of a bar below the numbers of its row
BAR_HEIGHT = 10.0  # of that bar
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
class TableCell:
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
    differs: int | None = None  # a slot: the cell is tinted in its colour, after a bar
    bar: tuple[Segment, ...] = ()
    bar_mark: float | None = None  # a stroke across the bar, 0 to 1
    keep: bool = False  # takes the last place where optional columns are left out
    tip: str = ""


def model_cell(title: str, slot: int | None, detail: str = "") -> TableCell:
    """The name of a model, after its badge where it is one of the chosen."""
    return TableCell(title, detail, slot=slot, badge=slot is not None, bold=True)


@dataclass(frozen=True)
class Column:
    """How one column is set. Widths are pixels; `share` is of the width of the table."""

    head: str = ""
    slot: int | None = None  # the model whose badge is before the head
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

    cells: tuple[TableCell, ...]
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
class CellArea:
    """The rectangle of a cell."""

    row: int
    column: int
    rect: QRectF


@dataclass
class TableLayout:
    """The rectangles at one width; each block of columns has its own heads and rows."""

    two_lines: bool  # whether the column `below` has a line of its own
    heads: list[tuple[int, QRectF]] = field(default_factory=list)
    rows: list[tuple[int, QRectF]] = field(default_factory=list)
    cells: list[CellArea] = field(default_factory=list)
    height: float = 0.0


Places = list[tuple[int, float, float]]  # column, left, width


@dataclass(eq=False)
class TableDrawing(Sketched):
    """Rows under the heads of their columns.

    Where the columns do not fit, optional ones are left out, one goes below its row, the first is
    cut; at last the others go on in a block below. A `long` table is not broken into blocks, and
    its header stays visible while it scrolls. `row_clicks`: hits are rows, not cells.
    """

    columns: Sequence[Column]
    rows: Sequence[TableRow]
    _: KW_ONLY
    title: str = ""
    selected: Hashable = None
    long: bool = False
    row_clicks: bool = False

    def __post_init__(self) -> None:
        self.heads = tuple(_head_lines(column) for column in self.columns)
        # Measured before anything is painted: the cells of each column, without headings.
        every = range(len(self.columns))
        self.badges = tuple(any(cell.badge for cell in self._cells(n)) for n in every)
        self.natural = tuple(self._natural_width(n, details=True) for n in every)
        self.without_details = tuple(self._natural_width(n, details=False) for n in every)
        tinted = any(cell.differs is not None for row in self.rows for cell in row.cells)
        self.indent = PAD_X if tinted else 0.0  # of texts that wrap

    def _cells(self, column: int) -> Iterator[TableCell]:
        for row in self.rows:
            if not row.heading and column < len(row.cells):
                yield row.cells[column]

    def _natural_width(self, n: int, *, details: bool) -> float:
        """The width that the texts of a column take, within its bounds."""
        column = self.columns[n]
        if column.wrap:
            return column.least
        heads = () if column.optional else self.heads[n]
        widths = [fonts.text_width(line, fonts.SMALL) for line in heads]
        widths += [_cell_width(cell, details=details) for cell in self._cells(n)]
        badge = BADGE if self.badges[n] else 0.0
        return min(max([*widths, column.least - badge]) + badge, column.most)

    # ---- layout

    @property
    def head_height(self) -> float:
        if any(column.slot is not None for column in self.columns):
            return 28.0
        lines = max((len(head) for head in self.heads), default=0)
        return HEAD_LINE * lines + GRID if lines else 0.0

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self.layout(width).height)

    def least_width(self) -> float:
        """Return a long table's least width, each column's longest word on one line; else 0."""
        if not self.long:
            return 0.0
        columns = [(n, c) for n, c in enumerate(self.columns) if not (c.below or c.optional)]
        equal = [n for n, column in columns if column.stretch and column.wrap]
        widest = max((self._longest_word(n) + 2 * PAD_X for n in equal), default=0.0)
        room = widest * len(equal) + MIN_GAP * (len(columns) - 1)
        for n, column in columns:
            if n not in equal:
                share = column.share  # of the whole width
                own = room * share / (1 - share) if share else self.without_details[n]
                room += min(max(own, column.least), column.most)
        return room

    def _longest_word(self, column: int) -> float:
        words = (word for cell in self._cells(column) for word in cell.text.split())
        return min(max(map(fonts.text_width, words), default=0.0), MAX_WORD)

    @memoize
    def layout(self, width: float) -> TableLayout:
        blocks, two_lines = self._blocks(width)
        layout = TableLayout(two_lines)
        top = 0.0
        for places in blocks:
            heads = [(n, QRectF(x, top, wide, self.head_height)) for n, x, wide in places]
            layout.heads += heads
            top += self.head_height
            for n in range(len(self.rows)):
                height, cells = self._row(n, places, top, width, two_lines)
                layout.rows.append((n, QRectF(0, top, width, height)))
                layout.cells += cells
                top += height
            layout.height = top
            top += BLOCK_GAP
        return layout

    def _blocks(self, width: float) -> tuple[list[Places], bool]:
        """The columns side by side, in as many blocks as it takes; whether one goes below."""
        every = list(range(len(self.columns)))
        optional = [n for n in every if self.columns[n].optional]
        beside = [n for n in every if not self.columns[n].below]
        if len(beside) < len(every) and self._total(every, GAP, width) > width:
            return [self._side_by_side(beside, width, self.without_details)], True
        while len(optional) > 1 and self._total(every, MIN_GAP, width) > width:
            every.remove(optional.pop())
        over = self._total(every, MIN_GAP, width) - width
        if self.long or optional or over <= max(self.natural[0] - MIN_NAME, 0.0):
            return [self._side_by_side(every, width, self.natural)], False
        blocks = [every[:1]]
        for n in every[1:]:
            if len(blocks[-1]) > 1 and self._total([*blocks[-1], n], GAP, width) > width:
                blocks.append(every[:1])  # each begins with the first column again
            blocks[-1].append(n)
        return [self._side_by_side(block, width, self.natural) for block in blocks], False

    def _width(self, n: int, width: float, natural: Sequence[float]) -> float:
        column = self.columns[n]
        return min(max(column.share * width, natural[n]), column.most)

    def _total(self, columns: Sequence[int], gap: float, width: float) -> float:
        widths = sum(self._width(n, width, self.natural) for n in columns)
        return widths + gap * (len(columns) - 1)

    def _side_by_side(
        self, columns: Sequence[int], width: float, natural: Sequence[float]
    ) -> Places:
        """Columns from left to right; without room, spacing shrinks and the first is cut."""
        widths = {n: self._width(n, width, natural) for n in columns}
        gaps = max(len(columns) - 1, 1)
        wraps = any(self.columns[n].wrap for n in columns)
        gap = MIN_GAP if wraps else min(max((width - sum(widths.values())) / gaps, MIN_GAP), GAP)
        spare = width - sum(widths.values()) - gap * (len(columns) - 1)
        stretched = [n for n in columns if self.columns[n].stretch]
        optional = [n for n in columns if self.columns[n].optional]
        for n in [*optional[-1:], columns[0]] if spare < 0 else ():
            least = min(max(self.columns[n].least, 0.0 if n in optional else MIN_NAME), widths[n])
            cut = min(widths[n] - least, max(-spare, 0.0))
            widths[n], spare = widths[n] - cut, spare + cut
        for n in stretched if spare > 0 else ():
            widths[n] = min(widths[n] + spare / len(stretched), self.columns[n].most)
        x, places = 0.0, []
        for n in columns:
            places.append((n, x, widths[n]))
            x += widths[n] + gap
        return places

    def _row(
        self, n: int, places: Places, top: float, width: float, two_lines: bool
    ) -> tuple[float, list[CellArea]]:
        """The height of a row, and its cells."""
        row = self.rows[n]
        if row.heading:
            rect = QRectF(0, top + 4, width, HEADING_HEIGHT - 4)
            return HEADING_HEIGHT, [CellArea(n, 0, rect)]
        places = self._visible_cells(row, places)
        heights = (
            _cell_height(row.cells[c], self.columns[c], wide - self.indent) for c, _, wide in places
        )
        height = max(heights, default=0.0)
        cells = [CellArea(n, c, QRectF(x, top, wide, height)) for c, x, wide in places]
        if not two_lines:
            return height, cells
        details = [fonts.text_width(cell.detail, fonts.SMALL) for cell in self._cells(0)]
        left = BADGE if self.badges[0] else 0.0
        left += min(max(details, default=0.0), width / 2) + GRID
        bar = QRectF(left, top + height - 1, max(width - left, 0.0), BAR_HEIGHT)
        below = [c for c, column in enumerate(self.columns) if column.below and c < len(row.cells)]
        return height + BAR_LINE, [*cells, *(CellArea(n, c, bar) for c in below)]

    def _visible_cells(self, row: TableRow, places: Places) -> Places:
        """One that must be kept takes the last of the optional places."""
        visible = [place for place in places if place[0] < len(row.cells)]
        optional = [n for n, (c, _, _) in enumerate(visible) if self.columns[c].optional]
        columns = {c for c, _, _ in visible}
        kept = [c for c, cell in enumerate(row.cells) if cell.keep and c not in columns]
        if kept and optional:
            visible[optional[-1]] = (kept[0], *visible[optional[-1]][1:])
        return visible

    # ---- drawing

    def draw(self, sketch: Sketch, width: float) -> None:
        layout, palette = self.layout(width), sketch.palette
        firsts: dict[Hashable, int] = {}  # rows, by group
        self.draw_heads(sketch, width)
        for n, area in layout.rows:
            row = self.rows[n]
            if self.selected is not None and row.group == self.selected:
                sketch.fill(area, palette.tint(palette.accent, 0.14))
            if row.heading and n:
                sketch.line(area.topLeft(), area.topRight(), palette.line)
            if self.row_clicks:
                first = n if row.group is None else firsts.setdefault(row.group, n)
                sketch.target(area, TableHit(first), self.rows[first].tip)
        for cell in layout.cells:
            self._draw_cell(sketch, cell, details=not layout.two_lines)

    def draw_heads(self, sketch: Sketch, width: float) -> None:
        """The heads of the columns over a line."""
        heads, palette = self.layout(width).heads, sketch.palette
        for n, area in heads:
            column = self.columns[n]
            if column.slot is not None:
                self._draw_model(sketch, area, column.head, column.slot)
                continue
            for k, text in enumerate(reversed(self.heads[n]), 1):
                top = area.bottom() - GRID / 2 - k * HEAD_LINE
                right = area.right() if column.right else max(area.right(), width)
                line = QRectF(area.left(), top, right - area.left(), HEAD_LINE)
                sketch.text(line, text, palette.muted, pixels=fonts.SMALL, align=_side(column))
        for bottom in sorted({area.bottom() for _, area in heads}) if self.head_height else ():
            right = min(max(a.right() for _, a in heads if a.bottom() == bottom), width)
            sketch.line(QPointF(0, bottom - 2), QPointF(right, bottom - 2), palette.line)

    def _draw_model(self, sketch: Sketch, area: QRectF, name: str, slot: int) -> None:
        """A model as a head; all names are small where one of them would be cut."""
        sketch.badge(area.topLeft() + QPointF(PAD_X, 3), slot)
        room = area.width() - BADGE - 2 * PAD_X
        names = [one.head for one in self.columns if one.slot is not None]
        fit = all(fonts.text_width(one, bold=True) <= room for one in names)
        pixels = fonts.BODY if fit else fonts.SMALL
        rect = QRectF(area.left() + PAD_X + BADGE, area.top(), room, ROW_HEIGHT)
        colour = sketch.palette.model(slot)
        sketch.text(rect, name, colour, pixels=pixels, bold=True, elide=True)

    def _draw_cell(self, sketch: Sketch, area: CellArea, *, details: bool) -> None:
        row, column, rect = self.rows[area.row], self.columns[area.column], area.rect
        cell, palette = row.cells[area.column], sketch.palette
        hit = TableHit(area.row, area.column) if column.clicks and not self.row_clicks else None
        if cell.differs is not None:
            colour = palette.model(cell.differs)
            sketch.fill(rect, palette.tint(colour, 0.12))
            sketch.fill(QRectF(rect.left(), rect.top(), 3, rect.height()), colour)
        if hit and not row.heading and (cell.text or not cell.bar):
            sketch.target(rect, hit, cell.tip or row.tip)
        if column.wrap and not row.heading:
            _draw_wrapped(sketch, rect.adjusted(self.indent, 0, 0, 0), cell)
            return
        if cell.bar:
            _draw_bar(sketch, rect, cell, hit)
        line = QRectF(rect)
        if not row.heading:
            line.setHeight(min(rect.height(), ROW_HEIGHT))
        if self.badges[area.column] or cell.badge:
            if cell.badge and cell.slot is not None:
                sketch.badge(QPointF(line.left(), line.center().y() - 9), cell.slot)
            line.setLeft(line.left() + BADGE)
        _draw_texts(sketch, line, cell, column, details=details)

    def find_pinned_part(self, width: float) -> Pinned | None:
        return Pinned(self._pinned_heads(), 0.0, self.size(width).height()) if self.long else None

    @memoize
    def _pinned_heads(self) -> TableHeads:
        return TableHeads(self)

    # ---- pointing

    def draw_hover(self, sketch: Sketch, width: float, hit: TableHit) -> None:
        """A frame around the cell, or around all rows of a group."""
        whole = QRectF()
        for target in self.laid_out(width).targets:
            whole = whole.united(target.rect) if target.hit == hit else whole
        sketch.frame(whole.adjusted(0.5, 0.5, -0.5, -0.5), sketch.palette.text, width=1.2)

    def read_aloud(self, hit: TableHit) -> str:
        """The texts of the row, or of the one cell, each after the head of its column."""
        cells = self.rows[hit.row].cells
        places = range(len(cells)) if hit.column is None else (hit.column,)
        texts = ((self.columns[n].head, cells[n].text, cells[n].detail) for n in places)
        said = [" ".join(filter(None, one)) for one in texts if any(one[1:])]
        return ", ".join([*said, *filter(None, [self.describe(hit)])])

    def all_texts(self) -> str:
        return "\n".join(self.read_aloud(TableHit(n)) for n in range(len(self.rows)))

    def neighbour(self, hit: TableHit | None, dx: int, dy: int) -> TableHit | None:
        """Up and down keep the column, and the segment of a bar; every key goes through rows."""
        step = dx + dy if self.row_clicks else dy
        return neighbour_in_rows(_order, self.laid_out().targets, hit, dx, step)


@dataclass(eq=False)
class TableHeads(Sketched):
    """The heads of a table alone, which stay while its rows scroll."""

    table: TableDrawing

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self.table.head_height)

    def draw(self, sketch: Sketch, width: float) -> None:
        self.table.draw_heads(sketch, width)


def _order(hit: TableHit) -> tuple[int, int, int]:
    return hit.row, hit.column or 0, hit.segment or 0


# ---- one cell


def _cell_height(cell: TableCell, column: Column, width: float) -> float:
    if column.wrap:
        return wrapped_height(cell.text, width - PAD_X) + 2 * PAD_Y + 1
    below = SMALL_LINE + 4 if cell.below else 0.0
    return ROW_HEIGHT + below + (UNDERBAR + 2 if cell.bar and cell.text else 0.0)


def _cell_width(cell: TableCell, *, details: bool) -> float:
    wide = fonts.text_width(cell.text, _pixels(cell), bold=cell.bold) + 2
    if cell.beside:
        wide += fonts.text_width(cell.beside, fonts.SMALL) + PAD_X
    if cell.detail and details:
        wide += fonts.text_width(cell.detail) + GRID
    below = fonts.text_width(cell.below, fonts.SMALL) + 2 if cell.below else 0.0
    return max(wide, below) + (2 * PAD_X if cell.heat is not None else 0.0)


def _pixels(cell: TableCell) -> int:
    return fonts.SMALL if cell.small else fonts.BODY


def _head_lines(column: Column) -> tuple[str, ...]:
    """A head of several words over numbers, broken where its lines come out shortest."""
    words = column.head.split()
    if len(words) < 2 or not column.right:
        return (column.head,) if column.head else ()
    pairs = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(pairs, key=lambda lines: max(map(len, lines)))


def _side(column: Column) -> Qt.AlignmentFlag:
    return RIGHT if column.right else LEFT


def _ink(cell: TableCell, palette: Palette) -> str:
    if cell.heat is not None:
        return ink_on(palette.heat(cell.heat))
    if cell.muted:
        return palette.muted
    return palette.text if cell.slot is None else palette.model(cell.slot)


def _draw_wrapped(sketch: Sketch, rect: QRectF, cell: TableCell) -> None:
    """A text of several lines; a word that is longer than a line is cut off."""
    colour = sketch.palette.muted if cell.muted else sketch.palette.text

    def paint(painter: QPainter) -> None:
        painter.save()
        painter.setClipRect(rect)
        paint_text(painter, rect.adjusted(0, PAD_Y, -PAD_X, 0), cell.text, colour)
        painter.restore()

    sketch.custom(rect, paint)


def _draw_texts(
    sketch: Sketch, line: QRectF, cell: TableCell, column: Column, *, details: bool
) -> None:
    """The texts of a cell on one line, and what is small below them."""
    palette, ink = sketch.palette, _ink(cell, sketch.palette)
    if cell.heat is not None:
        _draw_heat(sketch, line.adjusted(0, 1, 0, -1), cell.heat, correct=cell.correct)
        line = line.adjusted(PAD_X, 0, -PAD_X, 0)
    room = line.width()
    if cell.beside:
        room -= fonts.text_width(cell.beside, fonts.SMALL) + PAD_X
        sketch.text(line, cell.beside, ink, pixels=fonts.SMALL, align=RIGHT)
    pixels, bold = _pixels(cell), cell.bold
    text = fonts.elide(cell.text, room, pixels, bold=bold, keep_end=column.keep_end)
    struck, side = cell.struck, _side(column)
    sketch.text(line, text, ink, pixels=pixels, bold=bold, struck=struck, align=side)
    if cell.below:
        aside, align = (0, side) if cell.heat is None else (4, CENTRE)
        wide = line.width() + (0 if align == RIGHT else 8)
        under = QRectF(line.left() - aside, line.bottom(), wide, SMALL_LINE)
        small = cell.below
        sketch.text(under, small, palette.muted, pixels=fonts.SMALL, align=align, elide=True)
    rest = line.adjusted(fonts.text_width(text, pixels, bold=bold) + GRID, 0, 0, 0)
    if cell.detail and not details:
        under = QRectF(line.left(), line.bottom() - 4, line.width() * 4, BAR_LINE)
        sketch.text(under, cell.detail, palette.muted, pixels=fonts.SMALL)
    elif cell.detail and rest.width() > 40 - GRID:
        sketch.text(rest, cell.detail, palette.muted, elide=True)


def _draw_heat(sketch: Sketch, rect: QRectF, heat: float, *, correct: bool) -> None:
    palette = sketch.palette
    edge = palette.line if heat < FAINT else ""
    inside = rect.adjusted(0.5, 0.5, -0.5, -0.5)
    sketch.frame(inside, edge, radius=4, ground=palette.heat(heat))
    if correct:
        draw_mark(sketch, rect, "right")


def _draw_bar(sketch: Sketch, rect: QRectF, cell: TableCell, hit: TableHit | None) -> None:
    """Segments side by side, each with a target of its own; below a text they lie on a track."""
    palette = sketch.palette
    if cell.text:
        rect = QRectF(rect.left(), rect.bottom() - UNDERBAR - 3, rect.width() - 4, UNDERBAR)
        sketch.fill(rect, palette.raised)
        if cell.bar_mark is not None:
            x = rect.left() + rect.width() * min(cell.bar_mark, 1.0)
            ends = QPointF(x, rect.top() - 1), QPointF(x, rect.bottom() + 1)
            sketch.line(*ends, palette.text, width=1.5)
    else:
        inset = min(4.0, (rect.height() - BAR_HEIGHT) / 2)
        rect = rect.adjusted(0, inset, 0, -inset)
    left = rect.left()
    for n, one in enumerate(cell.bar):
        part = QRectF(left, rect.top(), rect.width() * one.share, rect.height())
        left = part.right()
        if part.width() <= 0:
            continue
        sketch.fill(part, one.colour(palette))
        if one.selected:
            sketch.frame(part, palette.text, width=1.5)
        if hit and not cell.text:
            sketch.target(part, TableHit(hit.row, hit.column, n), one.tip)
