"""What changes the weights of a model that learns: AdamW, and how fast at each step."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from models.training.distributed import whole
from models.training.recipe import Schedule

ADAM_EPS = 1e-8
LEAST_SCALE = 1e-3  # of a relative rate, so that a tensor of zeros can learn


def make_optimizer(module: nn.Module, schedule: Schedule) -> torch.optim.AdamW:
    """AdamW (Loshchilov & Hutter 2017, arXiv:1711.05101); biases and norms do not decay."""
    parameters = dict(module.named_parameters())
    decayed = [p for name, p in parameters.items() if decays(name, p)]
    others = [p for name, p in parameters.items() if not decays(name, p)]
    groups: list[dict[str, Any]] = [
        {"params": decayed, "weight_decay": schedule.weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
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


def set_rates(optimizer: torch.optim.Optimizer, schedule: Schedule, step: int) -> None:
    """The rate of the step; a relative one is scaled by each tensor's root mean square."""
    rate = learning_rate(schedule, step)
    for group in optimizer.param_groups:
        group["lr"] = rate
        if schedule.relative_rate:
            (weight,) = group["params"]
            norm = float(whole(torch.linalg.vector_norm(weight.detach())))
            root = norm / math.sqrt(weight.numel())
            group["lr"] = rate * max(root, LEAST_SCALE)
