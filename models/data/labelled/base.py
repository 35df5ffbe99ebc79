"""What a file of a labelled set declares, and how its examples are drawn."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace

from models.data.world.lexicon import Language
from models.tasks.examples import (
    ChoiceExample,
    Example,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    Split,
    TextExample,
    TokenExample,
)

SIZES: Mapping[Split, int] = {"train": 8551, "dev": 1000, "test": 1000}  # train: that of CoLA
MAX_IDLE = 3000  # groups in a row that are not new; then a small set has no more

Group = tuple[Example, ...]  # examples that are taken together, so that labels stay balanced
Draw = Callable[[Language, Split, random.Random], Iterator[Group]]


@dataclass(frozen=True)
class SetSpec:
    """A labelled set in both languages: one file in models/data/labelled.

    `draw` yields groups of examples without identifiers, in random order. It may repeat itself or
    end.
    """

    name: str
    title: str
    task: str  # name of a TaskSpec
    description: str  # how it is made, and what cannot be guessed from the surface
    draw: Draw
    labels: tuple[str, ...] = ()
    metric: str = ""
    symmetric: bool = False  # whether the order of the two texts means nothing


def draw_set(spec: SetSpec, language: Language, seed: int, name: str, title: str) -> LabelledSet:
    """All splits of a set; the same for the same seed."""
    splits = {split: _split(spec, language, split, seed) for split in SIZES}
    return LabelledSet(
        name,
        title,
        spec.task,
        splits,
        spec.labels,
        spec.metric,
        notes=(spec.description,),
        symmetric=spec.symmetric,
    )


def _split(spec: SetSpec, language: Language, split: Split, seed: int) -> tuple[Example, ...]:
    rng = random.Random(f"{spec.name} {language} {split} {seed}")
    examples: list[Example] = []
    seen: set[Hashable] = set()
    idle = 0
    for group in spec.draw(language, split, rng):
        if idle == MAX_IDLE or len(examples) + len(group) > SIZES[split]:
            break
        inputs = [input_of(example) for example in group]
        idle += 1
        if len(set(inputs)) == len(inputs) and not seen.intersection(inputs):
            seen.update(inputs)
            examples += group
            idle = 0
    rng.shuffle(examples)
    return tuple(replace(one, id=f"{split}-{number}") for number, one in enumerate(examples))


def input_of(example: Example) -> tuple[str, ...]:
    """What a model reads of an example."""
    match example:
        case TextExample() | ScoreExample():
            return example.text, example.pair
        case ChoiceExample():
            return example.context, *sorted(example.choices)
        case QuestionExample():
            return example.question, example.passage
        case TokenExample():
            return (example.text,)
