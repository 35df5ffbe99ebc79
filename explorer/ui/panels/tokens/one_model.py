"""The text as one model tokenizes it: its row of tokens, its counts, and details of a token."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from explorer.core.tokens.pieces import TokenizedText
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenRow

ROWS = {"ids": "id", "segments": "segment", "positions": "position id"}  # option -> name of the row
FACTS = (
    *("tokens", "special tokens", "unknown tokens", "tokens per word", "tokens per character"),
    *("vocabulary size", "position ids", "segment ids"),
)
SEGMENTS = {"relative": "same or not", "unused": "none"}


def model_row(slot: int, cut: TokenizedText, wanted: Collection[str] = ()) -> TokenRow:
    """The tokens of a model, with those lines of ROWS below them that the model has."""
    names = [name for name in ROWS if name in wanted and _has_row(cut, name)]
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
        positions = f"{cut.position(0)} to {cut.position(len(cut.encoding) - 1)}"
        if cut.inputs.first_position is None:
            positions = "distances"
        ids = sorted(set(cut.encoding.segment.tolist()))
        segments = SEGMENTS.get(cut.inputs.segments, " ".join(map(str, ids)))
    return (
        *(f"{count:,}" for count in (counts.pieces, cut.num_added, counts.unknown)),
        *(number(share) for share in (counts.per_word, counts.per_character)),
        *(f"{cut.vocab_size:,}", positions, segments),
    )


def _kind(cut: TokenizedText, at: int) -> str:
    encoding = cut.encoding
    if encoding.special[at]:
        return "special token"
    if encoding.unknown[at]:
        return "unknown: no token of the vocabulary fits"
    inside = at > 0 and encoding.word[at] == encoding.word[at - 1]
    return "continues a word" if inside else "begins a word"


def _tip(cut: TokenizedText, at: int) -> str:
    label, text = visible(cut.labels[at]), cut.encoding.piece(at)
    covers = f" over {visible(text)}" if text and visible(text) != label else ""
    return f"{label}{covers}: id {int(cut.encoding.ids[at])}, {_kind(cut, at)}"


def detail_rows(cut: TokenizedText, at: int) -> list[tuple[str, str]]:
    """The properties of one token, as names and values; the position id where it is another."""
    encoding, text, position = cut.encoding, cut.encoding.piece(at), cut.position(at)
    start, end = encoding.offsets[at].tolist()
    rows = [
        ("Token", encoding.tokens[at], True),
        ("Bytes", cut.part_bytes[at], bool(cut.part_bytes[at])),
        ("Id", f"{int(encoding.ids[at])} of {cut.vocab_size:,}", True),
        ("Position", str(at), True),
        ("Position id", str(position), position not in (None, at)),
        ("Segment", str(int(encoding.segment[at])), cut.has_segments),
        ("Kind", _kind(cut, at), True),
        ("Covers", visible(text), bool(text)),
        ("Characters", f"{start} to {end - 1}", bool(text)),
    ]
    return [(name, value) for name, value, applies in rows if applies]


def in_words(cut: TokenizedText) -> str:
    """The input of the first layer at a position, and the inputs of attention alone."""
    lines = [f"Its tokenizer is {cut.tokenizer}."]
    if cut.inputs is None:
        return lines[0]
    first, segments = cut.inputs.first_position, cut.inputs.segments
    relative = ["their distance"] if first is None else []
    relative += ["whether both are in one segment"] if segments == "relative" else []
    if relative:
        lines.insert(0, f"Attention gets, for each pair of tokens, {' and '.join(relative)}.")
    added = ["of the id"]
    added += ["of the segment"] if segments == "added" else []
    added += ["of the position"] if first is not None else []
    if len(added) == 1:
        return " ".join(["The input of the model is the embedding of the id alone.", *lines])
    together = f"{', '.join(added[:-1])} and {added[-1]}"
    late = [f"Position ids begin at {first}, after that of padding."] if first else []
    total = f"The input of the model is the sum of the embeddings {together}."
    return " ".join([total, *late, *lines])


def tokens_text(cut: TokenizedText, positions: Sequence[int]) -> str:
    """Tokens at some positions as text."""
    return "  ".join(visible(cut.labels[at]) for at in positions) or "nothing"


def columns_of_token(cut: TokenizedText, at: int) -> tuple[Any, ...]:
    """id, segment, position id, start, end, piece, special, unknown."""
    encoding = cut.encoding
    segment = int(encoding.segment[at]) if cut.has_segments else None
    flags = bool(encoding.special[at]), bool(encoding.unknown[at])
    offsets = encoding.offsets[at].tolist()
    return (
        *(int(encoding.ids[at]), segment, cut.position(at)),
        *(*offsets, encoding.piece(at), *flags),
    )
