"""The devices of this machine, the CPU as the reference first, and what each computes in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import psutil
import torch

CPU = "cpu"
LIMIT_OF_GROUP = Path("/sys/fs/cgroup/memory.max")  # of a container; "max" without a limit


def available() -> tuple[str, ...]:
    """Names of devices for torch, the CPU first."""
    cards = [f"cuda:{index}" for index in range(torch.cuda.device_count())]
    apple = ["mps"] if torch.backends.mps.is_available() else []
    return (CPU, *cards, *apple)


def found(name: str) -> str | None:
    """A device as torch names it; None where it is not here.

    "cuda" is the first GPU, or of several processes of one machine each has its own if possible.
    """
    here = available()
    cards = [device for device in here if device.startswith("cuda")]
    if name == "cuda" and cards:
        return cards[int(os.environ.get("LOCAL_RANK", "0")) % len(cards)]
    return name if name in here else None


def memory_bytes(device: str = CPU) -> int:
    """The memory of a device that this process may use; Apple's GPUs use that of the computer."""
    if device.startswith("cuda"):
        return int(torch.cuda.get_device_properties(device).total_memory)
    there: int = psutil.virtual_memory().total
    return min(there, _limit_of_group() or there)


def free_bytes(device: str = CPU) -> int:
    """The memory of a device that a model can take now, without another one giving any up."""
    if device.startswith("cuda"):
        return int(torch.cuda.mem_get_info(torch.device(device))[0])
    free: int = psutil.virtual_memory().available
    limit = _limit_of_group()
    return free if limit is None else min(free, limit - psutil.Process().memory_info().rss)


def _limit_of_group() -> int | None:
    """The limit of a container, in bytes; None without one."""
    try:
        return int(LIMIT_OF_GROUP.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def supports_bfloat16(device: str) -> bool:
    """Whether a device multiplies in bfloat16 itself; a processor always can, if slowly."""
    if device.startswith("cuda"):
        return torch.cuda.is_bf16_supported(including_emulation=False)
    return device == CPU or torch.backends.mps.is_macos_or_newer(14, 0)


def list_bfloat16_devices() -> tuple[str, ...]:
    """The available devices that multiply in bfloat16."""
    return tuple(filter(supports_bfloat16, available()))


def check_precision(precision: str, device: str) -> None:
    """Raises ValueError where the device cannot compute in the precision of a recipe."""
    if getattr(torch, precision) is torch.bfloat16 and not supports_bfloat16(device):
        raise ValueError(f"{device} cannot compute in bfloat16. Set precision to float32.")


def use_precision(precision: str, device: torch.device) -> AbstractContextManager[object]:
    """Around a forward pass and its loss: products are computed in the precision of a recipe.

    Weights, their gradients and moments stay float32, as does what is computed outside.
    """
    numbers = getattr(torch, precision)
    whole = numbers is torch.float32
    return nullcontext() if whole else torch.autocast(device.type, numbers)


@contextmanager
def one_thread() -> Iterator[None]:
    """torch computes on one thread for the length of a block: for times that compare, and for many
    small operations, whose threads wait for each other on a busy machine."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def num_threads() -> int:
    """How many threads of the processor one operation uses."""
    return torch.get_num_threads()
