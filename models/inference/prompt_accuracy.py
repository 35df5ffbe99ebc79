"""Accuracy of a model on a task by the number of examples in the prompt.

Each of several draws has its own examples and its own queries. The mean is over draws, and so is
the interval, which therefore includes the choice of examples.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from models.comparison.evidence.intervals import Estimate, estimate
from models.data.prompt_formats import PromptExample
from models.data.prompt_tasks import PromptTask
from models.inference.prompts import PromptModel, as_written

Scoring = Literal["sum", "mean", "normalised", "free"]
NUM_DRAWS = 5  # the fewest that give an interval
MOST_DRAWS = 40  # of a task with few queries for each draw
NUM_QUERIES = 200
USUAL_SHOTS = (0, 1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class AccuracyAtK:
    """Accuracy after K examples; a query with equally likely answers has no answer, so is wrong.

    `num_dropped` is the mean number of examples that had no room.
    """

    shots: int
    accuracy: Estimate
    num_queries: int
    num_tied: int
    num_dropped: float


@dataclass(frozen=True)
class _Draw:
    num_correct: int
    num_queries: int
    num_tied: int
    num_dropped: int


def accuracy_by_shots(
    model: PromptModel,
    task: PromptTask,
    scoring: Scoring,
    seed: int,
    shots: Sequence[int] = (),
    num_queries: int = NUM_QUERIES,
) -> Iterator[AccuracyAtK | None]:
    """One result for each K; None after a draw that is not the last of its K.

    Without `shots`, the usual ones as long as all examples fit. Raises ValueError for a task that
    cannot be scored so, or whose queries do not fit.
    """
    check_scoring(task, scoring)
    for count in shots or USUAL_SHOTS:
        if not shots and count > len(task.examples):
            return
        draws: list[_Draw] = []
        number = _num_draws(task, count, num_queries)
        per_draw = math.ceil(num_queries / number)
        for place in range(number):
            one = _draw(model, task, scoring, count, draw_seed(seed, place), per_draw)
            if one.num_dropped and not shots:
                return
            draws.append(one)
            if place + 1 < number:
                yield None
        yield _result(count, draws)


def draw_seed(seed: int, place: int) -> int:
    """The seed of a draw; no draw of one seed is a draw of another."""
    return seed * MOST_DRAWS + place


def check_scoring(task: PromptTask, scoring: Scoring) -> None:
    """Raises ValueError where choices are to be scored and a task has none."""
    if scoring != "free" and not task.has_choices:
        raise ValueError(f"{task.title} has no choices to score. Use the free answer")


def _num_draws(task: PromptTask, count: int, num_queries: int) -> int:
    """More draws where the queries are the few examples in the prompt."""
    if not task.recalls or not count:
        return NUM_DRAWS
    return max(NUM_DRAWS, min(MOST_DRAWS, math.ceil(num_queries / count)))


def _draw(
    model: PromptModel, task: PromptTask, scoring: Scoring, count: int, seed: int, num_queries: int
) -> _Draw:
    examples = task.draw(count, seed)
    queries = task.draw_queries(num_queries, seed, examples)
    asked = (*queries, *examples) if task.recalls else queries  # what may be asked in the end
    max_new = longest_answer(model, task, asked) if scoring == "free" else 0
    room = model.room_for(task.format, asked, max_new)
    prefix = model.prefix(task.format, examples, room)
    if task.recalls and prefix.dropped:  # a query whose example is gone has no answer
        examples = examples[len(prefix.dropped) :] or examples
        queries = task.draw_queries(num_queries, seed, examples)
    if scoring == "free":
        answers: Sequence[str | None] = model.write(task.format, prefix, queries, max_new)
        correct = [is_answer(model, q, a or "") for q, a in zip(queries, answers, strict=True)]
    else:
        answers = [one.winner(scoring) for one in model.score(task.format, prefix, queries)]
        correct = [a == q.answer for q, a in zip(queries, answers, strict=True)]
    return _Draw(sum(correct), len(queries), answers.count(None), len(prefix.dropped))


def longest_answer(
    model: PromptModel, task: PromptTask, queries: Sequence[PromptExample] = ()
) -> int:
    """How many tokens a free answer may have: the longest known one, and its end."""
    answers = list(dict.fromkeys(query.answer for query in queries or task.queries))
    return 1 + max(map(len, model.answer_ids(task.format, answers)))


def is_answer(model: PromptModel, query: PromptExample, written: str) -> bool:
    """Whether a free answer is the right one to the letter, as far as the tokenizer writes it."""
    return written.rstrip(".") == as_written(model.tokenizer, query.answer).rstrip(".")


def _result(count: int, draws: Sequence[_Draw]) -> AccuracyAtK:
    return AccuracyAtK(
        count,
        estimate([draw.num_correct / draw.num_queries for draw in draws]),
        sum(draw.num_queries for draw in draws),
        sum(draw.num_tied for draw in draws),
        sum(draw.num_dropped for draw in draws) / len(draws),
    )


def num_steps(task: PromptTask, shots: Sequence[int], num_queries: int = NUM_QUERIES) -> int:
    """How many draws these numbers of examples take."""
    return sum(_num_draws(task, count, num_queries) for count in shots or USUAL_SHOTS)
