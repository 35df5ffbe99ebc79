"""The devices of this machine for training: the CPU, which is the reference, and others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

CPU = "cpu"


def available() -> tuple[str, ...]:
    """Names of devices for torch, the CPU first."""
    cards = [f"cuda:{index}" for index in range(torch.cuda.device_count())]
    apple = ["mps"] if torch.backends.mps.is_available() else []
    return (CPU, *cards, *apple)


def supports_bfloat16(device: str) -> bool:
    """Whether a device multiplies in bfloat16 itself; a processor always can, if slowly."""
    if device.startswith("cuda"):
        return torch.cuda.is_bf16_supported(including_emulation=False)
    return device == CPU or torch.backends.mps.is_macos_or_newer(14, 0)


def with_bfloat16() -> tuple[str, ...]:
    """The available devices that multiply in bfloat16."""
    return tuple(filter(supports_bfloat16, available()))


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
