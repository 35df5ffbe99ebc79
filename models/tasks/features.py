"""What the kinds of tasks share: inputs made of examples, and logits gathered by example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.schema.records import Encoding, FloatArray
from models.tasks.base import IGNORED, Feature, Metrics, Prediction
from models.tasks.examples import DataError, Example, LabelledSet
from models.tokenization import Tokenizer

Measure = Callable[[Sequence[Prediction], Sequence[Example], LabelledSet], Metrics]


@contextmanager
def example_errors(example: Example) -> Iterator[None]:
    """Turn a ValueError of the tokenizer into a DataError that names the example."""
    try:
        yield
    except DataError:
        raise
    except ValueError as error:
        reason = f"{error} Change the example or leave it out."
        raise DataError(f"example {example.id}", reason) from error


def encode_texts(
    example: Example, text: str, pair: str, tokenizer: Tokenizer, max_length: int
) -> Encoding:
    """The input for one text, or for two; one without tokens leaves the special tokens alone.

    Raises DataError where nothing is left.
    """
    with example_errors(example):
        return tokenizer.encode(text, pair or None, max_length, allow_empty=True)


def rows_by_example(features: Sequence[Feature]) -> list[list[int]]:
    """The rows of each example, in the order in which the examples occur."""
    rows: dict[int, list[int]] = {}
    for row, feature in enumerate(features):
        rows.setdefault(feature.example, []).append(row)
    return list(rows.values())


def select_known_targets(logits: Tensor, features: Sequence[Feature]) -> tuple[Tensor, list[Any]]:
    """The rows of logits (B, …) whose target is known, and those targets."""
    rows = [row for row, feature in enumerate(features) if feature.target is not None]
    targets = [features[row].target for row in rows]
    return logits if len(rows) == len(features) else logits[rows], targets


def cross_entropy(logits: Tensor, targets: Tensor, weights: Tensor | None = None) -> Tensor:
    """The mean cross entropy () of logits (N, C) against classes (N,), in nats.

    `weights` (C,) weigh the classes. Without any class that is not IGNORED it is zero.
    """
    if not bool((targets != IGNORED).any()):
        return logits.sum() * 0
    weights = None if weights is None else weights.to(logits)
    targets = targets.to(logits.device)
    return functional.cross_entropy(logits, targets, weights, ignore_index=IGNORED)


def softmax(logits: FloatArray) -> FloatArray:
    """Probabilities over the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probabilities: FloatArray = raised / raised.sum(axis=-1, keepdims=True)
    return probabilities


def class_index(example: Example, name: str, data: LabelledSet) -> int:
    """The output for a label. Raises DataError for one that the set does not name."""
    if name not in data.labels:
        known = ", ".join(data.labels) or "none"
        raise DataError(f"example {example.id}", f"the label {name!r} is none of {known}")
    return data.labels.index(name)


def num_classes(data: LabelledSet) -> int:
    """The outputs of a head for the labels of a set. Raises ValueError for fewer than two."""
    if len(data.labels) < 2 and not data.multi_label:
        raise ValueError(f"{data.title} has {len(data.labels)} labels; at least two are needed.")
    return len(data.labels)


def require_answers(count: int, data: LabelledSet) -> None:
    """Raises ValueError where no example has an answer to compare with."""
    if not count:
        raise ValueError(f"No example of {data.title} has an answer; metrics need answers.")


def constant_answer(
    data: LabelledSet,
    measure: Measure,
    answer: Callable[[Example], Any],
    choose: Callable[[list[Any]], Any] | None = None,
) -> Metrics:
    """The metrics of one and the same answer for every example of dev.

    `choose` makes it of the known answers in training; by default it is the most frequent one.
    """
    choose = choose or partial(most_frequent, order=data.labels)
    known = [answer(one) for one in data.examples("train") or data.examples("dev")]
    known = [one for one in known if one is not None]
    require_answers(len(known), data)
    chosen = choose(known)
    examples = data.examples("dev") or data.examples("train")
    return measure([Prediction(one.id, chosen) for one in examples], examples, data)


def most_frequent(answers: Sequence[Any], order: Sequence[Any] = ()) -> Any:
    """The most frequent answer; of equals the first in an order, then the first that occurs."""
    counts = Counter(answers)
    places = {answer: place for place, answer in enumerate(order)}
    return min(counts, key=lambda answer: (-counts[answer], places.get(answer, len(places))))


def as_tensor(values: Sequence[Any]) -> Tensor:
    """Targets as whole numbers."""
    return torch.tensor(values, dtype=torch.long)
