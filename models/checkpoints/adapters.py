"""Adapters of peft: low-rank products that are added to the tensors of a model while it is read.

Hu, Shen, Wallis, Allen-Zhu, Li, Wang, Wang, Chen (2021), arXiv:2106.09685; reference:
huggingface/peft. W + scale · B A with A (r, D) and B (F, r); `scale` is alpha / r, or alpha / √r
with `use_rslora` (Kalajdzievski, 2023, arXiv:2312.03732). All else takes the sum for a model.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from models.checkpoints.adapter_folders import Adapter
from models.checkpoints.folders import CheckpointError
from models.schema.specs import ArchSpec, TaskHeadKind

PREFIX = "base_model.model."  # before all names
DOWN, UP = ".lora_A.weight", ".lora_B.weight"
EMBEDDING_DOWN, EMBEDDING_UP = ".lora_embedding_A", ".lora_embedding_B"
SAVED = "modules_to_save."  # in some names of layers that were learned as a whole
TASKS: Mapping[str, TaskHeadKind] = {
    "SEQ_CLS": "sequence",
    "TOKEN_CLS": "token",
    "QUESTION_ANS": "span",
}


def add_to_tensors(
    adapter: Adapter, tensors: Mapping[str, Tensor], own: Mapping[str, Tensor]
) -> dict[str, Tensor]:
    """The tensors of the base with what the adapter holds (`own`), by published names.

    Raises CheckpointError where the two do not fit together.
    """
    merged = dict(tensors)
    named = {name.removeprefix(PREFIX).replace(SAVED, ""): one for name, one in own.items()}
    for name, tensor in named.items():
        if name.endswith((DOWN, EMBEDDING_DOWN)):
            _add_product(adapter, merged, named, name)
        elif not name.endswith((UP, EMBEDDING_UP)):  # learned as a whole
            merged[_match(merged, name) or name] = tensor
    return merged


def _add_product(
    adapter: Adapter, merged: dict[str, Tensor], named: Mapping[str, Tensor], name: str
) -> None:
    """Add one product to the weight that it changes."""
    of_table = name.endswith(EMBEDDING_DOWN)
    ending, other = (EMBEDDING_DOWN, EMBEDDING_UP) if of_table else (DOWN, UP)
    layer = name.removesuffix(ending)
    target = _match(merged, f"{layer}.weight")
    down, up = named[name].float(), named.get(layer + other)
    if target is None or up is None or down.dim() != 2 or up.dim() != 2:
        raise _misfit(adapter, layer)
    try:
        product = up.float() @ down * adapter.scale  # (F, D); of a table of tokens (D, V)
    except RuntimeError as error:
        raise _misfit(adapter, layer) from error
    weight = merged[target]
    turned = product.T if of_table or adapter.is_turned else product
    if weight.shape != turned.shape:
        raise _misfit(adapter, layer)
    merged[target] = (weight.float() + turned).to(torch.float32)


def _match(tensors: Mapping[str, Tensor], name: str) -> str | None:
    """The name of the base that is this one, or has more before it, as with another head."""
    if name in tensors:
        return name
    alike = [one for one in tensors if one.endswith(f".{name}") or name.endswith(f".{one}")]
    return alike[0] if len(alike) == 1 else None


def _misfit(adapter: Adapter, layer: str) -> CheckpointError:
    return CheckpointError(
        f"What {adapter.folder} adds to {layer} does not fit the model in {adapter.base}.",
        "Choose the adapter's own base model, of the same size.",
    )


def task_entries(adapter: Adapter, spec: ArchSpec, own: Mapping[str, Tensor]) -> dict[str, Any]:
    """What config.json would say of the head that an adapter for a task has; {} without one."""
    kind = TASKS.get(adapter.task)
    declared = None if kind is None else spec.task_heads.get(kind)
    matrices = [
        one
        for name, one in own.items()
        if one.dim() == 2 and not name.endswith((DOWN, UP)) and "lora_" not in name
    ]
    if declared is None or not matrices:
        return {}
    count = min(len(one) for one in matrices)  # of the last layer, which has a row for each class
    labels = {str(n): f"LABEL_{n}" for n in range(count)}
    return {"architectures": [declared.architecture], "id2label": labels}
