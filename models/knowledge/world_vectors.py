"""The entities of the mini-world with vectors of TransE, for models that are trained here."""

from __future__ import annotations

from functools import lru_cache

from models.knowledge.entity_vectors import EntityVectors
from models.knowledge.transe import TransERecipe, train_transe
from models.knowledge.world_graph import world_graph
from models.runtime.generators import run_to_end

NUM_CACHED = 2
EPOCHS = 60  # after which the triples of the mini-world are ranked first or second


@lru_cache(maxsize=NUM_CACHED)
def world_vectors(width: int) -> EntityVectors:
    """All entities of the mini-world, with vectors of this width (E, width); always the same.

    They are those that bundled models were trained with, so facts by purpose are left out.
    """
    graph = world_graph("en", purposes=False)
    transe = run_to_end(train_transe(graph, TransERecipe(size=width, epochs=EPOCHS)))
    return EntityVectors.of(graph, transe.entities)
