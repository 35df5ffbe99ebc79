"""Held-out tasks as few-shot prompts: what memory could answer, and what only a prompt can.

Sentences of the mini-world state the facts, and documents for training have the translations in the
other direction; labels and pairs that are drawn with a seed are stated nowhere. Operations on
sequences of words and the sentiment of single words are neither and are left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from models.data.demonstrations.tasks import DemonstratedTask, tasks_of_split
from models.data.prompt_formats import DEMONSTRATION, PromptExample
from models.data.prompt_tasks import NUM_CHOICES, PromptTask

NUM_QUERIES = 4  # at least, of a task whose queries are no examples
NUM_DRAWN = 100  # pairs at most, of a task without end
FAMILIES = ("fact", "word", "only-here")
NOTES = {
    False: "The text for training states these pairs, but no document has them as a task.",
    True: "Only the examples of the prompt have these pairs.",
}


def held_out_prompt_tasks(shots: int, seed: int) -> Iterator[PromptTask]:
    """Every held-out task with at least so many examples; the seed draws them and their queries."""
    for task in tasks_of_split("held_out"):
        if task.family not in FAMILIES:
            continue
        rng = random.Random(f"{task.name} {seed}")
        pairs = _drawn(task, shots, rng) if task.only_in_prompt else _add_choices(task, rng)
        if task.recalls or len(pairs) >= shots + NUM_QUERIES:
            yield _prompt_task(task, pairs, shots)


def _drawn(task: DemonstratedTask, shots: int, rng: random.Random) -> list[PromptExample]:
    """Pairs of one random mapping with several answers and enough inputs; drawn again until so."""
    while True:
        pairs = task.examples(rng, NUM_DRAWN)
        if len(pairs) >= shots + NUM_QUERIES and len(pairs[0].choices) > 1:
            return list(pairs)


def _add_choices(task: DemonstratedTask, rng: random.Random) -> list[PromptExample]:
    """All pairs of a fixed mapping, each with other answers of the task in random order."""
    pairs = task.examples(rng, NUM_DRAWN)
    answers = sorted({pair.answer for pair in pairs})
    return [replace(pair, choices=_choices(pair.answer, answers, rng)) for pair in pairs]


def _choices(answer: str, answers: list[str], rng: random.Random) -> tuple[str, ...]:
    others = [one for one in answers if one != answer]
    choices = [answer, *rng.sample(others, min(len(others), NUM_CHOICES - 1))]
    return tuple(rng.sample(choices, len(choices)))


def _prompt_task(task: DemonstratedTask, pairs: list[PromptExample], shots: int) -> PromptTask:
    """The first pairs are examples, the others queries; of a task that recalls all are both."""
    return PromptTask(
        task.name,
        task.description,
        NOTES[task.only_in_prompt],
        replace(DEMONSTRATION, description=task.description),
        pairs if task.recalls else pairs[:shots],
        pairs if task.recalls else pairs[shots:],
        task.only_in_prompt,
        task.recalls,
    )
