"""Log-likelihood of sentences by each objective of a model, token by token.

    next      each token from those before it: a log-likelihood
    previous  each token from those after it
    masked    each token while it alone is masked: the pseudo-log-likelihood of Salazar et al.
              (2020), arXiv:1910.14659. A model that predicts in an order has it last, behind all
    words     the same with the later tokens of its word masked too: Kauf and Ivanova (2023),
              arXiv:2305.10588, so that the pieces of a rare word do not give each other away
    order     each token from those before it, in a model that reads an order from left to right
    detected  the log-probability that nobody replaced the token: Clark et al. (2020),
              arXiv:2003.10555
    left_out  each token that a decoder writes where it alone was left out of the encoder's text

Words, and those of `words` in surprisal.py, are divided by white space.

Shapes: T tokens of a sentence, N scored ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from models.schema.records import NO_WORD, Encoding, FloatArray, IntArray, ModelInput
from models.schema.specs import ORDER_FEED, ArchSpec, HeadSpec
from models.sentences.inputs import InputBuilder
from models.sentences.scoring import target_nats

ScoringKind = Literal["next", "previous", "masked", "words", "order", "detected", "left_out"]
KINDS: tuple[ScoringKind, ...] = get_args(ScoringKind)
LIKELIHOODS = ("next", "previous", "order")  # kinds whose sum is a log-probability of the sentence
WORD = re.compile(r"\S+")


def scoring_kinds(spec: ArchSpec, head: HeadSpec) -> tuple[ScoringKind, ...]:
    """The ways in which a head can score a sentence; () of one that says nothing of its tokens."""
    stream = spec.stream(head.stream)
    if head.task == "detect_replacement":
        return ("detected",)
    if head.task == "fill_mask":
        return ("masked", "words", "order") if spec.reads_order else ("masked", "words")
    if head.task != "next_token":
        return ()
    if spec.is_decoder_input(stream.feed):
        return ("left_out",)
    return ("previous",) if stream.direction == "right_to_left" else ("next",)


@dataclass(frozen=True, eq=False)
class TokenLogs:
    """Log-probabilities (N,) in nats at positions (N,) of an encoding, from left to right."""

    positions: IntArray
    logs: FloatArray

    @property
    def total(self) -> float:
        return float(self.logs.sum(dtype=np.float64))

    def __len__(self) -> int:
        return len(self.positions)


@dataclass(frozen=True, eq=False)
class SentenceScorer:
    """Scores the tokens of sentences in one way. The special tokens are not scored.

    `start` is put before a text that has no special token there, so that its first token is scored
    too; None leaves that token out.
    """

    builder: InputBuilder
    kind: ScoringKind
    start: int | None = None

    def __post_init__(self) -> None:
        known = scoring_kinds(self.builder.loaded.spec, self.builder.head)
        if self.kind not in known:
            title = self.builder.loaded.spec.title
            raise ValueError(f"{title} has no score {self.kind!r}; it has {', '.join(known)}")

    def score(self, encodings: Sequence[Encoding]) -> list[TokenLogs]:
        """The log-probability of each token of each sentence that this way predicts."""
        builder = self.builder
        prepared = [self.fit_start(one) for one in encodings]
        places, inputs, counts = [], [], []
        for one in prepared:
            own = list(self._inputs(one))
            places.append([at for positions, _ in own for at in positions])
            inputs += [builder.add_feeds(fed) for _, fed in own]
            counts.append(len(own))
        loaded = builder.loaded
        nats = target_nats(loaded.model, loaded.spec, builder.tokenizer, builder.head, inputs)
        found = []
        ends = pairwise(accumulate(counts, initial=0))
        for before, after, own_places, (start, end) in zip(
            encodings, prepared, places, ends, strict=True
        ):
            shift = len(after) - len(before) if after is not before else 0
            logs = -np.concatenate([*nats[start:end], np.empty(0, dtype=np.float32)])
            found.append(TokenLogs(np.array(own_places, dtype=np.int64) - shift, logs))
        return found

    def fit_start(self, encoding: Encoding) -> Encoding:
        """The encoding with the start before it, where it has none and there is room."""
        fits = len(encoding) < self.builder.loaded.model.config.size.num_positions
        if self.kind != "next" or self.start is None or encoding.special[0] or not fits:
            return encoding
        return prepend_start(encoding, self.start, self.builder.tokenizer.token(self.start))

    def _inputs(self, encoding: Encoding) -> Iterator[tuple[list[int], ModelInput]]:
        """Positions, and the input in which they are the targets of the head, in this order."""
        builder, head = self.builder, self.builder.head.name
        ordinary = self.scorable(encoding)
        if self.kind in ("next", "previous"):
            fed = builder.predict_continuation(encoding)
            shift = -1 if self.kind == "previous" else 1
            targets = fed.targets[head]
            kept = np.isin(targets.positions + shift, ordinary)
            positions, labels = targets.positions[kept], targets.labels[kept]
            yield (positions + shift).tolist(), fed.with_targets(head, positions, labels)
        elif self.kind == "detected":
            fed = builder.prepare_plain(encoding)
            original = np.zeros(len(ordinary), dtype=np.int64)
            yield ordinary.tolist(), fed.with_targets(head, ordinary, original)
        elif self.kind == "order":
            fed = builder.prepare_plain(encoding).with_feed(ORDER_FEED, left_to_right(encoding))
            later = ordinary[1:]  # the first one sees nothing
            yield later.tolist(), fed.with_targets(head, later, encoding.ids[later])
        else:
            for at in ordinary.tolist():
                if (one := self._make_single_input(encoding, at)) is not None:
                    yield [at], one

    def _make_single_input(self, encoding: Encoding, at: int) -> ModelInput | None:
        """The input that predicts one token; None where a decoder does not write it."""
        builder, head = self.builder, self.builder.head.name
        if self.kind != "left_out":
            later = later_in_word(encoding, at) if self.kind == "words" else []
            fed = builder.mask_places(encoding, np.array([at, *later], dtype=np.int64))
            place = np.array([at], dtype=np.int64)
            return fed.with_targets(head, place, encoding.ids[place])
        fed = builder.drop_places(encoding, np.array([at], dtype=np.int64))
        targets = fed.targets[head]
        own = np.flatnonzero(targets.labels == encoding.ids[at])[:1]
        if not len(own):
            return None
        return fed.with_targets(head, targets.positions[own], targets.labels[own])

    def scorable(self, encoding: Encoding) -> IntArray:
        """The tokens of the text, without masks and sentinels that it has itself."""
        return np.flatnonzero(~encoding.special & ~np.isin(encoding.ids, self._open))

    @cached_property
    def _open(self) -> list[int]:
        vocabulary = self.builder.tokenizer.vocabulary
        masks = [] if vocabulary.mask_id is None else [vocabulary.mask_id]
        return [*vocabulary.sentinel_ids, *masks]


def prepend_start(encoding: Encoding, id: int, name: str) -> Encoding:
    """The encoding with a special token before it."""

    def before(first: object, rest: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([np.array([first], dtype=rest.dtype), rest])

    return replace(
        encoding,
        ids=before(id, encoding.ids),
        tokens=(name, *encoding.tokens),
        offsets=before((0, 0), encoding.offsets),
        special=before(True, encoding.special),
        segment=before(0, encoding.segment),
        word=before(NO_WORD, encoding.word),
        unknown=before(False, encoding.unknown),
    )


def left_to_right(encoding: Encoding) -> IntArray:
    """The factorization order (T,) of a text as it is read; its special tokens come last."""
    last_first = np.argsort(encoding.special, kind="stable")
    order = np.empty(len(encoding), dtype=np.int64)
    order[last_first] = np.arange(1, len(encoding) + 1)
    return order


def word_spans(text: str) -> list[tuple[int, int]]:
    """The words of a text as characters [start, end): what white space divides."""
    return [match.span() for match in WORD.finditer(text)]


def word_of_tokens(encoding: Encoding) -> IntArray:
    """The number of the word (T,) to which each token belongs, from 0; NO_WORD of special ones.

    A token of white space alone belongs to the word after it, or to the last one.
    """
    text, words = encoding.text, word_spans(encoding.text)
    found = np.full(len(encoding), NO_WORD, dtype=np.int64)
    starts = np.array([start for start, _ in words], dtype=np.int64)
    for at in np.flatnonzero(~encoding.special).tolist() if words else ():
        start, end = encoding.offsets[at].tolist()
        piece = text[start:end]
        visible = start + len(piece) - len(piece.lstrip())
        if visible < end:
            number = int(np.searchsorted(starts, visible, side="right")) - 1
        else:
            number = int(np.searchsorted(starts, end, side="left"))
        found[at] = min(max(number, 0), len(words) - 1)
    return found


def later_in_word(encoding: Encoding, at: int) -> list[int]:
    """The tokens of the same word, as the tokenizer cuts words, to the right of a token."""
    same = encoding.word == encoding.word[at]
    same[: at + 1] = False
    return np.flatnonzero(same & ~encoding.special).tolist()
