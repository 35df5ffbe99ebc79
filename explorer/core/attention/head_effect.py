"""What a prediction loses when something is switched off: the same places, before and after.

A model that writes is judged on every token from its left, a discriminator on every token, a model
with an order on what the order asks for, a masked model on the masks that there are, or on one
token hidden after the other (the pseudo-likelihood of Salazar, Liang, Nguyen, Kirchhoff 2020,
arXiv:1910.14659).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

import numpy as np

from explorer.core.attention.inputs import fed_ids, has_own_text
from explorer.core.engine.engine import Engine, ModelCard
from explorer.core.engine.feeds import MAIN_FEED, ORDER_FEED
from explorer.core.jobs.jobs import Progress
from explorer.core.masking.losses import flag_losses
from explorer.core.masking.masks import force
from explorer.core.masking.probabilities import log_softmax, sigmoid
from explorer.core.state.state import Head
from explorer.core.tokens.labels import label, labels
from models.schema.factorization_order import GIVEN
from models.schema.records import BoolArray, Corruption, FloatArray, IntArray
from models.schema.specs import HeadSpec

MAX_PLACES = 32  # hidden in turn; each costs two forward passes


@dataclass(frozen=True)
class Best:
    """The token that is most probable at a place."""

    label: str
    probability: float


@dataclass(frozen=True)
class AffectedPlace:
    """How probable the truth is at one place, with everything on and without something.

    Losses are in nats, from the logits: a probability may be rounded to 0 or 1. What is most
    probable there is None where flags are predicted.
    """

    position: int  # of the encoding, or of the feed of a decoder
    label: str  # of the token that is predicted there
    before: float
    after: float
    loss_before: float
    loss_after: float
    best_before: Best | None = None
    best_after: Best | None = None


@dataclass(frozen=True)
class Effect:
    """What switching something off does, over several places."""

    places: tuple[AffectedPlace, ...]
    judged: str  # how the places came about, in words
    feed: str = MAIN_FEED  # whose places they are

    @property
    def loss_before(self) -> float:
        """Mean negative log-probability in nats; NaN without a place."""
        return fmean(place.loss_before for place in self.places) if self.places else np.nan

    @property
    def loss_after(self) -> float:
        return fmean(place.loss_after for place in self.places) if self.places else np.nan

    def most_affected(self, count: int) -> list[AffectedPlace]:
        """The places whose probability changed most."""
        return sorted(self.places, key=lambda place: -abs(place.after - place.before))[:count]


class _Read(NamedTuple):
    """What one pass says at one place."""

    probability: float  # of the truth
    loss: float  # nats
    best: Best


Measuring = Generator[Progress, None, Effect | None]
Hide = Callable[[int], Corruption]  # one place of the text hidden from the place that predicts it


def effect(
    engine: Engine,
    key: str,
    corruption: Corruption,
    stream: str,
    ablate: Collection[Head] = (),
    silence: Collection[str] = (),
) -> Measuring:
    """What the prediction loses without heads and terms of the scores.

    None where nothing that the stream leads to predicts tokens or flags.
    """
    card = engine.card(key)
    head = _head(card, stream)
    if head is None:
        return None
    pair = _Pair(engine, card, head, tuple(ablate), tuple(silence))
    read = card.spec.stream(head.stream)
    if has_own_text(card.spec, read.feed):
        return pair.written(corruption, read.feed)
    if len(corruption) < 2:
        return None
    if head.predicts == "flag":
        return pair.judged(corruption)
    if read.causal:
        return pair.from_the_left(corruption)
    if card.spec.ordered:
        if ORDER_FEED in corruption.feeds and len(corruption.targets.get(head.name, ())):
            return pair.ordered(corruption)
        return (yield from pair.in_turn(corruption, _last_in_order(corruption), "asked"))
    if gaps := engine.gaps(key, corruption):
        return pair.at_gaps(corruption, gaps)
    mask_id = engine.tokenizer(key).mask_id
    if mask_id is None:
        return None
    return (yield from pair.in_turn(corruption, _masked(corruption, head, mask_id), "masked"))


def _head(card: ModelCard, stream: str) -> HeadSpec | None:
    """The head that reads a stream, or else the one that predicts tokens from what it leads to."""
    heads = [card.spec.head(name) for name in card.heads]
    reading = [
        h for h in heads if stream in (h.stream, h.fallback_stream) and h.predicts != "class"
    ]
    return reading[0] if reading else card.token_head


def _masked(corruption: Corruption, head: HeadSpec, mask_id: int) -> Hide:
    clean = Corruption.clean(corruption.encoding)
    return lambda at: force(clean, {at: True}, head.name, mask_id)


def _last_in_order(corruption: Corruption) -> Hide:
    """One place is predicted, and everything else is given."""

    def hide(at: int) -> Corruption:
        order = np.full(len(corruption), GIVEN, dtype=np.int64)
        order[at] = GIVEN + 1
        return corruption.with_feed(ORDER_FEED, order)

    return hide


@dataclass(frozen=True)
class _Pair:
    """One model twice: as it is, and with something switched off."""

    engine: Engine
    card: ModelCard
    head: HeadSpec
    ablate: tuple[Head, ...]
    silence: tuple[str, ...]

    def logits(self, corruption: Corruption) -> list[FloatArray]:
        """Of the head: with everything on, then without something."""
        run, key, kinds = self.engine.trace, self.card.key, ("logits",)
        traces = (
            run(key, corruption, kinds),
            run(key, corruption, kinds, self.ablate, self.silence),
        )
        return [trace.logits[self.head.name] for trace in traces]

    def at(
        self,
        corruption: Corruption,
        rows: IntArray,
        truths: IntArray,
        positions: Sequence[int],
        names: Sequence[str] = (),
    ) -> tuple[AffectedPlace, ...]:
        """What becomes of the truths (N,) at rows of the head's stream, and of the most probable.

        `positions` say where that is in the text; without `names` the truths name themselves.
        """
        names = names or [self.name(int(truth)) for truth in truths]
        both = [self._read(logits[rows], truths) for logits in self.logits(corruption)]
        return tuple(
            AffectedPlace(
                int(at), name, a.probability, b.probability, a.loss, b.loss, a.best, b.best
            )
            for at, name, a, b in zip(positions, names, *both, strict=True)
        )

    def _read(self, logits: FloatArray, truths: IntArray) -> list[_Read]:
        """Of each row (N, V): how probable the truth is, and what is most probable."""
        logs = log_softmax(logits)  # (N, V)
        n, best = np.arange(len(truths)), logs.argmax(-1)  # (N,)
        truth, highest = logs[n, truths], logs[n, best]  # (N,)
        told = (np.exp(truth), -truth, best, np.exp(highest))
        return [
            _Read(probability, loss, Best(self.name(id), sure))
            for probability, loss, id, sure in zip(*(each.tolist() for each in told), strict=True)
        ]

    def name(self, id: int) -> str:
        return label(self.engine.tokenizer(self.card.key), id)

    def names(self, corruption: Corruption) -> tuple[str, ...]:
        return labels(self.engine.tokenizer(self.card.key), corruption.encoding)

    def judged(self, corruption: Corruption) -> Effect:
        """A discriminator says of each token whether it is the original."""
        fed = corruption.feeds.get("replaced_ids", corruption.input_ids)
        replaced = fed != corruption.encoding.ids  # (T,)
        (before, loss_before), (after, loss_after) = (
            _read_flags(logits, replaced) for logits in self.logits(corruption)
        )
        names = self.names(corruption)
        places = [
            AffectedPlace(at, names[at], before[at], after[at], loss_before[at], loss_after[at])
            for at in np.flatnonzero(~corruption.encoding.special).tolist()
        ]
        told = f"each of {len(places)} tokens judged as original or replaced"
        return Effect(tuple(places), told)

    def from_the_left(self, corruption: Corruption) -> Effect:
        truths = corruption.input_ids[1:]  # (T - 1,)
        rows, names = np.arange(len(truths)), self.names(corruption)[1:]
        told = f"each of {len(truths)} tokens predicted from those before it"
        return Effect(self.at(corruption, rows, truths, (rows + 1).tolist(), names), told)

    def written(self, corruption: Corruption, feed: str) -> Effect:
        """A decoder beside an encoder: its own text, or what it would begin it with."""
        fed = fed_ids(corruption, feed)
        truths = fed[1:]  # (R - 1,)
        told = f"each of {len(truths)} tokens of the decoder predicted from those before it"
        if not len(truths):
            truths = self.logits(corruption)[0][:1].argmax(-1)
            told = "the token that it would write first, with everything on"
        rows = np.arange(len(truths))
        positions = np.minimum(rows + 1, len(fed) - 1).tolist()
        return Effect(self.at(corruption, rows, truths, positions), told, feed)

    def ordered(self, corruption: Corruption) -> Effect:
        """What an order asks for, each place from what is earlier in it."""
        targets = corruption.targets[self.head.name]
        told = f"the {len(targets)} tokens that the order asks for"
        if len(targets) == 1:
            told = "the token that the order asks for"
        rows = targets.positions
        return Effect(self.at(corruption, rows, targets.labels, rows.tolist()), told)

    def at_gaps(self, corruption: Corruption, gaps: list[int]) -> Effect:
        """At masks: the truth where it is known, else what the whole model holds most probable."""
        mask_id = self.engine.tokenizer(self.card.key).mask_id
        known = corruption.encoding.ids[gaps]  # (N,)
        guessed = self.logits(corruption)[0][gaps].argmax(-1)
        truths = np.where(known == mask_id, guessed, known)
        told = "the masked token" if len(gaps) == 1 else f"the {len(gaps)} masked tokens"
        if (known == mask_id).any():
            told += ", the most probable taken for true where nobody knows"
        return Effect(self.at(corruption, np.array(gaps), truths, gaps), told)

    def in_turn(self, corruption: Corruption, hide: Hide, verb: str) -> Measuring:
        """One token hidden after the other, evenly chosen where there are many."""
        encoding = corruption.encoding
        words = np.flatnonzero(~encoding.special)
        if not len(words):
            return None
        chosen = words[np.linspace(0, len(words) - 1, min(len(words), MAX_PLACES)).astype(int)]
        names = self.names(corruption)
        found: list[AffectedPlace] = []
        for n, at in enumerate(chosen.tolist()):
            yield Progress("Hiding one token after the other", n, len(chosen), unit="tokens")
            row, truth = np.array([at]), encoding.ids[[at]]
            found += self.at(hide(at), row, truth, [at], [names[at]])
        told = f"{len(chosen)} tokens, each {verb} in turn"
        if len(chosen) < len(words):
            told += f" (every {len(words) / len(chosen):.1f}th of {len(words)})"
        return Effect(tuple(found), told)


def _read_flags(logits: FloatArray, replaced: BoolArray) -> tuple[list[float], list[float]]:
    """How probable the truth about each token (T,) is, and its loss in nats."""
    right = sigmoid(np.where(replaced, logits, -logits))
    return right.tolist(), flag_losses(logits, replaced.astype(np.int64)).tolist()
