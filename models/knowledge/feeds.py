"""What a model that reads entities is fed: their ids, and the token at which each mention begins.

Both feeds have a length of their own. The first entry is the text itself, at its first token, so
that there always is one; then come the entities. Ids of entities count on after the special ones.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from models.knowledge.entity_vectors import EntityVectors
from models.schema.records import EntityLinks, IntArray, ModelInput
from models.schema.specs import ENTITY_FEED, ENTITY_POSITION_FEED, InputVariant

PADDING, TEXT = 0, 1  # ids that are no entities: nothing at all, and the text itself
NUM_SPECIAL = 2
SHUFFLE_SEED = 0


def link_entities(model_input: ModelInput, table: EntityVectors | None) -> ModelInput:
    """The model input with the entities that its text names; none without a table."""
    mentions = () if table is None else table.link(model_input.encoding)
    starts, ends, entities = (
        np.array([mention[part] for mention in mentions], dtype=np.int64) for part in range(3)
    )
    size = NUM_SPECIAL + (0 if table is None else len(table))
    links = EntityLinks(NUM_SPECIAL + entities, starts, ends, size, NUM_SPECIAL)
    return replace(model_input, links=links)


def add_entities(model_input: ModelInput, entities: IntArray, positions: IntArray) -> ModelInput:
    """The model input with feeds of entities (M,) at positions (M,), after the text itself."""
    fed = model_input.with_feed(ENTITY_FEED, np.array([TEXT, *entities], dtype=np.int64))
    return fed.with_feed(ENTITY_POSITION_FEED, np.array([0, *positions], dtype=np.int64))


def feed_linked_entities(model_input: ModelInput) -> ModelInput:
    """The model input with feeds of all entities that it names, unless it has these feeds already.

    A mention with a token that is masked or replaced names nothing.
    """
    if ENTITY_FEED in model_input.feeds:
        return model_input
    links = model_input.links
    if links is None or not len(links):
        none = np.zeros(0, dtype=np.int64)
        return add_entities(model_input, none, none)
    named = whole_mentions(model_input, links)
    return add_entities(model_input, links.entities[named], links.starts[named])


def whole_mentions(model_input: ModelInput, links: EntityLinks) -> np.ndarray:
    """Which mentions (M,) have all their tokens as they were in the text."""
    same = model_input.input_ids == model_input.encoding.ids[: len(model_input)]  # (T,)
    changes = np.concatenate([[0], np.cumsum(~same)])
    whole: np.ndarray = changes[links.ends] == changes[links.starts]
    return whole


def remove_entities(model_input: ModelInput) -> ModelInput:
    """Return the model input without any entity, so that the text alone is left."""
    none = np.zeros(0, dtype=np.int64)
    return add_entities(model_input, none, none)


def feed_shuffled_entities(model_input: ModelInput) -> ModelInput:
    """Replace every entity by another one, always by the same."""
    if model_input.links is None:
        return model_input
    fed, positions = model_input.feeds[ENTITY_FEED], model_input.feeds[ENTITY_POSITION_FEED]
    others = shuffle_entities(fed[1:], model_input.links.num_entities)
    return add_entities(model_input, others, positions[1:])


def shuffle_entities(entities: IntArray, num_entities: int) -> IntArray:
    """Another entity for each id (M,)."""
    others: IntArray = _cycle(num_entities)[entities]
    return others


@lru_cache(maxsize=4)
def _cycle(num_entities: int) -> IntArray:
    """Map each id to the next in a random order of all entities; special ids stay."""
    order = np.random.default_rng(SHUFFLE_SEED).permutation(np.arange(NUM_SPECIAL, num_entities))
    other = np.arange(num_entities, dtype=np.int64)
    other[order] = np.roll(order, 1)
    return other


VARIANTS = (
    InputVariant(
        "no_entities",
        "Without entities",
        "All entities are removed: the model reads the tokens alone.",
        remove_entities,
    ),
    InputVariant(
        "shuffled_entities",
        "Wrong entities",
        "Each entity is replaced by another one, so that its vector says nothing true.",
        feed_shuffled_entities,
    ),
)
