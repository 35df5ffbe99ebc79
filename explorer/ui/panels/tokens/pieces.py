"""A text that a model has cut, as a track of chips, a line of facts, and words about one token."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from explorer.core.tokens.pieces import TokenizedText
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenRow

ROWS = {"ids": "id", "segments": "segment", "positions": "position id"}  # option -> name of the row
FACTS = (
    "tokens",
    "special tokens",
    "unknown tokens",
    "tokens per word",
    "tokens per character",
    "vocabulary size",
    "position ids",
    "segment ids",
)


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
    counts = cut.counts
    return (
        f"{counts.pieces:,}",
        f"{cut.num_added:,}",
        f"{counts.unknown:,}",
        number(counts.per_word),
        number(counts.per_character),
        f"{cut.vocab_size:,}",
        _positions(cut),
        _segments(cut),
    )


def _positions(cut: TokenizedText) -> str:
    """The rows of the position table that a text takes, or that there is none."""
    if cut.inputs is None:
        return ""
    if cut.inputs.first_position is None:
        return "distances"
    return f"{cut.position(0)} to {cut.position(len(cut.encoding) - 1)}"


def _segments(cut: TokenizedText) -> str:
    if cut.inputs is None:
        return ""
    if cut.inputs.segments == "relative":
        return "same or not"
    if cut.inputs.segments == "unused":
        return "none"
    return " ".join(str(one) for one in sorted(set(cut.encoding.segment.tolist())))


def _kind(cut: TokenizedText, at: int) -> str:
    """What sort of token it is, in a few words."""
    encoding = cut.encoding
    if encoding.special[at]:
        return "special token"
    if encoding.unknown[at]:
        return "unknown: no token of the vocabulary fits"
    inside = at > 0 and encoding.word[at] == encoding.word[at - 1]
    return "continues a word" if inside else "begins a word"


def _tip(cut: TokenizedText, at: int) -> str:
    piece = visible(cut.encoding.piece(at)) if cut.encoding.piece(at) else ""
    covers = f" over {piece}" if piece and piece != visible(cut.labels[at]) else ""
    return f"{visible(cut.labels[at])}{covers}: id {int(cut.encoding.ids[at])}, {_kind(cut, at)}"


def detail_rows(cut: TokenizedText, at: int) -> list[tuple[str, str]]:
    """The properties of one token, as names and values."""
    encoding = cut.encoding
    rows = [
        ("Token", encoding.tokens[at]),
        ("Id", f"{int(encoding.ids[at])} of {cut.vocab_size:,}"),
        *_position_rows(cut, at),
        ("Kind", _kind(cut, at)),
    ]
    if cut.part_bytes[at]:  # its label where it is alone, as a prediction
        rows.insert(1, ("Bytes", cut.part_bytes[at]))
    if cut.has_segments:
        rows.insert(-1, ("Segment", str(int(encoding.segment[at]))))
    if encoding.piece(at):
        start, end = encoding.offsets[at].tolist()
        rows += [("Covers", visible(encoding.piece(at))), ("Characters", f"{start} to {end - 1}")]
    return rows


def _position_rows(cut: TokenizedText, at: int) -> list[tuple[str, str]]:
    """The position in the text, and the position id of the model, if it is another."""
    position = cut.position(at)
    own = [] if position in (None, at) else [("Position id", str(position))]
    return [("Position", str(at)), *own]


def in_words(cut: TokenizedText) -> str:
    """The input of the first layer at a position, and the inputs of attention alone."""
    return " ".join(
        line
        for line in (_added(cut), _relative_inputs(cut), f"Its tokenizer is {cut.tokenizer}.")
        if line
    )


def _added(cut: TokenizedText) -> str:
    if cut.inputs is None:
        return ""
    added = ["of the id"]
    if cut.inputs.segments == "added":
        added.append("of the segment")
    if cut.inputs.first_position is not None:
        added.append("of the position")
    if len(added) == 1:
        return "The input of the model is the embedding of the id alone."
    together = f"{', '.join(added[:-1])} and {added[-1]}"
    first = cut.inputs.first_position
    late = f" Position ids begin at {first}, after that of padding." if first else ""
    return f"The input of the model is the sum of the embeddings {together}.{late}"


def _relative_inputs(cut: TokenizedText) -> str:
    if cut.inputs is None:
        return ""
    known = []
    if cut.inputs.first_position is None:
        known.append("their distance")
    if cut.inputs.segments == "relative":
        known.append("whether both are in one segment")
    return f"Attention gets, for each pair of tokens, {' and '.join(known)}." if known else ""


def pieces_text(cut: TokenizedText, positions: Sequence[int]) -> str:
    """Tokens at some positions as text."""
    return "  ".join(visible(cut.labels[at]) for at in positions) or "nothing"


def columns_of_token(cut: TokenizedText, at: int) -> tuple[Any, ...]:
    """id, segment, position id, start, end, piece, special, unknown."""
    encoding = cut.encoding
    start, end = encoding.offsets[at].tolist()
    return (
        int(encoding.ids[at]),
        int(encoding.segment[at]) if cut.has_segments else None,
        cut.position(at),
        start,
        end,
        encoding.piece(at),
        bool(encoding.special[at]),
        bool(encoding.unknown[at]),
    )
