"""The steps of a tokenizer for one word, from characters to pieces.

Made by models/tokenization/steps.py. Merging: Sennrich et al. (2015), arXiv:1508.07909. Longest
match: Devlin et al. (2018), arXiv:1810.04805. Lattice: Kudo (2018), arXiv:1804.10959.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Piece:
    """A token of a word, with its characters [start, end) of the text."""

    id: int
    token: str
    start: int
    end: int


@dataclass(frozen=True)
class Merge:
    """Two neighbours become one piece: the symbols [start, middle) and [middle, end) of the word.

    `rank` is the number of the merge; the first that was learned is 0.
    """

    left: str
    right: str
    piece: str
    rank: int
    start: int
    middle: int
    end: int


@dataclass(frozen=True)
class Merging:
    """BPE: repeatedly merge the neighbouring pair that was learned first, until there is none."""

    symbols: tuple[str, ...]  # before the first merge; in byte-level BPE one for each byte
    merges: tuple[Merge, ...]
    in_bytes: bool = True  # False: of characters, the first or last with the mark of its word

    def pieces_after(self, count: int) -> tuple[str, ...]:
        """The pieces of the word after the first `count` merges."""
        done = self.merges[:count]
        inside = {merge.middle for merge in done}
        borders = [at for at in range(len(self.symbols) + 1) if at not in inside]
        merged = {(merge.start, merge.end): merge.piece for merge in done}
        spans = pairwise(borders)
        return tuple(merged.get((start, end), self.symbols[start]) for start, end in spans)


@dataclass(frozen=True)
class MatchAttempt:
    """A search for the characters [start, end) of the word in the vocabulary."""

    start: int
    end: int
    piece: str
    in_vocabulary: bool


@dataclass(frozen=True)
class Matching:
    """WordPiece: from left to right, the longest piece of the vocabulary that fits.

    If nothing fits, or the word is `too_long`, the whole word is unknown.
    """

    tries: tuple[MatchAttempt, ...]
    too_long: bool = False

    @property
    def unknown(self) -> bool:
        """Whether the last try failed, or there was none."""
        return self.too_long or not self.tries[-1].in_vocabulary


@dataclass(frozen=True)
class LatticeEdge:
    """A piece at the characters [start, end) of the word, with its log-probability in nats."""

    start: int
    end: int
    piece: str
    score: float
    known: bool = True


@dataclass(frozen=True)
class LatticePath:
    """A path through the lattice from its beginning to its end; scores add up."""

    edges: tuple[LatticeEdge, ...]
    score: float


@dataclass(frozen=True)
class Lattice:
    """Unigram: every piece that fits anywhere, and the most probable path through them.

    `runner_up` is the second best path; None if there is only one.
    """

    edges: tuple[LatticeEdge, ...]
    best: LatticePath
    runner_up: LatticePath | None

    @property
    def unknown(self) -> tuple[str, ...]:
        """The characters of the best path that are in no piece, each once."""
        return tuple(dict.fromkeys(edge.piece for edge in self.best.edges if not edge.known))


How = Merging | Matching | Lattice


@dataclass(frozen=True)
class WordSteps:
    """A word as the model sees it, at the characters [start, end) of the text, and its pieces."""

    word: str
    start: int
    end: int
    pieces: tuple[Piece, ...]
    how: How


@dataclass(frozen=True)
class LearnedMerge:
    """Two pieces that become one, with their counts in the text before it."""

    left: str
    right: str
    piece: str
    count: int
    left_count: int
    right_count: int

    @property
    def score(self) -> float:
        """How much more often the pair occurs than its parts let expect, up to a constant."""
        return self.count / (self.left_count * self.right_count)
