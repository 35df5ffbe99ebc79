"""Lets a trained encoder-decoder do tasks that were held out, and measures its answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

import numpy as np

from models.data.tasks import Task, TaskSource, all_scores
from models.inference.generation import Sampling, generate
from models.schema.batch import CausalModel, LanguageModel
from models.tokenization.base import Tokenizer

MAX_ANSWER = 48  # tokens of an answer
TRIES = 3  # tasks are drawn for each that is measured, since some come twice


def answer(model: LanguageModel, tokenizer: Tokenizer, text: str) -> str:
    """What an encoder-decoder writes, the most probable token each time, to a text that it read."""
    assert isinstance(model, CausalModel)
    ids = tokenizer.encode(text, max_length=model.config.size.num_positions).ids
    steps = generate(model, tokenizer, ids, Sampling("greedy", MAX_ANSWER, num_candidates=1))
    return tokenizer.decode([step.id for step in steps], skip_special=True).strip()


def measure_tasks(
    model: LanguageModel, tokenizer: Tokenizer, source: TaskSource, num_each: int
) -> dict[str, dict[str, float]]:
    """How well an encoder-decoder does held-out tasks, by kind.

    `exact_match` is the share of answers that equal the target, `token_f1` the mean overlap
    of words, and `num_tasks` how many different ones were done, at most `num_each`. Where answers
    are numbers, `pearson` is their correlation, as GLUE has it for STS-B (Wang et al. 2018,
    arXiv:1804.07461). A kind that a small world does not yield is left out.
    """
    by_kind = {kind: _choose_different_tasks(source, kind, num_each) for kind in source.kinds}
    return {
        kind: _measure_tasks(model, tokenizer, tasks) for kind, tasks in by_kind.items() if tasks
    }


def _choose_different_tasks(source: TaskSource, kind: str, count: int) -> list[Task]:
    """Held-out tasks of a kind, no text twice; fewer where the world has no more."""
    by_source: dict[str, Task] = {}
    for task in islice(source.tasks("held_out", seed=0, kinds=[kind]), TRIES * count):
        by_source.setdefault(task.source, task)
        if len(by_source) == count:
            break
    return list(by_source.values())


def _measure_tasks(
    model: LanguageModel, tokenizer: Tokenizer, tasks: Sequence[Task]
) -> dict[str, float]:
    written = [answer(model, tokenizer, task.source) for task in tasks]
    expected = [task.target for task in tasks]
    pairs = list(zip(written, expected, strict=True))
    metrics = {
        "exact_match": sum(ours == theirs for ours, theirs in pairs) / len(pairs),
        "token_f1": sum(token_f1(ours, theirs) for ours, theirs in pairs) / len(pairs),
        "num_tasks": len(pairs),
    }
    if all(target in all_scores() for target in expected):
        metrics["pearson"] = pearson([*map(_number, written)], [*map(_number, expected)])
    return metrics


def pearson(one: Sequence[float], other: Sequence[float]) -> float:
    """The correlation of two rows of numbers, from -1 to 1; 0 where all of one are the same."""
    if len(set(one)) < 2 or len(set(other)) < 2:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _number(answer: str) -> float:
    """A score as written; what is none counts as -1, as with the authors of T5."""
    return float(answer) if answer in all_scores() else -1.0


def token_f1(written: str, expected: str) -> float:
    """The harmonic mean of precision and recall of the words, as SQuAD counts them.

    Rajpurkar et al. (2016), arXiv:1606.05250. Punctuation counts with its word.
    """
    ours, theirs = Counter(written.split()), Counter(expected.split())
    common = (ours & theirs).total()
    return 2 * common / (ours.total() + theirs.total()) if common else 0.0
