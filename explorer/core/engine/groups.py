"""Tokens over the characters that they cover, so that several tokenizers can be laid side by side.

Tokenizers cut where they like: byte-level ones even inside a character. What a person takes for one
character (a letter with its accents, an emoji with its skin colour) is never cut here; a piece that
covers a part of it covers it whole.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from models.schema.records import BoolArray, Encoding, IntArray

JOINER = "\u200d"  # joins emoji into one
SKIN_COLOURS = range(0x1F3FB, 0x1F400)
VISIBLE = {" ": "·", "\n": "↵", "\r": "↵", "\t": "⇥", "\u00a0": "⍽", "\u3000": "□"}


@dataclass(frozen=True)
class TokenCounts:
    """How finely a tokenizer cuts a text. Special tokens do not count."""

    tokens: int
    words: int  # between white space
    characters: int  # as a person counts them, without white space
    unknown: int
    bytes: int  # of the text in UTF-8

    @property
    def per_word(self) -> float:
        return self.tokens / self.words if self.words else 0.0

    @property
    def per_character(self) -> float:
        return self.tokens / self.characters if self.characters else 0.0

    @property
    def bytes_per_token(self) -> float:
        return self.bytes / self.tokens if self.tokens else 0.0

    @property
    def unknown_share(self) -> float:
        """The share of unknown tokens among all; 0 without tokens."""
        return self.unknown / self.tokens if self.tokens else 0.0


@dataclass(frozen=True)
class TokenGroup:
    """The smallest stretch of text at whose ends every tokenizer cuts."""

    start: int  # characters
    end: int
    positions: tuple[tuple[int, ...], ...]  # of the tokens inside, one tuple per encoding


def characters(text: str) -> list[tuple[int, int]]:
    """The [start, end) ranges of grapheme clusters."""
    starts = [at for at in range(len(text)) if at == 0 or not _joins(text, at)]
    return list(pairwise([*starts, len(text)]))


def _joins(text: str, at: int) -> bool:
    """Whether the character at this place belongs to the one before it."""
    character = text[at]
    mark = unicodedata.category(character) in ("Mn", "Me", "Mc")
    tail = character == JOINER or ord(character) in SKIN_COLOURS
    jamo = "\u1160" <= character <= "\u11ff"  # vowel or final consonant of a decomposed syllable
    return mark or tail or jamo or text[at - 1] == JOINER


def spans(encoding: Encoding, segment: int = 0) -> IntArray:
    """The [start, end) characters (T, 2) that each token covers in one text, whole characters.

    Special tokens, and those of the other text, have an empty range.
    """
    text = encoding.text if segment == 0 else encoding.pair or ""
    first, last = np.arange(len(text) + 1), np.arange(len(text) + 1)
    for start, end in characters(text):
        first[start:end] = start
        last[start + 1 : end + 1] = end
    offsets = encoding.offsets.copy()
    inside = (~encoding.special) & (_text_of(encoding) == segment)
    offsets[~inside] = 0
    whole = inside & (offsets[:, 0] < offsets[:, 1])
    offsets[whole, 0] = first[offsets[whole, 0]]
    offsets[whole, 1] = last[offsets[whole, 1]]
    return offsets


def _text_of(encoding: Encoding) -> IntArray:
    """Which text each token is of (T,)."""
    return encoding.segment if encoding.pair is not None else np.zeros_like(encoding.segment)


def overlap(first: IntArray, second: IntArray) -> BoolArray:
    """Whether spans (T, 2) and (S, 2) share a character: (T, S)."""
    start = np.maximum(first[:, None, 0], second[None, :, 0])
    end = np.minimum(first[:, None, 1], second[None, :, 1])
    overlapping: BoolArray = start < end
    return overlapping


def align(encodings: Sequence[Encoding], segment: int = 0) -> list[TokenGroup]:
    """Cut one text where all tokenizers cut it, and say which tokens are in each stretch.

    Raises ValueError where the encodings are not of the same text.
    """
    texts = {(e.text if segment == 0 else e.pair) for e in encodings}
    if len(texts) != 1:
        raise ValueError("only encodings of the same text can be aligned")
    (text,) = texts
    return groups(len(text or ""), [spans(encoding, segment) for encoding in encodings])


def groups(length: int, all_spans: Sequence[IntArray]) -> list[TokenGroup]:
    """Cut a text of so many characters where no span (T, 2) of any kind goes on.

    `positions` are the numbers of the spans inside each stretch, one tuple per kind.
    """
    cuts = np.ones(length + 1, dtype=bool)
    for spans in all_spans:
        for start, end in spans:
            cuts[start + 1 : end] = False
    edges = np.flatnonzero(cuts).tolist()
    stretches = [
        TokenGroup(start, end, tuple(_inside(spans, start, end) for spans in all_spans))
        for start, end in pairwise(edges)
    ]
    return [group for group in stretches if any(group.positions)]


def _inside(spans: IntArray, start: int, end: int) -> tuple[int, ...]:
    inside = (spans[:, 0] >= start) & (spans[:, 1] <= end) & (spans[:, 0] < spans[:, 1])
    return tuple(np.flatnonzero(inside).tolist())


def counts(encoding: Encoding) -> TokenCounts:
    """How finely both texts of an encoding were cut."""
    both = [encoding.text, *([encoding.pair] if encoding.pair is not None else [])]
    return count_tokens(both, int((~encoding.special).sum()), int(encoding.unknown.sum()))


def count_tokens(texts: Sequence[str], tokens: int, unknown: int) -> TokenCounts:
    """How finely texts were split into so many tokens."""
    return TokenCounts(
        tokens=tokens,
        words=sum(len(text.split()) for text in texts),
        characters=sum(
            not text[start:end].isspace() for text in texts for start, end in characters(text)
        ),
        unknown=unknown,
        bytes=sum(len(text.encode(errors="replace")) for text in texts),
    )


def visible(text: str) -> str:
    """The text with its white space made visible."""
    return "".join(VISIBLE.get(character, character) for character in text)
