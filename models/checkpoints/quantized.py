"""Folders of quantized models: whole numbers and scales in the files, by our names of the weights.

A weight NAME is stored as NAME.integers, NAME.scales, NAME.layout and, unless its grid is
symmetric, NAME.zeros. Whatever else the model has is stored as always. When a folder is read, the
whole numbers first become floats, so that all checks of shapes and names hold for them too; then
the layers that have them are replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from torch import Tensor, nn

from models.checkpoints.assembly import CheckpointPart
from models.checkpoints.folders import CheckpointError
from models.checkpoints.key_maps import sources
from models.layers.quantized.layers import QuantizedLinear, install, quantized_weights
from models.layers.quantized.weight import QuantizedWeight
from models.schema.batch import LanguageModel, as_module
from models.schema.specs import WeightTable
from models.tasks.base import TaskModel

ENTRY = "quantization_config"  # of config.json, where other programs look for it
PROGRAM = "plm-explorer"
HEAD = "head."  # before our names of a head for a task
INTEGERS = ".integers"


def quantized_entry(model: nn.Module | LanguageModel) -> dict[str, Any]:
    """What config.json says of a quantized model; nothing of another.

    It has no "quant_method", so that transformers rejects the folder: with a method that it does
    not know, it would open the model with random weights.
    """
    module = as_module(model)
    if not quantized_weights(module):
        return {}
    layers = (part for part in module.modules() if isinstance(part, QuantizedLinear))
    dynamic = any(layer.dynamic for layer in layers)
    return {ENTRY: {"program": PROGRAM, "activations": "int8" if dynamic else "float"}}


def whole_numbers(
    model: nn.Module | LanguageModel,
    table: WeightTable,
    tensors: Mapping[str, Tensor],
    rename: Callable[[str], str] = str,
    owner: str = "",
) -> dict[tuple[str, ...], dict[str, Tensor]]:
    """What a file holds of quantized weights, by the published names that it replaces.

    `tensors` are those that would be written. `rename` is applied to published names; `owner` comes
    before ours.
    """
    parts = {f"{owner}{n}": part for n, part in quantized_weights(as_module(model)).items()}
    return {
        tuple(map(rename, source.theirs)): {
            f"{ours}.{kind}": tensor.cpu() for kind, tensor in parts[ours].tensors().items()
        }
        for ours, source in sources(table, parts).items()
        if set(source.theirs) <= tensors.keys()
    }


def dequantize_tensors(
    tables: Sequence[WeightTable], folder: Path, tensors: Mapping[str, Tensor]
) -> tuple[Mapping[str, Tensor], dict[str, QuantizedWeight]]:
    """The tensors of a folder as floats by published names, and its whole numbers by ours.

    `tables` are those of the model and of its head for a task. Raises CheckpointError where
    something does not fit together.
    """
    names = [n.removesuffix(INTEGERS) for n in tensors if n.endswith(INTEGERS)]
    if not names:
        return tensors, {}
    parts = {name: _read(name, folder, tensors) for name in names}
    inner = tuple(f"{name}." for name in names)
    floats = {name: tensor for name, tensor in tensors.items() if not name.startswith(inner)}
    known = {ours: source for table in tables for ours, source in sources(table, parts).items()}
    if strangers := parts.keys() - known.keys():
        raise CheckpointError(
            f"{folder} holds whole numbers of {min(strangers)}, which its model does not have.",
            "Quantize the model again.",
        )
    for ours, source in known.items():
        floats |= source.split(parts[ours].dense())
    return floats, parts


def _read(name: str, folder: Path, tensors: Mapping[str, Tensor]) -> QuantizedWeight:
    stored = {
        kind: tensors[f"{name}.{kind}"]
        for kind in ("integers", "scales", "zeros", "layout")
        if f"{name}.{kind}" in tensors
    }
    try:
        return QuantizedWeight.from_tensors(stored)
    except (KeyError, ValueError, RuntimeError) as error:
        raise CheckpointError(
            f"The whole numbers of {name} in {folder} do not fit together ({error}).",
            "Quantize the model again.",
        ) from error


def install_quantized(
    model: LanguageModel,
    task_model: TaskModel | None,
    parts: Sequence[CheckpointPart],
    entries: Mapping[str, Any],
) -> None:
    """Replace the layers whose weights the files hold in whole numbers."""
    weights = {name: one for part in parts for name, one in part.quantized.items()}
    if not weights:
        return
    entry = entries.get(ENTRY)
    dynamic = isinstance(entry, Mapping) and entry.get("activations") == "int8"
    install(
        as_module(model), {n: w for n, w in weights.items() if not _belongs_to_head(n)}, dynamic
    )
    if task_model is not None:
        of_head = {n.removeprefix(HEAD): w for n, w in weights.items() if _belongs_to_head(n)}
        install(task_model.head, of_head, dynamic)


def _belongs_to_head(name: str) -> bool:
    return name.startswith(HEAD)
