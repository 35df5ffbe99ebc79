"""Filling masked places of an encoder: all at once, or one after the other.

All at once, each place is predicted without knowing what the others become: BERT takes masked
tokens for independent of each other (the remark on which XLNet is built: Yang et al. 2019,
arXiv:1906.08237), so that two founders of different companies can meet in one name. One after the
other, each prediction sees those before it.

Shapes: T tokens, N places to fill, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import torch

from models.batch import LanguageModel, as_module, collate, evaluating
from models.decoding import BROKEN_WEIGHTS
from models.orders import GIVEN
from models.records import Candidate, Corruption, Encoding, FloatArray, IntArray
from models.specs import ArchSpec
from models.steps import finished
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


def fill_independent(
    model: LanguageModel,
    spec: ArchSpec,
    tokenizer: Tokenizer,
    encoding: Encoding,
    positions: Sequence[int],
    head: str = "mlm",
) -> Filling:
    """Mask the positions and take the most probable token at each, from one forward pass.

    Raises ValueError for a head that predicts no tokens, a tokenizer without a mask token, and
    positions outside the encoding.
    """
    places = _checked(spec, head, encoding, positions)
    ids = _masked(encoding, tokenizer, places)
    probabilities = _predict(model, spec, head, encoding, ids, places)  # (N, V)
    chosen = probabilities.argmax(-1).tolist()
    sure = probabilities.max(-1).tolist()
    return _filling(
        tokenizer, places, dict(zip(places, zip(chosen, sure, strict=True), strict=True))
    )


def fill_in_turn(
    model: LanguageModel,
    spec: ArchSpec,
    tokenizer: Tokenizer,
    encoding: Encoding,
    positions: Sequence[int],
    head: str = "mlm",
    order: Order = "confident",
) -> Filling:
    """Mask the positions and fill one per forward pass; the next one sees what was written.

    `order`: "confident" fills the place of the surest prediction first, "left" goes from left to
    right. Raises ValueError as `fill_independent` does.
    """
    return finished(steps_in_turn(model, spec, tokenizer, encoding, positions, head, order))


def steps_in_turn(
    model: LanguageModel,
    spec: ArchSpec,
    tokenizer: Tokenizer,
    encoding: Encoding,
    positions: Sequence[int],
    head: str = "mlm",
    order: Order = "confident",
) -> Generator[int, None, Filling]:
    """As `fill_in_turn`; yields before each forward pass how many places are filled."""
    places = _checked(spec, head, encoding, positions)
    ids = _masked(encoding, tokenizer, places)
    filled: dict[int, tuple[int, float]] = {}  # in the order of filling
    while left := [place for place in places if place not in filled]:
        yield len(filled)
        probabilities = _predict(model, spec, head, encoding, ids, left)  # (places left, V)
        n = int(probabilities.max(-1).argmax()) if order == "confident" else 0
        token = int(probabilities[n].argmax())
        filled[left[n]] = token, float(probabilities[n, token])
        ids[left[n]] = token
    return _filling(tokenizer, places, filled)


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


def _checked(spec: ArchSpec, head: str, encoding: Encoding, positions: Sequence[int]) -> list[int]:
    """The positions in ascending order, each once."""
    if head not in {item.name for item in spec.heads if item.predicts == "token"}:
        raise ValueError(f"{spec.title} has no head {head!r} that predicts tokens")
    places = sorted({int(position) for position in positions})
    if not places:
        raise ValueError("no position was given to fill")
    if places[0] < 0 or places[-1] >= len(encoding):
        raise ValueError(f"positions must lie within the {len(encoding)} tokens")
    return places


def _masked(encoding: Encoding, tokenizer: Tokenizer, places: list[int]) -> IntArray:
    if tokenizer.mask_id is None:
        raise ValueError("this tokenizer has no mask token, so there is nothing to fill")
    ids = encoding.ids.copy()
    ids[places] = tokenizer.mask_id
    return ids


@torch.inference_mode()
def _predict(
    model: LanguageModel,
    spec: ArchSpec,
    head: str,
    encoding: Encoding,
    ids: IntArray,
    places: list[int],
) -> FloatArray:
    """What the head predicts at places of ids (T,): probabilities (N, V)."""
    fed = with_gaps(spec, replace(Corruption.clean(encoding), input_ids=ids.copy()), places)
    device = next(as_module(model).parameters()).device
    with evaluating(model):
        states = model(collate([fed]).to(device))
        hidden = states[spec.head(head).read(states)]  # (1, T, D)
        logits = model.logits(head, hidden[0, places])  # (N, V)
    return _softmax(logits.float().cpu().numpy())


def _softmax(logits: FloatArray) -> FloatArray:
    """Probabilities along the last axis."""
    if not np.isfinite(logits).all():
        raise ValueError(BROKEN_WEIGHTS)
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    probabilities: FloatArray = powers / powers.sum(-1, keepdims=True)
    return probabilities


def _filling(
    tokenizer: Tokenizer, places: list[int], filled: dict[int, tuple[int, float]]
) -> Filling:
    ids = tuple(filled[place][0] for place in places)
    probabilities = tuple(filled[place][1] for place in places)
    return Filling(
        positions=tuple(places),
        order=tuple(filled),
        ids=ids,
        tokens=tuple(tokenizer.token(id) for id in ids),
        probabilities=probabilities,
        joint=math.prod(probabilities),
    )
