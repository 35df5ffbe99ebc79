"""Which entities a model reads with a text, which it must predict, and what it reads without them.

Shapes: M mentions, T tokens, N entities of the model's table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.masking.predictions import MaskPrediction, mask_predictions
from explorer.core.masking.probabilities import log_softmax, rank, top_k
from explorer.core.tokens.labels import labels
from models.schema.records import Corruption, FloatArray, Trace
from models.schema.specs import ENTITY_FEED, ENTITY_POSITION_FEED, HeadSpec

if TYPE_CHECKING:
    from models.schema.batch import EntityModel

NUM_CANDIDATES = 5


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


def entity_result(engine: Engine, card: ModelCard, corruption: Corruption) -> EntityResult | None:
    """Of a model that reads entities; None for others. Raises UserError."""
    if corruption.links is None:
        return None
    trace = engine.trace(card.key, corruption, ("logits",))
    mentions = entity_mentions(engine, card, card.entity_head, trace, NUM_CANDIDATES)
    fed = engine.complete(card.key, corruption)
    changed = [("Linked entities", fed)]
    changed += [(one.title, one.apply(fed)) for one in card.spec.input_variants]
    variants = tuple((title, mask_predictions(engine, card, each)) for title, each in changed)
    return EntityResult(mentions, variants)


def entity_mentions(
    engine: Engine, card: ModelCard, head: HeadSpec | None, trace: Trace, count: int
) -> tuple[EntityMention, ...]:
    """The mentions of a trace's text from left to right, with `count` candidates each."""
    corruption = trace.corruption
    links = corruption.links
    if links is None:
        return ()
    model = cast("EntityModel", engine.loaded(card.key).model)
    names = labels(engine.tokenizer(card.key), corruption.encoding)
    entities, positions = (
        corruption.feeds[feed].tolist() for feed in (ENTITY_FEED, ENTITY_POSITION_FEED)
    )
    fed = dict(zip(positions[1:], entities[1:], strict=True))
    targets = corruption.targets.get("" if head is None else head.name)
    must = set() if targets is None else set(targets.positions.tolist())
    logits = None if head is None else trace.logits.get(head.name)
    mentions = []
    for start, end, entity in zip(
        links.starts.tolist(), links.ends.tolist(), links.entities.tolist(), strict=True
    ):
        mention = EntityMention(
            start=start,
            end=end,
            text=" ".join(names[start:end]),
            truth=model.entity_name(entity),
            fed=model.entity_name(fed[start]) if start in fed else "",
            is_target=start in must,
        )
        row = None if logits is None else logits[start]
        mentions.append(mention if row is None else _predicted(model, mention, row, entity, count))
    return tuple(mentions)


def _predicted(
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
