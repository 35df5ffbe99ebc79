"""Learn the pieces of a Unigram vocabulary and their scores from counted words.

Paper: Kudo (2018), Subword Regularization, arXiv:1804.10959, section 3.2: begin with many frequent
substrings, fit their probabilities by expectation maximisation, remove the pieces with the smallest
loss of likelihood, and repeat until few enough remain. Reference: google/sentencepiece:
src/unigram_model_trainer.cc.

All sums have one order, so the same words give the same pieces and scores in every process. The
trainer of the `tokenizers` library sums in the order of a hash table, which differs between
processes; and it counts a substring once for each different word that contains it, so that a word
that is frequent in one form only, such as "is", never becomes a piece.

Shapes: W words, N nodes (a word of c characters has c + 1), E edges, P pieces.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from models.schema.records import BoolArray, IntArray

Scores = NDArray[np.float64]

SPACE = "▁"  # how a space is written
MAX_PIECE_CHARACTERS = 16  # of the reference
MIN_STEM = 3  # least characters of a name that pieces must not continue; the first is the space
SEEDS_PER_PIECE = 10  # substrings to begin with
ENDINGS_PER_MASK = 20  # one in so many endings is counted as one after a mask
MIN_COUNT = 2  # substrings that occurred once are no candidates
NUM_FITS = 2  # rounds of expectation maximisation between two prunings, as in the reference
REMAINING_SHARE = 0.75  # of the pieces after each pruning, as in the reference
MIN_EXPECTED = 0.5  # a piece that is expected less often is removed, as in the reference
FLOOR = 1e-3  # expected count of a required piece that no word needs
DIGITS = 6  # of a score


@dataclass(frozen=True, eq=False)
class _Lattice:
    """Every way to cut W words into pieces: nodes between characters, an edge for each piece.

    `by_start` and `by_end` group the edges by the character of their word where they start or end.
    Within a group by start no two edges end at one node, within a group by end none start at one.
    """

    source: IntArray  # (E,) node
    target: IntArray  # (E,) node
    piece: IntArray  # (E,)
    word: IntArray  # (E,)
    first: IntArray  # (W,) the node before the first character
    last: IntArray  # (W,) the node after the last character
    by_start: tuple[IntArray, ...]
    by_end: tuple[IntArray, ...]

    @property
    def num_nodes(self) -> int:
        return int(self.last[-1]) + 1


def learn(
    counts: Mapping[str, int], num_pieces: int, names: Collection[str] = (), alphabet: int = 0
) -> list[tuple[str, float]]:
    """At most `num_pieces` pieces with their log-probabilities, the most probable one first.

    `counts` says how often each word occurs in the texts, with the sign of its space in front. The
    pieces are characters, at most `alphabet` of them, the most frequent ones; `names`, at most half
    of the rest; and substrings of words. None of these mixes letters of two scripts, letters and
    digits or punctuation, as in the reference; and none continues after a Hangul name, since there
    a particle begins. Frequent endings of words, such as a particle or a full stop, are also pieces
    with a space in front, because they have one after a mask: "[MASK]이다."
    """
    characters = _characters(counts, min(alphabet, num_pieces))
    runs, endings = _runs(counts, frozenset(characters), _stems(names))
    if not runs:
        return []
    often = {ending: count for ending, count in endings.items() if count >= MIN_COUNT}
    mask_counts = {SPACE + ending: max(1, n // ENDINGS_PER_MASK) for ending, n in often.items()}
    runs.update(mask_counts)
    required = [
        *characters,
        *_most_frequent((*names, *mask_counts), runs, num_pieces - len(characters)),
    ]
    seeds = _seeds(runs, frozenset(required), SEEDS_PER_PIECE * num_pieces)
    words = sorted(runs)
    weights = np.array([runs[word] for word in words], dtype=np.float64)  # (W,)
    model = _Model(words, weights, required, seeds)
    while model.num_pieces > num_pieces:
        model.fit()
        model.prune(num_pieces)
    model.fit()
    return model.rank_pieces()


class _Model:
    """Pieces with their scores; the first ones are required and never removed."""

    def __init__(
        self, words: Sequence[str], weights: Scores, required: Sequence[str], seeds: Sequence[str]
    ) -> None:
        self._weights = weights  # (W,)
        self._num_required = len(required)
        self._pieces = np.array([*required, *seeds], dtype=object)  # (P,)
        self._lattice = _lattice(words, _index(self._pieces))
        edges = self._lattice
        possible = np.zeros(self.num_pieces)  # (P,)
        np.add.at(possible, edges.piece, weights[edges.word])
        self._expected = np.maximum(possible, FLOOR)  # at first their number of possible places

    @property
    def num_pieces(self) -> int:
        return len(self._pieces)

    @property
    def _scores(self) -> Scores:
        scores: Scores = np.log(self._expected / self._expected.sum())  # (P,)
        return scores

    def fit(self) -> None:
        """Expectation maximisation; pieces with a small expected count are removed."""
        for _ in range(NUM_FITS):
            self._expected = np.maximum(_expect(self._lattice, self._weights, self._scores), FLOOR)
            self._keep(self._expected >= MIN_EXPECTED)

    def prune(self, num_pieces: int) -> None:
        """Remove the pieces without which the likelihood loses least."""
        loss = np.full(self.num_pieces, -np.inf)  # (P,) in nats
        loss[self._num_required :] = self._losses()
        num_kept = max(num_pieces, int(REMAINING_SHARE * self.num_pieces)) - self._num_required
        keep = np.zeros(self.num_pieces, dtype=np.bool_)
        keep[np.argsort(-loss, kind="stable")[: max(0, num_kept)]] = True
        self._keep(keep)

    def _losses(self) -> Scores:
        """The loss of likelihood if a piece is cut into the next best ones: (P - R,)."""
        candidates = self._pieces[self._num_required :].tolist()
        scores, expected = self._scores, self._expected
        lattice = _lattice(candidates, _index(self._pieces), whole=False)
        best, num_parts = _best_paths(lattice, scores)
        own = slice(self._num_required, None)
        count, total = expected[own], expected.sum()
        # taken away, its count goes to its parts, so there are more pieces in all
        grown = np.log(total + count * (num_parts - 1)) - np.log(total)
        return count * (scores[own] - best + num_parts * grown)

    def _keep(self, keep: BoolArray) -> None:
        """Remove all pieces (P,) except some and the required ones."""
        keep[: self._num_required] = True
        if keep.all():
            return
        number = np.cumsum(keep) - 1  # (P,) the new index of the remaining pieces
        self._pieces, self._expected = self._pieces[keep], self._expected[keep]
        self._lattice = _part_of(self._lattice, keep, number)

    def rank_pieces(self) -> list[tuple[str, float]]:
        scores = np.round(self._scores, DIGITS).tolist()
        scored = zip(self._pieces.tolist(), scores, strict=True)
        return sorted(scored, key=lambda one: (-one[1], one[0]))


# The pieces to begin with ------------------------------------------------------------------------


def _characters(counts: Mapping[str, int], limit: int) -> list[str]:
    """The most frequent characters, in the order of their code points."""
    frequency: Counter[str] = Counter()
    for word, count in counts.items():
        for character in word:
            frequency[character] += count
    ranked = sorted(frequency, key=lambda character: (-frequency[character], character))
    return sorted(ranked[: max(0, limit)])


def _runs(
    counts: Mapping[str, int], characters: Collection[str], stems: Collection[str]
) -> tuple[Counter[str], Counter[str]]:
    """The parts of words, beyond which no piece extends, counted; also those after the first part.

    Unknown characters are left out.
    """
    frequency: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for word, count in counts.items():
        kinds = [_kind(character) if character in characters else "" for character in word]
        if word[0] == SPACE and len(word) > 1:
            kinds[0] = kinds[1]
        stem = next((end for end in range(len(word), 0, -1) if word[:end] in stems), 0)
        keys = [(place < stem, kind) for place, kind in enumerate(kinds)]
        groups = groupby(zip(keys, word, strict=True), lambda pair: pair[0])
        runs = [(kind, "".join(character for _, character in run)) for (_, kind), run in groups]
        for number, (kind, run) in enumerate(runs):
            if kind:
                frequency[run] += count
                endings[run] += count if number == 1 else 0
    return frequency, endings


@cache
def _kind(character: str) -> str:
    """The script of a letter, or that it is a digit or a sign."""
    category = unicodedata.category(character)
    if category.startswith(("L", "M")):
        return unicodedata.name(character, category).split(" ")[0]
    return "digit" if category.startswith("N") else "sign"


def _stems(names: Collection[str]) -> frozenset[str]:
    """The Hangul names; those of one syllable also begin many other words."""
    long = (name for name in names if len(name) >= MIN_STEM)
    return frozenset(name for name in long if _kind(name[-1]) == "HANGUL")


def _most_frequent(names: Iterable[str], counts: Mapping[str, int], room: int) -> list[str]:
    """The required names: at most half of the room, the most frequent ones."""
    known = {name for name in names if len(name) > 1 and name in counts}
    ranked = sorted(known, key=lambda name: (-counts[name], name))
    return sorted(ranked[: max(0, room) // 2])


def _seeds(counts: Mapping[str, int], reserved: Collection[str], limit: int) -> list[str]:
    """Substrings that cover most of the texts, without the names."""
    frequency: Counter[str] = Counter()
    for run, count in counts.items():
        for start in range(len(run) - 1):
            for end in range(start + 2, min(len(run), start + MAX_PIECE_CHARACTERS) + 1):
                frequency[run[start:end]] += count
    seeds = [piece for piece, n in frequency.items() if n >= MIN_COUNT and piece not in reserved]
    seeds.sort(key=lambda piece: (-frequency[piece] * len(piece), piece))
    return seeds[: max(0, limit)]


# Lattices -----------------------------------------------------------------------------------------


def _index(pieces: NDArray[np.object_]) -> dict[str, int]:
    return {piece: number for number, piece in enumerate(pieces.tolist())}


def _lattice(words: Sequence[str], index: Mapping[str, int], whole: bool = True) -> _Lattice:
    """All pieces in all words; `whole=False` leaves out those that are the whole word."""
    longest = max(map(len, index))
    edges: list[tuple[int, int, int, int]] = []  # word, start, end, piece
    for number, text in enumerate(words):
        for begin in range(len(text)):
            for stop in range(begin + 1, min(len(text), begin + longest) + 1):
                known = index.get(text[begin:stop])
                if known is not None and (whole or stop - begin < len(text)):
                    edges.append((number, begin, stop, known))
    word, start, end, piece = np.array(edges, dtype=np.int64).reshape(-1, 4).T  # (E,) each
    lengths = np.array([len(text) for text in words])  # (W,)
    first = np.cumsum(lengths + 1) - lengths - 1  # (W,)
    return _Lattice(
        source=first[word] + start,
        target=first[word] + end,
        piece=piece,
        word=word,
        first=first,
        last=first + lengths,
        by_start=_group_equal_keys(start),
        by_end=_group_equal_keys(end),
    )


def _group_equal_keys(keys: IntArray) -> tuple[IntArray, ...]:
    """The indices of equal keys, by ascending key."""
    order = np.argsort(keys, kind="stable")
    borders = np.flatnonzero(np.diff(keys[order])) + 1
    return tuple(np.split(order, borders))


def _part_of(lattice: _Lattice, keep: BoolArray, number: IntArray) -> _Lattice:
    """The lattice without the edges of removed pieces."""
    remains = keep[lattice.piece]  # (E,)
    place = np.cumsum(remains) - 1
    return replace(
        lattice,
        source=lattice.source[remains],
        target=lattice.target[remains],
        piece=number[lattice.piece[remains]],
        word=lattice.word[remains],
        by_start=tuple(place[group[remains[group]]] for group in lattice.by_start),
        by_end=tuple(place[group[remains[group]]] for group in lattice.by_end),
    )


def _expect(lattice: _Lattice, weights: Scores, scores: Scores) -> Scores:
    """The expected count of each piece in the texts (P,), over all ways to cut each word."""
    source, target, score = lattice.source, lattice.target, scores[lattice.piece]
    before = np.full(lattice.num_nodes, -np.inf)  # (N,) log-probability of all ways to a node
    before[lattice.first] = 0
    for group in lattice.by_start:
        into = target[group]
        before[into] = np.logaddexp(before[into], before[source[group]] + score[group])
    after = np.full(lattice.num_nodes, -np.inf)  # (N,) and from there to the end of the word
    after[lattice.last] = 0
    for group in reversed(lattice.by_end):
        out_of = source[group]
        after[out_of] = np.logaddexp(after[out_of], after[target[group]] + score[group])
    whole = before[lattice.last][lattice.word]  # (E,)
    share = np.exp(before[source] + score + after[target] - whole)
    expected = np.zeros(len(scores))  # (P,)
    np.add.at(expected, lattice.piece, weights[lattice.word] * share)
    return expected


def _best_paths(lattice: _Lattice, scores: Scores) -> tuple[Scores, IntArray]:
    """The score of the best way to cut each word (W,), and its number of pieces."""
    source, target, score = lattice.source, lattice.target, scores[lattice.piece]
    best = np.full(lattice.num_nodes, -np.inf)  # (N,)
    best[lattice.first] = 0
    num_parts = np.zeros(lattice.num_nodes, dtype=np.int64)  # (N,)
    for group in lattice.by_start:
        start, end = source[group], target[group]
        reached = best[start] + score[group]
        better = reached > best[end]
        best[end[better]] = reached[better]
        num_parts[end[better]] = num_parts[start[better]] + 1
    return best[lattice.last], num_parts[lattice.last]
