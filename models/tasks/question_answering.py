"""Extractive question answering: the answer is a part of the passage, or there is none.

As in BERT (Devlin et al. 2018, arXiv:1810.04805, 4.2 and 4.3; google-research/bert:
run_squad.py): an output for the start and one for the end at each token; the score of an answer is
the sum of both. No answer is the span of the class token alone, and the null odds are its score
minus that of the best answer. Where a passage has several windows, the null score is the lowest of
theirs. Unlike there, all spans are compared, and not only those of the 20 best starts and ends.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from torch import Tensor

from models.schema.records import BoolArray, FloatArray, IntArray
from models.schema.specs import FIRST, SECOND
from models.tasks import squad
from models.tasks.base import IGNORED, Feature, Metrics, Prediction, TaskSpec
from models.tasks.examples import DataError, Example, LabelledSet, QuestionExample
from models.tasks.features import (
    as_tensor,
    constant_answer,
    cross_entropy,
    example_errors,
    require_answers,
    rows_by_example,
    softmax,
)
from models.tasks.metrics import Intervals, mean_interval, share_interval
from models.tasks.squad import NO_ANSWER, best_threshold
from models.tokenization import Tokenizer
from models.tokenization.base import Window, token_offsets

# Defaults of run_squad.py.
STRIDE = 128  # tokens between the beginnings of two windows
MAX_QUESTION = 64  # tokens
MAX_ANSWER = 30  # tokens
NUM_BEST = 20  # answers
THRESHOLD = 0.0  # of the null odds, in logits
SCORES = {"f1": squad.f1, "exact": squad.exact_match}  # of one question

NOWHERE = (IGNORED, IGNORED)  # the target of a window that has none


@dataclass(frozen=True, eq=False)
class PassageWindow:
    """A window of a passage, and the position that means no answer; `Feature.extra` here."""

    window: Window
    null: int


@dataclass(frozen=True)
class SpanAnswer:
    """A part of a passage: `text == passage[start:end]`, in characters.

    `score` is the sum of two logits; `probability` is among the n-best answers, and no answer
    where that is possible.
    """

    text: str
    start: int
    end: int
    score: float
    probability: float = 0.0


@dataclass(frozen=True, eq=False)
class QuestionDetails:
    """What a model says about a passage of P tokens.

    `start` and `end` are probabilities of each token, those of its window; of a token in several
    windows, the highest.
    """

    n_best: tuple[SpanAnswer, ...]  # highest score first; empty for an empty passage
    null_score: float  # sum of two logits
    null_probability: float
    offsets: IntArray  # (P, 2) characters [start, end) of the passage
    start: FloatArray  # (P,)
    end: FloatArray  # (P,)

    @property
    def best_text(self) -> str:
        """The best answer that is not empty, whatever the threshold."""
        return self.n_best[0].text if self.n_best else NO_ANSWER

    @property
    def null_odds(self) -> float:
        """The null score minus that of the best answer."""
        return self.null_score - self.n_best[0].score if self.n_best else math.inf


# ---- inputs


def encode(
    example: Example,
    index: int,
    data: LabelledSet,
    tokenizer: Tokenizer,
    max_length: int,
    stride: int = STRIDE,
) -> list[Feature]:
    """An input for each window of the passage, after the question.

    The target is (start, end) of the first answer, or the null position twice in a window that does
    not hold all of it. Raises DataError where nothing is before the passage.
    """
    assert isinstance(example, QuestionExample)
    with example_errors(example):
        windows = tokenizer.encode_windows(
            example.question,
            example.passage,
            max_length=max_length,
            stride=stride,
            max_first=MAX_QUESTION,
        )
    passages = [PassageWindow(one, _null_position(one, tokenizer)) for one in windows]
    if passages[0].null == passages[0].window.position:
        raise DataError(f"example {example.id}", "the question is empty. Write a question.")
    targets = _targets(example, passages)
    rows = zip(passages, targets, strict=True)
    return [Feature(index, one.window.encoding, target, one) for one, target in rows]


def _null_position(window: Window, tokenizer: Tokenizer) -> int:
    """The class token of the template; without one, the first token."""
    slots = [what for what, _ in tokenizer.template.pair]
    if "cls" not in slots:
        return 0
    question = window.position - slots.index(SECOND) + 1  # tokens
    lengths = {FIRST: question, SECOND: window.length}
    return sum(lengths.get(what, 1) for what in slots[: slots.index("cls")])


def _targets(example: QuestionExample, passages: Sequence[PassageWindow]) -> list[tuple[int, int]]:
    if example.impossible:
        return [(one.null, one.null) for one in passages]
    pieces = _answer_tokens(example, token_offsets([one.window for one in passages]))
    return [NOWHERE if pieces is None else _target(one, *pieces) for one in passages]


def _answer_tokens(example: QuestionExample, offsets: IntArray) -> tuple[int, int] | None:
    """The first and the last token of the first answer; None where there are none."""
    if not example.answers:
        return None
    answer = example.answers[0]
    start = answer.start + len(answer.text) - len(answer.text.lstrip())
    end = answer.start + len(answer.text.rstrip())
    inside = np.flatnonzero((offsets[:, 1] > start) & (offsets[:, 0] < end))
    return (int(inside[0]), int(inside[-1])) if len(inside) else None


def _target(one: PassageWindow, first: int, last: int) -> tuple[int, int]:
    window = one.window
    if first < window.start or last >= window.start + window.length:
        return one.null, one.null
    shift = window.position - window.start
    return first + shift, last + shift


def loss(
    logits: Tensor, features: Sequence[Feature], class_weights: Tensor | None = None
) -> Tensor:
    """The mean of the cross entropies of start and end over positions; logits are (B, T, 2).

    Padding has no share in it; there are no classes to weigh.
    """
    lengths = as_tensor([len(feature.encoding) for feature in features])
    padding = torch.arange(logits.shape[1]) >= lengths[:, None]  # (B, T)
    logits = logits.masked_fill(padding[..., None].to(logits.device), float("-inf"))
    targets = as_tensor([feature.target for feature in features])  # (B, 2)
    start, end = (cross_entropy(logits[..., side], targets[:, side]) for side in (0, 1))
    return (start + end) / 2


# ---- answers


def predict(
    logits: Sequence[FloatArray],
    features: Sequence[Feature],
    examples: Sequence[Example],
    data: LabelledSet,
) -> list[Prediction]:
    """The best answer of each example.

    Where the set has unanswerable questions, there is none above the threshold 0 of the null odds;
    `apply_null_threshold` decides again.
    """
    may_be_null = any(
        isinstance(one, QuestionExample) and one.impossible
        for split in data.splits.values()
        for one in split
    )
    groups = zip(examples, rows_by_example(features), strict=True)
    predictions = [
        _predict(one, [features[row] for row in rows], [logits[row] for row in rows], may_be_null)
        for one, rows in groups
    ]
    return apply_null_threshold(predictions, THRESHOLD if may_be_null else math.inf)


def _predict(
    example: Example,
    features: Sequence[Feature],
    logits: Sequence[FloatArray],
    may_be_null: bool,
) -> Prediction:
    assert isinstance(example, QuestionExample)
    passages: list[PassageWindow] = [feature.extra for feature in features]
    logits = [
        row[: len(feature.encoding)].astype(np.float64)  # (T, 2)
        for row, feature in zip(logits, features, strict=True)
    ]
    windows = [one.window for one in passages]
    pairs = list(zip(windows, logits, strict=True))
    spans = [span for window, row in pairs for span in _spans(example.passage, window, row)]
    null_score = min(float(row[one.null].sum()) for one, row in zip(passages, logits, strict=True))
    n_best, null_probability = _add_probabilities(_best(spans), null_score, may_be_null)
    start, end = _token_probabilities(pairs)
    offsets = token_offsets(windows)
    details = QuestionDetails(n_best, null_score, null_probability, offsets, start, end)
    return Prediction(example.id, details.best_text, details=details)


def _spans(passage: str, window: Window, logits: FloatArray) -> Iterator[SpanAnswer]:
    """The best answers of one window of P tokens, from logits (T, 2)."""
    if not window.length:
        return
    offsets = window.offsets
    scores = _span_scores(logits[window.position :][: window.length], _visible(passage, offsets))
    flat = scores.ravel()
    best = np.argpartition(-flat, min(NUM_BEST, len(flat) - 1))[:NUM_BEST]
    for place in best[np.isfinite(flat[best])].tolist():
        first, more = divmod(place, scores.shape[1])
        span = _trim_span(passage, int(offsets[first, 0]), int(offsets[first + more, 1]))
        if span[0] < span[1]:
            yield SpanAnswer(passage[slice(*span)], *span, float(flat[place]))


def _span_scores(logits: FloatArray, visible: BoolArray) -> FloatArray:
    """The score of the span from each token (P, MAX_ANSWER) to itself and to those after it."""
    start, end = np.where(visible[:, None], logits, -np.inf).T  # (P,) each
    after = np.pad(end, (0, MAX_ANSWER - 1), constant_values=-np.inf)
    scores: FloatArray = start[:, None] + sliding_window_view(after, MAX_ANSWER)
    return scores


def _visible(passage: str, offsets: IntArray) -> BoolArray:
    """Which tokens (P,) have a character that is not white space."""
    return np.array([bool(passage[start:end].strip()) for start, end in offsets.tolist()])


def _trim_span(passage: str, start: int, end: int) -> tuple[int, int]:
    """A span without white space at its ends."""
    text = passage[start:end]
    return start + len(text) - len(text.lstrip()), start + len(text.rstrip())


def _best(spans: Sequence[SpanAnswer]) -> list[SpanAnswer]:
    """The best answers of all windows, each part of the passage once."""
    best: dict[tuple[int, int], SpanAnswer] = {}
    for span in sorted(spans, key=lambda one: -one.score):
        best.setdefault((span.start, span.end), span)
    return list(best.values())[:NUM_BEST]


def _add_probabilities(
    spans: Sequence[SpanAnswer], null_score: float, may_be_null: bool
) -> tuple[tuple[SpanAnswer, ...], float]:
    """The answers with probabilities, and that of no answer."""
    null = null_score if may_be_null or not spans else -math.inf
    *of_spans, of_null = softmax(np.array([*(one.score for one in spans), null])).tolist()
    pairs = zip(spans, of_spans, strict=True)
    return tuple(replace(one, probability=share) for one, share in pairs), of_null


def _token_probabilities(
    windows: Sequence[tuple[Window, FloatArray]],
) -> tuple[FloatArray, FloatArray]:
    """The probabilities of each token (P,) to be the start and the end."""
    highest = np.zeros((windows[0][0].total, 2), dtype=np.float32)
    for window, logits in windows:
        inside = softmax(logits.T).T[window.position :][: window.length]
        part = highest[window.start : window.start + window.length]
        np.maximum(part, inside, out=part)
    start, end = highest.T
    return start, end


def apply_null_threshold(predictions: Sequence[Prediction], threshold: float) -> list[Prediction]:
    """The predictions with another threshold: no answer where the null odds are above it."""
    return [
        replace(
            one, answer=NO_ANSWER if one.details.null_odds > threshold else one.details.best_text
        )
        for one in predictions
    ]


# ---- metrics


def measure(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Metrics:
    """The metrics over the examples whose answer is known. Raises ValueError without any."""
    scores = _scores(predictions, examples, data)
    metrics = {name: float(values.mean()) for name, values in scores.items()}
    return metrics | (thresholds(predictions, examples) if len(metrics) > len(SCORES) else {})


def intervals(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> Intervals:
    """Return the intervals of the metrics.

    Best thresholds have none: they are chosen on the same examples.
    """
    return {
        name: share_interval(int(values.sum()), len(values))
        if name.endswith("exact")
        else mean_interval(values)
        for name, values in _scores(predictions, examples, data).items()
    }


def _scores(
    predictions: Sequence[Prediction], examples: Sequence[Example], data: LabelledSet
) -> dict[str, NDArray[np.float64]]:
    """The scores of each question (N,), then of those with and without an answer if there are both.

    Raises ValueError where no answer is known.
    """
    known = [
        (prediction, [answer.text for answer in one.answers])
        for one, prediction in zip(examples, predictions, strict=True)
        if isinstance(one, QuestionExample) and (one.answers or one.impossible)
    ]
    require_answers(len(known), data)
    has_answer = np.array([bool(answers) for _, answers in known])
    scores = {
        name: np.array([score(one.answer, answers) for one, answers in known], dtype=np.float64)
        for name, score in SCORES.items()
    }
    if has_answer.all():
        return scores
    parts = {"has_answer": has_answer, "no_answer": ~has_answer}
    return scores | {
        f"{part}_{name}": values[rows]
        for part, rows in parts.items()
        if rows.any()
        for name, values in scores.items()
    }


def thresholds(predictions: Sequence[Prediction], examples: Sequence[Example]) -> dict[str, float]:
    """The best thresholds of the null odds and their scores; empty without details."""
    known = [
        (prediction.details, [answer.text for answer in one.answers])
        for one, prediction in zip(examples, predictions, strict=True)
        if isinstance(one, QuestionExample) and (one.answers or one.impossible)
    ]
    if not all(isinstance(details, QuestionDetails) for details, _ in known):
        return {}
    odds = [details.null_odds for details, _ in known]
    has_answer = [bool(answers) for _, answers in known]
    gives = [bool(details.best_text) for details, _ in known]
    metrics: dict[str, float] = {}
    for name, score in {"exact": squad.exact_match, "f1": squad.f1}.items():
        scores = [score(details.best_text, answers) for details, answers in known]
        best = best_threshold(scores, odds, has_answer, gives)
        metrics |= {f"best_{name}": best.score, f"best_{name}_threshold": best.value}
    return metrics


def _answer(example: Example) -> str | None:
    assert isinstance(example, QuestionExample)
    if example.impossible:
        return NO_ANSWER
    return example.answers[0].text if example.answers else None


def majority(data: LabelledSet) -> Metrics:
    return constant_answer(data, measure, _answer)


FORMULAS: Mapping[str, str] = {
    "f1": "mean over questions of 2 × precision × recall / (precision + recall) of the words, "
    "without case, punctuation and articles; the best of several right answers counts; without an "
    "answer 1 or 0",
    "exact": "share of answers that equal a right one, without case, punctuation and articles",
    "has_answer_f1": "F1 over the questions that have an answer",
    "has_answer_exact": "exact match over the questions that have an answer",
    "no_answer_f1": "share of the unanswerable questions without an answer",
    "no_answer_exact": "share of the unanswerable questions without an answer",
    "best_f1": "F1 at the threshold of the null odds that is best for these questions",
    "best_f1_threshold": "that threshold, in logits",
    "best_exact": "exact match at the threshold of the null odds that is best for these questions",
    "best_exact_threshold": "that threshold, in logits",
}

SPEC = TaskSpec(
    name="question_answering",
    title="Question answering",
    summary="The answer to a question is a part of the passage, or there is none.",
    head="span",
    example=QuestionExample,
    encode=encode,
    loss=loss,
    predict=predict,
    measure=measure,
    metrics=FORMULAS,
    num_outputs=lambda data: 2,
    majority=majority,
    intervals=intervals,
)
