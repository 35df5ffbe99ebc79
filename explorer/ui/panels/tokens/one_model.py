"""The tokens of one model: its row, its counts, and details of a token."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from explorer.core.languages.shared_tokens import SharedTokens
from explorer.core.localization import tr
from explorer.core.tokens.tokenized import TokenizedText
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenRow

ROWS = {
    "ids": tr("id"),
    "segments": tr("segment"),
    "positions": tr("position id"),
}  # option -> name of the row
PAIR_FACT = tr("in both of these texts")
SEGMENTS = {"relative": tr("same or not"), "unused": tr("none")}
MAX_NAMED = 20  # characters of a word that is longer than a model reads


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
            below=tuple(_format_row(cut, at, name) for name in names),
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


def _format_row(cut: TokenizedText, at: int, row: str) -> str:
    if row == "ids":
        return str(int(cut.encoding.ids[at]))
    if cut.inputs is None:
        return ""
    return str(int(cut.encoding.segment[at]) if row == "segments" else cut.position(at))


def facts(cut: TokenizedText) -> dict[str, str]:
    """What is counted, and the inputs beside the tokens."""
    counts, positions, segments = cut.counts, "", ""
    if cut.inputs is not None:
        places = [at for at in map(cut.position, range(len(cut.encoding))) if at is not None]
        without = tr("distances") if cut.inputs.attends else tr("none")
        positions = (
            tr("{first} to {last}", first=min(places), last=max(places)) if places else without
        )
        ids = sorted(set(cut.encoding.segment.tolist()))
        segments = SEGMENTS.get(cut.inputs.segments, " ".join(map(str, ids)))
    return {
        tr("tokens"): f"{counts.tokens:,}",
        tr("special tokens"): f"{cut.num_added:,}",
        tr("unknown tokens"): f"{counts.unknown:,}",
        tr("tokens per word"): number(counts.per_word),
        tr("tokens per character"): number(counts.per_character),
        tr("vocabulary size"): f"{cut.vocab_size:,}",
        tr("position ids"): positions,
        tr("segment ids"): segments,
    }


def shared_facts(cut: TokenizedText, shared: SharedTokens) -> dict[str, str]:
    """How many pieces two languages share, and those that both texts have."""
    names = "  ".join(map(visible, cut.shared_names)) or tr("none")
    return {
        tr("used in English"): f"{shared.english:,}",
        tr("used in Korean"): f"{shared.korean:,}",
        tr("used in both"): f"{shared.both:,}",
        tr("of the vocabulary"): f"{shared.share:.1%}",
        PAIR_FACT: tr("no second text") if shared.in_pair is None else names,
    }


def _kind(cut: TokenizedText, at: int) -> str:
    encoding = cut.encoding
    if encoding.special[at]:
        return tr("special token")
    if encoding.unknown[at]:
        reason = tr("no token of the vocabulary fits")
        if cut.inputs is not None and cut.inputs.characters:
            reason = tr("it is read by its characters")
        return tr("unknown: {reason}", reason=reason)
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
    characters = () if cut.inputs is None else cut.inputs.characters  # that the model is fed
    rows = [
        (tr("Token"), encoding.tokens[at], True),
        (tr("Bytes"), cut.part_bytes[at], bool(cut.part_bytes[at])),
        (tr("Read as"), characters[at] if characters else "", bool(characters)),
        (tr("Id"), tr("{id} of {count:,}", id=int(encoding.ids[at]), count=cut.vocab_size), True),
        (tr("Position"), str(at), True),
        (tr("Position id"), str(position), position not in (None, at)),
        (tr("Segment"), str(int(encoding.segment[at])), cut.has_segments),
        (tr("Kind"), _kind(cut, at), True),
        (tr("Covers"), visible(text), bool(text)),
        (tr("Characters"), tr("{first} to {last}", first=start, last=end - 1), bool(text)),
    ]
    return [(name, value) for name, value, applies in rows if applies]


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
