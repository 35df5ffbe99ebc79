"""The steps of a tokenizer, word by word: the pieces that it tried, and those that it chose.

    for word in steps(tokenizer, "The capital of France"):
        print(word.word, [piece.token for piece in word.pieces], word.how)

The steps are computed here from the vocabulary, the merges or the scores, and have exactly the
result of the `tokenizers` library.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from itertools import groupby, islice
from typing import Any
from weakref import WeakKeyDictionary

from models.tokenization.base import Tokenizer
from models.tokenization.step_records import (
    How,
    Lattice,
    LatticeEdge,
    LatticePath,
    MatchAttempt,
    Matching,
    Merge,
    Merging,
    Piece,
    WordSteps,
)

__all__ = [
    "How",
    "Lattice",
    "LatticeEdge",
    "MatchAttempt",
    "Matching",
    "Merge",
    "Merging",
    "WordSteps",
    "steps",
]

UNKNOWN_PENALTY = 10.0  # nats below the least probable piece, as in the reference


_Tokens = tuple[str, ...]
_Cutter = Callable[[str], tuple[How, _Tokens]]
_CUTTERS: WeakKeyDictionary[Tokenizer, _Cutter] = WeakKeyDictionary()


def steps(tokenizer: Tokenizer, text: str) -> tuple[WordSteps, ...]:
    """The steps of each word of a text, without special and added tokens in the text.

    Words without any piece are left out too. Lone surrogates are replaced, as in `encode`.
    """
    cutter = _CUTTERS.get(tokenizer)
    if cutter is None:
        cutter = _CUTTERS[tokenizer] = _cutter(tokenizer.model, tokenizer.is_byte_level)
    cut = tokenizer.cut(text)
    pieces = iter(cut.pieces)
    words = []
    for word, start, end in cut.words:
        how, tokens = cutter(word)
        taken = zip(tokens, islice(pieces, len(tokens)), strict=True)
        ended = tuple(Piece(id, token, *span) for token, (id, *span) in taken)
        if ended:
            words.append(WordSteps(word, start, end, ended, how))
    return tuple(words)


def _cutter(model: Mapping[str, Any], byte_level: bool = True) -> _Cutter:
    """`byte_level`: symbols of BPE without the mark of a word's end are bytes."""
    kinds: dict[str, Callable[[Mapping[str, Any]], _Cutter]] = {
        "BPE": partial(_Merger, byte_level=byte_level),
        "WordPiece": _Matcher,
        "WordLevel": _Lookup,
        "Unigram": _Router,
    }
    return kinds[model["type"]](model)


class _Merger:
    """BPE. Reference: huggingface/tokenizers: models/bpe/word.rs."""

    def __init__(self, model: Mapping[str, Any], byte_level: bool) -> None:
        self._vocabulary: dict[str, int] = model["vocab"]
        self._ranks = {tuple(pair): rank for rank, pair in enumerate(model["merges"])}
        self._prefix = model["continuing_subword_prefix"] or ""
        self._suffix = model["end_of_word_suffix"] or ""
        self._in_bytes = byte_level and not self._suffix
        self._unknown: str | None = model["unk_token"]
        self._fuse = bool(model["fuse_unk"])
        self._whole = bool(model.get("ignore_merges"))
        self._byte_fallback = bool(model.get("byte_fallback"))

    def __call__(self, word: str) -> tuple[Merging, _Tokens]:
        if self._whole and word in self._vocabulary:
            return Merging((word,), (), self._in_bytes), (word,)
        symbols = tuple(self._symbols(word))
        merging = Merging(symbols, tuple(self._merges(symbols)), self._in_bytes)
        return merging, merging.pieces_after(len(merging.merges))

    def _symbols(self, word: str) -> Iterator[str]:
        """Each character as a symbol of the vocabulary; others are bytes, unknown or left out."""
        fused = False
        for place, character in enumerate(word):
            symbol = self._prefix * (place > 0) + character
            symbol += self._suffix * (place == len(word) - 1)
            known = symbol in self._vocabulary
            if known:
                yield symbol
            elif self._byte_fallback and (in_bytes := _bytes_of(symbol, self._vocabulary)):
                yield from in_bytes
                known = True
            elif self._unknown is not None and not fused:
                yield self._unknown
            fused = self._fuse and not known

    def _merges(self, symbols: Sequence[str]) -> Iterator[Merge]:
        """The lowest rank first, and of equal pairs the left one."""
        pieces = dict(enumerate(symbols))  # by the symbol that they start at
        ends = {start: start + 1 for start in pieces}
        starts = {end: start for start, end in ends.items()}  # of the piece that ends there
        waiting: list[tuple[int, int, str]] = []

        def wait(start: int) -> None:
            pair = pieces[start], pieces.get(ends[start], "")
            if pair in self._ranks:
                heappush(waiting, (self._ranks[pair], start, self._join(*pair)))

        for start in pieces:
            wait(start)
        while waiting:
            rank, start, piece = heappop(waiting)
            middle = ends.get(start, 0)
            left, right = pieces.get(start, ""), pieces.get(middle, "")
            if (left, right) not in self._ranks or self._join(left, right) != piece:
                continue  # one of the two has been merged with another neighbour
            end = ends.pop(middle)
            del pieces[middle], starts[middle]
            pieces[start], ends[start], starts[end] = piece, end, start
            yield Merge(left, right, piece, rank, start, middle, end)
            wait(start)
            if start in starts:
                wait(starts[start])

    def _join(self, left: str, right: str) -> str:
        return left + right[len(self._prefix) :]


class _Matcher:
    """WordPiece. Reference: huggingface/tokenizers: models/wordpiece/mod.rs."""

    def __init__(self, model: Mapping[str, Any]) -> None:
        self._vocabulary: dict[str, int] = model["vocab"]
        self._prefix: str = model["continuing_subword_prefix"]
        self._unknown: str = model["unk_token"]
        self._limit: int = model["max_input_chars_per_word"]

    def __call__(self, word: str) -> tuple[Matching, _Tokens]:
        if len(word) > self._limit:
            return Matching((), too_long=True), (self._unknown,)
        tries: list[MatchAttempt] = []
        start = 0
        while start < len(word):
            tries += self._tries(word, start)
            if not tries[-1].in_vocabulary:
                return Matching(tuple(tries)), (self._unknown,)
            start = tries[-1].end
        return Matching(tuple(tries)), tuple(one.piece for one in tries if one.in_vocabulary)

    def _tries(self, word: str, start: int) -> Iterator[MatchAttempt]:
        """Try the rest of the word, then ever fewer characters, until it is a piece."""
        for end in range(len(word), start, -1):
            piece = self._prefix * (start > 0) + word[start:end]
            in_vocabulary = piece in self._vocabulary
            yield MatchAttempt(start, end, piece, in_vocabulary)
            if in_vocabulary:
                return


class _Lookup:
    """Whole words. Reference: huggingface/tokenizers: models/wordlevel/mod.rs."""

    def __init__(self, model: Mapping[str, Any]) -> None:
        self._vocabulary: dict[str, int] = model["vocab"]
        self._unknown: str = model["unk_token"]

    def __call__(self, word: str) -> tuple[Matching, _Tokens]:
        known = word in self._vocabulary
        one = MatchAttempt(0, len(word), word, in_vocabulary=known)
        return Matching((one,)), (word if known else self._unknown,)


@dataclass(frozen=True)
class _Reached:
    """A path to a node: its score, its last edge, and the rank of the path to that edge's start."""

    score: float
    edge: LatticeEdge | None = None
    before: int = 0


class _Router:
    """Unigram. Reference: huggingface/tokenizers: models/unigram/model.rs, encode_optimized."""

    def __init__(self, model: Mapping[str, Any]) -> None:
        self._scores: dict[str, float] = dict(model["vocab"])
        self._longest = max(map(len, self._scores))
        self._unknown: str = model["vocab"][model["unk_id"]][0]
        self._unknown_score = min(self._scores.values()) - UNKNOWN_PENALTY
        self._byte_fallback = bool(model.get("byte_fallback"))

    def __call__(self, word: str) -> tuple[Lattice, _Tokens]:
        edges = tuple(self._edges(word))
        reached = _two_best(edges, len(word))
        paths = [_path(reached, rank) for rank in range(len(reached[-1]))]
        lattice = Lattice(edges, paths[0], paths[1] if len(paths) > 1 else None)
        return lattice, tuple(self._tokens(paths[0].edges))

    def _edges(self, word: str) -> Iterator[LatticeEdge]:
        """The pieces that fit, and an unknown one for each character that is no piece."""
        for start in range(len(word)):
            stop = min(len(word), start + self._longest)
            for end in range(start + 1, stop + 1):
                piece = word[start:end]
                if piece in self._scores:
                    yield LatticeEdge(start, end, piece, self._scores[piece])
            if word[start] not in self._scores:
                yield LatticeEdge(start, start + 1, word[start], self._unknown_score, known=False)

    def _tokens(self, edges: Sequence[LatticeEdge]) -> Iterator[str]:
        """The names of the pieces; unknown neighbours become one token, or their bytes."""
        for known, run in groupby(edges, lambda edge: edge.known and edge.piece != self._unknown):
            if known:
                yield from (edge.piece for edge in run)
            else:
                yield from self._unknown_tokens("".join(edge.piece for edge in run))

    def _unknown_tokens(self, text: str) -> Sequence[str]:
        in_bytes = _bytes_of(text, self._scores) if self._byte_fallback else []
        return in_bytes or [self._unknown]


def _bytes_of(text: str, vocabulary: Collection[str]) -> list[str]:
    """The tokens of the bytes of a text; none where the vocabulary lacks one of them."""
    parts = [f"<0x{byte:02X}>" for byte in text.encode()]
    return parts if all(part in vocabulary for part in parts) else []


def _two_best(edges: Sequence[LatticeEdge], length: int) -> list[list[_Reached]]:
    """The two best paths to each node (length + 1); of equal paths the first one."""
    reached: list[list[_Reached]] = [[_Reached(0.0)], *([] for _ in range(length))]
    for edge in edges:
        for before, path in enumerate(reached[edge.start]):
            paths = reached[edge.end]
            paths.append(_Reached(edge.score + path.score, edge, before))
            paths.sort(key=lambda one: -one.score)  # stable
            del paths[2:]
    return reached


def _path(reached: Sequence[Sequence[_Reached]], rank: int) -> LatticePath:
    """The edges of the path of this rank to the last node."""
    node = reached[-1][rank]
    score, edges = node.score, []
    while node.edge is not None:
        edges.append(node.edge)
        node = reached[node.edge.start][node.before]
    return LatticePath(tuple(reversed(edges)), score)
