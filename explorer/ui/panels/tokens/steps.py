"""The steps of a tokenizer over one word: merges of bytes, longest matches, or a lattice."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.tokens.labels import spaced, spelled
from explorer.core.tokens.word_steps import best_way, lanes, merge_rows
from explorer.ui.graphics.table_drawing import Cell, Column, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.tokens.word_boxes import (
    ROW_HEIGHT,
    SCORED_ROW,
    THIN_ROW,
    Box,
    BoxRow,
    Look,
    WordBoxes,
)
from models.tokenization.step_records import Edge, Lattice, Matching, Merge, Merging, Try, WordSteps

MAX_ROWS = 60  # of a very long word; the others are counted
UNKNOWN = "?"  # in place of the score that an unknown character gets


def _boxes(
    word: WordSteps, characters: Sequence[tuple[int, int, str]], rows: Sequence[BoxRow], slot: int
) -> WordBoxes:
    """All rows, or of a very long word the first ones and the end."""
    shown = rows if len(rows) <= MAX_ROWS else (*rows[: MAX_ROWS - 1], rows[-1])
    left_out = len(rows) - len(shown)
    return WordBoxes(word.word, characters, shown, slot=slot, num_left_out=left_out)


# ---- byte-level BPE


def merging(word: WordSteps, how: Merging, done: int, slot: int) -> WordBoxes:
    """The bytes of a word, and a row for each merge with its rank, as far as step `done`."""
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
                _merge_tip(part.piece, merge, part.start, part.end),
                reached=step <= done,
            )
            for part in parts
        )
        rows.append(BoxRow(boxes, f"rank {merge.rank:,}" if merge else "bytes"))
    return _boxes(word, _letters(how.symbols), rows, slot)


def _is_new(start: int, end: int, merge: Merge | None) -> bool:
    return merge is not None and (start, end) == (merge.start, merge.end)


def _merge_tip(piece: str, merge: Merge | None, start: int, end: int) -> str:
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


def matching(word: WordSteps, how: Matching, done: int, slot: int) -> WordBoxes:
    """A row for each try, from the longest token to the one that is in the vocabulary."""
    rows = [
        _try_row(how.tries[: step + 1], len(word.word), reached=step < done)
        for step in range(len(how.tries))
    ]
    characters = [(n, n + 1, character) for n, character in enumerate(word.word)]
    return _boxes(word, characters, rows, slot)


def _try_row(tries: Sequence[Try], length: int, *, reached: bool) -> BoxRow:
    """The last of some tries, and the tokens that were taken before it."""
    *before, one = tries
    look = Look.TAKEN if one.found else Look.FAILED
    said = "is in the vocabulary" if one.found else "is not in the vocabulary"
    ended = Look.TAKEN if one.found and one.end == length else Look.KEPT
    taken = [
        Box(other.start, other.end, other.piece, ended, f"{other.piece} was taken", reached=reached)
        for other in before
        if other.found
    ]
    box = Box(one.start, one.end, one.piece, look, f"{one.piece} {said}", reached=reached)
    height = ROW_HEIGHT if one.found else THIN_ROW  # there are many that fail
    return BoxRow((*taken, box), "found" if one.found else "", height)


# ---- Unigram


def lattice(word: WordSteps, how: Lattice, done: int, slot: int) -> WordBoxes:
    """Every candidate that ends within the first `done` characters; the best path is filled.

    Each lane is a row in which no two candidates overlap.
    """
    done = min(done, len(word.word))
    best = frozenset(best_way(how, done))
    ended = done == len(word.word) and how.runner_up is not None
    second = frozenset(how.runner_up.edges if ended and how.runner_up else ())
    lane_of = lanes(how.edges)
    rows = [
        BoxRow(
            tuple(
                _candidate(edge, taken=edge in best, second=edge in second, done=done)
                for edge, own in zip(how.edges, lane_of, strict=True)
                if own == lane
            ),
            height=SCORED_ROW,
        )
        for lane in range(max(lane_of, default=0) + 1)
    ]
    characters = [(n, n + 1, spaced(character)) for n, character in enumerate(word.word)]
    return WordBoxes(word.word, characters, rows, slot=slot)


def _candidate(edge: Edge, *, taken: bool, second: bool, done: int) -> Box:
    text = spaced(edge.piece)
    tip = f"{visible(text)}: log-probability {edge.score:.2f} nats"
    if not edge.known:
        tip = f"{visible(text)} is no token: it would be unknown, at {edge.score:.2f} nats"
    return Box(
        edge.start,
        edge.end,
        text,
        Look.TAKEN if taken else Look.OTHER if edge.known else Look.FAILED,
        tip,
        scores=scores(edge),
        second=second,
        reached=edge.end <= done,
    )


def scores(edge: Edge) -> tuple[str, ...]:
    """The log-probability with one digit, and with none for a narrow box."""
    return (f"{edge.score:.1f}", f"{round(edge.score)}") if edge.known else (UNKNOWN,)


def best_paths(how: Lattice) -> TableDrawing:
    """The best path and the second best as sums of scores."""
    paths = [("best", how.best)]
    if how.runner_up is not None:
        paths.append(("second", how.runner_up))
    rows = []
    for n, (name, path) in enumerate(paths):
        tokens = " + ".join(visible(spaced(edge.piece)) for edge in path.edges)
        cells = (Cell(name, small=True, muted=True),
                 Cell(f"{path.score:.2f}", bold=n == 0, muted=n > 0),
                 Cell(tokens, bold=n == 0, muted=n > 0))  # fmt: skip
        rows.append(TableRow(cells))
    columns = [Column(), Column(right=True), Column(optional=True)]
    return TableDrawing(columns, rows)
