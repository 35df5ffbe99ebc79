"""The predictions of a token head by position, with the true token where it is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.labels import names_at
from explorer.core.engine.predicting.probabilities import log_softmax, rank
from explorer.core.errors import as_user_errors
from explorer.core.languages.scripts import scripts_of, sort_foreign_last
from models.schema.records import Candidate, FloatArray, ModelInput, Targets, Trace
from models.schema.specs import MAIN_FEED, ArchSpec, HeadSpec

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

NUM_CANDIDATES = 10


@dataclass(frozen=True)
class MaskedPrediction:
    """What a head predicts for the token at `place`, read from the logits at `position`.

    Places are those of the text that the head's stream is fed; where a decoder writes a text of its
    own, place n is the token number n that it must write.
    """

    position: int
    place: int
    candidates: tuple[Candidate, ...]  # most probable first
    truth: int | None = None  # None where nobody knows, as at a mask in the text itself
    probability: float | None = None  # of the truth
    rank: int | None = None  # of the truth, 0 is first
    loss: float | None = None  # of the truth, in nats


@dataclass(frozen=True)
class MaskPrediction:
    """A prediction with its tokens as a person reads them; `rank` is that of the true token.

    Places are those of the sentence, or of what a decoder must write.
    """

    place: int
    candidates: tuple[tuple[str, float], ...]  # (token, probability), most probable first
    truth: str | None = None
    probability: float | None = None  # of the truth
    rank: int | None = None  # of the true token, 0 is first
    loss: float | None = None  # negative log-probability of the truth, in nats
    scripts: frozenset[str] = frozenset()  # of the text

    @property
    def ordered_candidates(self) -> list[ShownCandidate]:
        """The candidates in a language of the sentence, then the others; each as it is ranked."""
        ranked = enumerate(self.candidates)
        return [
            ShownCandidate(token, p, rank == self.rank, foreign)
            for (rank, (token, p)), foreign in sort_foreign_last(
                ranked, lambda one: one[1][0], self.scripts
            )
        ]


@dataclass(frozen=True)
class ShownCandidate:
    """A candidate for a position, and whether it is in no language of the sentence."""

    token: str
    probability: float
    is_true: bool
    is_foreign: bool


def mean_loss(predictions: Collection[MaskPrediction]) -> float | None:
    """Over the places whose truth is known, in nats."""
    known = [each.loss for each in predictions if each.loss is not None]
    return sum(known) / len(known) if known else None


def mask_predictions(
    engine: Engine, card: ModelCard, model_input: ModelInput, without: Collection[str] = ()
) -> tuple[MaskPrediction, ...]:
    """What the token head predicts where it must; `without` leaves streams of the model out."""
    if card.token_head is None:
        return ()
    trace = engine.trace(card.key, model_input, ("logits",), without=without)
    return _predict_with_head(engine, card, trace, card.token_head)


def reverse_predictions(
    engine: Engine, card: ModelCard, model_input: ModelInput
) -> tuple[MaskPrediction, ...]:
    """What a second head predicts that reads the text from its end; none without one."""
    head = card.reverse_head
    if head is None:
        return ()
    return _predict_with_head(engine, card, engine.trace(card.key, model_input, ("logits",)), head)


def _predict_with_head(
    engine: Engine, card: ModelCard, trace: Trace, head: HeadSpec
) -> tuple[MaskPrediction, ...]:
    tokenizer = engine.tokenizer(card.key)
    encoding = trace.model_input.encoding
    name, scripts = names_at(tokenizer, encoding), scripts_of(encoding.text, encoding.pair or "")
    with as_user_errors():
        predicted = predict(trace, card.spec, tokenizer, head=head)
    return tuple(_name_prediction(each, partial(name, each.place), scripts) for each in predicted)


def _name_prediction(
    prediction: MaskedPrediction, name: Callable[[int], str], scripts: frozenset[str]
) -> MaskPrediction:
    return MaskPrediction(
        place=prediction.place,
        candidates=tuple((name(item.id), item.probability) for item in prediction.candidates),
        scripts=scripts,
        truth=None if prediction.truth is None else name(prediction.truth),
        probability=prediction.probability,
        rank=prediction.rank,
        loss=prediction.loss,
    )


def predictions(
    engine: Engine,
    key: str,
    trace: Trace,
    positions: Collection[int] | None = None,
    count: int = NUM_CANDIDATES,
) -> list[MaskedPrediction]:
    """Run `predict` with the architecture and tokenizer of a model by key. Raises UserError."""
    with as_user_errors():
        return predict(trace, engine.load_model(key).spec, engine.tokenizer(key), positions, count)


def token_head(spec: ArchSpec, heads: Collection[str]) -> HeadSpec | None:
    """The first of the heads that predicts tokens, if there is one."""
    return next((h for h in spec.heads if h.name in heads and h.predicts == "token"), None)


def predict(
    trace: Trace,
    spec: ArchSpec,
    tokenizer: Tokenizer,
    positions: Collection[int] | None = None,
    count: int = NUM_CANDIDATES,
    head: HeadSpec | None = None,
) -> list[MaskedPrediction]:
    """What a token head of a trace predicts: at its targets and at masks, or at given positions.

    `positions` are those of the logits; next-token prediction is about the place after them. The
    head is the first that predicts tokens, unless it is given. Raises ValueError for logits that
    are not finite.
    """
    head = head or token_head(spec, trace.logits)
    if head is None:
        return []
    shift = position_shift(spec, head)
    labels = _labels(trace.model_input.targets.get(head.name))
    masks = _masks(trace.model_input, tokenizer.mask_id) if head.task == "fill_mask" else []
    at_positions = sorted({*labels, *masks} if positions is None else set(positions))
    logits = trace.logits[head.name]  # (T, V)
    return [
        _prediction(logits[at], tokenizer, at, at + shift, labels.get(at), count)
        for at in at_positions
    ]


def position_shift(spec: ArchSpec, head: HeadSpec) -> int:
    """How far from its own position a head predicts; a decoder's places are those it writes."""
    stream = spec.stream(head.stream)
    if head.task != "next_token" or stream.feed != MAIN_FEED:
        return 0
    return -1 if stream.direction == "right_to_left" else 1


def _masks(model_input: ModelInput, mask_id: int | None) -> list[int]:
    """Positions that have the mask token."""
    return [] if mask_id is None else np.flatnonzero(model_input.input_ids == mask_id).tolist()


def _labels(targets: Targets | None) -> dict[int, int]:
    if targets is None:
        return {}
    return dict(zip(targets.positions.tolist(), targets.labels.tolist(), strict=True))


def _prediction(
    logits: FloatArray,
    tokenizer: Tokenizer,
    position: int,
    place: int,
    truth: int | None,
    count: int,
) -> MaskedPrediction:
    from models.inference.mask_filling import candidates

    best = candidates(logits, tokenizer, count)
    if truth is None:
        return MaskedPrediction(position, place, best)
    surprise = -float(log_softmax(logits)[truth])
    return MaskedPrediction(
        position=position,
        place=place,
        candidates=best,
        truth=truth,
        probability=math.exp(-surprise),
        rank=rank(logits, truth),
        loss=surprise,
    )
