"""What a token head predicts, place by place, beside the truth where it is known."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.feeds import MAIN_FEED
from explorer.core.masking.probabilities import log_softmax, rank
from models.schema.records import Candidate, Corruption, FloatArray, Targets, Trace
from models.schema.specs import ArchSpec, HeadSpec

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

NUM_CANDIDATES = 10


@dataclass(frozen=True)
class Prediction:
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


def token_head(spec: ArchSpec, heads: Collection[str]) -> HeadSpec | None:
    """The first of the heads that predicts tokens, if there is one."""
    return next((h for h in spec.heads if h.name in heads and h.predicts == "token"), None)


def predict(
    trace: Trace,
    spec: ArchSpec,
    tokenizer: Tokenizer,
    positions: Collection[int] | None = None,
    count: int = NUM_CANDIDATES,
) -> list[Prediction]:
    """What the token head of a trace predicts: at its targets and at gaps, or where it is asked.

    `positions` are places of the logits; in a causal model they predict the place after them.
    Raises ValueError for logits that are not finite.
    """
    head = token_head(spec, trace.logits)
    if head is None:
        return []
    stream = spec.stream(head.stream)
    shift = int(stream.causal and stream.feed == MAIN_FEED)
    labels = _labels(trace.corruption.targets.get(head.name))
    gaps = _gaps(trace.corruption, tokenizer.mask_id) if stream.feed == MAIN_FEED else []
    wanted = sorted({*labels, *gaps} if positions is None else set(positions))
    logits = trace.logits[head.name]  # (T, V)
    return [
        _prediction(logits[at], tokenizer, at, at + shift, labels.get(at), count) for at in wanted
    ]


def _gaps(corruption: Corruption, mask_id: int | None) -> list[int]:
    """Places that hold the mask token."""
    return [] if mask_id is None else np.flatnonzero(corruption.input_ids == mask_id).tolist()


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
) -> Prediction:
    from models.inference.mask_filling import candidates

    best = candidates(logits, tokenizer, count)
    if truth is None:
        return Prediction(position, place, best)
    surprise = -float(log_softmax(logits)[truth])
    return Prediction(
        position=position,
        place=place,
        candidates=best,
        truth=truth,
        probability=math.exp(-surprise),
        rank=rank(logits, truth),
        loss=surprise,
    )
