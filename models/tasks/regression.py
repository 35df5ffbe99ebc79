"""Regression: one sentence or two get a number, such as how similar two sentences are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from models.schema.records import FloatArray
from models.tasks.base import Feature, Metrics, Prediction, TaskSpec
from models.tasks.examples import Example, LabelledSet, ScoreExample
from models.tasks.features import (
    constant_answer,
    encode_texts,
    require_answers,
    select_known_targets,
)
from models.tasks.metrics import Intervals, correlation_interval, correlation_scores, mean_interval
from models.tokenization import Tokenizer


@dataclass(frozen=True)
class ScoreDetails:
    """The predicted number minus the true one; None where that is not known."""

    error: float | None


def encode(
    example: Example, index: int, data: LabelledSet, tokenizer: Tokenizer, max_length: int
) -> list[Feature]:
    """One input, whose target is the number."""
    assert isinstance(example, ScoreExample)
    encoding = encode_texts(example, example.text, example.pair, tokenizer, max_length)
    return [Feature(index, encoding, example.score)]


def loss(
    logits: Tensor, features: Sequence[Feature], class_weights: Tensor | None = None
) -> Tensor:
    """Mean squared error of logits (B, 1); there are no classes to weigh."""
    logits, targets = select_known_targets(logits, features)
    if not targets:
        return logits.sum() * 0
    return functional.mse_loss(logits[:, 0], torch.tensor(targets).to(logits))


def predict(
    logits: Sequence[FloatArray],
    features: Sequence[Feature],
    examples: Sequence[Example],
    data: LabelledSet,
) -> list[Prediction]:
    """The output itself."""
    rows = zip(logits, features, examples, strict=True)
    return [_predict(float(row[0]), feature.target, one.id) for row, feature, one in rows]


def _predict(score: float, target: float | None, identifier: str) -> Prediction:
    details = ScoreDetails(None if target is None else score - target)
    return Prediction(identifier, score, details=details)


def measure(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Metrics:
    """The metrics over the examples whose number is known. Raises ValueError without any."""
    return correlation_scores(*_numbers(predictions, examples, data))


def intervals(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Intervals:
    """Return the intervals of both correlations and of the mean squared error."""
    truth, predicted = _numbers(predictions, examples, data)
    scores, total = correlation_scores(truth, predicted), len(truth)
    return {
        "pearson": correlation_interval(scores["pearson"], total),
        "spearman": correlation_interval(scores["spearman"], total, of_ranks=True),
        "mean_squared_error": mean_interval((truth - predicted) ** 2),
    }


def _numbers(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The true and the predicted numbers (N,) of the examples whose number is known."""
    known = [
        (one.score, prediction.answer)
        for one, prediction in zip(examples, predictions, strict=True)
        if isinstance(one, ScoreExample) and one.score is not None
    ]
    require_answers(len(known), data)
    truth, predicted = np.array(known, dtype=np.float64).T
    return truth, predicted


def _score(example: Example) -> float | None:
    assert isinstance(example, ScoreExample)
    return example.score


def majority(data: LabelledSet) -> Metrics:
    """The metrics of the mean of training, the constant with the least squared error."""
    return constant_answer(data, measure, _score, fmean)


SPEC = TaskSpec(
    name="regression",
    title="Regression",
    summary="One sentence or two get a number, such as how similar they are.",
    head="sequence",
    example=ScoreExample,
    encode=encode,
    loss=loss,
    predict=predict,
    measure=measure,
    metrics={
        "pearson": "covariance of predicted and true numbers / product of their standard "
        "deviations; 0 where one side is constant",
        "spearman": "Pearson correlation of the ranks; 0 where one side is constant",
        "mean_squared_error": "mean of (predicted − true)²; less is better",
    },
    num_outputs=lambda data: 1,
    majority=majority,
    intervals=intervals,
)
