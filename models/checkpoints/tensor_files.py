"""The tensors of safetensors files, each in memory of its own, read only where there is room.

They are not mapped: a mapped file that another program writes again changes the model, and one that
it makes shorter ends this process.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from models.checkpoints.folders import INDEX_FILE, CheckpointError, weight_files, weight_map
from models.runtime.devices import free_bytes

HALF = ("F16", "BF16")  # as the files name formats
LARGE = 250_000_000  # numbers in 16 bits, from which on they stay so: a gigabyte in 32
READ_AT_ONCE = 1 << 26  # bytes of a file, which then count twice for a moment
GIGABYTE = 1e9


def tensor_names(path: Path) -> list[str]:
    """The names in a file. Raises CheckpointError."""
    with _opened(path) as file:
        return list(file.keys())


def check_room(folder: Path, device: str, *, large_in_half: bool) -> bool:
    """Whether a model's numbers of 16 bits stay so: those of a large one, where that is wanted.

    Raises CheckpointError where the model does not fit into the memory that is free.
    """
    counts = list(_counts(folder))
    in_half = sum(count for kind, count in counts if kind in HALF)
    stays_half = large_in_half and in_half >= LARGE
    needed = sum(count * (2 if stays_half and kind in HALF else 4) for kind, count in counts)
    free = free_bytes(device)
    if needed > free:
        wanted, there = needed / GIGABYTE, free / GIGABYTE
        raise CheckpointError(
            f"The model in {folder} takes {wanted:,.1f} GB of memory, "
            f"and {there:,.1f} GB are free.",
            "Close other programs or choose a smaller model; Parameters shows it without loading.",
        )
    return stays_half


def read_tensors(folder: Path) -> dict[str, Tensor]:
    """Every tensor of a folder under the name it has in the files; of several the index decides."""
    tensors: dict[str, Tensor] = {}
    holders = weight_map(folder)
    for path in weight_files(folder):
        for name, tensor in read_file(path).items():
            if holders.get(name, path.name) != path.name:
                continue
            if name in tensors and not torch.equal(tensors[name], tensor):
                raise CheckpointError(
                    f"{folder} holds {name} in two files, with different numbers, and "
                    f"{INDEX_FILE} does not say which one counts.",
                    "Choose a checkpoint that was saved once.",
                )
            tensors[name] = tensor
    return tensors


def read_file(path: Path) -> dict[str, Tensor]:
    """The tensors of a file by name. Raises CheckpointError, and OSError where it is not readable.

    The library maps a file while it is open. It is opened again after each part, so that what was
    read does not take memory twice.
    """
    with path.open("rb"):  # one that is not to be read counts as absent below
        pass
    tensors: dict[str, Tensor] = {}
    names = tensor_names(path)
    while names:
        num_bytes = 0
        with _opened(path) as file:
            while names and num_bytes < READ_AT_ONCE:
                tensor = file.get_tensor(names[0]).clone()
                tensors[names.pop(0)] = tensor
                num_bytes += tensor.nbytes
    return tensors


def _counts(folder: Path) -> Iterator[tuple[str, int]]:
    """The format of each tensor in the files and how many numbers it has, from their heads."""
    for path in weight_files(folder):
        with _opened(path) as file:
            for name in file.keys():  # noqa: SIM118 - it is no dictionary
                part = file.get_slice(name)
                yield part.get_dtype(), prod(part.get_shape())


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        with safe_open(path, "pt") as file:
            yield file
    except (SafetensorError, OSError, ValueError, KeyError) as error:
        raise CheckpointError(
            f"{path} is cut off or damaged ({error}).", "Copy or download the file again."
        ) from error
