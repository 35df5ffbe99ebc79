"""Alignment of the words of two texts, read from attention, against words that are known to match.

The error rate is that of Och and Ney (2003), A Systematic Comparison of Various Statistical
Alignment Models, Computational Linguistics 29(1): sure links S must be there, possible ones P may.

Shapes: T tokens of a pair, R = C = T of its attention maps, N and M words of its two texts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models.data.world.translation import LinkedPair
from models.schema.records import Encoding, FloatArray, IntArray

WordLink = tuple[int, int]  # a word of the first text and one of the second, from 0


@dataclass(frozen=True, eq=False)
class Words:
    """The words of one text of an encoding: their tokens and their characters."""

    names: tuple[str, ...]  # (N,)
    tokens: tuple[IntArray, ...]  # (N,) positions of each
    characters: tuple[tuple[int, int], ...]  # (N,) [start, end) in the text

    def find_overlapping(self, start: int, end: int) -> list[int]:
        """The words that share a character with a part of the text."""
        return [
            n for n, (first, last) in enumerate(self.characters) if first < end and start < last
        ]


@dataclass(frozen=True, eq=False)
class TrueLinks:
    """Which words of a pair correspond, as far as the lexicon says it.

    Where an entry has one word in one of the languages, its links are sure. Where it has several
    in both, or occurs twice, it is not known which of them correspond: these links are possible.
    """

    first: Words
    second: Words
    sure: frozenset[WordLink]
    possible: frozenset[WordLink]  # the sure ones among them

    @cached_property
    def linked_words(self) -> tuple[frozenset[int], frozenset[int]]:
        """The words of each text that have a link; of the others nothing is known."""
        firsts, seconds = zip(*self.possible, strict=True) if self.possible else ((), ())
        return frozenset(firsts), frozenset(seconds)


@dataclass(frozen=True)
class LinkCounts:
    """How many links there are, and how many of those that were read are right."""

    read: int
    sure: int
    read_and_sure: int
    read_and_possible: int

    def __add__(self, other: LinkCounts) -> LinkCounts:
        return LinkCounts(
            self.read + other.read,
            self.sure + other.sure,
            self.read_and_sure + other.read_and_sure,
            self.read_and_possible + other.read_and_possible,
        )

    @property
    def error_rate(self) -> float | None:
        """The alignment error rate, 0 where all is right; None where nothing is known."""
        if not self.read + self.sure:
            return None
        return 1 - (self.read_and_sure + self.read_and_possible) / (self.read + self.sure)


def words_of(encoding: Encoding, segment: int) -> Words:
    """The words of one text of a pair, in order; special tokens are none."""
    inside = (encoding.segment == segment) & ~encoding.special  # (T,)
    text = (encoding.pair or "") if segment == 1 else encoding.text
    numbers = dict.fromkeys(encoding.word[inside].tolist())
    tokens = tuple(np.flatnonzero(inside & (encoding.word == number)) for number in numbers)
    characters = tuple(
        (int(encoding.offsets[at, 0].min()), int(encoding.offsets[at, 1].max())) for at in tokens
    )
    return Words(tuple(text[start:end] for start, end in characters), tokens, characters)


def true_links(encoding: Encoding, pair: LinkedPair) -> TrueLinks:
    """The links of a pair between the words of its encoding; words that were cut off have none."""
    first, second = words_of(encoding, 0), words_of(encoding, 1)
    sure, possible = set[WordLink](), set[WordLink]()
    for link in pair.links:
        firsts, seconds = first.find_overlapping(*link.first), second.find_overlapping(*link.second)
        both = {(one, other) for one in firsts for other in seconds}
        possible |= both
        if link.unique and min(len(firsts), len(seconds)) == 1:
            sure |= both
    return TrueLinks(first, second, frozenset(sure), frozenset(possible))


def word_weights(attention: FloatArray, first: Words, second: Words) -> FloatArray:
    """How much words attend to each other, the mean of both directions: (…, R, C) -> (…, N, M).

    What a word gives to another is the sum over the tokens of the other, and the mean over its own.
    """
    there, back = _sum_by_word(attention, first, second), _sum_by_word(attention, second, first)
    both: FloatArray = ((there + back.swapaxes(-1, -2)) / 2).astype(np.float32)
    return both


def _sum_by_word(attention: FloatArray, rows: Words, columns: Words) -> FloatArray:
    """What words give to those of the other text (…, N, M), in time that does not depend on N."""
    block = attention[..., np.concatenate(rows.tokens)[:, None], np.concatenate(columns.tokens)]
    across = np.add.reduceat(block, _starts(columns), axis=-1)  # (…, T, M)
    weights: FloatArray = np.add.reduceat(across, _starts(rows), axis=-2)
    return weights / np.array([len(tokens) for tokens in rows.tokens])[:, None]


def _starts(words: Words) -> IntArray:
    """Return the index of each word's first token among the tokens of all words."""
    lengths = [len(tokens) for tokens in words.tokens]
    return np.cumsum([0, *lengths[:-1]], dtype=np.int64)


def read_links(weights: FloatArray, linked_words: Sequence[Collection[int]]) -> frozenset[WordLink]:
    """Link each of these words to the word of the other text with the largest weight (N, M).

    Other words get no link of their own, but may be the other end of one.
    """
    if not weights.size:
        return frozenset()
    rows, columns = linked_words
    links = {(row, int(weights[row].argmax())) for row in rows}
    links |= {(int(weights[:, column].argmax()), column) for column in columns}
    return frozenset(links)


def count_true_links(links: Collection[WordLink], truth: TrueLinks) -> LinkCounts:
    """How many of the links are true."""
    return LinkCounts(
        read=len(links),
        sure=len(truth.sure),
        read_and_sure=len(truth.sure.intersection(links)),
        read_and_possible=len(truth.possible.intersection(links)),
    )
