"""Confusion matrices, and the examples of one of their cells."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from models.schema.records import FloatArray, IntArray
from models.tasks.examples import answer_probability
from models.tasks.metrics import Interval, share_interval

LEAST = 1e-12  # probability, so that a loss is finite
Order = Literal["confidence", "loss"]


@dataclass(frozen=True)
class ClassifiedExample:
    """An example with its true class and what a model predicts: probabilities by class."""

    id: str
    text: str
    pair: str
    label: str
    predicted: str
    probabilities: Mapping[str, float]
    phenomenon: str = ""
    multi_label: bool = False  # then label and answer hold several classes, in the same order

    @property
    def is_correct(self) -> bool:
        return self.label == self.predicted

    @property
    def confidence(self) -> float:
        """The probability of what is predicted."""
        return self.probability(self.predicted) or 0.0

    @property
    def loss(self) -> float:
        """Minus the log-probability of what is true, in nats."""
        return -math.log(max(self.probability(self.label) or 0.0, LEAST))

    def probability(self, answer: str) -> float | None:
        """The probability of a class or of several, None where it is not known."""
        return answer_probability(answer, self.probabilities, multi_label=self.multi_label)


@dataclass(frozen=True, eq=False)
class ConfusionMatrix:
    """How many examples of each true class (rows) got each predicted class (columns)."""

    labels: tuple[str, ...]
    counts: IntArray  # (C, C)

    @classmethod
    def of(cls, classified: Sequence[ClassifiedExample], labels: Sequence[str]) -> ConfusionMatrix:
        """Classes that are not in `labels` come after them."""
        others = {name for one in classified for name in (one.label, one.predicted)} - set(labels)
        names = (*labels, *sorted(others))
        place = {name: n for n, name in enumerate(names)}
        counts = np.zeros((len(names), len(names)), dtype=np.int64)
        for one in classified:
            counts[place[one.label], place[one.predicted]] += 1
        return cls(names, counts)

    def shares(self) -> FloatArray:
        """(C, C) by true class: each row sums to one, or is zero where a class has no example."""
        totals = self.counts.sum(axis=1, keepdims=True)
        shares: FloatArray = (self.counts / np.maximum(totals, 1)).astype(np.float32)
        return shares


def examples_in_cell(
    classified: Sequence[ClassifiedExample], label: str, predicted: str, order: Order = "confidence"
) -> list[ClassifiedExample]:
    """The examples of a cell, the most confident or the one with the largest loss first."""
    chosen = [one for one in classified if (one.label, one.predicted) == (label, predicted)]
    return sorted(chosen, key=lambda one: getattr(one, order), reverse=True)


@dataclass(frozen=True)
class PhenomenonErrors:
    """How often a model is right about one phenomenon."""

    phenomenon: str
    num_examples: int
    num_correct: int

    @property
    def accuracy(self) -> float:
        return self.num_correct / self.num_examples

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the accuracy."""
        return share_interval(self.num_correct, self.num_examples)


def group_by_phenomenon(classified: Sequence[ClassifiedExample]) -> list[PhenomenonErrors]:
    """Accuracy by phenomenon, the lowest first; examples that name none are left out."""
    groups: dict[str, list[bool]] = {}
    for one in classified:
        if one.phenomenon:
            groups.setdefault(one.phenomenon, []).append(one.is_correct)
    rows = [PhenomenonErrors(name, len(right), sum(right)) for name, right in groups.items()]
    return sorted(rows, key=lambda row: (row.accuracy, row.phenomenon))


def disagreements(
    by_model: Mapping[str, Sequence[ClassifiedExample]],
) -> list[dict[str, ClassifiedExample]]:
    """The examples on which the predictions of the models differ, by model.

    Those come first about which the models are surest: the sum of their confidences.
    """
    tables = {model: {one.id: one for one in classified} for model, classified in by_model.items()}
    if len(tables) < 2:
        return []
    common = set.intersection(*(set(table) for table in tables.values()))
    first = next(iter(tables.values()))
    rows = [{model: table[id] for model, table in tables.items()} for id in first if id in common]
    differing = [row for row in rows if len({one.predicted for one in row.values()}) > 1]
    return sorted(differing, key=lambda row: -sum(one.confidence for one in row.values()))


def true_label(row: Mapping[str, ClassifiedExample]) -> str:
    """The right answer as the data write it: that of a model which is wrong, if one is."""
    wrong = (one.label for one in row.values() if not one.is_correct)
    return next(wrong, next(iter(row.values())).label)
