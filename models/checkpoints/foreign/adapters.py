"""Adapters of peft: low-rank products that are added to the tensors of a model while it is read.

Hu, Shen, Wallis, Allen-Zhu, Li, Wang, Wang, Chen (2021), arXiv:2106.09685; reference:
huggingface/peft. W + scale · B A with A (r, D) and B (F, r); `scale` is alpha / r, or alpha / √r
with `use_rslora` (Kalajdzievski, 2023, arXiv:2312.03732). All else takes the sum for a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from torch import Tensor

from models.checkpoints.folders import CheckpointError
from models.checkpoints.foreign.adapter_folders import Adapter
from models.checkpoints.key_maps import count_matching
from models.checkpoints.task_heads import head_table
from models.schema.specs import ArchSpec, TaskHeadKind, TaskHeadSpec

PREFIX = "base_model.model."  # before all names
DOWN, UP = ".lora_A.weight", ".lora_B.weight"
EMBEDDING_DOWN, EMBEDDING_UP = ".lora_embedding_A", ".lora_embedding_B"
SAVED = "modules_to_save."  # in some names of layers that were learned as a whole
WRAPPED = ".base_layer."  # in names of what a layer had before the adapter
TASKS: Mapping[str, TaskHeadKind] = {
    "SEQ_CLS": "sequence",
    "TOKEN_CLS": "token",
    "QUESTION_ANS": "span",
}


def add_to_tensors(
    adapter: Adapter, tensors: Mapping[str, Tensor], own: Mapping[str, Tensor], spec: ArchSpec
) -> dict[str, Tensor]:
    """The tensors of the base with what the adapter holds (`own`), by published names.

    Those of the head for its task are new: a head of pretraining may end with the same name.

    Raises CheckpointError where the two do not fit together.
    """
    merged = dict(tensors)
    named = {_plain_name(name): one for name, one in own.items()}
    pairs = [name.removesuffix(DOWN) for name in named if name.endswith(DOWN)]
    declared = _declared_head(adapter, spec)
    heads = None if declared is None else head_table(declared)
    is_turned = _is_turned(adapter, merged, named, pairs)
    for layer in pairs:
        _add_product(adapter, merged, named, layer, is_turned)
    for name, tensor in named.items():
        if name.endswith((EMBEDDING_DOWN, EMBEDDING_UP)):
            raise CheckpointError(
                f"{adapter.folder} changes the token table by products, which is not supported.",
                "Add it to its model with merge_and_unload of peft, and choose that folder.",
            )
        if name.endswith(UP) and name.removesuffix(UP) not in pairs:
            raise _misfit(adapter, name)
        if not name.endswith((DOWN, UP)):  # learned as a whole
            is_new = heads is not None and count_matching(heads, [name]) > 0
            target = name if is_new else _match(merged, name)
            if target is None and adapter.task not in TASKS:
                raise _misfit(adapter, name)
            merged[target or name] = tensor
    return merged


def _plain_name(name: str) -> str:
    """A name of an adapter's file as its base has it."""
    return name.removeprefix(PREFIX).replace(SAVED, "").replace(WRAPPED, ".")


def _is_turned(
    adapter: Adapter,
    merged: Mapping[str, Tensor],
    named: Mapping[str, Tensor],
    pairs: Sequence[str],
) -> bool:
    """Whether weights are (D, F), as in GPT-2: by those that are not square, else as is stated."""
    for layer in pairs:
        down, up = named[layer + DOWN], named.get(layer + UP)
        target = _match(merged, f"{layer}.weight")
        if up is not None and target is not None and down.dim() == up.dim() == 2:
            shape = (len(up), down.shape[1])
            if shape[0] != shape[1] and merged[target].shape in (shape, shape[::-1]):
                return tuple(merged[target].shape) != shape
    return adapter.is_turned


def _add_product(
    adapter: Adapter,
    merged: dict[str, Tensor],
    named: Mapping[str, Tensor],
    layer: str,
    is_turned: bool,
) -> None:
    """Add one product to the weight that it changes; shapes are compared before it is computed."""
    target = _match(merged, f"{layer}.weight")
    down, up = named[layer + DOWN], named.get(layer + UP)
    if target is None or up is None or down.dim() != 2 or up.dim() != 2:
        raise _misfit(adapter, layer)
    weight = merged[target]
    shape = (down.shape[1], len(up)) if is_turned else (len(up), down.shape[1])
    fits = len(down) == up.shape[1] == adapter.rank and tuple(weight.shape) == shape
    if not fits or not all(one.is_floating_point() for one in (down, up, weight)):
        raise _misfit(adapter, layer)
    product = up.float() @ down.float() * adapter.scale  # (F, D)
    merged[target] = weight.float() + (product.T if is_turned else product)


def _match(tensors: Mapping[str, Tensor], name: str) -> str | None:
    """The name in the base: the same, or with more or with less before it, as of another class."""
    if name in tensors:
        return name
    alike = [one for one in tensors if one.endswith(f".{name}") or name.endswith(f".{one}")]
    return alike[0] if len(alike) == 1 else None


def _misfit(adapter: Adapter, layer: str) -> CheckpointError:
    return CheckpointError(
        f"What {adapter.folder} adds to {layer} does not fit the model in {adapter.base}.",
        "Choose the adapter's own base model, of the same size.",
    )


def _declared_head(adapter: Adapter, spec: ArchSpec) -> TaskHeadSpec | None:
    """The head for the task of an adapter; None where it has none."""
    kind = TASKS.get(adapter.task)
    return None if kind is None else spec.task_heads.get(kind)


def task_entries(adapter: Adapter, spec: ArchSpec, own: Mapping[str, Tensor]) -> dict[str, Any]:
    """What config.json would say of the head that an adapter for a task has; {} without one."""
    declared = _declared_head(adapter, spec)
    matrices = [one for name, one in own.items() if one.dim() == 2 and "lora_" not in name]
    if declared is None or not matrices:
        return {}
    count = min(len(one) for one in matrices)  # of the last layer, which has a row for each class
    return {
        "architectures": [declared.architecture],
        "num_labels": count,
        **dict.fromkeys(("id2label", "label2id", "problem_type")),
    }
