"""Multiple choice: a context and several continuations, each of which is an input of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from torch import Tensor

from models.schema.records import Encoding, FloatArray
from models.tasks.base import IGNORED, Feature, Metrics, Prediction, TaskSpec
from models.tasks.examples import ChoiceExample, DataError, Example, LabelledSet
from models.tasks.features import (
    as_tensor,
    constant_answer,
    cross_entropy,
    encode_texts,
    require_answers,
    rows_by_example,
    softmax,
)
from models.tasks.metrics import Intervals, share_interval
from models.tokenization import Tokenizer


@dataclass(frozen=True)
class ChoiceRow:
    """Which of the choices of an example an input has; `Feature.extra` of this task."""

    choice: int
    num_choices: int


@dataclass(frozen=True)
class RankedChoice:
    """A continuation with its output and probability; `choice` is its index."""

    choice: int
    text: str
    logit: float
    probability: float


@dataclass(frozen=True)
class ChoiceDetails:
    """The choices, the most probable first."""

    ranked: tuple[RankedChoice, ...]


def encode(
    example: Example, index: int, data: LabelledSet, tokenizer: Tokenizer, max_length: int
) -> list[Feature]:
    """One input for each choice: the context, and the choice as the second text.

    The target of each is the index of the correct choice. Raises DataError for fewer than two
    choices, or a correct one that does not exist.
    """
    assert isinstance(example, ChoiceExample)
    count = len(example.choices)
    place = f"example {example.id}"
    if count < 2:
        raise DataError(place, f"{count} choices; at least two are needed")
    if example.label is not None and not 0 <= example.label < count:
        raise DataError(place, f"the right choice is number {example.label} of {count}")
    return [
        Feature(
            index,
            _encode_choice(example, text, tokenizer, max_length),
            example.label,
            ChoiceRow(choice, count),
        )
        for choice, text in enumerate(example.choices)
    ]


def _encode_choice(
    example: ChoiceExample, text: str, tokenizer: Tokenizer, max_length: int
) -> Encoding:
    first, second = (example.context, text) if example.context else (text, "")
    return encode_texts(example, first, second, tokenizer, max_length)


def loss(
    logits: Tensor, features: Sequence[Feature], class_weights: Tensor | None = None
) -> Tensor:
    """Cross entropy over the rows (B, 1) of each example, which are all in the batch.

    Examples may have different numbers of choices; there are no classes to weigh. Raises ValueError
    where rows of an example are missing.
    """
    groups = rows_by_example(features)
    for rows in groups:
        _check_complete([features[row] for row in rows])
    width = max(map(len, groups))
    scores = logits.new_full((len(groups), width), float("-inf"))  # (E, K)
    places = [(place, column) for place, rows in enumerate(groups) for column in range(len(rows))]
    flat = as_tensor([row for rows in groups for row in rows]).to(logits.device)
    example, column = as_tensor(places).to(logits.device).T
    scores = scores.index_put((example, column), logits[flat, 0])
    targets = [features[rows[0]].target for rows in groups]
    return cross_entropy(scores, as_tensor([IGNORED if t is None else t for t in targets]))


def _check_complete(features: Sequence[Feature]) -> None:
    first: ChoiceRow = features[0].extra
    if [feature.extra.choice for feature in features] != list(range(first.num_choices)):
        raise ValueError("the choices of an example must follow each other in one batch")


def predict(
    logits: Sequence[FloatArray],
    features: Sequence[Feature],
    examples: Sequence[Example],
    data: LabelledSet,
) -> list[Prediction]:
    """The index of the most probable choice of each example."""
    groups = zip(examples, rows_by_example(features), strict=True)
    return [_predict(one, [float(logits[row][0]) for row in rows]) for one, rows in groups]


def _predict(example: Example, logits: Sequence[float]) -> Prediction:
    assert isinstance(example, ChoiceExample)
    probabilities = softmax(np.array(logits)).tolist()
    places = range(len(logits))
    rows = map(RankedChoice, places, example.choices, logits, probabilities)
    ranked = sorted(rows, key=lambda one: -one.logit)
    scores = {str(place): probabilities[place] for place in places}
    return Prediction(example.id, ranked[0].choice, scores, ChoiceDetails(tuple(ranked)))


def measure(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Metrics:
    """The accuracy over the examples whose answer is known. Raises ValueError without any."""
    correct = _right(predictions, examples, data)
    return {"accuracy": sum(correct) / len(correct)}


def intervals(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Intervals:
    """Return the interval of the accuracy."""
    correct = _right(predictions, examples, data)
    return {"accuracy": share_interval(sum(correct), len(correct))}


def _right(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> list[bool]:
    """Whether the answer of each example is right, of those whose answer is known."""
    correct = [
        prediction.answer == one.label
        for one, prediction in zip(examples, predictions, strict=True)
        if isinstance(one, ChoiceExample) and one.label is not None
    ]
    require_answers(len(correct), data)
    return correct


def _label(example: Example) -> int | None:
    assert isinstance(example, ChoiceExample)
    return example.label


def majority(data: LabelledSet) -> Metrics:
    return constant_answer(data, measure, _label)


SPEC = TaskSpec(
    name="choice",
    title="Multiple choice",
    summary="A context gets the most probable of several continuations.",
    head="choice",
    example=ChoiceExample,
    encode=encode,
    loss=loss,
    predict=predict,
    measure=measure,
    metrics={"accuracy": "share of examples whose most probable choice is the right one"},
    num_outputs=lambda data: 1,
    majority=majority,
    intervals=intervals,
)
