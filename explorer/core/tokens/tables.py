"""The numbers of the Tokens panel as plain values for a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from explorer.core.engine.labels import restore_spaces, spell_token
from explorer.core.localization import tr
from explorer.core.tokens.tokenized import TokenizedText, Word
from explorer.core.tokens.vocabularies import ComparedVocabulary
from models.tokenization.step_records import Lattice, Merging, WordSteps

TOKEN_COLUMNS = (
    *("model", "position", "token", "id", "segment", "position_id", "start", "end"),
    *("piece", "special", "unknown", "in_both_texts"),
)
STEP_COLUMNS = (
    *("model", "word", "tokens", "unknown"),
    *("step", "piece", "start", "end", "rank", "score", "taken"),
)
VOCABULARY_COLUMNS = (
    *("vocabulary", "kind", "size", "file_bytes", "text"),
    *("words", "characters", "bytes", "pieces", "unknown"),
    *("pieces_per_word", "pieces_per_character", "bytes_per_piece", "unknown_share"),
)
_counted = attrgetter(
    *("words", "characters", "bytes", "tokens", "unknown"),
    *("per_word", "per_character", "bytes_per_token", "unknown_share"),
)


def token_rows(cuts: Sequence[TokenizedText]) -> list[tuple[Any, ...]]:
    """One line for each token of each model, by TOKEN_COLUMNS."""
    return [_token_values(cut, at) for cut in cuts for at in range(len(cut.encoding))]


def _token_values(cut: TokenizedText, at: int) -> tuple[Any, ...]:
    encoding = cut.encoding
    id, both = int(encoding.ids[at]), None if cut.shared is None else cut.shared.in_pair
    return (
        *(cut.key, at, encoding.tokens[at], id),
        int(encoding.segment[at]) if cut.has_segments else None,
        *(cut.position(at), *encoding.offsets[at].tolist(), encoding.surface(at)),
        *(bool(encoding.special[at]), bool(encoding.unknown[at])),
        None if both is None else id in both,
    )


def step_rows(cuts: Sequence[TokenizedText], word: Word) -> list[tuple[Any, ...]]:
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
    return rows


def _lines(word: WordSteps) -> Iterator[tuple[Any, ...]]:
    how = word.how
    if isinstance(how, Merging):
        read = spell_token if how.in_bytes else str
        for place, symbol in enumerate(how.symbols):
            yield 0, read(symbol), place, place + 1, None, None, True
        for step, merge in enumerate(how.merges, 1):
            yield step, read(merge.piece), merge.start, merge.end, merge.rank, None, True
    elif isinstance(how, Lattice):
        for edge in how.edges:
            taken = edge in how.best.edges
            yield (
                edge.end,
                restore_spaces(edge.piece),
                edge.start,
                edge.end,
                None,
                edge.score,
                taken,
            )
    else:
        for step, one in enumerate(how.tries, 1):
            yield step, one.piece, one.start, one.end, None, None, one.in_vocabulary
        if how.unknown:
            yield len(how.tries) + 1, word.pieces[0].token, 0, len(word.word), None, None, True


def vocabulary_rows(rows: Iterable[tuple[str, ComparedVocabulary]]) -> list[tuple[Any, ...]]:
    """One line for each vocabulary, with its title, and text."""
    return [
        (title, row.family, row.vocab_size, row.file_bytes, text, *_counted(counts))
        for title, row in rows
        for text, counts in (("sentence", row.sentence), (tr("held out"), row.held_out))
        if counts is not None
    ]
