"""Documents that contain tasks: each is a sequence of examples of one task, as one text.

Half of them begin with the description of the task. Split and seed decide every document; one for
training has no task that is held out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from models.data.demonstrations.tasks import DemonstratedTask, tasks_of_split, words
from models.data.prompt_formats import DEMONSTRATION, PromptExample
from models.data.textfile import Sentences
from models.data.world.split import Split

NAME = "demonstrations"
DESCRIBED_SHARE = 1 / 2
MIN_EXAMPLES, MAX_EXAMPLES = 3, 20
# How often each family is drawn; within one, every task is as likely.
WEIGHTS: Mapping[str, float] = {
    "fact": 2.0,
    "word": 1.5,
    "judged": 1.5,
    "sequence": 2.0,
    "only-here": 5.0,
}


@dataclass(frozen=True)
class Demonstrations:
    """One document. `described` says whether it begins with the description of its task."""

    task: DemonstratedTask
    examples: tuple[PromptExample, ...]
    described: bool

    @property
    def text(self) -> str:
        description = self.task.description if self.described else ""
        return replace(DEMONSTRATION, description=description).text(self.examples)


class DemonstrationSource:
    """The documents as a source of text; each has one sentence, which is the whole document."""

    name = NAME

    def sample_documents(self, split: Split, seed: int) -> Iterator[Demonstrations]:
        """Documents without end, with their tasks."""
        rng = random.Random(f"{NAME} {split} {seed}")
        by_family: dict[str, list[DemonstratedTask]] = {}
        for task in tasks_of_split(split):
            by_family.setdefault(task.family, []).append(task)
        families = list(by_family)
        weights = [WEIGHTS[family] for family in families]
        while True:
            task = rng.choice(by_family[rng.choices(families, weights)[0]])
            count = rng.randint(MIN_EXAMPLES, MAX_EXAMPLES)
            examples = task.examples(rng, count)
            yield Demonstrations(task, examples, rng.random() < DESCRIBED_SHARE)

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        for document in self.sample_documents(split, seed):
            yield (document.text,)

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        return self.documents(split, seed)

    def names(self) -> tuple[str, ...]:
        """The words of names, of labels and of descriptions."""
        return tuple(sorted({word for text in words() for word in text.split()}))
