"""Scores of what a fine-tuned model says: a class, a tag, an answer, or one number."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from models.attribution.methods import Score, log_odds
from models.schema.batch import Batch, collate, evaluation_mode
from models.schema.records import FloatArray, ModelInput
from models.tasks.base import TaskModel


def task_logits(task_model: TaskModel, row: ModelInput) -> FloatArray:
    """The logits of one input: (C,), (1,), (T, 2) or (T, C)."""
    device = next(task_model.parameters()).device
    with torch.inference_mode(), evaluation_mode(task_model):
        logits = task_model(collate([row], with_targets=False).to(device))[0]
    values: FloatArray = logits.float().cpu().numpy()
    return values


def number_score(task_model: TaskModel) -> Score:
    """The only logit of a regression, or of a continuation among others."""
    return lambda batch: _logits(task_model, batch)[:, 0]


def class_score(
    task_model: TaskModel, wanted: int, against: int | None = None, token: int | None = None
) -> Score:
    """The log-probability of a class, of the whole input or of one token.

    Where an input can have several classes, each has a probability of its own.
    """

    def score(batch: Batch) -> Tensor:
        logits = _logits(task_model, batch)  # (B, C) or (B, T, C)
        if task_model.multi_label:
            logs = functional.logsigmoid(logits)
            return logs[:, wanted] - (0 if against is None else logs[:, against])
        return log_odds(logits if token is None else logits[:, token], wanted, against)

    return score


def span_score(task_model: TaskModel, start: int, end: int) -> Score:
    """The log-probability that an answer begins at one token and ends at another."""

    def score(batch: Batch) -> Tensor:
        logits = _logits(task_model, batch)  # (B, T, 2)
        return log_odds(logits[..., 0], start, None) + log_odds(logits[..., 1], end, None)

    return score


def _logits(task_model: TaskModel, batch: Batch) -> Tensor:
    logits: Tensor = task_model(batch)
    return logits.float()
