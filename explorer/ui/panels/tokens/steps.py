"""A word's steps to its tokens in each model: merges of bytes, longest matches, or a lattice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from operator import itemgetter

from PySide6.QtCore import QPointF, QRectF

from explorer.core.engine.labels import letters, restore_spaces, spell_token
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import mark, tr
from explorer.core.panel_text import panel_text
from explorer.core.tokens.tokenized import TokenizedText, Word
from explorer.core.tokens.word_steps import (
    StepPart,
    best_edges,
    lanes,
    merge_rows,
    num_steps,
    one_by_one,
)
from explorer.core.tokens.wording import explain_unused, steps_taken, tokens_counted, why_unknown
from explorer.ui.graphics.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.graphics.sketch import CENTRE, RIGHT, Sketch, Sketched, neighbour_in_rows
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenRows, token_row
from explorer.ui.style import fonts
from models.tokenization.step_records import (
    Lattice,
    LatticeEdge,
    MatchAttempt,
    Matching,
    Merge,
    Merging,
    WordSteps,
)

RADIUS = 4.0
GAP = 2.0  # between two boxes
MAX_COLUMN = 46.0  # pixels of a symbol
HEAD_HEIGHT = 22.0
ROW_HEIGHT, THIN_ROW, SCORED_ROW = 25.0, 16.0, 38.0
THIN = 16.0  # a box that is not higher is written in small type
MIN_TEXT = 7.0  # room below which nothing is written
FRAME = 4.0  # of the width of a box, beside what is written in it
MAX_ROWS = 60  # of a very long word; the others are counted
UNKNOWN = "?"  # in place of the score that an unknown character gets
COLUMN_WIDTHS = (280.0, 460.0)  # pixels of a model's column, at least and where words are long
SYMBOL_WIDTH = 27.0  # so that the number of a byte can be read
MARGIN = 64.0
NO_TOKEN = tr("It has no token here: it is a special token, or the tokenizer leaves it out.")


class BoxStyle(Enum):
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
    style: BoxStyle
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
            text = tr("{num_left_out:,} further steps are left out", num_left_out=self.num_left_out)
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
    palette, taken = sketch.palette, box.style is BoxStyle.TAKEN
    ground = {BoxStyle.TAKEN: palette.tint(colour, 0.32), BoxStyle.KEPT: palette.raised}
    edge = {BoxStyle.TAKEN: colour, BoxStyle.KEPT: ""}
    sketch.frame(
        rect.adjusted(0.5, 0.5, -0.5, -0.5),
        edge.get(box.style, palette.line),
        width=1.6 if taken else 1.0,
        radius=RADIUS,
        dashed=box.style is BoxStyle.FAILED,
        ground=ground.get(box.style, palette.ground),
    )
    ink = palette.muted if box.style in (BoxStyle.FAILED, BoxStyle.OTHER) else palette.text
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
        text = fonts.elide(text, room, pixels, bold=bold)
    if text != "…":
        sketch.text(rect, text, colour, pixels=pixels, bold=bold, align=CENTRE)


def _boxes(
    word: WordSteps, characters: Sequence[tuple[int, int, str]], rows: Sequence[BoxRow], slot: int
) -> WordBoxes:
    """All rows, or of a very long word the first ones and the end."""
    visible_rows = rows if len(rows) <= MAX_ROWS else (*rows[: MAX_ROWS - 1], rows[-1])
    left_out = len(rows) - len(visible_rows)
    return WordBoxes(word.word, characters, visible_rows, slot=slot, num_left_out=left_out)


# ---- BPE


def build_merges(word: WordSteps, how: Merging, done: int, slot: int) -> WordBoxes:
    """The symbols of a word, and a row for each merge with its rank, as far as step `done`."""
    rows = []
    read, first = (spell_token, tr("bytes")) if how.in_bytes else (str, tr("characters"))
    for step, parts in enumerate(merge_rows(how)):
        merge = how.merges[step - 1] if step else None
        last = step == len(how.merges)
        boxes = tuple(
            _part_box(part, merge, read, last=last, reached=step <= done) for part in parts
        )
        rows.append(BoxRow(boxes, tr("rank {rank:,}", rank=merge.rank) if merge else first))
    symbols = letters(how.symbols) if how.in_bytes else one_by_one(how.symbols)
    return _boxes(word, symbols, rows, slot)


def _part_box(
    part: StepPart, merge: Merge | None, read: Callable[[str], str], *, last: bool, reached: bool
) -> Box:
    """A token after a merge; the one that it made, and all of the last row, are filled."""
    text, style = read(part.piece), BoxStyle.TAKEN if last else BoxStyle.KEPT
    tip = tr("{text}, written {piece}", text=visible(text), piece=part.piece)
    if merge is not None and (part.start, part.end) == (merge.start, merge.end):
        left, right = visible(read(merge.left)), visible(read(merge.right))
        merged = tr("{left} and {right} become {text}", left=left, right=right, text=visible(text))
        number = merge.rank
        tip = tr("{merged}: merge number {merge:,} of the vocabulary", merged=merged, merge=number)
        style = BoxStyle.TAKEN
    return Box(part.start, part.end, text, style, tip, reached=reached)


# ---- WordPiece


def build_matches(word: WordSteps, how: Matching, done: int, slot: int) -> WordBoxes:
    """A row for each try, from the longest token to the one that is in the vocabulary."""
    length = len(word.word)
    rows = [
        _try_row(how.tries[: step + 1], length, reached=step < done)
        for step in range(len(how.tries))
    ]
    return _boxes(word, one_by_one(word.word), rows, slot)


def _try_row(tries: Sequence[MatchAttempt], length: int, *, reached: bool) -> BoxRow:
    """The last of some tries, and the tokens that were taken before it."""
    *before, one = tries
    style, text = BoxStyle.FAILED, tr("is not in the vocabulary")
    if one.in_vocabulary:
        style, text = BoxStyle.TAKEN, tr("is in the vocabulary")
    earlier = BoxStyle.TAKEN if one.in_vocabulary and one.end == length else BoxStyle.KEPT
    boxes = [
        Box(t.start, t.end, t.piece, earlier, tr("{t} was taken", t=t.piece), reached=reached)
        for t in before
        if t.in_vocabulary
    ]
    boxes.append(Box(one.start, one.end, one.piece, style, f"{one.piece} {text}", reached=reached))
    height = ROW_HEIGHT if one.in_vocabulary else THIN_ROW  # there are many that fail
    return BoxRow(tuple(boxes), tr("found") if one.in_vocabulary else "", height)


# ---- Unigram


def lattice(word: WordSteps, how: Lattice, done: int, slot: int) -> WordBoxes:
    """Every candidate that ends within the first `done` characters; the best path is filled.

    Each lane is a row in which no two candidates overlap.
    """
    length = len(word.word)
    done = min(done, length)
    best = frozenset(best_edges(how, done))
    second = frozenset(how.runner_up.edges if done == length and how.runner_up else ())
    by_lane: dict[int, list[Box]] = {0: []}
    for lane, edge in sorted(zip(lanes(how.edges), how.edges, strict=True), key=itemgetter(0)):
        box = _candidate(edge, taken=edge in best, second=edge in second, reached=edge.end <= done)
        by_lane.setdefault(lane, []).append(box)
    rows = [BoxRow(tuple(boxes), height=SCORED_ROW) for boxes in by_lane.values()]
    return WordBoxes(word.word, one_by_one(map(restore_spaces, word.word)), rows, slot=slot)


def _candidate(edge: LatticeEdge, *, taken: bool, second: bool, reached: bool) -> Box:
    text, known = restore_spaces(edge.piece), edge.known
    said = mark("{text}: log-probability {edge:.2f} nats")
    unknown = mark("{text} is no token: it would be unknown, at {edge:.2f} nats")
    tip = tr(said if known else unknown, text=visible(text), edge=edge.score)
    style = BoxStyle.TAKEN if taken else BoxStyle.OTHER if known else BoxStyle.FAILED
    return Box(edge.start, edge.end, text, style, tip, scores(edge), second, reached)


def scores(edge: LatticeEdge) -> tuple[str, ...]:
    """The log-probability with one digit, and with none for a narrow box."""
    return (f"{edge.score:.1f}", f"{round(edge.score)}") if edge.known else (UNKNOWN,)


def best_paths(how: Lattice) -> TableDrawing:
    """The best path and the second best as sums of scores."""
    rows = []
    for name, path in ((tr("best"), how.best), (tr("second"), how.runner_up)):
        if path is not None:
            style = TableCell(bold=path is how.best, muted=path is not how.best)
            tokens = " + ".join(visible(restore_spaces(edge.piece)) for edge in path.edges)
            texts = (f"{path.score:.2f}", tokens)
            cells = (replace(style, text=text) for text in texts)
            rows.append(TableRow((TableCell(name, small=True, muted=True), *cells)))
    return TableDrawing([Column(), Column(right=True), Column(optional=True)], rows)


def word_strip(words: Sequence[Word], slots: Sequence[ModelSlot], selected: int) -> TokenRows:
    """The words, and below each its number of tokens in every model."""
    chips = []
    for word in words:
        counts = list(zip(slots, word.num_tokens, strict=True))
        tip = ", ".join(f"{slot.title}: {tokens_counted(count)}" for slot, count in counts)
        chips.append(TokenChip(word.text, below=tuple(map(str, word.num_tokens)), tip=tip))
    rows = [tr("tokens {letter}", letter=slot.letter) for slot in slots]
    return token_row(chips, title=tr("Words and their tokens"), below=rows, selected=selected)


def word_figure(
    models: Sequence[tuple[ModelSlot, TokenizedText]], word: Word, step: int
) -> Drawing:
    """A column for each model with its steps up to this one."""
    columns = [
        _column(slot, cut, steps, step)
        for (slot, cut), steps in zip(models, word.steps, strict=True)
    ]
    lengths = [_num_symbols(one) for steps in word.steps for one in steps]
    low, high = COLUMN_WIDTHS
    min_width = min(max(MARGIN + SYMBOL_WIDTH * max(lengths, default=0), low), high)
    return Row(columns, tr("Steps of the chosen word"), min_width=min_width)


def _num_symbols(word: WordSteps) -> int:
    return len(word.how.symbols) if isinstance(word.how, Merging) else len(word.word)


def _column(slot: ModelSlot, cut: TokenizedText, steps: Sequence[WordSteps], step: int) -> Drawing:
    if not steps:
        return Titled(TextBlock(NO_TOKEN), slot.title, slot.index, note=cut.tokenizer)
    drawings: list[Drawing] = []
    for one in steps:
        drawings += _build_steps(one, max(step, 0), slot.index)
        step -= num_steps(one.how)
    how = steps[0].how
    notes = panel_text("tokens").notes
    drawings.append(TextBlock(notes[type(how).__name__.lower()], pixels=11))
    summary = steps_taken(how)
    if len(steps) > 1:
        summary = tr("{steps} words one after the other", steps=len(steps))
    note = f"{cut.tokenizer}: {summary}, {tokens_counted(sum(len(one.pieces) for one in steps))}"
    return Titled(Stack(drawings, gap=GRID), slot.title, slot.index, note=note)


def _build_steps(word: WordSteps, done: int, slot: int) -> list[Drawing]:
    """The steps of one word, and below them what there is to say of its end."""
    how = word.how
    end: list[Drawing] = []
    if isinstance(how, Merging):
        boxes = build_merges(word, how, done, slot)
    elif isinstance(how, Matching):
        boxes = build_matches(word, how, done, slot)
        end = [TextBlock(why_unknown(word, how))] if how.unknown else []
    else:
        boxes = lattice(word, how, done, slot)
        end = [best_paths(how)]
        end += [TextBlock(explain_unused(word, how))] if how.unknown else []
    return [boxes, *(end if done >= num_steps(how) else map(_Room, end))]


class _Room(Drawing):
    """The room of a drawing that is still to come."""

    def __init__(self, drawing: Drawing) -> None:
        self.size = drawing.size  # type: ignore[method-assign]

    def paint(self, *_: object) -> None:
        """Nothing yet."""
