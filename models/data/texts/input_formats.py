"""Inputs that are built from one text in four formats, with and without next-sentence prediction.

Liu et al. (2019), arXiv:1907.11692, section 4.2: pairs of segments as BERT reads them, pairs of
single sentences, full sentences across documents, and full sentences of one document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

InputFormat = Literal["segment_pair", "sentence_pair", "full_sentences", "doc_sentences"]
PAIR_SPECIALS, SINGLE_SPECIALS, BORDER = 3, 2, 1  # special tokens, and one between documents
IS_NEXT = 0.5  # of the pairs, whose second part follows the first
Lengths = Sequence[Sequence[int]]  # the tokens of each sentence of each document


@dataclass(frozen=True)
class SentencePlace:
    """A sentence of a document, and how many of its tokens an input has."""

    document: int
    sentence: int
    tokens: int


Segment = tuple[SentencePlace, ...]


@dataclass(frozen=True)
class BuiltInput:
    """One or two segments; `is_next` says of two whether the second follows the first."""

    segments: tuple[Segment, ...]
    num_tokens: int  # with special tokens
    is_next: bool | None = None

    @property
    def documents(self) -> tuple[int, ...]:
        """The documents that it has sentences of, each once."""
        places = (place for segment in self.segments for place in segment)
        return tuple(dict.fromkeys(place.document for place in places))

    @property
    def num_sentences(self) -> int:
        return sum(map(len, self.segments))


def build_inputs(
    lengths: Lengths, kind: InputFormat, room: int, count: int, seed: int
) -> list[BuiltInput]:
    """The first inputs, at most `count`, of at most `room` tokens, read from the first document on.

    A second part that does not follow is drawn from another document. Raises ValueError for fewer
    than two documents or a room that is too small.
    """
    if len(lengths) < 2 or not all(lengths):
        raise ValueError("inputs are built from two documents or more, each with a sentence")
    least = PAIR_SPECIALS + 2  # a token in both parts of a pair
    if room < least:
        raise ValueError(f"an input needs {least} tokens at least")
    made = BUILDERS[kind](lengths, room, np.random.default_rng(seed))
    return [one for one, _ in zip(made, range(count), strict=False)]


def _segment_pairs(lengths: Lengths, room: int, rng: np.random.Generator) -> Iterator[BuiltInput]:
    """A part of a document is cut in two; the second part is replaced in half of all cases.

    What is replaced is read again, as in BERT's code.
    """
    space = room - PAIR_SPECIALS
    for document in range(len(lengths)):
        start = 0
        while start + 1 < len(lengths[document]):
            chunk = _fill(lengths, document, start, space)
            end = start + len(chunk)
            if len(chunk) < 2:
                start = end
                continue
            cut = int(rng.integers(1, len(chunk)))
            first, is_next = chunk[:cut], bool(rng.random() < IS_NEXT)
            second = chunk[cut:]
            if not is_next:
                other = _draw_other(lengths, document, rng)
                begin = int(rng.integers(len(lengths[other])))
                second = _fill(lengths, other, begin, space - _count(first))
                end = start + cut
            if second:
                yield _pair(first, second, is_next)
            start = end


def _sentence_pairs(lengths: Lengths, room: int, rng: np.random.Generator) -> Iterator[BuiltInput]:
    half = (room - PAIR_SPECIALS) // 2
    for document, sentences in enumerate(lengths):
        for at in range(0, len(sentences) - 1, 2):
            is_next = bool(rng.random() < IS_NEXT)
            place = document, at + 1
            if not is_next:
                other = _draw_other(lengths, document, rng)
                place = other, int(rng.integers(len(lengths[other])))
            first = SentencePlace(document, at, min(sentences[at], half))
            second = SentencePlace(*place, min(lengths[place[0]][place[1]], half))
            yield _pair((first,), (second,), is_next)


def _full_sentences(lengths: Lengths, room: int, rng: np.random.Generator) -> Iterator[BuiltInput]:
    """Sentences one after the other until the room is full, with a token between documents."""
    places, used = list[SentencePlace](), SINGLE_SPECIALS
    for document, sentences in enumerate(lengths):
        for at, tokens in enumerate(sentences):
            needed = min(tokens, room - SINGLE_SPECIALS)
            border = BORDER if places and places[-1].document != document else 0
            if places and used + border + needed > room:
                yield BuiltInput((tuple(places),), used)
                places, used, border = [], SINGLE_SPECIALS, 0
            places.append(SentencePlace(document, at, needed))
            used += border + needed
    if places:
        yield BuiltInput((tuple(places),), used)


def _doc_sentences(lengths: Lengths, room: int, rng: np.random.Generator) -> Iterator[BuiltInput]:
    """As full sentences, but an input ends with its document."""
    for document in range(len(lengths)):
        start = 0
        while start < len(lengths[document]):
            chunk = _fill(lengths, document, start, room - SINGLE_SPECIALS)
            yield BuiltInput((chunk,), _count(chunk) + SINGLE_SPECIALS)
            start += len(chunk)


def _fill(lengths: Lengths, document: int, start: int, space: int) -> Segment:
    """Sentences of a document as far as there is space; a first one that is too long is cut."""
    places, left = list[SentencePlace](), space
    for at in range(start, len(lengths[document])):
        tokens = lengths[document][at]
        if places and tokens > left:
            break
        if left < 1:
            break
        places.append(SentencePlace(document, at, min(tokens, left)))
        left -= min(tokens, left)
    return tuple(places)


def _draw_other(lengths: Lengths, document: int, rng: np.random.Generator) -> int:
    """Another document."""
    drawn = int(rng.integers(len(lengths) - 1))
    return drawn + (drawn >= document)


def _count(segment: Segment) -> int:
    return sum(place.tokens for place in segment)


def _pair(first: Segment, second: Segment, is_next: bool) -> BuiltInput:
    total = _count(first) + _count(second) + PAIR_SPECIALS
    return BuiltInput((first, second), total, is_next)


Builder = Callable[[Lengths, int, np.random.Generator], Iterator[BuiltInput]]
BUILDERS: Mapping[InputFormat, Builder] = {
    "segment_pair": _segment_pairs,
    "sentence_pair": _sentence_pairs,
    "full_sentences": _full_sentences,
    "doc_sentences": _doc_sentences,
}
