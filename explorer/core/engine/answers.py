"""What a model answers to one corruption: predictions, verdicts, fillings."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.engine import Engine, ModelCard
from explorer.core.jobs.jobs import Progress
from explorer.core.masking.predictions import Prediction
from explorer.core.masking.probabilities import sigmoid
from explorer.core.tokens.labels import label, labels, names_at
from models.schema.records import BoolArray, Candidate, Corruption, Encoding, FloatArray
from models.schema.specs import HeadSpec, StreamSpec

if TYPE_CHECKING:
    from models.inference.mask_filling import Filling
    from models.tokenization import Tokenizer

MAX_FILLED = 12  # places that are filled in turn, which takes a forward pass each
MAX_SENTENCE = 48  # tokens; a longer text is not written out again with its gaps filled
MAX_WRITTEN = 64  # tokens that a decoder may write into the gaps of a text
ROOM_TO_WRITE = 2  # times as long as the truth; a decoder that has learned stops by itself


# ---- predictions


@dataclass(frozen=True)
class MaskPrediction:
    """What a model predicts for one place; `right` is the rank of the truth.

    Places are those of the sentence, or of what a decoder must write.
    """

    place: int
    candidates: tuple[tuple[str, float], ...]  # (token, probability), most probable first
    truth: str | None = None
    probability: float | None = None  # of the truth
    right: int | None = None  # 0 where the truth comes first
    loss: float | None = None  # negative log-probability of the truth, in nats


def mean_loss(guesses: Collection[MaskPrediction]) -> float | None:
    """Over the places whose truth is known, in nats."""
    known = [guess.loss for guess in guesses if guess.loss is not None]
    return sum(known) / len(known) if known else None


def guesses(
    engine: Engine, card: ModelCard, corruption: Corruption, without: Collection[str] = ()
) -> tuple[MaskPrediction, ...]:
    """What the token head predicts where it is asked; `without` leaves streams of the model out."""
    if card.token_head is None:
        return ()
    trace = engine.trace(card.key, corruption, ("logits",), without=without)
    tokenizer = engine.tokenizer(card.key)
    name = names_at(tokenizer, corruption.encoding)
    return tuple(
        _guess(found, partial(name, found.place)) for found in engine.predictions(card.key, trace)
    )


def _guess(found: Prediction, name: Callable[[int], str]) -> MaskPrediction:
    return MaskPrediction(
        place=found.place,
        candidates=tuple((name(item.id), item.probability) for item in found.candidates),
        truth=None if found.truth is None else name(found.truth),
        probability=found.probability,
        right=found.rank,
        loss=found.loss,
    )


def optional_streams(card: ModelCard) -> tuple[StreamSpec, StreamSpec] | None:
    """The stream behind the token head that predicts as well without it, and what then does.

    Such is DeBERTa's enhanced mask decoder. XLNet's content stream does not predict: it has seen.
    """
    head, spec = card.token_head, card.spec
    if head is None or not head.fallback_stream or spec.ordered or head.stream not in card.streams:
        return None
    return spec.stream(head.stream), spec.stream(head.fallback_stream)


# ---- original or replaced


@dataclass(frozen=True, eq=False)
class DetectionResult:
    """What a discriminator was fed, and what it takes for replaced. Shapes (T,)."""

    labels: tuple[str, ...]
    probability: FloatArray  # that the token was replaced
    replaced: BoolArray | None  # the truth; None where no generator put anything in
    known: BoolArray  # where there is a truth: a mask in the text itself is in nobody's place

    def truth(self, at: int) -> bool | None:
        """Whether a token was replaced; None where nobody knows."""
        return None if self.replaced is None or not self.known[at] else bool(self.replaced[at])


def judges(card: ModelCard) -> bool:
    """Whether a head says of every token if it was replaced."""
    return "rtd" in card.heads


def judged(engine: Engine, card: ModelCard, corruption: Corruption) -> DetectionResult:
    """With the generator's work where there is one; else the discriminator reads what it is fed."""
    tokenizer = engine.tokenizer(card.key)
    encoding = corruption.encoding
    if "mlm" not in card.heads:
        trace = engine.trace(card.key, corruption, ("logits",))
        nothing = np.zeros(len(encoding), dtype=bool)
        return DetectionResult(
            labels(tokenizer, encoding), sigmoid(trace.logits["rtd"]), None, nothing
        )
    found = engine.detect(card.key, corruption)
    fed_ids = found.trace.corruption.feeds.get("replaced_ids", corruption.input_ids)
    same = fed_ids == encoding.ids
    names = tuple(
        name if kept else label(tokenizer, int(id))
        for name, kept, id in zip(labels(tokenizer, encoding), same, fed_ids, strict=True)
    )
    return DetectionResult(names, found.probability, found.replaced, fed_ids != tokenizer.mask_id)


# ---- pairs


@dataclass(frozen=True)
class PairVerdict:
    """What a head says of two texts as they stand, and the other way round; by class."""

    head: HeadSpec
    as_written: tuple[float, ...]
    swapped: tuple[float, ...]

    @property
    def classes(self) -> tuple[str, ...]:
        named = self.head.classes
        return tuple(
            named[n] if n < len(named) else f"class {n}" for n in range(len(self.as_written))
        )

    @property
    def by_class(self) -> Mapping[str, float]:
        return dict(zip(self.classes, self.as_written, strict=True))


def pair_verdicts(engine: Engine, card: ModelCard, encoding: Encoding) -> tuple[PairVerdict, ...]:
    """What each head that judges pairs says, with nothing hidden. Raises UserError."""
    assert encoding.pair is not None
    around = engine.encode(card.key, encoding.pair, encoding.text)
    here, there = (engine.judge_pair(card.key, each) for each in (encoding, around))
    return tuple(
        PairVerdict(head, tuple(here[head.name].tolist()), tuple(there[head.name].tolist()))
        for head in card.pair_heads
    )


# ---- gaps filled


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


def filled(
    engine: Engine, key: str, encoding: Encoding, gaps: Sequence[int]
) -> Generator[Progress, None, FilledBoth | None]:
    """Fill places of an encoding; what stands there is hidden before. None without places.

    Yields before each pass of the model. Raises UserError.
    """
    if not gaps:
        return None
    tokenizer = engine.tokenizer(key)
    places = gaps[:MAX_FILLED]
    base = _with_gaps(encoding, gaps[MAX_FILLED:], tokenizer.mask_id)
    found = yield from engine.fill(key, base, places)
    return FilledBoth(
        places=tuple(places),
        independent=_one_way(tokenizer, encoding, found.independent),
        in_turn=_one_way(tokenizer, encoding, found.in_turn),
        num_left=len(gaps) - len(places),
    )


def _with_gaps(encoding: Encoding, places: Sequence[int], mask_id: int | None) -> Encoding:
    """With further places hidden, which stay so while others are filled."""
    if not places or mask_id is None:
        return encoding
    ids = encoding.ids.copy()
    ids[list(places)] = mask_id
    return replace(encoding, ids=ids)


def _one_way(tokenizer: Tokenizer, encoding: Encoding, found: Filling) -> Filled:
    ids = encoding.ids.copy()
    ids[list(found.positions)] = found.ids
    return Filled(
        tokens=tuple(label(tokenizer, id) for id in found.ids),
        probabilities=found.probabilities,
        turn=tuple(found.order.index(place) + 1 for place in found.positions),
        joint=found.joint,
        sentence=_sentence(tokenizer, ids.tolist()),
    )


def _sentence(tokenizer: Tokenizer, ids: Sequence[int]) -> str:
    """A text written out, or a pair with a space in between, unless it is too long for that."""
    if len(ids) > MAX_SENTENCE:
        return ""
    ends = {tokenizer.sep_id, tokenizer.eos_id}
    texts = [tuple(part) for is_end, part in groupby(ids, ends.__contains__) if not is_end]
    written = [tokenizer.decode(text, skip_special=True).strip() for text in texts]
    return " ".join(filter(None, written))


# ---- gaps that a decoder writes


@dataclass(frozen=True)
class DecodedFilling:
    """What an encoder-decoder writes by itself, the most probable token each time."""

    tokens: tuple[str, ...]
    probabilities: tuple[float, ...]
    gaps: tuple[int | None, ...]  # which gap of the text each token goes into, from 0
    sentence: str  # the text with its gaps filled; empty where it has none, or is too long
    ended: bool  # by itself, with the end token

    @property
    def joint(self) -> float:
        return math.prod(self.probabilities)


def written(
    engine: Engine, card: ModelCard, corruption: Corruption, num_asked: int
) -> Generator[Progress, None, DecodedFilling]:
    """What the decoder writes where the encoder reads the corrupted text.

    `num_asked` is how many tokens the truth has; the decoder has room for twice as many. Yields
    behind each token. Raises UserError.
    """
    tokenizer = engine.tokenizer(card.key)
    limit = min(max(ROOM_TO_WRITE * num_asked, MAX_FILLED), MAX_WRITTEN)
    steps = yield from engine.answer(card.key, corruption.input_ids, limit)
    ids = [step.id for step in steps]
    sentinels = tokenizer.vocabulary.sentinel_ids
    asked = [id for id in corruption.input_ids.tolist() if id in sentinels]
    gaps = _gaps_of(ids, asked, sentinels, tokenizer.eos_id)
    whole = _inserted(corruption.input_ids.tolist(), asked, ids, gaps)
    return DecodedFilling(
        tokens=tuple(label(tokenizer, id) for id in ids),
        probabilities=tuple(_probability(step.id, step.candidates) for step in steps),
        gaps=gaps,
        sentence=_sentence(tokenizer, whole) if asked else "",
        ended=bool(ids) and ids[-1] == tokenizer.eos_id,
    )


def _probability(id: int, candidates: Sequence[Candidate]) -> float:
    return next((item.probability for item in candidates if item.id == id), 0.0)


def _gaps_of(
    ids: Sequence[int], asked: Sequence[int], sentinels: Sequence[int], eos_id: int | None
) -> tuple[int | None, ...]:
    """The gap that each written token goes into: that of the last sentinel, if it was asked."""
    found: list[int | None] = []
    gap: int | None = None
    for id in ids:
        if id in sentinels:
            gap = asked.index(id) if id in asked else None
        found.append(None if id == eos_id else gap)
    return tuple(found)


def _inserted(
    text: Sequence[int], asked: Sequence[int], ids: Sequence[int], gaps: Sequence[int | None]
) -> list[int]:
    """The ids of the text with what was written in place of each sentinel."""
    whole: list[int] = []
    for id in text:
        if id not in asked:
            whole.append(id)
            continue
        gap = asked.index(id)
        whole += [new for new, of in zip(ids, gaps, strict=True) if of == gap and new not in asked]
    return whole
