"""Filling masked places of an encoder: all at once, or one after the other.

All at once, each place is predicted without knowing what the others become: BERT takes masked
tokens for independent of each other (the remark on which XLNet is built: Yang et al. 2019,
arXiv:1906.08237), so that two founders of different companies can meet in one name. One after the
other, each prediction sees those before it.

Shapes: T tokens, N places to fill, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import torch

from models.inference.generation import BROKEN_WEIGHTS
from models.runtime.generators import finished
from models.schema.batch import LanguageModel, as_module, collate, evaluating
from models.schema.factorization_order import GIVEN
from models.schema.records import Candidate, Corruption, Encoding, FloatArray, IntArray
from models.schema.specs import ArchSpec
from models.tokenization import Tokenizer

Order = Literal["confident", "left"]


@dataclass(frozen=True)
class Filling:
    """What a model wrote into masked places; entry n of every tuple belongs to `positions[n]`."""

    positions: tuple[int, ...]  # ascending
    order: tuple[int, ...]  # the same positions as they were filled, one after the other
    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    probabilities: tuple[float, ...]  # of each token when it was chosen
    joint: float  # their product


@dataclass(frozen=True, eq=False)
class Gaps:
    """Places of a text that a model fills with one of its heads; ascending, each once.

    Raises ValueError for a head that predicts no tokens, a tokenizer without a mask token, and
    positions outside the encoding.
    """

    model: LanguageModel
    spec: ArchSpec
    tokenizer: Tokenizer
    encoding: Encoding
    positions: Sequence[int]
    head: str = "mlm"

    def __post_init__(self) -> None:
        if self.head not in {head.name for head in self.spec.heads if head.predicts == "token"}:
            raise ValueError(f"{self.spec.title} has no head {self.head!r} that predicts tokens")
        places = sorted({int(position) for position in self.positions})
        if not places:
            raise ValueError("no position was given to fill")
        if places[0] < 0 or places[-1] >= len(self.encoding):
            raise ValueError(f"positions must lie within the {len(self.encoding)} tokens")
        if self.tokenizer.mask_id is None:
            raise ValueError("this tokenizer has no mask token, so there is nothing to fill")
        object.__setattr__(self, "positions", tuple(places))

    def masked(self) -> IntArray:
        """Ids (T,) of the text with the mask token in every gap."""
        assert self.tokenizer.mask_id is not None
        ids = self.encoding.ids.copy()
        ids[list(self.positions)] = self.tokenizer.mask_id
        return ids

    @torch.inference_mode()
    def predict(self, ids: IntArray, places: Sequence[int]) -> FloatArray:
        """What the head predicts at places of ids (T,): probabilities (N, V)."""
        clean = Corruption.clean(self.encoding)
        fed = with_gaps(self.spec, replace(clean, input_ids=ids.copy()), places)
        device = next(as_module(self.model).parameters()).device
        with evaluating(self.model):
            states = self.model(collate([fed]).to(device))
            hidden = states[self.spec.head(self.head).read(states)]  # (1, T, D)
            logits = self.model.logits(self.head, hidden[0, list(places)])  # (N, V)
        return _softmax(logits.float().cpu().numpy())

    def filled(self, chosen: Mapping[int, tuple[int, float]]) -> Filling:
        """What was chosen, as ids and probabilities by place, in the order of filling."""
        ids, probabilities = zip(*(chosen[place] for place in self.positions), strict=True)
        return Filling(
            positions=tuple(self.positions),
            order=tuple(chosen),
            ids=ids,
            tokens=tuple(self.tokenizer.token(id) for id in ids),
            probabilities=probabilities,
            joint=math.prod(probabilities),
        )


def fill_independent(gaps: Gaps) -> Filling:
    """Take the most probable token at each place, from one forward pass with all of them masked."""
    probabilities = gaps.predict(gaps.masked(), gaps.positions)  # (N, V)
    surest = zip(probabilities.argmax(-1).tolist(), probabilities.max(-1).tolist(), strict=True)
    return gaps.filled(dict(zip(gaps.positions, surest, strict=True)))


def fill_one_by_one(gaps: Gaps, order: Order = "confident") -> Filling:
    """Mask the places and fill one per forward pass; the next one sees what was written.

    `order`: "confident" fills the place of the surest prediction first, "left" goes from left to
    right.
    """
    return finished(steps_one_by_one(gaps, order))


def steps_one_by_one(gaps: Gaps, order: Order = "confident") -> Generator[int, None, Filling]:
    """As `fill_one_by_one`; yields before each forward pass how many places are filled."""
    ids = gaps.masked()
    chosen: dict[int, tuple[int, float]] = {}  # in the order of filling
    while left := [place for place in gaps.positions if place not in chosen]:
        yield len(chosen)
        probabilities = gaps.predict(ids, left)  # (places left, V)
        n = int(probabilities.max(-1).argmax()) if order == "confident" else 0
        token = int(probabilities[n].argmax())
        chosen[left[n]] = token, float(probabilities[n, token])
        ids[left[n]] = token
    return gaps.filled(chosen)


def gap_head(spec: ArchSpec, heads: Collection[str]) -> str | None:
    """The head of these that fills gaps, if there is one."""
    wanted = "lm" if spec.ordered else "mlm"
    return wanted if wanted in heads else None


def with_gaps(spec: ArchSpec, corruption: Corruption, places: Sequence[int]) -> Corruption:
    """The corruption as a model is asked for places that nothing else may look at.

    An architecture with an order is given all else and predicts these places at one turn, so that
    they do not look at each other either; others are fed the mask token, and no more.
    """
    if not spec.ordered:
        return corruption
    order = np.full(len(corruption), GIVEN)
    order[list(places)] = GIVEN + 1
    return corruption.with_feed("order", order)


def candidates(logits: FloatArray, tokenizer: Tokenizer, k: int) -> tuple[Candidate, ...]:
    """The k most probable tokens of one place, from its logits (V,). Nothing is filtered.

    Rows of a published table that are no tokens of the tokenizer are left out. Raises ValueError
    for logits that are not finite, and for k below 1.
    """
    if k < 1:
        raise ValueError(f"at least one candidate must be shown, not {k}")
    probabilities = _softmax(logits)
    named = probabilities[: tokenizer.vocab_size]
    best = np.argsort(-named, kind="stable")[:k].tolist()
    shown = [(id, tokenizer.token(id), float(probabilities[id])) for id in best]
    return tuple(Candidate(id, token, mass, mass) for id, token, mass in shown)


def _softmax(logits: FloatArray) -> FloatArray:
    """Probabilities along the last axis."""
    if not np.isfinite(logits).all():
        raise ValueError(BROKEN_WEIGHTS)
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    probabilities: FloatArray = powers / powers.sum(-1, keepdims=True)
    return probabilities
