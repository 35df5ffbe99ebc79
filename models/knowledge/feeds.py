"""What a model that reads entities is fed: their ids, and the token at which each mention begins.

Both feeds have a length of their own. The first entry is the text itself, at its first token, so
that there always is one; then come the entities. Ids of entities count on after the special ones.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from models.knowledge.entity_vectors import EntityVectors
from models.schema.records import Corruption, EntityLinks, IntArray
from models.schema.specs import ENTITY_FEED, ENTITY_POSITION_FEED, InputVariant

PADDING, TEXT = 0, 1  # ids that are no entities: nothing at all, and the text itself
NUM_SPECIAL = 2
SHUFFLE_SEED = 0


def link_entities(corruption: Corruption, table: EntityVectors | None) -> Corruption:
    """The corruption with the entities that its text names; none without a table."""
    mentions = () if table is None else table.link(corruption.encoding)
    starts, ends, entities = (
        np.array([mention[part] for mention in mentions], dtype=np.int64) for part in range(3)
    )
    size = NUM_SPECIAL + (0 if table is None else len(table))
    links = EntityLinks(NUM_SPECIAL + entities, starts, ends, size, NUM_SPECIAL)
    return replace(corruption, links=links)


def add_entities(corruption: Corruption, entities: IntArray, positions: IntArray) -> Corruption:
    """The corruption with feeds of entities (M,) at positions (M,), after the text itself."""
    fed = corruption.with_feed(ENTITY_FEED, np.array([TEXT, *entities], dtype=np.int64))
    return fed.with_feed(ENTITY_POSITION_FEED, np.array([0, *positions], dtype=np.int64))


def feed_linked_entities(corruption: Corruption) -> Corruption:
    """The corruption with feeds of all entities that it names, unless it has these feeds already.

    A mention with a token that is masked or replaced names nothing.
    """
    if ENTITY_FEED in corruption.feeds:
        return corruption
    links = corruption.links
    if links is None or not len(links):
        none = np.zeros(0, dtype=np.int64)
        return add_entities(corruption, none, none)
    named = whole_mentions(corruption, links)
    return add_entities(corruption, links.entities[named], links.starts[named])


def whole_mentions(corruption: Corruption, links: EntityLinks) -> np.ndarray:
    """Which mentions (M,) have all their tokens as they were in the text."""
    same = corruption.input_ids == corruption.encoding.ids[: len(corruption)]  # (T,)
    changes = np.concatenate([[0], np.cumsum(~same)])
    whole: np.ndarray = changes[links.ends] == changes[links.starts]
    return whole


def remove_entities(corruption: Corruption) -> Corruption:
    """Return the corruption without any entity, so that the text alone is left."""
    none = np.zeros(0, dtype=np.int64)
    return add_entities(corruption, none, none)


def feed_shuffled_entities(corruption: Corruption) -> Corruption:
    """Replace every entity by another one, always by the same."""
    if corruption.links is None:
        return corruption
    fed, positions = corruption.feeds[ENTITY_FEED], corruption.feeds[ENTITY_POSITION_FEED]
    others = shuffle_entities(fed[1:], corruption.links.num_entities)
    return add_entities(corruption, others, positions[1:])


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
