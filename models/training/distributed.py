"""Training by several processes under `torchrun`, each with its share of every batch.

A model that fits a process is wrapped by torch's DistributedDataParallel (Li et al. 2020,
arXiv:2006.15704); where it does not, `fully_shard` divides weights, gradients and moments among
the processes (Zhao et al. 2023, arXiv:2304.11277). Both average gradients, so `TrainingLoss`
multiplies its loss by the number of processes. Without `torchrun` nothing here does anything.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

if TYPE_CHECKING:  # loaded where weights are sharded, as it takes half a second
    from torch.distributed.fsdp import FSDPModule


@contextmanager
def processes(device: str = "cpu") -> Iterator[None]:
    """Join the group that `torchrun` describes in the environment, if there is one."""
    if int(os.environ.get("WORLD_SIZE", "1")) < 2:
        yield
        return
    own_gpu = device.startswith("cuda") and _gpus() >= int(os.environ["LOCAL_WORLD_SIZE"])
    if own_gpu:
        torch.cuda.set_device(device)
    dist.init_process_group("cpu:gloo,cuda:nccl" if own_gpu else "gloo")
    try:
        yield
    finally:
        gc.collect()  # models of the group, which must not outlive it
        dist.destroy_process_group()


def _gpus() -> int:
    return torch.cuda.device_count()


def _active() -> bool:
    return dist.is_available() and dist.is_initialized()


def is_first() -> bool:
    """Whether this process writes files and reports."""
    return rank() == 0


def rank() -> int:
    """The number of this process, from 0."""
    return dist.get_rank() if _active() else 0


def num_processes() -> int:
    return dist.get_world_size() if _active() else 1


def share(indices: Sequence[int]) -> list[int]:
    """The part of a batch that this process feeds; a batch must have one example for each."""
    mine = list(indices[rank() :: num_processes()])
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
    """Sum whole numbers over all processes, key by key."""
    summed = sum_values({key: float(value) for key, value in counts.items()})
    return {key: int(value) for key, value in summed.items()}


# ---- weights and gradients


def parallel(module: nn.Module, shard: bool = False) -> nn.Module:
    """The module as all processes train it together: its backward pass averages the gradients.

    A parameter that no process has a gradient for keeps none, so that it does not decay either.
    """
    if not _active():
        return module
    if not shard:
        return DistributedDataParallel(module, find_unused_parameters=True)
    _shard(module)
    return module


def _shard(module: nn.Module) -> None:
    """Divide the weights of the module and, apart from each other, of each block of a stack."""
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import fully_shard

    mesh = init_device_mesh(next(module.parameters()).device.type, (num_processes(),))
    stacks = (part for part in module.modules() if isinstance(part, nn.ModuleList))
    blocks = dict.fromkeys(block for stack in stacks for block in stack)
    for part in (*blocks, module):
        if any(True for _ in part.parameters()):
            fully_shard(part, mesh=mesh)
    for sharded in _sharded_parts(module):
        sharded.set_force_sum_reduction_for_comms(True)  # gloo sums; torch divides


@contextmanager
def gather_weights(module: nn.Module) -> Iterator[None]:
    """Every process has whole weights within the `with` block, which all must enter together."""
    parts = _sharded_parts(module)
    root = parts[0] if parts else None  # `modules` begins with the module itself
    for part in parts:
        part.set_reshard_after_forward(False, recurse=False)
        part.unshard()
    try:
        yield
    finally:
        for part in parts:
            part.set_reshard_after_forward(part is not root, recurse=False)
            part.reshard()


def _sharded_parts(module: nn.Module) -> list[FSDPModule]:
    if not _active():
        return []
    from torch.distributed.fsdp import FSDPModule

    return [part for part in module.modules() if isinstance(part, FSDPModule)]


def whole(tensor: Tensor) -> Tensor:
    """All of a tensor of which each process has a shard; all must call this together."""
    if not _active():
        return tensor
    from torch.distributed.tensor import DTensor

    return tensor.full_tensor() if isinstance(tensor, DTensor) else tensor


def sharded_like(tensor: Tensor, weight: Tensor) -> Tensor:
    """A whole tensor divided as a weight of the same shape is."""
    if not _active():
        return tensor
    from torch.distributed.tensor import DTensor, distribute_tensor

    if not isinstance(weight, DTensor):
        return tensor
    # Every process has read the same file, so none has to send it.
    return distribute_tensor(
        tensor.to(weight.device), weight.device_mesh, weight.placements, src_data_rank=None
    )
