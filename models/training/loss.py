"""Losses by head, as sums with counts, so that batches split over processes add up exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from models.schema.batch import Batch, BatchTargets, LanguageModel
from models.schema.specs import ArchSpec, ObjectiveSpec


@dataclass(frozen=True)
class HeadLoss:
    """The summed loss of a head in nats, over how many places, and what it was computed from.

    `special` is True where the place is a special token: its loss counts, but predicting that
    nobody replaced [SEP] is no achievement, so accuracy and area under ROC leave it out.
    """

    total: Tensor  # ()
    count: int
    logits: Tensor  # (N, …), detached
    labels: Tensor  # (N,)
    special: Tensor | None = None  # (N,)


def gather(hidden: Tensor, targets: BatchTargets) -> Tensor:
    """The hidden states (N, D) of the places that have a target."""
    return hidden[targets.rows, targets.positions]


def token_loss(logits: Tensor, labels: Tensor) -> HeadLoss:
    """Cross-entropy of (N, V) logits, or classes, against (N,) labels."""
    total = functional.cross_entropy(logits.float(), labels, reduction="sum")
    return HeadLoss(total, len(labels), logits.detach(), labels)


def target_losses(
    model: LanguageModel,
    spec: ArchSpec,
    batch: Batch,
    own: Mapping[str, Callable[..., HeadLoss]] | None = None,
) -> dict[str, HeadLoss]:
    """Cross-entropy of every head that has targets; a head runs only where it has one.

    `own` are losses of objectives, by head: (model, hidden (N, D), labels (N,)) -> HeadLoss.
    """
    states = model(batch)
    by_head = {}
    for head, targets in batch.targets.items():
        hidden = gather(states[spec.head(head).read(states)], targets)
        if own and head in own:
            by_head[head] = own[head](model, hidden, targets.labels)
        else:
            by_head[head] = token_loss(model.logits(head, hidden), targets.labels)
    return by_head


def losses(
    model: LanguageModel, spec: ArchSpec, objectives: Sequence[ObjectiveSpec], batch: Batch
) -> dict[str, HeadLoss]:
    """The losses of a batch by head. An objective with its own computation does it alone."""
    for objective in objectives:
        if objective.losses is not None:
            own: dict[str, HeadLoss] = objective.losses(model, batch)
            return own
    of_heads = {one.head: one.head_loss for one in objectives if one.head_loss is not None}
    return target_losses(model, spec, batch, of_heads)


def weigh_losses(
    losses: dict[str, HeadLoss],
    objectives: Sequence[ObjectiveSpec],
    counts: dict[str, int],
    options: Mapping[str, Mapping[str, Any]],
) -> Tensor:
    """The training loss: the mean of each head over `counts` places, weighted and added.

    `options` are those of a recipe, by objective.
    """
    weights = {
        head: weight
        for objective in objectives
        for head, weight in objective.head_weights(options.get(objective.name, {})).items()
    }
    terms = [
        weights.get(head, 1.0) * loss.total / max(1, counts[head]) for head, loss in losses.items()
    ]
    return torch.stack(terms).sum()
