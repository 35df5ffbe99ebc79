"""How alike a model represents the words of two languages, and its held-out loss in each.

A word of the lexicon is read in a sentence of its own language; its translation in another sentence
of the other language, so that the two contexts do not give it away. Its state is the mean of the
hidden states of its tokens. Retrieval is right where the nearest word of the other language, by the
cosine, is the translation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from models.comparison.measured import MetricValue
from models.data.sources import WorldSource, open_source
from models.data.world.lexicon import LANGUAGES
from models.data.world.translation import Characters, LinkedPair, linked_pairs
from models.inference.trace import trace
from models.inference.word_alignment import words_of
from models.schema.records import FloatArray, ModelInput
from models.training.trainer import held_out_batches
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

NUM_PAIRS = 1200  # sentences in which words are looked for
NUM_ITEMS = 200  # words at most, each once
NUM_SENTENCES = 400  # of each language, for the loss
TITLES = dict(zip(LANGUAGES, ("english", "korean"), strict=True))

Place = tuple[str, Characters]  # a sentence and a part of it
BothWays = tuple[list[bool], list[bool]]  # from the first language to the second, and back


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`retrieval` by layer, 0 before the first, and `best_retrieval`, that of the best layer.

    `english_loss` and `korean_loss` are at tokens masked as in training, in nats. Raises ValueError
    where the text is not the mini-world in both languages.
    """
    source = open_source(trained.recipe.data)
    if not isinstance(source, WorldSource) or len(source.languages) < len(LANGUAGES):
        raise ValueError(f"{trained.recipe.data} has no translations; learn from world instead")
    seed = trained.recipe.seed
    pairs = islice(linked_pairs(source.world, "held_out", seed), NUM_PAIRS)
    found = retrieval(trained.task, places(pairs))
    by_layer = [
        MetricValue("retrieval", accuracy(right), float(layer), (*right[0], *right[1]))
        for layer, right in enumerate(found)
    ]
    yield from by_layer
    best = max(by_layer, key=lambda one: one.value)
    yield replace(best, metric="best_retrieval", x=None)
    for language in LANGUAGES:
        documents = source.world.documents(language, "held_out", seed)
        texts = [document.sentences[0].text for document in islice(documents, NUM_SENTENCES)]
        yield MetricValue(f"{TITLES[language]}_loss", masked_loss(trained.task, texts))


def places(pairs: Iterable[LinkedPair]) -> dict[str, tuple[Place, Place]]:
    """Entries of the lexicon with a place in either language, in sentences of different pairs."""
    firsts: dict[str, Place] = {}
    seconds: dict[str, Place] = {}
    for pair in pairs:
        for link in pair.links:
            if not link.item or not link.unique:
                continue
            if link.item not in firsts:
                firsts[link.item] = (pair.texts[0], link.first)
            elif firsts[link.item][0] != pair.texts[0]:
                seconds.setdefault(link.item, (pair.texts[1], link.second))
    both = ((item, (firsts[item], place)) for item, place in seconds.items())
    return dict(islice(both, NUM_ITEMS))


def retrieval(task: TrainingTask, items: Mapping[str, tuple[Place, Place]]) -> list[BothWays]:
    """Whether words are found, by layer, in both directions; see the module."""
    first = [word_states(task, place) for place, _ in items.values()]
    second = [word_states(task, place) for _, place in items.values()]
    by_layer = zip(np.stack(first, 1), np.stack(second, 1), strict=True)  # (L + 1, N, D) twice
    return [are_nearest(one, other) for one, other in by_layer]


def accuracy(right: BothWays) -> float:
    """The mean of both directions."""
    return float((np.mean(right[0]) + np.mean(right[1])) / 2)


def are_nearest(first: FloatArray, second: FloatArray) -> BothWays:
    """Whether the nearest of the other states (N, D) is that of the same row, both ways."""
    unit = [states / np.linalg.norm(states, axis=-1, keepdims=True) for states in (first, second)]
    cosines = unit[0] @ unit[1].T  # (N, N)
    rows = np.arange(len(cosines))
    return (cosines.argmax(1) == rows).tolist(), (cosines.argmax(0) == rows).tolist()


def word_states(task: TrainingTask, place: Place) -> FloatArray:
    """The mean of the states of the tokens of a part of a sentence by layer (L + 1, D)."""
    text, characters = place
    encoding = task.tokenizer.encode(text, max_length=task.recipe.size.num_positions)
    words = words_of(encoding, 0)
    tokens = np.concatenate([words.tokens[word] for word in words.find_overlapping(*characters)])
    model_input = task.spec.apply_all_feeds(ModelInput.clean(encoding), task.model)
    streams = trace(task.model, task.spec, model_input, kinds=("hidden",), heads=()).streams
    hidden = streams[task.spec.head(task.objectives[0].head).read(streams)].hidden
    assert hidden is not None
    states: FloatArray = hidden[:, tokens].mean(1)
    return states


def masked_loss(task: TrainingTask, texts: Iterable[str]) -> float:
    """The loss of the first objective at tokens of these sentences."""
    objective, length = task.objectives[0], task.recipe.size.num_positions
    model_inputs = []
    for number, text in enumerate(texts):
        clean = ModelInput.clean(task.tokenizer.encode(text, max_length=length))
        rng = np.random.default_rng((task.recipe.seed, number))
        options = task.recipe.options.get(objective.name, {})
        made = objective.corrupt(clean, rng, task.tokenizer.vocabulary, **options)
        model_inputs.append(task.spec.apply_all_feeds(made, task.model))
    return task.evaluate(held_out_batches(task, model_inputs, "cpu"))[f"{objective.head}_loss"]
