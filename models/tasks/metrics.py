"""Metrics of labelled tasks on plain arrays: scikit-learn's and scipy's, and the F1 of entities.

All are shares between 0 and 1 (correlations between -1 and 1), not per cent. Their 95 % intervals
over the examples: shares have Wilson's (1927), correlations that of Fisher's z (for ranks with the
standard error of Bonett & Wright, 2000), and all else the percentile bootstrap over examples (Efron
& Tibshirani, 1993). N examples, K numbers of each, R resamples, C classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.schema.records import IntArray

# scikit-learn and scipy.stats take seconds to import, so each function imports what it needs.

NO_CLASS = -1  # the index of an answer that is no class, which a model that writes may give
POSITIVE = 1  # index of the class whose F1 is that of two classes, as in GLUE (arXiv:1804.07461)
OUTSIDE = "O"  # the tag of a word in no entity
CONFIDENCE = 0.95
Z = 1.959963984540054  # the standard normal's quantile at 97.5 %
RESAMPLES = 2000
FEWEST_RESAMPLED = 10  # examples; a bootstrap of fewer knows too little of what else there is
FEWEST_CORRELATED = 4  # for the standard error of Fisher's z
RESAMPLING_SEED = 0  # the same examples give the same interval
MOST_AT_ONCE = 4_000_000  # numbers

Interval = tuple[float, float] | None  # None: too few examples, or all alike
Intervals = Mapping[str, Interval]  # of some metrics, by their keys
Floats = NDArray[np.float64]


def classification_scores(
    truth: IntArray, predicted: IntArray, num_classes: int
) -> dict[str, float]:
    """Accuracy, Matthews correlation, F1 and macro F1 of classes (N,).

    The mean over classes is over those that occur, and a predicted NO_CLASS is wrong.
    """
    from sklearn.metrics import accuracy_score, f1_score

    present = sorted({*truth.tolist(), *predicted.tolist()} - {NO_CLASS})
    mean = {"labels": present, "average": "macro", "zero_division": 0}
    macro = float(f1_score(truth, predicted, **mean))
    f1 = macro
    if num_classes == 2:
        only = {"labels": [POSITIVE], "average": "macro", "zero_division": 0}
        f1 = float(f1_score(truth, predicted, **only))
    return {
        "accuracy": float(accuracy_score(truth, predicted)),
        "matthews": matthews(truth, predicted),
        "f1": f1,
        "macro_f1": macro,
    }


def matthews(truth: IntArray, predicted: IntArray) -> float:
    """The Matthews correlation of classes (N,); 0 where one side has one class only."""
    from sklearn.metrics import matthews_corrcoef

    constant = len(set(truth.tolist())) < 2 or len(set(predicted.tolist())) < 2
    return 0.0 if constant else float(matthews_corrcoef(truth, predicted))


def multi_label_scores(truth: IntArray, predicted: IntArray) -> dict[str, float]:
    """The scores of sets of classes (N, C), each 0 or 1; accuracy counts whole sets."""
    from sklearn.metrics import accuracy_score, f1_score

    macro = float(f1_score(truth, predicted, average="macro", zero_division=0))
    micro = float(f1_score(truth, predicted, average="micro", zero_division=0))
    accuracy = float(accuracy_score(truth, predicted))
    return {"accuracy": accuracy, "f1": macro, "macro_f1": macro, "micro_f1": micro}


@dataclass(frozen=True)
class ClassScores:
    """How well one class is recognised; `support` is how many examples belong to it."""

    label: str
    precision: float
    recall: float
    f1: float
    support: int


def class_scores(
    truth: IntArray, predicted: IntArray, labels: Sequence[str]
) -> tuple[ClassScores, ...]:
    """Precision, recall and F1 of each class, from classes (N,) or sets of classes (N, C).

    What is undefined, such as the precision of a class that is never predicted, is 0.
    """
    from sklearn.metrics import precision_recall_fscore_support

    columns = precision_recall_fscore_support(
        truth, predicted, labels=range(len(labels)), average=None, zero_division=0
    )
    rows = zip(labels, *(column.tolist() for column in columns), strict=True)
    return tuple(ClassScores(*row) for row in rows)


def correlation_scores(
    truth: NDArray[np.floating], predicted: NDArray[np.floating]
) -> dict[str, float]:
    """Pearson and Spearman correlation of scores (N,), and the mean squared error.

    A correlation is 0 where one side is constant, since it is undefined there.
    """
    from scipy.stats import pearsonr, spearmanr
    from sklearn.metrics import mean_squared_error

    constant = len(truth) < 2 or float(np.ptp(truth)) == 0 or float(np.ptp(predicted)) == 0
    return {
        "pearson": 0.0 if constant else float(pearsonr(truth, predicted)[0]),
        "spearman": 0.0 if constant else float(spearmanr(truth, predicted)[0]),
        "mean_squared_error": float(mean_squared_error(truth, predicted)),
    }


# ---- entities

Entity = tuple[str, int, int]  # type, and the words [start, end)


def split_tag(tag: str) -> tuple[str, str]:
    """The prefix of a tag, "B", "I" or "", and its type; a tag without prefix is its own type."""
    prefix, dash, kind = tag.partition("-")
    return (prefix, kind) if dash and prefix in ("B", "I") else ("", tag)


def entities(tags: Sequence[str]) -> list[Entity]:
    """The entities of a sentence in IOB2.

    As in the script of CoNLL-2003 (Tjong Kim Sang and De Meulder), an I- tag that continues nothing
    begins an entity. A tag without prefix, other than O, is an entity of one word.
    """
    return list(_entities(tags))


def _entities(tags: Sequence[str]) -> Iterator[Entity]:
    start, inside = 0, ""  # of the entity before this word; empty: none
    for place, tag in enumerate([*tags, OUTSIDE]):
        prefix, kind = split_tag(tag)
        if prefix == "I" and kind == inside:
            continue
        if inside:
            yield inside, start, place
        start, inside = place, kind if prefix else ""
        if not prefix and tag != OUTSIDE:
            yield kind, place, place + 1


def entity_scores(
    truth: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]
) -> dict[str, float]:
    """Precision, recall and F1 of entities over all sentences, and the accuracy of tags.

    An entity is correct if its type and both ends are. What is undefined is 0.
    """
    counts = entity_counts(truth, predicted).sum(0).tolist()
    num_correct, num_guessed, num_true, num_same, num_tags = counts
    precision, recall = _share(num_correct, num_guessed), _share(num_correct, num_true)
    return {
        "f1": harmonic_mean(precision, recall),
        "precision": precision,
        "recall": recall,
        "accuracy": _share(num_same, num_tags),
    }


def entity_counts(
    truth: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]
) -> NDArray[np.float64]:
    """Count for each sentence (N, 5): right, predicted and true entities, right tags, all tags."""
    rows = []
    for true, tags in zip(truth, predicted, strict=True):
        known, guessed = set(entities(true)), set(entities(tags))
        same = sum(one == other for one, other in zip(true, tags, strict=True))
        rows.append((len(known & guessed), len(guessed), len(known), same, len(true)))
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


def _share(count: float, total: float) -> float:
    return count / total if total else 0.0


def harmonic_mean(precision: float, recall: float) -> float:
    """F1; 0 where both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


# ---- intervals


def share_interval(count: float, total: int) -> Interval:
    """Wilson's score interval of a share, which holds for few examples and for 0 and 1 too."""
    if not total:
        return None
    share, shrink = count / total, 1 + Z**2 / total
    middle = (share + Z**2 / (2 * total)) / shrink
    half = Z * sqrt(share * (1 - share) / total + Z**2 / (4 * total**2)) / shrink
    return max(0.0, middle - half), min(1.0, middle + half)


def correlation_interval(value: float, total: int, *, of_ranks: bool = False) -> Interval:
    """Return Fisher's z interval; None for a correlation of 1 or -1, or too few examples."""
    if total < FEWEST_CORRELATED or not abs(value) < 1:
        return None
    half = Z * sqrt((1 + value**2 / 2 if of_ranks else 1) / (total - 3))
    return tanh(atanh(value) - half), tanh(atanh(value) + half)


def bootstrap_intervals(
    values: NDArray[Any], metrics: Callable[[Floats], Mapping[str, Floats]]
) -> dict[str, Interval]:
    """Bootstrap intervals of `metrics`, which maps sums (R, K) of values (N, K) to numbers (R,).

    None where all resamples are alike: examples that are all right say nothing of the wrong ones.
    """
    total, width = values.shape
    rng, shares = np.random.default_rng(RESAMPLING_SEED), np.full(total, 1 / max(total, 1))
    at_once = max(1, MOST_AT_ONCE // max(total, width))
    parts: list[Mapping[str, Floats]] = []
    for start in range(0, RESAMPLES if total >= FEWEST_RESAMPLED else 1, at_once):
        drawn = rng.multinomial(total, shares, min(at_once, RESAMPLES - start))
        parts.append(metrics(drawn.astype(np.float64) @ values))
    ends = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]
    found: dict[str, Interval] = {}
    for name in parts[0]:
        numbers = np.concatenate([part[name] for part in parts])
        low, high = np.quantile(numbers, ends).tolist()
        found[name] = (low, high) if total >= FEWEST_RESAMPLED and np.ptp(numbers) > 0 else None
    return found


def mean_interval(values: NDArray[Any]) -> Interval:
    """Return the bootstrap interval of the mean of values (N,)."""
    columns = np.stack([values, np.ones(len(values))], axis=1)
    return bootstrap_intervals(columns, lambda sums: {"mean": sums[:, 0] / sums[:, 1]})["mean"]


def class_intervals(truth: IntArray, predicted: IntArray, num_classes: int) -> dict[str, Interval]:
    """Return the intervals of accuracy, F1 and Matthews' correlation of classes (N,)."""
    guesses = np.where(predicted == NO_CLASS, num_classes, predicted)
    cells = truth * (num_classes + 1) + guesses
    used, place = np.unique(cells, return_inverse=True)
    values = np.zeros((len(cells), len(used)))
    values[np.arange(len(cells)), place] = 1

    def metrics(sums: Floats) -> dict[str, Floats]:
        counts = np.zeros((len(sums), num_classes * (num_classes + 1)))
        counts[:, used] = sums
        return class_metrics(counts.reshape(len(sums), num_classes, num_classes + 1))

    right = int((truth == predicted).sum())
    return bootstrap_intervals(values, metrics) | {"accuracy": share_interval(right, len(truth))}


def class_metrics(counts: Floats) -> dict[str, Floats]:
    """Matthews, F1 and macro F1 of confusion matrices (R, C, C + 1), true classes in rows.

    The last column counts answers that are no class.
    """
    num_classes = counts.shape[1]
    true, guessed = counts.sum(2), counts.sum(1)  # (R, C), (R, C + 1)
    hits = np.diagonal(counts, axis1=1, axis2=2)[:, :num_classes]
    both = true + guessed[:, :num_classes]
    f1 = _ratio(2 * hits, both)
    macro = _ratio(f1.sum(1), (both > 0).sum(1))
    whole = true.sum(1)
    spread = (whole**2 - (guessed**2).sum(1)) * (whole**2 - (true**2).sum(1))
    agreement = hits.sum(1) * whole - (true * guessed[:, :num_classes]).sum(1)
    return {
        "matthews": _ratio(agreement, np.sqrt(np.maximum(spread, 0))),
        "f1": f1[:, POSITIVE] if num_classes == 2 else macro,
        "macro_f1": macro,
    }


def set_intervals(truth: IntArray, predicted: IntArray) -> dict[str, Interval]:
    """Return the intervals of the metrics of sets of classes (N, C), each 0 or 1."""
    num_classes = truth.shape[1]
    parts = [truth & predicted, truth, predicted]
    values = np.concatenate(parts, axis=1).astype(np.float64)

    def metrics(sums: Floats) -> dict[str, Floats]:
        hits, true, guessed = np.split(sums, 3, axis=1)
        macro = _ratio(2 * hits, true + guessed).sum(1) / num_classes
        micro = _ratio(2 * hits.sum(1), (true + guessed).sum(1))
        return {"f1": macro, "macro_f1": macro, "micro_f1": micro}

    right = int((truth == predicted).all(axis=1).sum())
    return bootstrap_intervals(values, metrics) | {"accuracy": share_interval(right, len(truth))}


def entity_intervals(counts: Floats) -> dict[str, Interval]:
    """Return the intervals of entity metrics.

    `counts` (N, 5) are for each sentence right, guessed and true entities, right tags and all tags.
    """

    def metrics(sums: Floats) -> dict[str, Floats]:
        hits, guessed, true, same, tags = sums.T
        return {
            "f1": _ratio(2 * hits, guessed + true),
            "precision": _ratio(hits, guessed),
            "recall": _ratio(hits, true),
            "accuracy": _ratio(same, tags),
        }

    return bootstrap_intervals(counts, metrics)


def _ratio(above: Floats, below: Any) -> Floats:
    """Zero where nothing is below."""
    wide = np.broadcast_to(np.asarray(below, dtype=np.float64), above.shape)
    return np.divide(above, wide, out=np.zeros_like(above), where=wide > 0)
