"""The values of the three views of the Tokens panel, for export."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from explorer.core.tokens.labels import spaced, spelled
from explorer.core.tokens.pieces import TokenizedText, Word
from explorer.core.tokens.vocabularies import Compared
from explorer.ui.graphics.table import Table
from explorer.ui.panels.tokens.one_model import columns_of_token
from models.tokenization.step_records import Lattice, Merging, WordSteps

PIECES = (
    *("model", "position", "token", "id", "segment", "position_id", "start", "end"),
    *("piece", "special", "unknown"),
)
STEPS = (
    *("model", "word", "tokens", "unknown"),
    *("step", "piece", "start", "end", "rank", "score", "taken"),
)
COUNTED = ("words", "characters", "bytes", "pieces", "unknown")
VOCABULARIES = (
    *("vocabulary", "kind", "size", "file_bytes", "text", *COUNTED),
    *("pieces_per_word", "pieces_per_character", "bytes_per_piece", "unknown_share"),
)
numbers = attrgetter(*COUNTED, "per_word", "per_character", "bytes_per_piece", "unknown_share")


def pieces_table(cuts: Sequence[TokenizedText], title: str) -> Table:
    """One line for each token of each model."""
    rows = [
        (cut.key, at, cut.encoding.tokens[at], *columns_of_token(cut, at))
        for cut in cuts
        for at in range(len(cut.encoding))
    ]
    return Table(PIECES, rows, title=title)


def steps_table(cuts: Sequence[TokenizedText], word: Word, title: str) -> Table:
    """One line for each symbol, merge, try or candidate; step 0 is what merging begins with.

    `tokens` are what a word ends as, `unknown` says whether the unknown token is among them.
    `start` and `end` count symbols of the word. Where matching leads nowhere, the last line is
    for the token that the whole word becomes.
    """
    rows = []
    for cut, steps in zip(cuts, word.steps, strict=True):
        unknown = set(cut.encoding.ids[cut.encoding.unknown].tolist())
        for one in steps:
            tokens = " ".join(piece.token for piece in one.pieces)
            has_unknown = any(piece.id in unknown for piece in one.pieces)
            rows += [(cut.key, one.word, tokens, has_unknown, *line) for line in _lines(one)]
    return Table(STEPS, rows, title=title)


def _lines(word: WordSteps) -> Iterator[tuple[Any, ...]]:
    how = word.how
    if isinstance(how, Merging):
        for place, symbol in enumerate(how.symbols):
            yield 0, spelled(symbol), place, place + 1, None, None, True
        for step, merge in enumerate(how.merges, 1):
            yield step, spelled(merge.piece), merge.start, merge.end, merge.rank, None, True
    elif isinstance(how, Lattice):
        for edge in how.edges:
            taken = edge in how.best.edges
            yield edge.end, spaced(edge.piece), edge.start, edge.end, None, edge.score, taken
    else:
        for step, one in enumerate(how.tries, 1):
            yield step, one.piece, one.start, one.end, None, None, one.found
        if how.unknown:
            yield len(how.tries) + 1, word.pieces[0].token, 0, len(word.word), None, None, True


def vocabularies_table(rows: Sequence[Compared], titles: Sequence[str], title: str) -> Table:
    """One line for each vocabulary and text."""
    lines = [
        (name, row.family, row.vocab_size, row.file_bytes, text, *numbers(counts))
        for row, name in zip(rows, titles, strict=True)
        for text, counts in (("sentence", row.sentence), ("held out", row.held_out))
        if counts is not None
    ]
    return Table(VOCABULARIES, lines, title=title)
