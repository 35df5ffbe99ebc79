"""Held-out loss of an arm's own objective at several lengths, also beyond the trained one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue
from models.training.trainer import held_out_batches, held_out_inputs
from models.training.training_task import layout

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

TOKENS = 32_768  # evaluated at each length


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`loss` in nats at each of the option `lengths`, and `loss_increase` over the trained one.

    The option `shares` names, by objective, an option and its value at the trained length, which
    is scaled so that a text of any length has as many targets. Spans need that: a longer text
    with more of them would have sentinels that never occurred in training.
    """
    usual = trained.recipe.schedule.length
    losses = {length: loss_at(trained, length) for length in trained.options["lengths"]}
    for length, loss in losses.items():
        yield MetricValue("loss", loss, float(length))
        yield MetricValue("loss_increase", loss - losses[usual], float(length))


def loss_at(trained: TrainedArm, length: int) -> float:
    """The held-out loss of the first objective on texts of this length."""
    schedule = replace(
        trained.recipe.schedule,
        length=length,
        long_length=max(length, trained.recipe.schedule.long_length),
    )
    options = {**trained.recipe.options}
    for objective in trained.recipe.objectives:
        if objective in trained.options["shares"]:
            name, share = trained.options["shares"][objective]
            scaled = share * trained.recipe.schedule.length / length
            options[objective] = {**options.get(objective, {}), name: scaled}
    task = replace(trained.task, recipe=replace(trained.recipe, schedule=schedule, options=options))
    cut, count = layout(task.objectives), max(1, TOKENS // length)
    unseen = held_out_inputs(task, trained.prepared.held_out, cut, count)
    metrics = task.evaluate(held_out_batches(task, unseen, "cpu"))
    return metrics[f"{task.objectives[0].head}_loss"]
