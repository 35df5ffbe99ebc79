"""How noisy the gradient of a batch is: two batches of a size compared, and the noise scale.

The noise scale is the batch size at which noise and gradient are as large as each other: the trace
of the covariance of one example's gradient over the squared norm of the mean gradient, both
estimated from two sizes without bias (McCandlish et al. 2018, arXiv:1812.06162, appendix A.1).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from models.comparison.measured import MetricValue
from models.measures.first_gradients import mean_loss
from models.schema.batch import Batch, as_module, collate
from models.training.loss import target_losses
from models.training.trainer import held_out_inputs
from models.training.training_task import TrainingTask, layout

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

SIZES = (8, 32, 128, 512)  # examples of a batch, each a multiple of the one before
NUM_EXAMPLES = 8192  # of the training text
LEAST_SHARE = 1e-3  # of the squared norm that is taken for the signal where its estimate is below


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """The held-out loss, the mean cosine of two batches by their size, and the noise scale.

    The noise scale is given as a power of ten, as its estimates are as often half as twice.
    """
    yield MetricValue("loss", mean_loss(trained.task, trained.held_out))
    squares, cosines = compare_gradients(trained.task, _batches(trained), SIZES)
    for size, cosine in cosines.items():
        yield MetricValue("cosine", cosine, x=float(size))
    yield MetricValue("noise_scale", math.log10(noise_scale(squares)), x=float(SIZES[-1]))


def _batches(trained: TrainedArm) -> Iterator[Batch]:
    """Examples of the training text, as many as the smallest size has."""
    task, first = trained.task, SIZES[0]
    cut = layout(task.objectives)
    inputs = held_out_inputs(task, trained.prepared.train, cut, NUM_EXAMPLES)
    for start in range(0, len(inputs), first):
        pad = task.tokenizer.pad_id or 0
        yield collate(inputs[start : start + first], pad, inputs=task.spec.inputs)


def compare_gradients(
    task: TrainingTask, batches: Iterator[Batch], sizes: Sequence[int]
) -> tuple[dict[int, float], dict[int, float]]:
    """The mean squared norm of the gradient of a batch, and the mean cosine of two, by size.

    `batches` have as many examples as the first size; larger ones are the means of consecutive
    ones. The cosines are those of neighbours that share no example.
    """
    sums: dict[int, Tensor | None] = dict.fromkeys(sizes)
    before: dict[int, Tensor | None] = dict.fromkeys(sizes)
    squares: dict[int, list[float]] = {size: [] for size in sizes}
    cosines: dict[int, list[float]] = {size: [] for size in sizes}
    for number, batch in enumerate(batches, 1):
        gradient = _gradient_vector(task, batch)
        for size in sizes:
            total = sums[size]
            total = gradient.clone() if total is None else total.add_(gradient)
            parts = size // sizes[0]
            if number % parts:
                sums[size] = total
                continue
            sums[size], mean = None, total / parts
            squares[size].append(float(mean.square().sum()))
            other = before[size]
            if other is None:
                before[size] = mean
            else:
                cosines[size].append(float(torch.cosine_similarity(mean, other, dim=0)))
                before[size] = None
    return (
        {size: sum(values) / len(values) for size, values in squares.items()},
        {size: sum(values) / len(values) for size, values in cosines.items()},
    )


def noise_scale(squares: dict[int, float]) -> float:
    """The noise scale, in examples, from the mean squared norms at the least and largest size."""
    small, large = min(squares), max(squares)
    signal = (large * squares[large] - small * squares[small]) / (large - small)
    noise = (squares[small] - squares[large]) / (1 / small - 1 / large)
    return max(noise, 0.0) / max(signal, LEAST_SHARE * squares[large]) or LEAST_SHARE


def _gradient_vector(task: TrainingTask, batch: Batch) -> Tensor:
    """The gradient of the mean loss of a batch as one vector (P,)."""
    parameters = list(as_module(task.model).parameters())
    losses = target_losses(task.model, task.spec, batch).values()
    loss = torch.stack([one.total for one in losses]).sum() / sum(one.count for one in losses)
    gradients = torch.autograd.grad(loss, parameters, allow_unused=True)
    flat = [
        (torch.zeros_like(parameter) if gradient is None else gradient).flatten()
        for parameter, gradient in zip(parameters, gradients, strict=True)
    ]
    return torch.cat(flat)
