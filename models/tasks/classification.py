"""Classification of one sentence or of two: one class of several, or a set of classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.schema.records import FloatArray, IntArray
from models.tasks.base import Feature, Metrics, Prediction, TaskSpec
from models.tasks.examples import (
    BETWEEN_CLASSES,
    Example,
    LabelledSet,
    TextExample,
    class_names,
)
from models.tasks.features import (
    as_tensor,
    class_index,
    constant_answer,
    cross_entropy,
    encode_texts,
    num_classes,
    require_answers,
    select_known_targets,
    softmax,
)
from models.tasks.metrics import (
    NO_CLASS,
    Intervals,
    class_intervals,
    classification_scores,
    multi_label_scores,
    set_intervals,
)
from models.tokenization import Tokenizer

HALF = 0.5  # a class of a set is given from this probability on


@dataclass(frozen=True)
class ClassDetails:
    """The logits by class, and the loss in nats; None where the true answer is not known."""

    logits: tuple[float, ...]
    loss: float | None


def encode(
    example: Example, index: int, data: LabelledSet, tokenizer: Tokenizer, max_length: int
) -> list[Feature]:
    """One input; its target is an index, or for several labels 0 or 1 by class (C,)."""
    assert isinstance(example, TextExample)
    encoding = encode_texts(example, example.text, example.pair, tokenizer, max_length)
    return [Feature(index, encoding, _target(example, data))]


def _target(example: TextExample, data: LabelledSet) -> int | FloatArray | None:
    if example.label is None:
        return None
    if not data.multi_label:
        return class_index(example, example.label, data)
    target = np.zeros(len(data.labels), dtype=np.float32)  # (C,)
    target[[class_index(example, name, data) for name in _names(example.label, data)]] = 1
    return target


def loss(
    logits: Tensor, features: Sequence[Feature], class_weights: Tensor | None = None
) -> Tensor:
    """Cross entropy of logits (B, C), or binary cross entropy over classes for several labels."""
    logits, targets = select_known_targets(logits, features)
    if not targets or not isinstance(targets[0], np.ndarray):
        return cross_entropy(logits, as_tensor(targets), class_weights)
    several = torch.from_numpy(np.stack(targets)).to(logits)  # (B, C)
    weights = None if class_weights is None else class_weights.to(logits)
    return functional.binary_cross_entropy_with_logits(logits, several, weights)


def predict(
    logits: Sequence[FloatArray],
    features: Sequence[Feature],
    examples: Sequence[Example],
    data: LabelledSet,
) -> list[Prediction]:
    """The most probable class, or the classes of at least 0.5 joined by "|"."""
    one = _several_classes if data.multi_label else _one_class
    rows = zip(logits, features, examples, strict=True)
    return [one(row, feature.target, example.id, data) for row, feature, example in rows]


def _one_class(
    logits: FloatArray, target: int | None, identifier: str, data: LabelledSet
) -> Prediction:
    logits = logits.astype(np.float64)  # (C,), so that a small loss is not rounded to 0
    probabilities = softmax(logits)
    surprise = None
    if target is not None:
        highest = logits.max()
        surprise = float(np.log(np.exp(logits - highest).sum()) + highest - logits[target])
    answer = data.labels[int(probabilities.argmax())]
    details = ClassDetails(tuple(logits.tolist()), surprise)
    return Prediction(identifier, answer, _average_by_label(probabilities, data), details)


def _several_classes(
    logits: FloatArray, target: FloatArray | None, identifier: str, data: LabelledSet
) -> Prediction:
    logits = logits.astype(np.float64)  # (C,)
    probabilities = np.exp(-np.logaddexp(0, -logits))
    predicted = [name for name, p in zip(data.labels, probabilities, strict=True) if p >= HALF]
    surprise = None
    if target is not None:
        surprise = float((np.logaddexp(0, logits) - target * logits).mean())
    details = ClassDetails(tuple(logits.tolist()), surprise)
    answer = BETWEEN_CLASSES.join(predicted)
    return Prediction(identifier, answer, _average_by_label(probabilities, data), details)


def _average_by_label(probabilities: FloatArray, data: LabelledSet) -> dict[str, float]:
    return dict(zip(data.labels, probabilities.tolist(), strict=True))


def answers_as_indices(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> tuple[IntArray, IntArray]:
    """The true and the predicted classes of the examples whose class is known.

    Each is (N,), or for several labels (N, C) of 0 and 1, as `metrics.class_scores` takes them.
    Raises ValueError where no class is known, and for one that the set does not name.
    """
    known = [
        (one.label, prediction.answer)
        for one, prediction in zip(examples, predictions, strict=True)
        if isinstance(one, TextExample) and one.label is not None
    ]
    require_answers(len(known), data)
    truth, predicted = ([_names(pair[side], data) for pair in known] for side in (0, 1))
    if unknown := {name for names in truth for name in names} - set(data.labels):
        raise ValueError(f"{data.title} has labels that it does not name: {', '.join(unknown)}.")
    return _indices(truth, data), _indices(predicted, data)


def _names(label: str, data: LabelledSet) -> list[str]:
    """The classes of a label."""
    return class_names(label) if data.multi_label else [label]


def _indices(answers: Sequence[Sequence[str]], data: LabelledSet) -> IntArray:
    places = {name: place for place, name in enumerate(data.labels)}
    if not data.multi_label:
        return np.array([places.get(name, NO_CLASS) for (name,) in answers], dtype=np.int64)
    indices = np.zeros((len(answers), len(places)), dtype=np.int64)
    for row, names in zip(indices, answers, strict=True):
        row[[places[name] for name in names if name in places]] = 1
    return indices


def measure(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Metrics:
    """The metrics over the examples whose class is known. Raises ValueError without any."""
    truth, predicted = answers_as_indices(predictions, examples, data)
    if data.multi_label:
        return multi_label_scores(truth, predicted)
    return classification_scores(truth, predicted, len(data.labels))


def intervals(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Intervals:
    """Return the intervals of the metrics over the examples whose class is known."""
    truth, predicted = answers_as_indices(predictions, examples, data)
    if data.multi_label:
        return set_intervals(truth, predicted)
    return class_intervals(truth, predicted, len(data.labels))


def _label(example: Example) -> str | None:
    assert isinstance(example, TextExample)
    return example.label


def majority(data: LabelledSet) -> Metrics:
    return constant_answer(data, measure, _label)


SPEC = TaskSpec(
    name="classification",
    title="Classification",
    summary="One sentence or two get a class of several, or a set of classes.",
    head="sequence",
    example=TextExample,
    encode=encode,
    loss=loss,
    predict=predict,
    measure=measure,
    metrics={
        "accuracy": "share of examples with the right class; of several labels, with exactly the "
        "right ones",
        "matthews": "for two classes (TP × TN − FP × FN) / √((TP + FP)(TP + FN)(TN + FP)(TN + FN)),"
        " for more its generalisation by Gorodkin (2004); 0 where only one class occurs",
        "f1": "2 × precision × recall / (precision + recall) of the second class; with more than "
        "two classes, or several labels, the mean over classes",
        "macro_f1": "mean over classes of 2 × precision × recall / (precision + recall)",
        "micro_f1": "of several labels: F1 of all decisions counted together",
    },
    num_outputs=num_classes,
    majority=majority,
    intervals=intervals,
)
