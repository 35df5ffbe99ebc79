"""The tokens of one model: its row, its counts, details of a token, and the tables of all views."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from operator import attrgetter
from typing import Any

from explorer.core.localization import tr
from explorer.core.readable import listed
from explorer.core.tokens.labels import spaced, spelled
from explorer.core.tokens.tokenized import TokenizedText, Word
from explorer.core.tokens.vocabularies import ComparedVocabulary
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenRow
from models.tokenization.step_records import Lattice, Merging, WordSteps

ROWS = {
    "ids": tr("id"),
    "segments": tr("segment"),
    "positions": tr("position id"),
}  # option -> name of the row
FACTS = (
    *(
        tr("tokens"),
        tr("special tokens"),
        tr("unknown tokens"),
        tr("tokens per word"),
        tr("tokens per character"),
    ),
    *(tr("vocabulary size"), tr("position ids"), tr("segment ids")),
)
SHARED_TITLE = tr("Pieces that English and Korean share")
SHARED_FACTS = (
    tr("used in English"),
    tr("used in Korean"),
    tr("used in both"),
    tr("of the vocabulary"),
)
PAIR_FACT = tr("in both of these texts")
SEGMENTS = {"relative": tr("same or not"), "unused": tr("none")}
MAX_NAMED = 20  # characters of a word that is longer than a model reads
SPELLED = tr(
    "The input of the model is computed from the characters of a word and not from its "
    "id, so an unknown word differs from others; only its prediction is that of any "
    "unknown word."
)
PIECES = (
    *("model", "position", "token", "id", "segment", "position_id", "start", "end"),
    *("piece", "special", "unknown", "in_both_texts"),
)
STEPS = (
    *("model", "word", "tokens", "unknown"),
    *("step", "piece", "start", "end", "rank", "score", "taken"),
)
COUNTED = ("words", "characters", "bytes", "pieces", "unknown")  # in exported tables
VOCABULARIES = (
    *("vocabulary", "kind", "size", "file_bytes", "text", *COUNTED),
    *("pieces_per_word", "pieces_per_character", "bytes_per_piece", "unknown_share"),
)
numbers = attrgetter(
    *("words", "characters", "bytes", "tokens", "unknown"),
    *("per_word", "per_character", "bytes_per_token", "unknown_share"),
)


def model_row(slot: int, cut: TokenizedText, visible_rows: Collection[str] = ()) -> TokenRow:
    """The tokens of a model, with those lines of ROWS below them that the model has."""
    names = [name for name in ROWS if name in visible_rows and _has_row(cut, name)]
    encoding = cut.encoding
    chips = tuple(
        TokenChip(
            text=cut.labels[at],
            special=bool(encoding.special[at]),
            unknown=bool(encoding.unknown[at]),
            slot=None if encoding.special[at] else slot,
            pale=bool(encoding.word[at] % 2),
            below=tuple(_below(cut, at, name) for name in names),
            tip=_tip(cut, at),
        )
        for at in range(len(encoding))
    )
    return TokenRow(chips, slot=slot, below=tuple(ROWS[name] for name in names))


def _has_row(cut: TokenizedText, name: str) -> bool:
    """Rows of unknown values are empty, so that the layout does not change later."""
    if cut.inputs is None or name == "ids":
        return True
    return cut.has_segments if name == "segments" else cut.inputs.first_position is not None


def _below(cut: TokenizedText, at: int, row: str) -> str:
    if row == "ids":
        return str(int(cut.encoding.ids[at]))
    if cut.inputs is None:
        return ""
    return str(int(cut.encoding.segment[at]) if row == "segments" else cut.position(at))


def facts(cut: TokenizedText) -> tuple[str, ...]:
    """The cells of FACTS."""
    counts, positions, segments = cut.counts, "", ""
    if cut.inputs is not None:
        places = [at for at in map(cut.position, range(len(cut.encoding))) if at is not None]
        without = tr("distances") if cut.inputs.attends else tr("none")
        positions = (
            tr("{first} to {last}", first=min(places), last=max(places)) if places else without
        )
        ids = sorted(set(cut.encoding.segment.tolist()))
        segments = SEGMENTS.get(cut.inputs.segments, " ".join(map(str, ids)))
    return (
        *(f"{count:,}" for count in (counts.tokens, cut.num_added, counts.unknown)),
        *(number(share) for share in (counts.per_word, counts.per_character)),
        *(f"{cut.vocab_size:,}", positions, segments),
    )


def shared_facts(cut: TokenizedText) -> tuple[str, ...]:
    """The cells of SHARED_FACTS, and the pieces that both texts have."""
    shared = cut.shared
    assert shared is not None
    names = "  ".join(map(visible, cut.shared_names)) or tr("none")
    return (
        *(f"{count:,}" for count in (shared.english, shared.korean, shared.both)),
        f"{shared.share:.1%}",
        tr("no second text") if shared.in_pair is None else names,
    )


def _kind(cut: TokenizedText, at: int) -> str:
    encoding = cut.encoding
    if encoding.special[at]:
        return tr("special token")
    if encoding.unknown[at]:
        spelled = cut.inputs is not None and cut.inputs.characters
        read = (
            tr("it is read by its characters") if spelled else tr("no token of the vocabulary fits")
        )
        return tr("unknown: {reason}", reason=read)
    inside = at > 0 and encoding.word[at] == encoding.word[at - 1]
    return tr("continues a word") if inside else tr("begins a word")


def _tip(cut: TokenizedText, at: int) -> str:
    label, text = visible(cut.labels[at]), cut.encoding.surface(at)
    if text and visible(text) != label:
        label = tr("{token} over {text}", token=label, text=visible(text))
    return tr(
        "{token}: id {id}, {kind}", token=label, id=int(cut.encoding.ids[at]), kind=_kind(cut, at)
    )


def detail_rows(cut: TokenizedText, at: int) -> list[tuple[str, str]]:
    """The properties of one token, as names and values; the position id where it is another."""
    encoding, text, position = cut.encoding, cut.encoding.surface(at), cut.position(at)
    start, end = encoding.offsets[at].tolist()
    rows = [
        (tr("Token"), encoding.tokens[at], True),
        (tr("Bytes"), cut.part_bytes[at], bool(cut.part_bytes[at])),
        (tr("Read as"), *_read_as(cut, at)),
        (tr("Id"), tr("{id} of {count:,}", id=int(encoding.ids[at]), count=cut.vocab_size), True),
        (tr("Position"), str(at), True),
        (tr("Position id"), str(position), position not in (None, at)),
        (tr("Segment"), str(int(encoding.segment[at])), cut.has_segments),
        (tr("Kind"), _kind(cut, at), True),
        (tr("Covers"), visible(text), bool(text)),
        (tr("Characters"), tr("{first} to {last}", first=start, last=end - 1), bool(text)),
    ]
    return [(name, value) for name, value, applies in rows if applies]


def _read_as(cut: TokenizedText, at: int) -> tuple[str, bool]:
    """The characters of a token that a model is fed, and whether it is fed any."""
    characters = () if cut.inputs is None else cut.inputs.characters
    return (characters[at] if characters else "", bool(characters))


def in_words(cut: TokenizedText) -> str:
    """The input of the first layer at a position, and the inputs of attention alone."""
    lines = [tr("Its tokenizer is {cut}.", cut=cut.tokenizer)]
    if cut.inputs is None:
        return lines[0]
    if cut.inputs.characters:
        return " ".join([SPELLED, *lines])
    first, segments = cut.inputs.first_position, cut.inputs.segments
    relative = [tr("their distance")] if first is None and cut.inputs.attends else []
    relative += [tr("whether both are in one segment")] if segments == "relative" else []
    if relative:
        lines.insert(
            0,
            tr(
                "Attention gets, for each pair of tokens, {relative}.",
                relative=listed(relative),
            ),
        )
    added = [tr("of the id")]
    added += [tr("of the segment")] if segments == "added" else []
    added += [tr("of the position")] if first is not None else []
    if len(added) == 1:
        return " ".join([tr("The input of the model is the embedding of the id alone."), *lines])
    together = listed(added)
    late = (
        [tr("Position ids begin at {first}, after that of padding.", first=first)] if first else []
    )
    total = tr("The input of the model is the sum of the embeddings {together}.", together=together)
    return " ".join([total, *late, *lines])


def cut_words(cut: TokenizedText) -> Iterator[str]:
    """Which words a model reads in part."""
    for at in () if cut.inputs is None else cut.inputs.cut:
        name = visible(cut.encoding.surface(at)[:MAX_NAMED])
        yield tr(
            "{name}… is longer than the model's slots for a word: its end is not read.", name=name
        )


def tokens_text(cut: TokenizedText, positions: Sequence[int]) -> str:
    """Tokens at some positions as text."""
    return "  ".join(visible(cut.labels[at]) for at in positions) or tr("nothing")


def columns_of_token(cut: TokenizedText, at: int) -> tuple[Any, ...]:
    """id, segment, position id, start, end, piece, special, unknown, in both texts."""
    encoding = cut.encoding
    segment = int(encoding.segment[at]) if cut.has_segments else None
    flags = bool(encoding.special[at]), bool(encoding.unknown[at])
    offsets = encoding.offsets[at].tolist()
    both = None if cut.shared is None or cut.shared.in_pair is None else cut.shared.in_pair
    return (
        *(int(encoding.ids[at]), segment, cut.position(at)),
        *(*offsets, encoding.surface(at), *flags),
        None if both is None else int(encoding.ids[at]) in both,
    )


def tokens_table(cuts: Sequence[TokenizedText], title: str) -> Table:
    """One line for each token of each model; shared pieces of the vocabularies in its notes."""
    rows = [
        (cut.key, at, cut.encoding.tokens[at], *columns_of_token(cut, at))
        for cut in cuts
        for at in range(len(cut.encoding))
    ]
    shared = {cut.key: asdict(cut.shared) for cut in cuts if cut.shared is not None}
    return Table(PIECES, rows, title=title, meta={"shared": shared} if shared else {})


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
        read = spelled if how.in_bytes else str
        for place, symbol in enumerate(how.symbols):
            yield 0, read(symbol), place, place + 1, None, None, True
        for step, merge in enumerate(how.merges, 1):
            yield step, read(merge.piece), merge.start, merge.end, merge.rank, None, True
    elif isinstance(how, Lattice):
        for edge in how.edges:
            taken = edge in how.best.edges
            yield edge.end, spaced(edge.piece), edge.start, edge.end, None, edge.score, taken
    else:
        for step, one in enumerate(how.tries, 1):
            yield step, one.piece, one.start, one.end, None, None, one.in_vocabulary
        if how.unknown:
            yield len(how.tries) + 1, word.pieces[0].token, 0, len(word.word), None, None, True


def vocabularies_table(
    rows: Sequence[ComparedVocabulary], titles: Sequence[str], title: str
) -> Table:
    """One line for each vocabulary and text."""
    lines = [
        (name, row.family, row.vocab_size, row.file_bytes, text, *numbers(counts))
        for row, name in zip(rows, titles, strict=True)
        for text, counts in (("sentence", row.sentence), (tr("held out"), row.held_out))
        if counts is not None
    ]
    return Table(VOCABULARIES, lines, title=title)
