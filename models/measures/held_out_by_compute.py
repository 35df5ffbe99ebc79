"""Held-out loss by the operations of training so far, with parameters and tokens of data.

Parameters are those without embedding tables, N; operations are 6 N for each token that was read
(Kaplan et al. 2020, arXiv:2001.08361, section 2.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torch import nn

from models.comparison.measured import MetricValue
from models.schema.batch import as_module, num_parameters

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

OPERATIONS = 6  # of a parameter for each token: two forward, four backward


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`loss` with the operations so far as x; the same as `early_loss` the first time, and as
    `final_loss`, which has the parameters as x, with `parameters` and `data` the last time.
    """
    head = trained.task.objectives[0].head
    loss = trained.task.evaluate(trained.held_out)[f"{head}_loss"]
    parameters = num_without_embeddings(as_module(trained.task.model))
    yield MetricValue("loss", loss, float(OPERATIONS * parameters * trained.tokens))
    steps = trained.recipe.schedule.steps
    if trained.step == max(1, round(steps / trained.spec.points)):
        yield MetricValue("early_loss", loss)
    if trained.step == steps:
        yield MetricValue("final_loss", loss, float(parameters))
        yield MetricValue("parameters", float(parameters))
        yield MetricValue("data", float(trained.prepared.train.num_tokens))


def num_without_embeddings(model: nn.Module) -> int:
    """Parameters of a model without the tables of its embeddings, which a head may share."""
    tables = {part.weight for part in model.modules() if isinstance(part, nn.Embedding)}
    return num_parameters(model) - sum(table.numel() for table in tables)
