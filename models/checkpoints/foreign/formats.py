"""Numbers that other programs have quantized: eight bits are read, the others refused.

A format is either read or refused by its name; nothing here runs code of a folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from reprlib import repr as short
from typing import Any

import torch
from torch import Tensor

from models.checkpoints.folders import CheckpointError

ENTRY = "quantization_config"  # of config.json
METHODS = {  # their names, by "quant_method"
    "awq": "AWQ",
    "bitsandbytes": "bitsandbytes",
    "compressed-tensors": "compressed-tensors",
    "gptq": "GPTQ",
    "hqq": "HQQ",
    "torchao": "torchao",
}
WEIGHT, SCALES, LAYOUT = ".weight", ".SCB", ".weight_format"  # of bitsandbytes
LARGEST = 127  # of a whole number of eight bits


def check_quantization(folder: Path | str, config: Mapping[str, Any]) -> None:
    """Raise CheckpointError for a folder whose numbers another program has quantized.

    Eight bits of bitsandbytes are read, see `dequantize_int8`.
    """
    entry = config.get(ENTRY)
    method = entry.get("quant_method") if isinstance(entry, Mapping) else None
    if method is None or not isinstance(entry, Mapping):
        return
    if method == "bitsandbytes" and entry.get("load_in_8bit") is True:
        return
    name = METHODS.get(method, short(method)) if isinstance(method, str) else short(method)
    bits = " in four bits" if entry.get("load_in_4bit") is True else ""
    raise CheckpointError(
        f"{folder} is quantized by {name}{bits}, which this program does not read.",
        "Choose the model that it was made of; it can be quantized here, in Compression.",
    )


def dequantize_int8(folder: Path, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Tensors in which weights of eight bits are floats, each row times its scale.

    Dettmers, Lewis, Belkada, Zettlemoyer (2022), arXiv:2208.07339; the files are those of
    bitsandbytes: NAME.weight (int8), NAME.SCB with the largest absolute number of each row.
    Raises CheckpointError where scales do not fit.
    """
    names = [
        name.removesuffix(SCALES)
        for name, tensor in tensors.items()
        if name.endswith(SCALES) and tensor.is_floating_point()
    ]
    floats = dict(tensors)
    for name in names:
        scales, weight = floats.pop(name + SCALES), floats.get(name + WEIGHT)
        layout = floats.pop(name + LAYOUT, None)
        is_plain = layout is None or not bool(layout.any())  # else rows are in another order
        fits = weight is not None and weight.dim() == 2 and weight.shape[:1] == scales.shape
        if weight is None or not fits or not is_plain or weight.dtype != torch.int8:
            raise CheckpointError(
                f"The scales of {name} in {folder} do not fit its weight.", "Fetch it again."
            )
        floats[name + WEIGHT] = weight.float() * (scales.float() / LARGEST)[:, None]
    return floats
