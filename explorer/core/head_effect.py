"""What a model's prediction loses when heads are switched off: the same places, before and after.

A causal model is judged on every token from its left, a discriminator on every token, a masked
model on the masks that there are, or on one token masked after the other (the pseudo-likelihood of
Salazar, Liang, Nguyen, Kirchhoff 2020, arXiv:1910.14659).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass

import numpy as np

from explorer.core.analysis.masks import force
from explorer.core.analysis.probabilities import sigmoid, softmax
from explorer.core.engine import Engine, ModelCard
from explorer.core.jobs import Progress
from explorer.core.labels import label, labels
from explorer.core.state import Head
from models.records import Corruption, FloatArray
from models.specs import HeadSpec

MAX_PLACES = 32  # masked in turn; each costs two forward passes
TINY = 1e-12  # below it a probability is taken for this, so that a loss stays finite


@dataclass(frozen=True)
class Place:
    """How probable the truth is at one place, with all heads and without some."""

    position: int  # of the encoding
    label: str  # of the token that is predicted there
    before: float
    after: float


@dataclass(frozen=True)
class Effect:
    """What switching heads off does, over several places."""

    places: tuple[Place, ...]
    judged: str  # how the places came about, in words

    @property
    def loss_before(self) -> float:
        """Mean negative log-probability in nats."""
        return _loss([place.before for place in self.places])

    @property
    def loss_after(self) -> float:
        return _loss([place.after for place in self.places])

    def most_affected(self, count: int) -> list[Place]:
        """The places whose probability changed most."""
        return sorted(self.places, key=lambda place: -abs(place.after - place.before))[:count]


def _loss(probabilities: list[float]) -> float:
    if not probabilities:
        return float("nan")
    return float(-np.log(np.maximum(probabilities, TINY)).mean())


Measuring = Generator[Progress, None, Effect | None]


def effect(
    engine: Engine, key: str, corruption: Corruption, stream: str, ablate: Collection[Head]
) -> Measuring:
    """What the head on a stream loses; None where nothing on it predicts tokens or flags."""
    card = engine.card(key)
    head = _head(card, stream)
    if head is None or len(corruption) < 2:
        return None
    if head.predicts == "flag":
        return _judged(engine, key, corruption, head, ablate)
    if card.spec.stream(stream).causal:
        return _from_the_left(engine, key, corruption, head, ablate)
    gaps = engine.gaps(key, corruption)
    if gaps:
        return _at_gaps(engine, key, corruption, head, ablate, gaps)
    return (yield from _in_turn(engine, key, corruption, head, ablate))


def _head(card: ModelCard, stream: str) -> HeadSpec | None:
    heads = [card.spec.head(name) for name in card.heads]
    return next((h for h in heads if h.stream == stream and h.predicts != "class"), None)


def _logits(
    engine: Engine, key: str, corruption: Corruption, head: HeadSpec, ablate: Collection[Head]
) -> FloatArray:
    return engine.trace(key, corruption, ("logits",), ablate).logits[head.name]


def _both(
    engine: Engine, key: str, corruption: Corruption, head: HeadSpec, ablate: Collection[Head]
) -> Iterator[FloatArray]:
    """Logits with all heads, then without some."""
    return (_logits(engine, key, corruption, head, off) for off in ((), ablate))


def _judged(
    engine: Engine, key: str, corruption: Corruption, head: HeadSpec, ablate: Collection[Head]
) -> Effect:
    """A discriminator says of each token whether it is the original."""
    fed = corruption.feeds.get("replaced_ids", corruption.input_ids)
    replaced = fed != corruption.encoding.ids  # (T,)
    right = []
    for logits in _both(engine, key, corruption, head, ablate):
        probability = sigmoid(logits)  # (T,) of "replaced"
        right.append(np.where(replaced, probability, 1 - probability))
    names = labels(engine.tokenizer(key), corruption.encoding)
    places = [at for at in range(len(corruption)) if not corruption.encoding.special[at]]
    return Effect(
        _places(places, [names[at] for at in places], right[0][places], right[1][places]),
        f"each of {len(places)} tokens judged as original or replaced",
    )


def _from_the_left(
    engine: Engine, key: str, corruption: Corruption, head: HeadSpec, ablate: Collection[Head]
) -> Effect:
    truths = corruption.input_ids[1:]  # (T - 1,)
    at = np.arange(len(truths))
    before, after = (
        softmax(logits[:-1])[at, truths] for logits in _both(engine, key, corruption, head, ablate)
    )
    names = labels(engine.tokenizer(key), corruption.encoding)[1:]
    told = f"each of {len(truths)} tokens predicted from those before it"
    return Effect(_places(range(1, len(truths) + 1), names, before, after), told)


def _at_gaps(
    engine: Engine,
    key: str,
    corruption: Corruption,
    head: HeadSpec,
    ablate: Collection[Head],
    gaps: list[int],
) -> Effect:
    """At masks: the truth where it is known, else what the whole model holds most probable."""
    before, after = (softmax(lg[gaps]) for lg in _both(engine, key, corruption, head, ablate))
    mask_id = engine.tokenizer(key).mask_id
    known = corruption.encoding.ids[gaps]  # (N,)
    truths = np.where(known == mask_id, before.argmax(-1), known)
    rows = np.arange(len(gaps))
    names = [label(engine.tokenizer(key), int(truth)) for truth in truths]
    told = "the masked token" if len(gaps) == 1 else f"the {len(gaps)} masked tokens"
    if (known == mask_id).any():
        told += ", the most probable taken for true where nobody knows"
    return Effect(_places(gaps, names, before[rows, truths], after[rows, truths]), told)


def _in_turn(
    engine: Engine, key: str, corruption: Corruption, head: HeadSpec, ablate: Collection[Head]
) -> Measuring:
    """One token masked after the other, evenly chosen where there are many."""
    encoding, mask_id = corruption.encoding, engine.tokenizer(key).mask_id
    words = np.flatnonzero(~encoding.special)
    if mask_id is None or not len(words):
        return None
    chosen = words[np.linspace(0, len(words) - 1, min(len(words), MAX_PLACES)).astype(int)]
    before, after = np.zeros((2, len(chosen)), dtype=np.float32)
    clean = Corruption.clean(encoding)
    for n, at in enumerate(chosen.tolist()):
        yield Progress("Masking one token after the other", n, len(chosen), unit="tokens")
        masked = force(clean, {at: True}, head.name, mask_id)
        found = _both(engine, key, masked, head, ablate)
        before[n], after[n] = (softmax(logits[at])[encoding.ids[at]] for logits in found)
    names = labels(engine.tokenizer(key), encoding)
    told = f"{len(chosen)} tokens, each masked in turn"
    if len(chosen) < len(words):
        told += f" (every {len(words) / len(chosen):.1f}th of {len(words)})"
    return Effect(_places(chosen.tolist(), [names[at] for at in chosen], before, after), told)


def _places(
    positions: Collection[int], names: Collection[str], before: FloatArray, after: FloatArray
) -> tuple[Place, ...]:
    return tuple(
        Place(int(at), name, float(p), float(q))
        for at, name, p, q in zip(positions, names, before, after, strict=True)
    )
