"""What flows through the program: frozen numpy records that check themselves when they are made.

    text -> Encoding -> ModelInput -> Trace

Shapes: T tokens of the main input, R rows and C columns of an attention map, L layers, H heads,
D width, V vocabulary, N predicted places.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float32]
BoolArray = NDArray[np.bool_]

ROW_SUM_TOLERANCE = 1e-3
NUM_KNOWN_LENGTHS = 8  # of attention rows, whose vectors of ones are cached
NO_WORD = -1
NO_ORIGIN = -1
BROKEN = "came out as NaN or infinity: the weights are broken. Copy or download the files again."

# Parts of a model that have weights, or operations ("between": tokens are compared).
WeightPart = Literal[
    "token",
    "position",
    "attention",
    "between",
    "feed_forward",
    "recurrent",
    "norm",
    "other",
    "head",
]


def _frozen(array: NDArray[np.generic]) -> None:
    array.flags.writeable = False


def _range(array: FloatArray) -> tuple[float, float]:
    """The lowest and the highest number; NaN where there is one, 1 and 1 of nothing."""
    if not array.size:
        return 1.0, 1.0
    return float(np.minimum.reduce(array, axis=None)), float(np.maximum.reduce(array, axis=None))


@lru_cache(maxsize=NUM_KNOWN_LENGTHS)
def _ones(length: int) -> FloatArray:
    """What sums rows of this length in one product, which is the quickest way for long ones."""
    return np.ones(length, dtype=np.float32)


def _check(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)


class TokenChange(IntEnum):
    """What an objective did to one token."""

    KEPT = 0  # not chosen
    MASKED = 1  # chosen, replaced by the mask token
    RANDOM = 2  # chosen, replaced by a random token
    UNCHANGED = 3  # chosen, fed as it is, and still to be predicted
    REPLACED = 4  # replaced by what a generator wrote
    SPAN = 5  # a sentinel that replaces a span
    HIDDEN = 6  # fed, but not visible to the position that predicts it


class BlockKind(IntEnum):
    """Why a block of tokens attends to a block of keys, in a model that reads a text by blocks."""

    NONE = 0  # it does not
    GLOBAL = 1  # one of the two attends to everything, and everything to it
    WINDOW = 2  # a neighbour, or the block itself
    RANDOM = 3  # drawn at random
    FULL = 4  # the text is so short that all attend to all


@dataclass(frozen=True, eq=False)
class Encoding:
    """A text, or a pair of texts, exactly as it is fed to a model, special tokens included.

    `offsets` are [start, end) characters in `text`, or in `pair` where `segment` is 1; a special
    token has an empty range. `word` counts words over both texts, NO_WORD for special tokens.
    `labels` are truths about the whole example known when it was made, such as {"nsp": 0}.
    """

    text: str
    ids: IntArray  # (T,)
    tokens: tuple[str, ...]  # (T,) as the tokenizer names them
    offsets: IntArray  # (T, 2)
    special: BoolArray  # (T,)
    segment: IntArray  # (T,)
    word: IntArray  # (T,)
    unknown: BoolArray  # (T,)
    pair: str | None = None
    num_cut: int = 0  # tokens that did not fit into the model's positions
    labels: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        length = len(self.ids)
        _check(length > 0, "an encoding needs at least one token")
        for name in ("special", "segment", "word", "unknown", "tokens"):
            _check(len(getattr(self, name)) == length, f"{name} must have {length} entries")
        _check(self.offsets.shape == (length, 2), f"offsets must be ({length}, 2)")
        for name in ("ids", "offsets", "special", "segment", "word", "unknown"):
            _frozen(getattr(self, name))

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def last_of_text(self) -> int:
        """The position of the last token before the special ones at the end, if there are any."""
        return int(np.flatnonzero(~self.special).max(initial=0))

    def surface(self, position: int) -> str:
        """The characters that a token covers; empty for a special token."""
        text = self.pair if self.segment[position] == 1 and self.pair is not None else self.text
        start, end = self.offsets[position]
        return text[start:end]


@dataclass(frozen=True, eq=False)
class Targets:
    """What one head must predict: `labels[n]` at `positions[n]` of its stream."""

    positions: IntArray  # (N,)
    labels: IntArray  # (N,) token ids, or classes

    def __post_init__(self) -> None:
        _check(self.positions.shape == self.labels.shape, "one label per position")
        _frozen(self.positions)
        _frozen(self.labels)

    def __len__(self) -> int:
        return len(self.positions)


@dataclass(frozen=True)
class Span:
    """The tokens that one sentinel replaces; ranges are [start, end)."""

    sentinel: int  # its id
    position: int  # of the sentinel in the corrupted input
    origin: tuple[int, int]  # of the dropped tokens in the encoding
    target: tuple[int, int]  # of sentinel and dropped tokens in the target


@dataclass(frozen=True, eq=False)
class EntityLinks:
    """The entities that a text names, M mentions from left to right that do not overlap.

    `starts` and `ends` are [start, end) tokens of the encoding. `entities` are ids of a vocabulary
    of `num_entities`, its special ids, which come first, included; `num_special` counts those.
    """

    entities: IntArray  # (M,)
    starts: IntArray  # (M,)
    ends: IntArray  # (M,)
    num_entities: int
    num_special: int

    def __post_init__(self) -> None:
        shapes = {self.entities.shape, self.starts.shape, self.ends.shape}
        _check(len(shapes) == 1, "each mention needs an entity, a start and an end")
        for array in (self.entities, self.starts, self.ends):
            _frozen(array)

    def __len__(self) -> int:
        return len(self.entities)


@dataclass(frozen=True, eq=False)
class ModelInput:
    """What objectives made of an encoding: what is fed, what must be predicted where.

    `feeds` holds the inputs besides the main one that an architecture declares, by name: (N,), or
    (T, C) of the characters of each token. `links` are the entities of the text as it was, for a
    model that reads entities; None where nobody has linked it.
    """

    encoding: Encoding
    input_ids: IntArray  # (T,)
    segment: IntArray  # (T,)
    origin: IntArray  # (T,) index into the encoding, NO_ORIGIN for a new token
    change: IntArray  # (T,) of Change
    targets: Mapping[str, Targets] = field(default_factory=dict)
    feeds: Mapping[str, IntArray] = field(default_factory=dict)
    links: EntityLinks | None = None

    def __post_init__(self) -> None:
        length = len(self.input_ids)
        for name in ("segment", "origin", "change"):
            _check(len(getattr(self, name)) == length, f"{name} must have {length} entries")
        for head, targets in self.targets.items():
            inside = len(targets) == 0 or int(targets.positions.min()) >= 0
            _check(inside, f"a target of {head} lies outside the sequence")
        for name in ("input_ids", "segment", "origin", "change"):
            _frozen(getattr(self, name))

    def __len__(self) -> int:
        return len(self.input_ids)

    @classmethod
    def clean(cls, encoding: Encoding) -> ModelInput:
        """The encoding fed as it is, with nothing to predict."""
        length = len(encoding)
        return cls(
            encoding=encoding,
            input_ids=encoding.ids.copy(),
            segment=encoding.segment.copy(),
            origin=np.arange(length),
            change=np.full(length, TokenChange.KEPT, dtype=np.int64),
        )

    @property
    def unfed_tokens(self) -> BoolArray:
        """Which tokens of the encoding are not fed; as many as the encoding has."""
        absent = np.ones(len(self.encoding), dtype=np.bool_)
        absent[self.origin[self.origin != NO_ORIGIN]] = False
        return absent

    @property
    def is_task(self) -> bool:
        """Whether the text was split into a question, which is fed, and its answer, a target."""
        is_shorter = bool(self.targets) and len(self) < len(self.encoding)
        return is_shorter and not bool((self.change == TokenChange.SPAN).any())

    def ids_of(self, feed: str) -> IntArray:
        """The numbers (R,) of one input; those of the text where the feed is absent."""
        return self.feeds.get(feed, self.input_ids)

    def with_targets(self, head: str, positions: IntArray, labels: IntArray) -> ModelInput:
        return replace(self, targets={**self.targets, head: Targets(positions, labels)})

    def with_feed(self, name: str, values: IntArray) -> ModelInput:
        return replace(self, feeds={**self.feeds, name: values})


@dataclass(frozen=True, eq=False)
class StreamTrace:
    """What one stream of a model did. Attention rows are queries, columns are keys.

    `extra` holds what is special about a family, by name: `bias` (H, R, C), `c2p` (L, H, R, C) …
    Rows sum to one, together with `outside`: the weight on what is no column, such as tokens that a
    model adds to each text.
    """

    rows: tuple[str, ...]  # (R,)
    columns: tuple[str, ...]  # (C,)
    attention: FloatArray | None = None  # (L, H, R, C)
    hidden: FloatArray | None = None  # (L + 1, R, D); [0] enters the first layer
    extra: Mapping[str, FloatArray] = field(default_factory=dict)
    outside: FloatArray | None = None  # (L, H, R)

    def __post_init__(self) -> None:
        attention, hidden = self.attention, self.hidden
        if attention is not None:  # made in every pass, where writing a message takes its time
            shape = (len(self.rows), len(self.columns))
            if attention.shape[2:] != shape:
                raise ValueError(f"attention must end in {shape}")
            sums = attention @ _ones(shape[1])
            lowest, highest = _range(sums if self.outside is None else sums + self.outside)
            if not math.isfinite(highest - lowest):
                raise ValueError(f"attention {BROKEN}")
            if max(1 - lowest, highest - 1) >= ROW_SUM_TOLERANCE:
                raise ValueError("attention rows must sum to one")
            _frozen(attention)
        if hidden is not None:
            _check(hidden.shape[1] == len(self.rows), "hidden states need one row per token")
            lowest, highest = _range(hidden)
            if not math.isfinite(highest - lowest):
                raise ValueError(f"hidden states {BROKEN}")
            _frozen(hidden)


@dataclass(frozen=True, eq=False)
class Trace:
    """What a model did with one model input: streams by name, logits by head.

    Logits are (T, V) for a head that predicts tokens, (T,) for one that classifies each token, (2,)
    for one that classifies the whole example. Minus infinity is a token that is impossible.
    """

    model_input: ModelInput
    streams: Mapping[str, StreamTrace]
    logits: Mapping[str, FloatArray] = field(default_factory=dict)
    seconds: float = 0.0  # of the forward pass, with the recording

    def __post_init__(self) -> None:
        for head, logits in self.logits.items():
            highest = np.maximum.reduce(logits, axis=None, initial=-math.inf)  # NaN where one is
            if not highest < math.inf:
                raise ValueError(f"the logits of {head} {BROKEN}")
            _frozen(logits)


class Candidate(NamedTuple):
    """A token that a generation step considered. Probabilities before and after the filters."""

    id: int
    token: str
    probability: float  # of the model, at temperature 1
    filtered: float  # after temperature and filters; 0 where pruned


@dataclass(frozen=True)
class BeamNode:
    """One hypothesis of a beam search at one step; `parent` indexes the step before."""

    index: int
    parent: int
    id: int
    token: str
    score: float  # sum of log-probabilities, nats
    in_beam: bool  # among the hypotheses that are continued
    finished: bool
    at_limit: bool = False  # finished because no further token may be written, not by its end token


@dataclass(frozen=True, eq=False)
class GenerationStep:
    """One step of writing: the chosen token, what else was considered, and what was removed."""

    position: int
    id: int
    token: str
    candidates: tuple[Candidate, ...]  # most probable first
    removed_mass: float = 0.0  # probability that the filters took away
    num_kept: int = 0  # tokens left after the filters
    beams: tuple[BeamNode, ...] = ()
    seconds: float = 0.0
