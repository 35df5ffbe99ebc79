"""Whether a model learned to use its context, and the first gradients of its layers.

Xiong et al. (2020), arXiv:2002.04745, explain failures without warm-up by these gradients.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from models.comparison.measured import MetricValue
from models.finetuning.parameters import HEAD, depths
from models.schema.batch import Batch, as_module
from models.training.loss import target_losses
from models.training.training_task import TrainingTask, new_training_task

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Held-out loss, `diverged`, and gradient norms of the first and the last layer.

    `diverged` is 1 where the loss is not a number or not below the entropy of the labels, which a
    constant prediction reaches. A loss above that of equal probabilities is given as theirs.
    """
    batches = trained.held_out
    loss = mean_loss(trained.task, batches)
    uniform = math.log(trained.task.tokenizer.vocab_size)
    yield MetricValue("loss", min(loss, uniform) if math.isfinite(loss) else uniform)
    yield MetricValue("diverged", float(not loss < entropy_of_labels(batches)))
    untrained = new_training_task(trained.recipe, trained.prepared.tokenizer, None)
    norms = gradient_norms(untrained, batches[0])
    yield MetricValue("first_layer_gradient", norms[0])
    yield MetricValue("last_layer_gradient", norms[-1])


@torch.no_grad()
def mean_loss(task: TrainingTask, batches: Sequence[Batch]) -> float:
    """Return the mean loss over all heads, in nats per predicted token."""
    losses = [one for batch in batches for one in _losses(task, batch)]
    return float(sum(total for total, _ in losses)) / sum(count for _, count in losses)


def entropy_of_labels(batches: Sequence[Batch]) -> float:
    """The loss in nats of the best prediction that is the same for all tokens."""
    labels = torch.cat([targets.labels for b in batches for targets in b.targets.values()])
    shares = torch.bincount(labels).double() / len(labels)
    shares = shares[shares > 0]
    return float(-(shares * shares.log()).sum())


def gradient_norms(task: TrainingTask, batch: Batch) -> list[float]:
    """The norm of the gradient of the mean loss for each layer's weights, the first one first."""
    module = as_module(task.model)

    def loss() -> Tensor:
        losses = _losses(task, batch)
        return torch.stack([total for total, _ in losses]).sum() / sum(n for _, n in losses)

    where = depths(task.model, module, loss)
    names = [
        n for n, height in where.heights.items() if height > HEAD and n not in where.embeddings
    ]
    parameters = dict(module.named_parameters())
    gradients = torch.autograd.grad(loss(), [parameters[name] for name in names])
    squares = [0.0] * (1 + max(where.heights[name] for name in names))
    for name, gradient in zip(names, gradients, strict=True):
        squares[where.heights[name]] += float(gradient.double().square().sum())
    return [math.sqrt(square) for square in reversed(squares)]


def _losses(task: TrainingTask, batch: Batch) -> list[tuple[Tensor, int]]:
    losses = target_losses(task.model, task.spec, batch).values()
    return [(one.total, one.count) for one in losses]
