"""Held-out loss and accuracy against the size of the model, and what one token costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from models.comparison.measured import MetricValue
from models.measures.held_out import measure as held_out
from models.schema.batch import Batch, LanguageModel, as_module, num_parameters

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

THOUSAND, MILLION = 1000, 1e6


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Yield the metrics of `held_out`, with thousands of parameters as x, and two of the size.

    `parameters` are in thousands, `operations` in millions.
    """
    model = trained.task.model
    parameters = num_parameters(as_module(model)) / THOUSAND
    for one in held_out(trained):
        yield replace(one, x=parameters)
    yield MetricValue("parameters", parameters, parameters)
    yield MetricValue("operations", operations(model, trained.held_out[0]) / MILLION, parameters)


@torch.no_grad()
def operations(model: LanguageModel, batch: Batch) -> float:
    """Multiplications and additions with weights in a forward pass, per token.

    A layer that runs several times counts each time. Neither attention scores nor the output head
    count; the latter runs for the predicted tokens only.
    """
    counted = 0

    def count(layer: nn.Module, inputs: tuple[Tensor, ...], output: Tensor) -> None:
        nonlocal counted
        assert isinstance(layer, nn.Linear)
        counted += 2 * layer.in_features * output.numel()

    layers = [part for part in as_module(model).modules() if isinstance(part, nn.Linear)]
    hooks = [layer.register_forward_hook(count) for layer in layers]
    try:
        model(batch)
    finally:
        for hook in hooks:
            hook.remove()
    return counted / batch.input_ids.numel()
