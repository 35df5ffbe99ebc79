"""Rows of boxes over the characters of a word: merges, tries, and the candidates of a lattice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QPointF, QRectF

from explorer.ui.graphics.drawing import GRID
from explorer.ui.graphics.sketch import CENTRE, RIGHT, Sketch, Sketched, neighbour_in_rows
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style import fonts

RADIUS = 4.0
GAP = 2.0  # between two boxes
MAX_COLUMN = 46.0  # pixels of a symbol
HEAD_HEIGHT = 22.0
ROW_HEIGHT, THIN_ROW, SCORED_ROW = 25.0, 16.0, 38.0
THIN = 16.0  # a box that is not higher is written in small type
MIN_TEXT = 7.0  # room below which nothing is written
FRAME = 4.0  # of the width of a box, beside what is written in it


class Look(Enum):
    """How a box looks; each differs in shape as well as in colour."""

    TAKEN = "taken"  # what this step brought, or what is left in the end: filled
    KEPT = "kept"  # unchanged by this step
    FAILED = "failed"  # not in the vocabulary: dashed
    OTHER = "other"  # possible, but not taken: an outline


@dataclass(frozen=True)
class Box:
    """A token over the symbols [start, end) of the word.

    Of its `scores` the first that fits is written below it. A box that is not `reached` yet leaves
    its room empty. `second`: underlined by dashes.
    """

    start: int
    end: int
    text: str
    look: Look
    tip: str = ""
    scores: tuple[str, ...] = ()
    second: bool = False
    reached: bool = True


@dataclass(frozen=True)
class BoxRow:
    """Boxes that do not overlap, and a name in the margin."""

    boxes: tuple[Box, ...]
    name: str = ""
    height: float = ROW_HEIGHT

    @property
    def box_height(self) -> float:
        return self.height - (2 if self.height <= THIN_ROW else 4)


@dataclass(frozen=True)
class BoxHit:
    row: int
    box: int


class WordBoxes(Sketched):
    """Rows below the characters, each over the symbols [start, end) that it is made of."""

    hover_radius = RADIUS

    def __init__(
        self,
        word: str,
        characters: Sequence[tuple[int, int, str]],
        rows: Sequence[BoxRow],
        *,
        slot: int,
        num_left_out: int = 0,
    ) -> None:
        self.title = word
        self.characters = tuple(characters)
        self.rows = tuple(rows)
        self.slot = slot
        self.num_left_out = num_left_out
        self.count = max((end for _, end, _ in self.characters), default=1)
        widths = [fonts.text_width(row.name, fonts.SMALL) for row in rows if row.name]
        self.margin = max(widths) + GRID if widths else 0.0

    def draw(self, sketch: Sketch, width: float) -> None:
        palette = sketch.palette
        column = min(max(width - self.margin, 1.0) / self.count, MAX_COLUMN)

        def area(start: int, end: int, top: float, height: float) -> QRectF:
            wide = max((end - start) * column - GAP, 1.0)
            return QRectF(self.margin + start * column, top, wide, height)

        for start, end, character in self.characters:
            rect = area(start, end, 0, HEAD_HEIGHT - 4)
            _draw_fitting(sketch, rect, visible(character), palette.text, fonts.TITLE)
            sketch.line(rect.bottomLeft(), rect.bottomRight(), palette.line)
        top = HEAD_HEIGHT
        for n, row in enumerate(self.rows):
            boxes = [(k, box) for k, box in enumerate(row.boxes) if box.reached]
            if boxes:
                name = QRectF(0, top, self.margin - GRID, row.box_height)
                sketch.text(name, row.name, palette.muted, pixels=fonts.SMALL, align=RIGHT)
            for k, box in boxes:
                rect = area(box.start, box.end, top, row.box_height)
                _draw_box(sketch, rect, box, palette.model(self.slot))
                sketch.target(rect, BoxHit(n, k), box.tip or visible(box.text))
            top += row.height
        if self.num_left_out:
            rect = QRectF(0, top, min(width, 260.0), ROW_HEIGHT)
            text = f"{self.num_left_out:,} further steps are left out"
            sketch.text(rect, text, palette.muted, pixels=fonts.SMALL, align=RIGHT)
        sketch.reserve(QRectF(0, 0, width, top))

    def neighbour(self, hit: BoxHit | None, dx: int, dy: int) -> BoxHit | None:
        targets = self.laid_out().targets
        return neighbour_in_rows(lambda box: (box.row, box.box), targets, hit, dx, dy)


def fitting_score(scores: Sequence[str], room: float) -> str:
    """The first of them that has room, never a part of one; a blank where none has."""
    fits = (text for text in scores if fonts.text_width(text, fonts.SMALL) <= room)
    return next(fits, " " if scores else "")


def _draw_box(sketch: Sketch, rect: QRectF, box: Box, colour: str) -> None:
    """A box with its token, and a score below that."""
    palette, taken = sketch.palette, box.look is Look.TAKEN
    ground = {Look.TAKEN: palette.tint(colour, 0.32), Look.KEPT: palette.raised}
    edge = {Look.TAKEN: colour, Look.KEPT: ""}
    sketch.frame(
        rect.adjusted(0.5, 0.5, -0.5, -0.5),
        edge.get(box.look, palette.line),
        width=1.6 if taken else 1.0,
        radius=RADIUS,
        dashed=box.look is Look.FAILED,
        ground=ground.get(box.look, palette.ground),
    )
    ink = palette.muted if box.look in (Look.FAILED, Look.OTHER) else palette.text
    pixels = fonts.BODY if rect.height() > THIN else fonts.SMALL
    score = fitting_score(box.scores, rect.width() - FRAME)
    upper = rect.adjusted(0, 1, 0, -rect.height() / 2 + 2) if score else rect
    _draw_fitting(sketch, upper, visible(box.text), ink, pixels, bold=taken)
    if score:
        lower = rect.adjusted(0, rect.height() / 2, 0, -1)
        _draw_fitting(sketch, lower, score, ink, fonts.SMALL)
    if box.second:
        start, end = rect.bottomLeft() + QPointF(3, -1), rect.bottomRight() + QPointF(-3, -1)
        sketch.line(start, end, palette.muted, width=2.0, dashed=(2, 1.5))


def _draw_fitting(
    sketch: Sketch, rect: QRectF, text: str, colour: str, pixels: float, *, bold: bool = False
) -> None:
    """A text in the middle of a box: smaller, then cut, then left out where the box is narrow."""
    room = rect.width() - FRAME
    if room < MIN_TEXT:
        return
    if fonts.text_width(text, pixels, bold=bold) > room:
        pixels = fonts.SMALL
    if fonts.text_width(text, pixels, bold=bold) > room:
        text = fonts.elided(text, room, pixels, bold=bold)
    if text != "…":
        sketch.text(rect, text, colour, pixels=pixels, bold=bold, align=CENTRE)
