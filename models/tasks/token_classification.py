"""Token classification: every word gets a tag, such as the kind of name that it belongs to.

As in BERT (Devlin et al. 2018, arXiv:1810.04805, 5.3): the tag of a word is predicted at its first
token, and the other tokens have no loss. A long sentence has several windows; each word is read in
the one where the text around it is longest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from models.schema.records import BoolArray, FloatArray, IntArray
from models.tasks.base import IGNORED, Feature, Metrics, Prediction, TaskSpec
from models.tasks.examples import DataError, Example, LabelledSet, TokenExample
from models.tasks.features import (
    class_index,
    cross_entropy,
    example_errors,
    most_frequent,
    num_classes,
    require_answers,
    rows_by_example,
    select_known_targets,
    softmax,
)
from models.tasks.metrics import (
    OUTSIDE,
    Entity,
    Intervals,
    entities,
    entity_counts,
    entity_intervals,
    entity_scores,
)
from models.tokenization import Tokenizer
from models.tokenization.base import Window, token_offsets

STRIDE = 128  # tokens between the beginnings of two windows
NO_TOKEN = -1


@dataclass(frozen=True, eq=False)
class WordPositions:
    """The words (N,) that are read in an input, and the positions (N,) of their first tokens.

    A token may begin several words, where these are shorter than tokens; `shared` (N,) says that it
    is also that of the word before. `Feature.extra` of this task.
    """

    words: IntArray
    positions: IntArray
    shared: BoolArray


@dataclass(frozen=True, eq=False)
class TagDetails:
    """The probabilities of C tags for W words, 0 for a word without a token, and the entities."""

    words: tuple[str, ...]
    probabilities: FloatArray  # (W, C)
    entities: tuple[Entity, ...]  # type, and the words [start, end)


# ---- inputs


def encode(
    example: Example, index: int, data: LabelledSet, tokenizer: Tokenizer, max_length: int
) -> list[Feature]:
    """An input, or several for a long sentence; the target is a tag by token (T,), or IGNORED.

    Raises DataError for an unknown tag, or another number of tags than of words.
    """
    assert isinstance(example, TokenExample)
    tags = _tag_indices(example, data)
    with example_errors(example):
        windows = tokenizer.encode_windows(example.text, max_length=max_length, stride=STRIDE)
    pieces = first_tokens(word_ranges(example), windows)
    owners = _owners(windows)
    places = [_positions(window, pieces, owners == at) for at, window in enumerate(windows)]
    return [
        Feature(index, window.encoding, _target(window, place, tags), place)
        for window, place in zip(windows, places, strict=True)
    ]


def _tag_indices(example: TokenExample, data: LabelledSet) -> IntArray | None:
    if example.tags is None:
        return None
    if len(example.tags) != len(example.words):
        counts = f"{len(example.tags)} tags for {len(example.words)} words"
        raise DataError(f"example {example.id}", counts)
    return np.array([class_index(example, tag, data) for tag in example.tags], dtype=np.int64)


def word_ranges(example: TokenExample) -> IntArray:
    """Characters [start, end) of the example's text for each word (W, 2)."""
    spaces = np.array(example.spaces or (True,) * len(example.words), dtype=np.int64)
    lengths = np.array([len(word) for word in example.words], dtype=np.int64)
    ends = np.cumsum(lengths + spaces) - spaces
    return np.stack([ends - lengths, ends], axis=1)


def first_tokens(ranges: IntArray, windows: Sequence[Window]) -> IntArray:
    """The first token of each word (W,), NO_TOKEN for a word that the tokenizer drops."""
    offsets = token_offsets(windows)
    if not len(offsets):
        return np.full(len(ranges), NO_TOKEN)
    start, end = ranges.T
    reach = np.maximum.accumulate(offsets[:, 1])
    pieces = np.searchsorted(reach, start, side="right")  # the first that ends after the start
    begins = offsets[np.minimum(pieces, len(offsets) - 1), 0]
    inside = (pieces < len(offsets)) & (begins < end) & (start < end)
    return np.where(inside, pieces, NO_TOKEN)


def _owners(windows: Sequence[Window]) -> IntArray:
    """The window (P,) of each token with the longest text on its shorter side."""
    context = np.full((len(windows), windows[0].total), -1)
    for row, window in zip(context, windows, strict=True):
        before = np.arange(window.length)
        row[window.start : window.start + window.length] = np.minimum(before, before[::-1])
    return context.argmax(axis=0)


def _positions(window: Window, pieces: IntArray, owned: BoolArray) -> WordPositions:
    """The words whose first token belongs to a window; `owned` (P,) says which tokens do."""
    words = np.array([w for w, piece in enumerate(pieces) if piece >= 0 and owned[piece]], int)
    own = pieces[words]
    shared = np.zeros(len(words), dtype=np.bool_)
    shared[1:] = own[1:] == own[:-1]
    return WordPositions(words, own - window.start + window.position, shared)


def _target(window: Window, places: WordPositions, tags: IntArray | None) -> IntArray | None:
    if tags is None:
        return None
    target = np.full(len(window.encoding), IGNORED, dtype=np.int64)  # (T,)
    first = ~places.shared
    target[places.positions[first]] = tags[places.words[first]]
    return target


def loss(
    logits: Tensor, features: Sequence[Feature], class_weights: Tensor | None = None
) -> Tensor:
    """The mean cross entropy over the tokens of logits (B, T, C) that have a tag."""
    logits, targets = select_known_targets(logits, features)
    labels = np.full(logits.shape[:2], IGNORED, dtype=np.int64)
    for row, target in zip(labels, targets, strict=True):
        row[: len(target)] = target
    return cross_entropy(logits.flatten(0, 1), torch.from_numpy(labels).flatten(), class_weights)


# ---- tags


def predict(
    logits: Sequence[FloatArray],
    features: Sequence[Feature],
    examples: Sequence[Example],
    data: LabelledSet,
) -> list[Prediction]:
    """The most probable tag of each word; O, or the first label, for one without a token.

    Of several words in one token, those after the first continue its entity.
    """
    groups = zip(examples, rows_by_example(features), strict=True)
    return [
        _predict(one, [(logits[row], features[row].extra) for row in rows], data)
        for one, rows in groups
    ]


def _predict(
    example: Example, parts: Sequence[tuple[FloatArray, WordPositions]], data: LabelledSet
) -> Prediction:
    assert isinstance(example, TokenExample)
    probabilities = np.zeros((len(example.words), len(data.labels)), dtype=np.float32)
    tags = [OUTSIDE if OUTSIDE in data.labels else data.labels[0]] * len(example.words)
    for logits, places in parts:
        probabilities[places.words] = softmax(logits[places.positions])
        for word, tag in _tags(places, probabilities, data.labels):
            tags[word] = tag
    details = TagDetails(example.words, probabilities, tuple(entities(tags)))
    return Prediction(example.id, tuple(tags), details=details)


def _tags(
    places: WordPositions, probabilities: FloatArray, labels: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """Words and their tags."""
    best = probabilities[places.words].argmax(axis=-1).tolist()
    for word, label, shared in zip(places.words.tolist(), best, places.shared, strict=True):
        tag = labels[label]
        inner = f"I-{tag[2:]}"
        yield word, inner if shared and tag.startswith("B-") and inner in labels else tag


def measure(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Metrics:
    """The metrics over the examples whose tags are known. Raises ValueError without any."""
    return entity_scores(*_known(predictions, examples, data))


def intervals(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Intervals:
    """Return the intervals of the metrics, over sentences."""
    return entity_intervals(entity_counts(*_known(predictions, examples, data)))


def _known(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The true and the predicted tags of the examples whose tags are known."""
    known = [
        (one.tags, prediction.answer)
        for one, prediction in zip(examples, predictions, strict=True)
        if isinstance(one, TokenExample) and one.tags is not None
    ]
    require_answers(len(known), data)
    return [true for true, _ in known], [tags for _, tags in known]


def majority(data: LabelledSet) -> Metrics:
    """The metrics of giving every word the most frequent tag of training."""
    tags = [tag for one in data.examples("train") or data.examples("dev") for tag in _tags_of(one)]
    require_answers(len(tags), data)
    tag = most_frequent(tags, data.labels)
    examples = data.examples("dev") or data.examples("train")
    answers = [Prediction(one.id, (tag,) * len(_tags_of(one))) for one in examples]
    return measure(answers, examples, data)


def _tags_of(example: Example) -> tuple[str, ...]:
    assert isinstance(example, TokenExample)
    return example.tags or ()


SPEC = TaskSpec(
    name="token_classification",
    title="Token classification",
    summary="Every word gets a tag, such as the kind of name that it belongs to.",
    head="token",
    example=TokenExample,
    encode=encode,
    loss=loss,
    predict=predict,
    measure=measure,
    metrics={
        "f1": "2 × precision × recall / (precision + recall) of entities, whose type and both ends "
        "must be correct",
        "precision": "share of the predicted entities that are correct",
        "recall": "share of the true entities that are predicted",
        "accuracy": "share of words with the true tag",
    },
    num_outputs=num_classes,
    majority=majority,
    intervals=intervals,
)
