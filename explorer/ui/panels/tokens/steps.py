"""The steps of a tokenizer over one word: merges of bytes, longest matches, or a lattice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from explorer.core.tokens.labels import spaced, spelled
from explorer.core.tokens.word_steps import StepPart, best_way, lanes, merge_rows
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
    visible_rows = rows if len(rows) <= MAX_ROWS else (*rows[: MAX_ROWS - 1], rows[-1])
    left_out = len(rows) - len(visible_rows)
    return WordBoxes(word.word, characters, visible_rows, slot=slot, num_left_out=left_out)


# ---- byte-level BPE


def merging(word: WordSteps, how: Merging, done: int, slot: int) -> WordBoxes:
    """The bytes of a word, and a row for each merge with its rank, as far as step `done`."""
    rows = []
    for step, parts in enumerate(merge_rows(how)):
        merge = how.merges[step - 1] if step else None
        last = step == len(how.merges)
        boxes = tuple(_part_box(part, merge, last=last, reached=step <= done) for part in parts)
        rows.append(BoxRow(boxes, f"rank {merge.rank:,}" if merge else "bytes"))
    return _boxes(word, _letters(how.symbols), rows, slot)


def _part_box(part: StepPart, merge: Merge | None, *, last: bool, reached: bool) -> Box:
    """A token after a merge; the one that it made, and all of the last row, are filled."""
    text = spelled(part.piece)
    look, tip = Look.KEPT, f"{visible(text)}, written {part.piece}"
    if merge is not None and (part.start, part.end) == (merge.start, merge.end):
        left, right = visible(spelled(merge.left)), visible(spelled(merge.right))
        merged = f"{left} and {right} become {visible(text)}"
        look, tip = Look.TAKEN, f"{merged}: merge number {merge.rank:,} of the vocabulary"
    return Box(part.start, part.end, text, Look.TAKEN if last else look, tip, reached=reached)


def _letters(symbols: Sequence[str]) -> list[tuple[int, int, str]]:
    """The characters that symbols write, each over one symbol or, in UTF-8, up to four."""
    letters: list[tuple[int, int, str]] = []
    start = 0
    for end in range(1, len(symbols) + 1):
        text = spelled("".join(symbols[start:end]))
        whole = len(text) == 1
        if whole or end - start == 4 or end == len(symbols):
            letters.append((start, end, text if whole else ""))
            start = end
    return letters


# ---- WordPiece


def matching(word: WordSteps, how: Matching, done: int, slot: int) -> WordBoxes:
    """A row for each try, from the longest token to the one that is in the vocabulary."""
    length = len(word.word)
    rows = [
        _try_row(how.tries[: step + 1], length, reached=step < done)
        for step in range(len(how.tries))
    ]
    return _boxes(word, [(n, n + 1, word.word[n]) for n in range(length)], rows, slot)


def _try_row(tries: Sequence[Try], length: int, *, reached: bool) -> BoxRow:
    """The last of some tries, and the tokens that were taken before it."""
    *before, one = tries
    look, said = Look.FAILED, "is not in the vocabulary"
    if one.found:
        look, said = Look.TAKEN, "is in the vocabulary"
    earlier = Look.TAKEN if one.found and one.end == length else Look.KEPT
    boxes = [
        Box(t.start, t.end, t.piece, earlier, f"{t.piece} was taken", reached=reached)
        for t in before
        if t.found
    ]
    boxes.append(Box(one.start, one.end, one.piece, look, f"{one.piece} {said}", reached=reached))
    height = ROW_HEIGHT if one.found else THIN_ROW  # there are many that fail
    return BoxRow(tuple(boxes), "found" if one.found else "", height)


# ---- Unigram


def lattice(word: WordSteps, how: Lattice, done: int, slot: int) -> WordBoxes:
    """Every candidate that ends within the first `done` characters; the best path is filled.

    Each lane is a row in which no two candidates overlap.
    """
    length = len(word.word)
    done = min(done, length)
    best = frozenset(best_way(how, done))
    second = frozenset(how.runner_up.edges if done == length and how.runner_up else ())
    by_lane: dict[int, list[Box]] = {0: []}
    for lane, edge in sorted(zip(lanes(how.edges), how.edges, strict=True), key=itemgetter(0)):
        box = _candidate(edge, taken=edge in best, second=edge in second, reached=edge.end <= done)
        by_lane.setdefault(lane, []).append(box)
    rows = [BoxRow(tuple(boxes), height=SCORED_ROW) for boxes in by_lane.values()]
    characters = [(n, n + 1, spaced(character)) for n, character in enumerate(word.word)]
    return WordBoxes(word.word, characters, rows, slot=slot)


def _candidate(edge: Edge, *, taken: bool, second: bool, reached: bool) -> Box:
    text = spaced(edge.piece)
    look, tip = Look.OTHER, f"{visible(text)}: log-probability {edge.score:.2f} nats"
    if not edge.known:
        look = Look.FAILED
        tip = f"{visible(text)} is no token: it would be unknown, at {edge.score:.2f} nats"
    look = Look.TAKEN if taken else look
    return Box(edge.start, edge.end, text, look, tip, scores(edge), second, reached)


def scores(edge: Edge) -> tuple[str, ...]:
    """The log-probability with one digit, and with none for a narrow box."""
    return (f"{edge.score:.1f}", f"{round(edge.score)}") if edge.known else (UNKNOWN,)


def best_paths(how: Lattice) -> TableDrawing:
    """The best path and the second best as sums of scores."""
    rows = []
    for name, path in (("best", how.best), ("second", how.runner_up)):
        if path is not None:
            look = Cell(bold=name == "best", muted=name != "best")
            tokens = " + ".join(visible(spaced(edge.piece)) for edge in path.edges)
            texts = (f"{path.score:.2f}", tokens)
            cells = (replace(look, text=text) for text in texts)
            rows.append(TableRow((Cell(name, small=True, muted=True), *cells)))
    return TableDrawing([Column(), Column(right=True), Column(optional=True)], rows)
