"""The graph of a recipe with its embeddings: opened or read, and trained where there are none."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from models.data.prepare import PreparationProgress
from models.data.world.lexicon import Language
from models.knowledge.graph import KnowledgeGraph, open_graph
from models.knowledge.kagnet.recipe import WORLD, GraphRecipe
from models.knowledge.paths import PathFinder
from models.knowledge.reading import ReadProgress, reading_steps
from models.knowledge.transe import TransE, TransERecipe, TransEReport, open_transe, train_transe
from models.knowledge.world_graph import world_graph
from models.runtime.generators import map_progress
from models.tasks.examples import ChoiceExample, Example

_HANGUL = re.compile("[\uac00-\ud7a3]")


@dataclass(frozen=True, eq=False)
class Knowledge:
    """A graph, the embeddings of it, and the paths in it. `language` is that of its names."""

    recipe: GraphRecipe
    graph: KnowledgeGraph
    transe: TransE
    language: Language

    @property
    def finder(self) -> PathFinder:
        return PathFinder(self.graph, self.recipe.limits, self.transe)


def language_of(examples: Sequence[Example]) -> Language:
    """Korean where the first question has a Korean letter, else English."""
    first = next((one for one in examples if isinstance(one, ChoiceExample)), None)
    return "ko" if first and _HANGUL.search(first.context + "".join(first.choices)) else "en"


def open_knowledge(
    recipe: GraphRecipe, language: Language, seed: int
) -> Generator[PreparationProgress, None, Knowledge]:
    """The graph of a recipe, its edges changed as that says. The seed is that of the embeddings.

    Raises ValueError and OSError where the files cannot be used.
    """
    graph = yield from _graph(recipe.source, language)
    if recipe.edges == "shuffled":
        graph = shuffle_tails(graph, seed)
    if recipe.embeddings:
        return Knowledge(recipe, graph, open_transe(Path(recipe.embeddings), graph), language)
    epochs = 1 if recipe.edges == "none" else recipe.embedding_epochs  # then nothing reads them
    transe = TransERecipe(recipe.embedding_size, epochs, seed=seed)
    steps = map_progress(train_transe(graph, transe), _report_training)
    return Knowledge(recipe, graph, (yield from steps), language)


def _graph(source: str, language: Language) -> Generator[PreparationProgress, None, KnowledgeGraph]:
    if source == WORLD:
        return world_graph(language)
    path = Path(source)
    if path.is_dir():
        return open_graph(path)
    graph, _ = yield from map_progress(reading_steps(path), partial(_read, path.name))
    if not len(graph.triples):
        raise ValueError(f"{path} has no triples; a line is subject, relation, object, with tabs")
    return graph


def _read(name: str, step: ReadProgress) -> PreparationProgress:
    return PreparationProgress(f"Reading {name}", round(1000 * step.share), 1000)


def _report_training(report: TransEReport) -> PreparationProgress:
    done = round(100 * report.epoch)
    return PreparationProgress("Embedding the graph", done, 100 * report.epochs)


def shuffle_tails(graph: KnowledgeGraph, seed: int) -> KnowledgeGraph:
    """Permute the tails of each relation among its triples; the entities stay."""
    rng, triples = np.random.default_rng(seed), np.array(graph.triples)
    for relation in np.unique(triples[:, 1]):
        rows = np.flatnonzero(triples[:, 1] == relation)
        triples[rows, 2] = triples[rng.permutation(rows), 2]
    names = [relation.name for relation in graph.relations]
    return KnowledgeGraph.of(graph.entities, names, triples)
