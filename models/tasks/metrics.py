"""Metrics of labelled tasks on plain arrays: scikit-learn's and scipy's, and the F1 of entities.

All are shares between 0 and 1 (correlations between -1 and 1), not per cent. N examples, C classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.schema.records import FloatArray, IntArray

# scikit-learn and scipy.stats take seconds to import, so each function imports what it needs.

NO_CLASS = -1  # the index of an answer that is no class, which a model that writes may give
POSITIVE = 1  # index of the class whose F1 is that of two classes, as in GLUE (arXiv:1804.07461)
OUTSIDE = "O"  # the tag of a word in no entity


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


def correlation_scores(truth: FloatArray, predicted: FloatArray) -> dict[str, float]:
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
    """Of each sentence (N, 5): right, predicted and true entities, right tags and all tags."""
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
