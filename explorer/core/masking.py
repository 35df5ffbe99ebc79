"""What objectives do to a sentence, and what a model answers: engine in, numbers out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.analysis.masks import Taught, coverage, grid, taught
from explorer.core.analysis.probabilities import sigmoid
from explorer.core.engine import Engine, ModelCard
from explorer.core.labels import label, labels
from explorer.core.predictions import Prediction
from explorer.core.state import JSON
from models.records import BoolArray, Corruption, Encoding, FloatArray, IntArray
from models.specs import ObjectiveSpec

if TYPE_CHECKING:
    from models.filling import Filling

NUM_EPOCHS = 10
MAX_FILLED = 12  # places that are filled in turn, which takes a forward pass each
TINY = float(np.finfo(np.float32).tiny)  # a probability that float32 rounds to 0
MAX_SENTENCE = 48  # tokens; a longer text is not written out again with its gaps filled


@dataclass(frozen=True)
class Question:
    """What is asked of every model; compares by value.

    `draw` None draws as in training unless the text holds a mask token already. `options` go to
    every objective that has one of that name. `masks` are those set by hand, by model.
    """

    text: str
    pair: str = ""
    seed: int = 0
    draw: bool | None = None
    options: tuple[tuple[str, JSON], ...] = ()
    masks: tuple[tuple[str, tuple[tuple[int, bool], ...]], ...] = ()

    def forced(self, key: str) -> dict[int, bool]:
        """What was decided by hand for one model, by position."""
        return dict(dict(self.masks).get(key, ()))


@dataclass(frozen=True)
class Guess:
    """What a model predicts for one place; `right` is the rank of the truth."""

    place: int
    candidates: tuple[tuple[str, float], ...]  # (token, probability), most probable first
    truth: str | None = None
    probability: float | None = None  # of the truth
    right: int | None = None  # 0 where the truth comes first

    @property
    def loss(self) -> float | None:
        """Negative log-probability of the truth, in nats."""
        return None if self.probability is None else -math.log(max(self.probability, TINY))


@dataclass(frozen=True)
class Share:
    """How many tokens a model, or one of its towers, learns from."""

    title: str
    taught: Taught


@dataclass(frozen=True)
class Filled:
    """Gaps filled in one way; entry n of every tuple belongs to place n."""

    tokens: tuple[str, ...]
    probabilities: tuple[float, ...]
    turn: tuple[int, ...]  # 1 was filled first
    joint: float
    sentence: str  # empty where it is too long


@dataclass(frozen=True)
class FilledBoth:
    """The same gaps filled all at once and one after the other."""

    places: tuple[int, ...]
    independent: Filled
    in_turn: Filled
    num_left: int = 0  # gaps beyond MAX_FILLED

    @property
    def agree(self) -> bool:
        return self.independent.tokens == self.in_turn.tokens


@dataclass(frozen=True, eq=False)
class Judged:
    """What a discriminator was fed, and what it takes for replaced. Shapes (T,)."""

    labels: tuple[str, ...]
    probability: FloatArray  # that the token was replaced
    replaced: BoolArray | None  # the truth; None where no generator put anything in


@dataclass(frozen=True, eq=False)
class Lesson:
    """One model and one sentence. What is None has not been computed, or is not for this model."""

    key: str
    card: ModelCard | None = None
    objectives: tuple[ObjectiveSpec, ...] = ()
    corruption: Corruption | None = None
    names: tuple[str, ...] = ()  # (T,) of the sentence as it is
    fed: tuple[str, ...] = ()  # (T,) of what the model is fed
    forced: Mapping[int, bool] | None = None
    written_gaps: frozenset[int] = frozenset()  # mask tokens in the text itself
    drew: bool = False  # whether the objective drew, or hid only what it was told to
    whole: bool = False  # whether the numbers below have been computed
    guesses: tuple[Guess, ...] = ()
    judged: Judged | None = None
    filled: FilledBoth | None = None
    follows: float | None = None
    epochs: IntArray | None = None  # (E, T) of Change
    problem: str = ""

    @property
    def encoding(self) -> Encoding:
        assert self.corruption is not None
        return self.corruption.encoding

    @property
    def causal(self) -> bool:
        """Whether the model predicts each token from those before it."""
        if self.card is None or self.card.token_head is None:
            return False
        return self.card.spec.stream(self.card.token_head.stream).causal

    @property
    def hides(self) -> bool:
        """Whether an objective of the model hides tokens, so that a person can."""
        return any(spec.needs_mask_token for spec in self.objectives)

    @property
    def loss(self) -> float | None:
        """The mean over the places whose truth is known, in nats."""
        known = [guess.loss for guess in self.guesses if guess.loss is not None]
        return sum(known) / len(known) if known else None

    @property
    def covered(self) -> float | None:
        """The share of the tokens that may be chosen and were, in at least one of the epochs."""
        if self.epochs is None or self.encoding.special.all():
            return None
        return float(coverage(self.epochs[:, ~self.encoding.special])[-1])

    def guess_at(self, place: int) -> Guess | None:
        return next((guess for guess in self.guesses if guess.place == place), None)


def fed(engine: Engine, key: str, question: Question) -> Lesson:
    """What a model is fed, before it is asked anything. Raises UserError."""
    encoding = engine.encode(key, question.text, question.pair)
    card, objectives = engine.card(key), engine.objectives(key)
    tokenizer = engine.tokenizer(key)
    written = frozenset(engine.gaps(key, Corruption.clean(encoding)))
    drew = not written if question.draw is None else question.draw
    forced = question.forced(key)
    corruption = engine.corruption(
        key, encoding, question.seed, _options(objectives, question), forced, drew
    )
    names = labels(tokenizer, encoding)
    changed = corruption.input_ids != encoding.ids
    return Lesson(
        key=key,
        card=card,
        objectives=objectives,
        corruption=corruption,
        names=names,
        fed=tuple(
            label(tokenizer, int(id)) if other else name
            for name, id, other in zip(names, corruption.input_ids, changed, strict=True)
        ),
        forced=forced,
        written_gaps=written,
        drew=drew,
        problem="" if objectives or _judges(card) else _no_head(card),
    )


def learned(engine: Engine, lesson: Lesson, question: Question) -> Iterator[Lesson]:
    """Yields the lesson with more and more answers; the last one is whole. Raises UserError."""
    card, corruption = lesson.card, lesson.corruption
    assert card is not None
    assert corruption is not None
    lesson = replace(lesson, guesses=_guesses(engine, card, corruption))
    yield lesson
    if _judges(card):
        lesson = replace(lesson, judged=_judged(engine, card, corruption))
        yield lesson
    if card.fills:
        lesson = replace(lesson, filled=_filled(engine, lesson))
        yield lesson
    if "nsp" in card.heads and corruption.encoding.pair is not None:
        lesson = replace(lesson, follows=engine.follows(card.key, corruption.encoding))
    if lesson.hides:
        options = _options(lesson.objectives, question)
        drawn = engine.epochs(card.key, lesson.encoding, question.seed, NUM_EPOCHS, options)
        lesson = replace(lesson, epochs=grid(drawn))
    yield replace(lesson, whole=True)


def shares(lesson: Lesson) -> tuple[Share, ...]:
    """How many of the tokens each tower learns from, counted from the targets.

    A head that judges every token learns from all of them. Judgements about whole texts, such as
    next-sentence prediction, are about no token and are left out.
    """
    card, corruption = lesson.card, lesson.corruption
    if card is None or corruption is None:
        return ()
    found = []
    for name in _trained(lesson.objectives):
        head = card.spec.head(name)
        if head.predicts == "class":
            continue
        every = Taught(len(corruption), len(corruption))
        count = every if head.predicts == "flag" else taught(corruption, name)
        found.append((head.stream, count))
    if len(found) == 1:
        return (Share(card.title, found[0][1]),)
    return tuple(Share(card.spec.stream(stream).title, count) for stream, count in found)


def _trained(objectives: Iterable[ObjectiveSpec]) -> list[str]:
    """The heads that objectives train, each once."""
    return list(dict.fromkeys(head for spec in objectives for head in (spec.heads or (spec.head,))))


def _options(objectives: Sequence[ObjectiveSpec], question: Question) -> dict[str, dict[str, Any]]:
    chosen = dict(question.options)
    return {
        spec.name: {item.name: chosen[item.name] for item in spec.options if item.name in chosen}
        for spec in objectives
    }


def _judges(card: ModelCard) -> bool:
    return "rtd" in card.heads


def _no_head(card: ModelCard) -> str:
    return (
        f"{card.title} holds no head that predicts anything, so there is nothing to learn from a "
        "sentence. Choose a checkpoint that was saved with its pretraining heads."
    )


def _guesses(engine: Engine, card: ModelCard, corruption: Corruption) -> tuple[Guess, ...]:
    if card.token_head is None:
        return ()
    trace = engine.trace(card.key, corruption, ("logits",))
    tokenizer = engine.tokenizer(card.key)
    name = cache(lambda id: label(tokenizer, id))
    return tuple(_guess(found, name) for found in engine.predictions(card.key, trace))


def _guess(found: Prediction, name: Any) -> Guess:
    return Guess(
        place=found.place,
        candidates=tuple((name(item.id), item.probability) for item in found.candidates),
        truth=None if found.truth is None else name(found.truth),
        probability=found.probability,
        right=found.rank,
    )


def _judged(engine: Engine, card: ModelCard, corruption: Corruption) -> Judged:
    """With the generator's work where there is one; else the discriminator reads what it is fed."""
    tokenizer = engine.tokenizer(card.key)
    encoding = corruption.encoding
    if "mlm" not in card.heads:
        trace = engine.trace(card.key, corruption, ("logits",))
        return Judged(labels(tokenizer, encoding), sigmoid(trace.logits["rtd"]), None)
    found = engine.detect(card.key, corruption)
    fed_ids = found.trace.corruption.feeds.get("replaced_ids", corruption.input_ids)
    same = fed_ids == encoding.ids
    names = tuple(
        name if kept else label(tokenizer, int(id))
        for name, kept, id in zip(labels(tokenizer, encoding), same, fed_ids, strict=True)
    )
    return Judged(names, found.probability, found.replaced)


def own_gaps(lesson: Lesson) -> list[int]:
    """Places that a person hid: mask tokens in the text, and tokens masked by hand."""
    special = lesson.encoding.special
    by_hand = {
        at
        for at, hidden in (lesson.forced or {}).items()
        if hidden and 0 <= at < len(special) and not special[at]
    }
    return sorted(lesson.written_gaps | by_hand)


def _filled(engine: Engine, lesson: Lesson) -> FilledBoth | None:
    """Fill what a person hid; where they hid nothing, what the objective drew."""
    assert lesson.corruption is not None
    tokenizer = engine.tokenizer(lesson.key)
    gaps = own_gaps(lesson) or engine.gaps(lesson.key, lesson.corruption)
    if not gaps:
        return None
    places = gaps[:MAX_FILLED]
    base = _with_gaps(lesson.encoding, gaps[MAX_FILLED:], tokenizer.mask_id)
    found = engine.fill(lesson.key, base, places)
    return FilledBoth(
        places=tuple(places),
        independent=_one_way(engine, lesson, found.independent),
        in_turn=_one_way(engine, lesson, found.in_turn),
        num_left=len(gaps) - len(places),
    )


def _with_gaps(encoding: Encoding, places: Sequence[int], mask_id: int | None) -> Encoding:
    """With further places hidden, which stay so while others are filled."""
    if not places or mask_id is None:
        return encoding
    ids = encoding.ids.copy()
    ids[list(places)] = mask_id
    return replace(encoding, ids=ids)


def _one_way(engine: Engine, lesson: Lesson, found: Filling) -> Filled:
    tokenizer = engine.tokenizer(lesson.key)
    ids = lesson.encoding.ids.copy()
    ids[list(found.positions)] = found.ids
    short = len(ids) <= MAX_SENTENCE
    return Filled(
        tokens=tuple(label(tokenizer, id) for id in found.ids),
        probabilities=found.probabilities,
        turn=tuple(found.order.index(place) + 1 for place in found.positions),
        joint=found.joint,
        sentence=tokenizer.decode(ids.tolist(), skip_special=True).strip() if short else "",
    )
