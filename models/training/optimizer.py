"""What changes the weights of a model that learns: AdamW, and how fast at each step."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from models.training.distributed import whole
from models.training.recipe import Schedule

ADAM_EPS = 1e-8
LEAST_SCALE = 1e-3  # of a relative rate, so that a tensor of zeros can learn


def make_optimizer(
    module: nn.Module, schedule: Schedule, parts: Sequence[str] = ()
) -> torch.optim.AdamW:
    """AdamW (Loshchilov & Hutter 2017, arXiv:1711.05101); biases and norms do not decay.

    `parts` are beginnings of names; parameters of each have groups of their own, so that
    `set_rates` can give them rates of their own.
    """
    groups: list[dict[str, Any]] = [
        {"params": [], "weight_decay": decay, "part": part}
        for part in parts or ("",)
        for decay in (schedule.weight_decay, 0.0)
    ]
    of_part = {group["part"]: number for number, group in enumerate(groups[::2])}
    for name, parameter in module.named_parameters():
        part = next(part for part in of_part if name.startswith(part))
        number = 2 * of_part[part] + int(not decays(name, parameter))
        groups[number]["params"].append(parameter)
    if schedule.relative_rate:  # each tensor has a rate of its own
        groups = [{**group, "params": [p]} for group in groups for p in group["params"]]
    return torch.optim.AdamW(
        groups,
        lr=schedule.learning_rate,
        betas=(schedule.beta1, schedule.beta2),
        eps=ADAM_EPS,
        fused=True,
    )


def decays(name: str, parameter: Tensor) -> bool:
    """Whether it is a matrix or a table; XLNet's biases have two dimensions as well."""
    return parameter.ndim > 1 and not name.endswith("bias")


def learning_rate(schedule: Schedule, step: int) -> float:
    """Linear warm-up, then linear decay to nothing (Devlin et al. 2018, A.2)."""
    if step <= schedule.warmup_steps:
        return schedule.learning_rate * step / schedule.warmup_steps
    left = max(0, schedule.steps - step + 1)
    return schedule.learning_rate * left / max(1, schedule.steps - schedule.warmup_steps)


def set_rates(
    optimizer: torch.optim.Optimizer,
    schedule: Schedule,
    step: int,
    factors: Mapping[str, float] | None = None,
) -> None:
    """The rate of the step times the factor of a group's part, 1 where none is given.

    A relative rate is scaled by each tensor's root mean square.
    """
    for group in optimizer.param_groups:
        factor = 1.0 if factors is None else factors.get(group["part"], 1.0)
        group["lr"] = rate = factor * learning_rate(schedule, step)
        if schedule.relative_rate:
            (weight,) = group["params"]
            norm = float(whole(torch.linalg.vector_norm(weight.detach())))
            root = norm / math.sqrt(weight.numel())
            group["lr"] = rate * max(root, LEAST_SCALE)


def drop_frozen_gradients(optimizer: torch.optim.Optimizer) -> None:
    """Drop gradients where the rate is 0, so that neither weights nor moments change."""
    for group in optimizer.param_groups:
        if group["lr"] == 0:
            for parameter in group["params"]:
                parameter.grad = None
