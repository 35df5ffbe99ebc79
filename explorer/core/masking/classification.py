"""Heads that predict no tokens: what was replaced, how two texts are related, which entities.

Shapes: T tokens, M mentions, N entities of the model's table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.predicting.predictions import MaskPrediction, mask_predictions
from explorer.core.engine.predicting.probabilities import log_softmax, rank, softmax, top_k
from explorer.core.errors import UserError
from explorer.core.localization import mark, tr
from models.schema.records import Encoding, FloatArray, ModelInput, Trace
from models.schema.specs import ENTITY_FEED, ENTITY_POSITION_FEED, HeadSpec

if TYPE_CHECKING:
    from models.schema.batch import EntityModel

NUM_ENTITIES = 5  # candidates for a mention

# ---- pairs


@dataclass(frozen=True)
class PairPrediction:
    """Probabilities of a head for two texts as written and swapped; by class."""

    head: HeadSpec
    as_written: tuple[float, ...]
    swapped: tuple[float, ...]

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(class_title(self.head, n) for n in range(len(self.as_written)))

    @property
    def probability_by_class(self) -> Mapping[str, float]:
        return dict(zip(self.classes, self.as_written, strict=True))


PAIR_CLASSES = mark("follows"), mark("unrelated"), mark("swapped")  # as `models` declares them


def class_title(head: HeadSpec, number: int) -> str:
    """What a class of a head means."""
    if number < len(head.classes):
        return tr(head.classes[number])
    return tr("class {number}", number=number)


def predict_pair(engine: Engine, key: str, encoding: Encoding) -> dict[str, FloatArray]:
    """Probabilities (C,) of each head for pairs, by head. Raises UserError."""
    card = engine.card(key)
    if not card.pair_heads:
        raise UserError(
            tr("{title} has no head for pairs of texts.", title=card.title),
            tr("Choose a model that learned next-sentence or sentence-order prediction."),
        )
    if encoding.pair is None:
        raise UserError(tr("There is no second sentence."), tr("Write one below the first."))
    logits = engine.trace(key, ModelInput.clean(encoding), ("logits",)).logits
    return {head.name: softmax(logits[head.name]) for head in card.pair_heads}


def pair_predictions(
    engine: Engine, card: ModelCard, encoding: Encoding
) -> tuple[PairPrediction, ...]:
    """The verdict of each head for pairs, with nothing masked. Raises UserError."""
    assert encoding.pair is not None
    around = engine.encode(card.key, encoding.pair, encoding.text)
    here, there = (predict_pair(engine, card.key, each) for each in (encoding, around))
    return tuple(
        PairPrediction(head, tuple(here[head.name].tolist()), tuple(there[head.name].tolist()))
        for head in card.pair_heads
    )


# ---- entities


@dataclass(frozen=True)
class EntityMention:
    """A mention, the entity that is fed there, and what the model predicts.

    `fed` is empty where the entity was removed. Without a head that names entities there are no
    candidates. Losses are in nats, over all entities of the model.
    """

    start: int  # [start, end) of the tokens
    end: int
    text: str
    truth: str
    fed: str
    is_target: bool
    candidates: tuple[tuple[str, float], ...] = ()  # most probable first
    probability: float | None = None  # of the truth
    rank: int | None = None  # of the truth, 0 is first
    loss: float | None = None


@dataclass(frozen=True, eq=False)
class EntityResult:
    """The mentions of a text, and the predictions of masked tokens with other entities.

    `variants` are titles, and what is predicted then; first the entities as they are fed.
    """

    mentions: tuple[EntityMention, ...]
    variants: tuple[tuple[str, tuple[MaskPrediction, ...]], ...]


def entity_result(engine: Engine, card: ModelCard, model_input: ModelInput) -> EntityResult | None:
    """Predict entities and the masks of each input variant; None for models without entities.

    Raises UserError.
    """
    if model_input.links is None:
        return None
    trace = engine.trace(card.key, model_input, ("logits",))
    mentions = entity_mentions(engine, card, card.entity_head, trace, NUM_ENTITIES)
    fed = engine.apply_all_feeds(card.key, model_input)
    changed = [(mark("Entities as fed"), fed)]
    changed += [(one.title, one.apply(fed)) for one in card.spec.input_variants]
    variants = tuple((title, mask_predictions(engine, card, each)) for title, each in changed)
    return EntityResult(mentions, variants)


def entity_mentions(
    engine: Engine, card: ModelCard, head: HeadSpec | None, trace: Trace, count: int
) -> tuple[EntityMention, ...]:
    """The mentions of a trace's text from left to right, with `count` candidates each."""
    model_input = trace.model_input
    links = model_input.links
    if links is None:
        return ()
    model = cast("EntityModel", engine.load_model(card.key).model)
    entities, positions = (
        model_input.feeds[feed].tolist() for feed in (ENTITY_FEED, ENTITY_POSITION_FEED)
    )
    fed = dict(zip(positions[1:], entities[1:], strict=True))
    targets = model_input.targets.get("" if head is None else head.name)
    must = set() if targets is None else set(targets.positions.tolist())
    logits = None if head is None else trace.logits.get(head.name)
    mentions = []
    for start, end, entity in zip(
        links.starts.tolist(), links.ends.tolist(), links.entities.tolist(), strict=True
    ):
        mention = EntityMention(
            start=start,
            end=end,
            text=_covered_text(model_input.encoding, start, end),
            truth=model.entity_name(entity),
            fed=model.entity_name(fed[start]) if start in fed else "",
            is_target=start in must,
        )
        row = None if logits is None else logits[start]
        mentions.append(
            mention if row is None else _predict_mention(model, mention, row, entity, count)
        )
    return tuple(mentions)


def _covered_text(encoding: Encoding, start: int, end: int) -> str:
    """The characters that the tokens [start, end) cover."""
    text = encoding.pair if encoding.segment[start] == 1 and encoding.pair else encoding.text
    return text[encoding.offsets[start, 0] : encoding.offsets[end - 1, 1]]


def _predict_mention(
    model: EntityModel, mention: EntityMention, logits: FloatArray, entity: int, count: int
) -> EntityMention:
    """The mention with what the head says of it: logits (N,)."""
    logs = log_softmax(logits)
    ids, _ = top_k(logs, count)
    loss = -float(logs[entity])
    return EntityMention(
        mention.start,
        mention.end,
        mention.text,
        mention.truth,
        mention.fed,
        mention.is_target,
        tuple((model.entity_name(id), math.exp(float(logs[id]))) for id in ids.tolist()),
        math.exp(-loss),
        rank(logits, entity),
        loss,
    )
