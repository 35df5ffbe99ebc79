"""A vocabulary learned merge by merge, so that each step can be looked at: BPE and WordPiece.

BPE merges the pair that occurs most often (Sennrich, Haddow, Birch 2016, arXiv:1508.07909), and
gives the merges of the `tokenizers` library's BpeTrainer. WordPiece merges the pair with the
greatest count(ab) / (count(a) · count(b)) (Schuster, Nakajima 2012; the trainer itself is not
published, and that of the library counts as BPE does). Of equal pairs the one is merged whose left
piece, then whose right piece, is earlier in the vocabulary: the alphabet by code points, then the
merges in their order. A pair that occurs once is not merged.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from models.tokenization.step_records import LearnedMerge

MergeRule = Literal["bpe", "wordpiece"]
WORD_START, CONTINUED = "▁", "##"  # before a word of BPE, before a piece inside a word of WordPiece
MIN_COUNT = 2
PARTS = re.compile(r"\w+|[^\w\s]")
Split = tuple[str, ...]
Pair = tuple[str, str]


@dataclass(frozen=True, eq=False)
class LearnedVocabulary:
    """The merges, and each word of the text with its count and its split after each change.

    `histories` are, by word, the steps after which its split is another one, from step 0 on.
    """

    rule: MergeRule
    alphabet: Split
    words: tuple[tuple[str, int], ...]
    merges: tuple[LearnedMerge, ...]
    histories: tuple[tuple[tuple[int, Split], ...], ...]

    def tokens_after(self, step: int) -> Split:
        """The vocabulary after so many merges."""
        pieces = (merge.piece for merge in self.merges[:step])
        return tuple(dict.fromkeys((*self.alphabet, *pieces)))

    def splits_after(self, step: int) -> list[Split]:
        """The pieces of each word after so many merges."""
        return [
            history[bisect_right(history, step, key=lambda change: change[0]) - 1][1]
            for history in self.histories
        ]

    def candidates_after(self, step: int) -> list[LearnedMerge]:
        """The pairs that can be merged next, the one that is merged first."""
        pairs, pieces = Counter[Pair](), Counter[str]()
        for (_, count), split in zip(self.words, self.splits_after(step), strict=True):
            _count(split, count, pairs, pieces)
        ids = {token: at for at, token in enumerate(self.tokens_after(step))}
        ranked = sorted(pairs, key=lambda pair: _rank(self.rule, pair, pairs, pieces, ids))
        return [_merge_of(self.rule, p, pairs, pieces) for p in ranked if pairs[p] >= MIN_COUNT]

    def cut(self, word: str, step: int) -> Split:
        """The pieces of a word by the vocabulary after so many merges.

        BPE merges what was learned first; WordPiece takes the longest piece from the left, and
        nothing of a word where none fits.
        """
        if self.rule == "bpe":
            return self._merge_all(word, step)
        tokens, pieces, start = set(self.tokens_after(step)), list[str](), 0
        while start < len(word):
            prefix = CONTINUED if start else ""
            ends = range(len(word), start, -1)
            end = next((one for one in ends if prefix + word[start:one] in tokens), None)
            if end is None:
                return ()
            pieces.append(prefix + word[start:end])
            start = end
        return tuple(pieces)

    def _merge_all(self, word: str, step: int) -> Split:
        ranks: dict[Pair, int] = {}
        for rank, merge in enumerate(self.merges[:step]):
            ranks.setdefault((merge.left, merge.right), rank)
        split = tuple(word)
        while known := [pair for pair in itertools.pairwise(split) if pair in ranks]:
            left, right = min(known, key=ranks.__getitem__)
            split = _join(split, left, right, left + right)
        return split


def split_words(text: str, rule: MergeRule) -> list[str]:
    """Words and signs of a text; for BPE with a sign before what follows white space."""
    start = WORD_START if rule == "bpe" else ""
    found = (PARTS.findall(chunk) for chunk in text.split())
    return [f"{'' if at else start}{part}" for parts in found for at, part in enumerate(parts)]


def learn_merges_of(
    words: Mapping[str, int], rule: MergeRule, num_merges: int
) -> LearnedVocabulary:
    """Learn at most so many merges of words with their counts."""
    splits = {word: _characters(word, rule) for word in words}
    alphabet = tuple(sorted({piece for split in splits.values() for piece in split}))
    ids = {piece: at for at, piece in enumerate(alphabet)}
    histories = {word: [(0, split)] for word, split in splits.items()}
    pairs, pieces = Counter[Pair](), Counter[str]()
    where: dict[Pair, set[str]] = {}
    for word, split in splits.items():
        _count(split, words[word], pairs, pieces)
        for pair in itertools.pairwise(split):
            where.setdefault(pair, set()).add(word)
    merges: list[LearnedMerge] = []
    for step in range(1, num_merges + 1):
        possible = [pair for pair, count in pairs.items() if count >= MIN_COUNT]
        if not possible:
            break
        best = min(possible, key=lambda pair: _rank(rule, pair, pairs, pieces, ids))
        merge = _merge_of(rule, best, pairs, pieces)
        merges.append(merge)
        ids.setdefault(merge.piece, len(ids))
        for word in where[best]:
            before = splits[word]
            after = _join(before, merge.left, merge.right, merge.piece)
            if after == before:
                continue
            _count(before, -words[word], pairs, pieces)
            _count(after, words[word], pairs, pieces)
            splits[word] = after
            histories[word].append((step, after))
            for pair in itertools.pairwise(after):
                where.setdefault(pair, set()).add(word)
    return LearnedVocabulary(
        rule,
        alphabet,
        tuple(words.items()),
        tuple(merges),
        tuple(tuple(histories[word]) for word in words),
    )


def _characters(word: str, rule: MergeRule) -> Split:
    if rule == "bpe":
        return tuple(word)
    return tuple(f"{CONTINUED if at else ''}{character}" for at, character in enumerate(word))


def _count(split: Split, count: int, pairs: Counter[Pair], pieces: Counter[str]) -> None:
    """Add the pairs and pieces of a word that occurs so often; below zero takes them away."""
    for piece in split:
        pieces[piece] += count
    for pair in itertools.pairwise(split):
        pairs[pair] += count


def _rank(
    rule: MergeRule,
    pair: Pair,
    pairs: Mapping[Pair, int],
    pieces: Mapping[str, int],
    ids: Mapping[str, int],
) -> tuple[float, int, int]:
    """What the pair that is merged has least of; equal fractions are equal numbers here."""
    left, right = pair
    value = pairs[pair] if rule == "bpe" else pairs[pair] / (pieces[left] * pieces[right])
    return -value, ids[left], ids[right]


def _merge_of(
    rule: MergeRule, pair: Pair, pairs: Mapping[Pair, int], pieces: Mapping[str, int]
) -> LearnedMerge:
    left, right = pair
    piece = left + (right if rule == "bpe" else right.removeprefix(CONTINUED))
    return LearnedMerge(left, right, piece, pairs[pair], pieces[left], pieces[right])


def _join(split: Split, left: str, right: str, piece: str) -> Split:
    """The split with each such pair as one piece, from the left."""
    return tuple(_joined_pieces(split, left, right, piece))


def _joined_pieces(split: Split, left: str, right: str, piece: str) -> Iterator[str]:
    at = 0
    while at < len(split):
        if split[at : at + 2] == (left, right):
            yield piece
            at += 2
        else:
            yield split[at]
            at += 1
