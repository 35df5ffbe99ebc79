"""Held-out metrics by head, always over the same examples."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from models.schema.batch import Batch, LanguageModel
from models.schema.records import FloatArray
from models.schema.specs import ArchSpec, ObjectiveSpec
from models.training.loss import HeadLoss, losses


def evaluate(
    model: LanguageModel,
    spec: ArchSpec,
    objectives: Sequence[ObjectiveSpec],
    batches: Sequence[Batch],
) -> dict[str, float]:
    """Loss in nats and accuracy by head, and for a head that flags tokens the area under ROC.

    Losses are those that are trained; accuracy and area leave special tokens out.
    """
    return evaluate_each(model, spec, objectives, batches)[0]


@torch.no_grad()
def evaluate_each(
    model: LanguageModel,
    spec: ArchSpec,
    objectives: Sequence[ObjectiveSpec],
    batches: Sequence[Batch],
) -> tuple[dict[str, float], dict[str, tuple[bool, ...]]]:
    """Evaluate as `evaluate` does, and return by accuracy name which predictions were right."""
    totals: dict[str, float] = {}
    counts: dict[str, int] = {}
    outputs: dict[str, list[tuple[Tensor, Tensor]]] = {}
    for batch in batches:
        for head, loss in losses(model, spec, objectives, batch).items():
            totals[head] = totals.get(head, 0.0) + float(loss.total)
            counts[head] = counts.get(head, 0) + loss.count
            outputs.setdefault(head, []).append(_predictions(loss))
    metrics: dict[str, float] = {}
    outcomes: dict[str, tuple[bool, ...]] = {}
    for head, total in totals.items():
        predicted = torch.cat([p for p, _ in outputs[head]]).cpu().numpy()
        labels = torch.cat([truth for _, truth in outputs[head]]).cpu().numpy()
        metrics[f"{head}_loss"] = total / counts[head]
        if spec.head(head).predicts == "flag":
            metrics[f"{head}_auc"] = area_under_roc(predicted, labels > 0)
            predicted = predicted > 0
        right = predicted == labels
        metrics[f"{head}_accuracy"] = float(right.mean())
        outcomes[f"{head}_accuracy"] = tuple(right.tolist())
    return metrics, outcomes


def _predictions(loss: HeadLoss) -> tuple[Tensor, Tensor]:
    """Predicted classes of (N, V) logits, or (N,) logits, and labels; without special tokens."""
    predicted, labels = loss.logits, loss.labels
    if predicted.ndim > labels.ndim:
        predicted = predicted.argmax(-1)
    if loss.special is None:
        return predicted, labels
    return predicted[~loss.special], labels[~loss.special]


def area_under_roc(scores: FloatArray, positive: np.ndarray) -> float:
    """The probability that a positive scores above a negative, ties counted half.

    By the rank sum of Mann and Whitney (1947). 0.5 where one of the classes is missing.
    """
    num_positive = int(positive.sum())
    num_negative = len(positive) - num_positive
    if num_positive == 0 or num_negative == 0:
        return 0.5
    _, inverse, counts = np.unique(scores, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean_rank = (last - counts + 1 + last) / 2  # of every distinct score
    rank_sum = float(mean_rank[inverse][positive].sum())
    return (rank_sum - num_positive * (num_positive + 1) / 2) / (num_positive * num_negative)
