"""Merges and tries as rows below the characters of a word, one row for each step."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter

from explorer.core.tokens.labels import spelled
from explorer.core.tokens.word_steps import merge_rows
from explorer.ui.graphics.drawing import GRID, Drawing, hairline
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.tokens.boxes import (
    HEAD_HEIGHT,
    Grid,
    Look,
    paint_box,
    paint_head,
    paint_margin,
)
from explorer.ui.style import fonts
from explorer.ui.style.theme import Palette
from models.tokenization.step_records import Matching, Merge, Merging, Try, WordSteps

ROW_HEIGHT = 25.0
THIN_ROW = 16.0  # of a try that failed: there are many
MAX_ROWS = 60  # of a very long word; the others are told by number


@dataclass(frozen=True)
class Box:
    """A piece over the symbols [start, end) of the word, and what is told of it."""

    start: int
    end: int
    text: str
    look: Look
    tip: str = ""


@dataclass(frozen=True)
class StepRow:
    """What stands after one step. `step` is its number, 0 for what a word begins with."""

    step: int
    name: str
    boxes: tuple[Box, ...]
    thin: bool = False

    @property
    def height(self) -> float:
        return THIN_ROW if self.thin else ROW_HEIGHT

    @property
    def box_height(self) -> float:
        return self.height - (2 if self.thin else 4)


@dataclass(frozen=True)
class BoxHit:
    row: int
    box: int


class StepRows(Drawing):
    """Rows of boxes. Those of steps that are still to come keep their room and are not painted."""

    def __init__(
        self,
        word: str,
        characters: Sequence[tuple[int, int, str]],
        rows: Sequence[StepRow],
        *,
        done: int,
        slot: int,
    ) -> None:
        self.title = word
        self.characters = tuple(characters)
        self.rows = tuple(rows)
        self.done = done
        self.slot = slot
        self._shown = _shown(rows)
        heights = [row.height for row in self._shown]
        self._tops = list(accumulate(heights, initial=HEAD_HEIGHT))  # the end comes last
        self._count = max((end for _, end, _ in self.characters), default=1)

    def _grid(self, width: float) -> Grid:
        names = [row.name for row in self.rows]
        margin = max((fonts.text_width(name, fonts.SMALL) for name in names), default=0.0)
        return Grid.fitting(self._count, width, margin + GRID)

    def size(self, width: float) -> QSizeF:
        left_out = ROW_HEIGHT if len(self._shown) < len(self.rows) else 0.0
        return QSizeF(width, self._tops[-1] + left_out)

    def _area(self, grid: Grid, place: int, box: Box) -> QRectF:
        height = self._shown[place].box_height
        return grid.span(box.start, box.end, self._tops[place], height)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        grid, colour = self._grid(rect.width()), palette.model(self.slot)
        paint_head(painter, rect, grid, self.characters, palette)
        for place, row in enumerate(self._shown):
            if row.step > self.done:
                break
            top = rect.top() + self._tops[place]
            margin = QRectF(rect.left(), top, grid.left - GRID, row.box_height)
            paint_margin(painter, margin, row.name, palette)
            for box in row.boxes:
                area = self._area(grid, place, box).translated(rect.topLeft())
                paint_box(painter, area, box.text, box.look, colour, palette)
        if len(self._shown) < len(self.rows):
            self._paint_left_out(painter, rect, palette)

    def _paint_left_out(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        count = len(self.rows) - len(self._shown)
        top = rect.top() + self._tops[-1]
        line = QRectF(rect.left(), top, min(rect.width(), 260.0), ROW_HEIGHT)
        paint_margin(painter, line, f"{count:,} further steps are not drawn", palette)

    def hit(self, point: QPointF, rect: QRectF) -> BoxHit | None:
        inside, grid = point - rect.topLeft(), self._grid(rect.width())
        place = bisect_right(self._tops, inside.y()) - 1
        if not 0 <= place < len(self._shown) or self._shown[place].step > self.done:
            return None
        boxes = enumerate(self._shown[place].boxes)
        found = (n for n, box in boxes if self._area(grid, place, box).contains(inside))
        n = next(found, None)
        return None if n is None else BoxHit(place, n)

    def describe(self, hit: BoxHit) -> str:
        box = self._shown[hit.row].boxes[hit.box]
        return box.tip or visible(box.text)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: BoxHit) -> None:
        box = self._shown[hit.row].boxes[hit.box]
        area = self._area(self._grid(rect.width()), hit.row, box).translated(rect.topLeft())
        painter.setPen(hairline(palette.text, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, 4, 4)

    def neighbour(self, hit: BoxHit | None, dx: int, dy: int) -> BoxHit | None:
        last = sum(row.step <= self.done for row in self._shown) - 1
        if last < 0:
            return None
        if hit is None:
            return BoxHit(0, 0)
        row = min(max(hit.row + dy, 0), last)
        box = min(max(hit.box + dx, 0), len(self._shown[row].boxes) - 1)
        return BoxHit(row, box)


def _shown(rows: Sequence[StepRow]) -> tuple[StepRow, ...]:
    """All rows, or of a very long word the first ones and the end."""
    if len(rows) <= MAX_ROWS:
        return tuple(rows)
    return (*rows[: MAX_ROWS - 1], rows[-1])


# ---- byte-level BPE


def merging(word: WordSteps, how: Merging, done: int, slot: int) -> StepRows:
    """The bytes of a word, and a row for each merge with its rank."""
    rows = []
    for step, parts in enumerate(merge_rows(how)):
        merge = how.merges[step - 1] if step else None
        last = step == len(how.merges)
        boxes = tuple(
            Box(
                part.start,
                part.end,
                spelled(part.piece),
                Look.TAKEN if last or _is_new(part.start, part.end, merge) else Look.KEPT,
                _told(part.piece, merge, part.start, part.end),
            )
            for part in parts
        )
        rows.append(StepRow(step, f"rank {merge.rank:,}" if merge else "bytes", boxes))
    return StepRows(word.word, _letters(how.symbols), rows, done=done, slot=slot)


def _is_new(start: int, end: int, merge: Merge | None) -> bool:
    return merge is not None and (start, end) == (merge.start, merge.end)


def _told(piece: str, merge: Merge | None, start: int, end: int) -> str:
    text = visible(spelled(piece))
    if merge is None or not _is_new(start, end, merge):
        return f"{text}, written {piece}"
    left, right = visible(spelled(merge.left)), visible(spelled(merge.right))
    return f"{left} and {right} become {text}: merge number {merge.rank:,} of the vocabulary"


def _letters(symbols: Sequence[str]) -> list[tuple[int, int, str]]:
    """The characters that symbols write, each over one symbol or, in UTF-8, up to four."""
    found: list[tuple[int, int, str]] = []
    start = 0
    for end in range(1, len(symbols) + 1):
        text = spelled("".join(symbols[start:end]))
        whole = len(text) == 1 or end - start == 4
        if whole:
            found.append((start, end, text if len(text) == 1 else ""))
            start = end
    if start < len(symbols):
        found.append((start, len(symbols), ""))
    return found


# ---- WordPiece


def matching(word: WordSteps, how: Matching, done: int, slot: int) -> StepRows:
    """A row for each try, from the longest piece to the one that is in the vocabulary."""
    rows = [
        _tried(how.tries[: step + 1], step + 1, len(word.word)) for step in range(len(how.tries))
    ]
    characters = [(n, n + 1, character) for n, character in enumerate(word.word)]
    return StepRows(word.word, characters, rows, done=done, slot=slot)


def _tried(tries: Sequence[Try], step: int, length: int) -> StepRow:
    """The last of some tries, and the pieces that were taken before it."""
    *before, one = tries
    look = Look.TAKEN if one.found else Look.FAILED
    said = "is in the vocabulary" if one.found else "is not in the vocabulary"
    ended = Look.TAKEN if one.found and one.end == length else Look.KEPT
    taken = [
        Box(other.start, other.end, other.piece, ended, f"{other.piece} was taken")
        for other in before
        if other.found
    ]
    box = Box(one.start, one.end, one.piece, look, f"{one.piece} {said}")
    return StepRow(step, "found" if one.found else "", (*taken, box), thin=not one.found)
