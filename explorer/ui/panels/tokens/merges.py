"""The view Merge by merge: the text as a vocabulary is learned from it, and what it then does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF

from explorer.core.localization import plural, tr
from explorer.core.panel_text import panel_text
from explorer.core.table import Table
from explorer.core.tokens.merges import MergesAnswer
from explorer.ui.graphics.drawing import (
    GRID,
    Drawing,
    Stack,
    Tagged,
    TextBlock,
    Titled,
    TwoColumns,
    number,
)
from explorer.ui.graphics.sketch import CENTRE, Sketch, Sketched
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.details import Details
from explorer.ui.style import fonts
from models.tokenization.step_records import LearnedMerge

MERGES = "merges"  # the tag of the table whose rows are steps
CHIP_HEIGHT, LINE_HEIGHT, CHIP_PAD, RADIUS = 24.0, 34.0, 7.0, 4.0
COUNT_GAP, WORD_GAP = 5.0, 18.0  # pixels before the count of a word, and after a word
NEW_TINT = 0.28
MOST_WORDS, MOST_CANDIDATES = 60, 10
TABLE_WIDTH = 420.0
UNKNOWN = "[UNK]"
NOTES = panel_text("tokens").notes
COLUMNS = (
    *("what", "step", "left", "right", "piece"),
    *("count", "left_count", "right_count", "score", "word"),
)


@dataclass(frozen=True)
class SplitWord:
    """A word with its pieces, and how often it occurs; no pieces for an unknown word."""

    word: str
    pieces: tuple[str, ...]
    count: int | None = None


@dataclass(frozen=True)
class WordHit:
    """A word, by its place among those that are drawn."""

    place: int


class SplitWords(Sketched):
    """Words in lines, each as its pieces beside each other; those that are `new` are filled.

    Pieces that are not among the `tokens` are dashed. A hit is a word.
    """

    hover_radius = RADIUS

    def __init__(self, words: Sequence[SplitWord], tokens: Collection[str], new: str = "") -> None:
        self.words, self.new = tuple(words), new
        self.tokens = frozenset(tokens)

    def draw(self, sketch: Sketch, width: float) -> None:
        x = top = 0.0
        for place, word in enumerate(self.words):
            pieces = word.pieces or (UNKNOWN,)
            wide = [fonts.text_width(visible(one), bold=True) + 2 * CHIP_PAD for one in pieces]
            count = "" if word.count is None else f"×{word.count:,}"
            room = sum(wide) + COUNT_GAP + fonts.text_width(count, fonts.SMALL)
            if x and x + room > width:
                x, top = 0.0, top + LINE_HEIGHT
            start = x
            for piece, chip in zip(pieces, wide, strict=True):
                self._draw_chip(sketch, QRectF(x, top, chip, CHIP_HEIGHT), piece)
                x += chip
            spot = QRectF(x + COUNT_GAP, top, room, CHIP_HEIGHT)
            sketch.text(spot, count, sketch.palette.muted, pixels=fonts.SMALL)
            whole = QRectF(start, top, x - start, CHIP_HEIGHT)
            sketch.target(whole, WordHit(place), self._tip(word))
            x = start + room + WORD_GAP
        sketch.reserve(QRectF(0, 0, width, top + CHIP_HEIGHT + 2))

    def _draw_chip(self, sketch: Sketch, rect: QRectF, piece: str) -> None:
        palette, is_known = sketch.palette, piece in self.tokens
        is_new = bool(self.new) and piece == self.new
        inside = rect.adjusted(0, 0, -2, 0)
        if is_new:
            sketch.fill(inside, palette.tint(palette.accent, NEW_TINT), radius=RADIUS)
        edge = palette.accent if is_new else palette.line
        dashed = () if is_known else (3.0, 2.0)
        sketch.frame(inside, edge, radius=RADIUS, dashed=dashed)
        ink = palette.text if is_known else palette.muted
        sketch.text(inside, visible(piece), ink, bold=is_new, align=CENTRE)

    def _tip(self, word: SplitWord) -> str:
        if not word.pieces:
            return tr("{word}: some letter is in no token", word=visible(word.word))
        tokens = plural(len(word.pieces), "{count:,} token", "{count:,} tokens")
        name = visible(word.word)
        if word.count is None:
            return f"{name}: {tokens}"
        times = plural(word.count, "{count:,} time", "{count:,} times")
        return f"{name}, {times}: {tokens}"


def build_merges(answer: MergesAnswer, step: int, sentence: str) -> list[Drawing]:
    """The text at this step, the pairs that come next, the sentence, and all merges."""
    found, rule = answer.vocabulary, answer.request.rule
    splits = zip(found.words, found.splits_after(step), strict=True)
    words = sorted(
        (SplitWord(word, split, count) for (word, count), split in splits),
        key=lambda one: -(one.count or 0),
    )
    last = found.merges[step - 1] if step else None
    new = last.piece if last else ""
    tokens = found.tokens_after(step)
    parts: list[Drawing] = [SplitWords(words[:MOST_WORDS], tokens, new)]
    if (left := len(words) - MOST_WORDS) > 0:
        more = plural(left, "{count:,} more word", "{count:,} more words")
        parts.append(TextBlock(more, pixels=fonts.SMALL))
    size = tr(
        "{tokens:,} tokens: {letters:,} letters, then what {merges:,} merges made",
        tokens=len(tokens),
        letters=len(found.alphabet),
        merges=step,
    )
    text = Titled(Stack(parts, gap=GRID), _step_title(answer, step), note=size)
    pairs = Titled(_candidates(answer, step), tr("Pairs that can be merged next"))
    learned = Titled(
        Tagged(_merge_table(answer, step), MERGES), tr("All merges"), note=NOTES[f"learned_{rule}"]
    )
    both = TwoColumns(pairs, learned, limit=TABLE_WIDTH, min_rest=300.0)
    return [text, *_sentence(answer, step, sentence, new), both]


def _step_title(answer: MergesAnswer, step: int) -> str:
    if not step:
        return tr("The text before the first merge")
    merge = answer.vocabulary.merges[step - 1]
    return tr(
        "Merge {step:,}: {left} + {right} → {piece}, {value}",
        step=step,
        left=merge.left,
        right=merge.right,
        piece=merge.piece,
        value=_value_text(answer, merge),
    )


def _value_text(answer: MergesAnswer, merge: LearnedMerge) -> str:
    """The count of a pair, or its score with what it is made of."""
    if answer.request.rule == "bpe":
        return plural(merge.count, "{count:,} time", "{count:,} times")
    return tr(
        "{pair} / ({left} · {right}) = {score}",
        pair=merge.count,
        left=merge.left_count,
        right=merge.right_count,
        score=number(merge.score),
    )


def _sentence(answer: MergesAnswer, step: int, sentence: str, new: str) -> Iterator[Drawing]:
    """The sentence of the window in the vocabulary of this step."""
    words = [SplitWord(*one) for one in answer.sentence_pieces(sentence, step)]
    if not words:
        return
    count = sum(len(one.pieces) or 1 for one in words)
    note = plural(count, "{count:,} token", "{count:,} tokens")
    yield Titled(
        SplitWords(words, answer.vocabulary.tokens_after(step), new),
        tr("The sentence above, cut by the vocabulary so far"),
        note=f"{note}. {NOTES['not_learned']}",
    )


def _candidates(answer: MergesAnswer, step: int) -> Drawing:
    """The best pairs by the rule, with the numbers of both rules."""
    candidates = answer.vocabulary.candidates_after(step)[:MOST_CANDIDATES]
    if not candidates:
        return TextBlock(tr("No pair occurs twice: nothing more is learned."))
    rule = answer.request.rule
    columns = [
        Column(tr("Pair"), stretch=True),
        Column(tr("Count"), right=True),
        Column(tr("Count of left and right"), right=True),
        Column(tr("Score"), right=True),
    ]
    rows = [
        TableRow(
            (
                TableCell(f"{visible(one.left)} + {visible(one.right)}", bold=at == 0),
                TableCell(f"{one.count:,}", bold=at == 0 and rule == "bpe"),
                TableCell(f"{one.left_count:,} · {one.right_count:,}", muted=True),
                TableCell(number(one.score), bold=at == 0 and rule != "bpe"),
            )
        )
        for at, one in enumerate(candidates)
    ]
    return TableDrawing(columns, rows)


def _merge_table(answer: MergesAnswer, step: int) -> TableDrawing:
    columns = [
        Column(tr("Order"), right=True),
        Column(tr("Pair")),
        Column(tr("Token"), stretch=True),
        Column(tr("Count") if answer.request.rule == "bpe" else tr("Score"), right=True),
    ]
    rows = [
        TableRow(
            (
                TableCell(f"{at:,}", muted=at > step),
                TableCell(f"{visible(one.left)} + {visible(one.right)}", muted=at > step),
                TableCell(visible(one.piece), muted=at > step, bold=at == step),
                TableCell(_value_cell(answer, one), muted=at > step),
            ),
            at,
        )
        for at, one in enumerate(answer.vocabulary.merges, 1)
    ]
    return TableDrawing(columns, rows, selected=step or None, long=True, row_clicks=True)


def _value_cell(answer: MergesAnswer, one: LearnedMerge) -> str:
    return f"{one.count:,}" if answer.request.rule == "bpe" else number(one.score)


def describe_step(answer: MergesAnswer, step: int) -> Details:
    """The merge of a step in numbers."""
    if not step:
        return Details()
    merge = answer.vocabulary.merges[step - 1]
    return Details(
        tr("Merge {step:,}", step=step),
        (
            (tr("Pair"), f"{visible(merge.left)} + {visible(merge.right)}"),
            (tr("Token"), visible(merge.piece)),
            (tr("Count"), f"{merge.count:,}"),
            (tr("Count of left and right"), f"{merge.left_count:,} · {merge.right_count:,}"),
            (tr("Score"), number(merge.score)),
        ),
    )


def tabulate_merges(answer: MergesAnswer, step: int, sentence: str) -> Table:
    """All merges, the pairs that can follow this step, and the words and the sentence at it."""
    found, rows = answer.vocabulary, list[tuple[Any, ...]]()
    rows += [_merge_row("merge", at, one) for at, one in enumerate(found.merges, 1)]
    rows += [_merge_row("candidate", step + 1, one) for one in found.candidates_after(step)]
    for (word, count), split in zip(found.words, found.splits_after(step), strict=True):
        rows.append(("word", step, "", "", " ".join(split), count, None, None, None, word))
    for word, split in answer.sentence_pieces(sentence, step):
        pieces = " ".join(split) or UNKNOWN
        rows.append(("sentence", step, "", "", pieces, None, None, None, None, word))
    meta = {"rule": answer.request.rule, "text": answer.request.text}
    return Table(COLUMNS, rows, "Merges", meta)


def _merge_row(what: str, step: int, one: LearnedMerge) -> tuple[Any, ...]:
    counts = one.count, one.left_count, one.right_count, one.score
    return what, step, one.left, one.right, one.piece, *counts, ""
