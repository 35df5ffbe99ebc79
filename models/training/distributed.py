"""Data-parallel training under `torchrun`: what one process does alone, several add up.

Without `torchrun` every function here is the identity. Gradients are summed, not averaged, because
the loss is already divided by the counts of all processes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import torch
import torch.distributed as dist
from torch import nn


@contextmanager
def processes() -> Iterator[None]:
    """Join the group that `torchrun` describes in the environment, if there is one."""
    if "WORLD_SIZE" not in os.environ or int(os.environ["WORLD_SIZE"]) < 2:
        yield
        return
    dist.init_process_group("gloo")
    try:
        yield
    finally:
        dist.destroy_process_group()


def _active() -> bool:
    return dist.is_available() and dist.is_initialized()


def is_first() -> bool:
    """Whether this process writes files and reports."""
    return not _active() or dist.get_rank() == 0


def rank() -> int:
    """The number of this process, from 0."""
    return dist.get_rank() if _active() else 0


def is_shared() -> bool:
    """Whether other processes take part, which this one must not leave in the middle of a step."""
    return _active()


def wait() -> None:
    """Wait until every process is here."""
    if _active():
        dist.barrier()


def share(indices: Sequence[int]) -> list[int]:
    """The part of a batch that this process feeds; a batch must have one example for each."""
    if not _active():
        return list(indices)
    mine = list(indices[dist.get_rank() :: dist.get_world_size()])
    if not mine:
        raise ValueError("there are more processes than examples in a batch; make it larger")
    return mine


def sum_values(values: dict[str, float]) -> dict[str, float]:
    """The sum over all processes, key by key. A key that a process lacks counts as zero."""
    if not _active():
        return values
    gathered: list[dict[str, float] | None] = [None] * dist.get_world_size()
    dist.all_gather_object(gathered, values)
    keys = sorted({key for part in gathered if part for key in part})
    return {key: sum(part.get(key, 0) for part in gathered if part) for key in keys}


def sum_counts(counts: dict[str, int]) -> dict[str, int]:
    """As `sum_values`, for whole numbers."""
    summed = sum_values({key: float(value) for key, value in counts.items()})
    return {key: int(value) for key, value in summed.items()}


def sum_gradients(module: nn.Module) -> None:
    """Replace every gradient by its sum over all processes, in one message.

    A parameter that no process has a gradient for keeps none, so that it does not decay either.
    """
    if not _active():
        return
    parameters = [p for p in module.parameters() if p.requires_grad]
    gradients = [torch.zeros_like(p) if p.grad is None else p.grad for p in parameters]
    taught = gradients[0].new_tensor([float(p.grad is not None) for p in parameters])
    flat = torch.cat([taught, *(gradient.flatten() for gradient in gradients)])
    dist.all_reduce(flat)
    taught, *pieces = torch.split(flat, [len(parameters), *(p.numel() for p in parameters)])
    for parameter, piece, count in zip(parameters, pieces, taught.tolist(), strict=True):
        parameter.grad = piece.view_as(parameter) if count else None
