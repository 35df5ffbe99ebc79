"""Adapters of peft: low-rank products that are added to the tensors of a model while it is read.

Hu, Shen, Wallis, Allen-Zhu, Li, Wang, Wang, Chen (2021), arXiv:2106.09685; reference:
huggingface/peft. W + scale · B A with A (r, D) and B (F, r); `scale` is alpha / r, or alpha / √r
with `use_rslora` (Kalajdzievski, 2023, arXiv:2312.03732). All else takes the sum for a model.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor

from models.checkpoints.folders import CheckpointError
from models.checkpoints.foreign.adapter_fit import (
    DOWN,
    UP,
    Product,
    find_products,
    match_name,
    misfit,
    plain_name,
)
from models.checkpoints.foreign.adapter_folders import Adapter
from models.checkpoints.key_maps import count_matching
from models.checkpoints.task_heads import head_table
from models.schema.specs import ArchSpec, TaskHeadKind, TaskHeadSpec

EMBEDDING_DOWN, EMBEDDING_UP = ".lora_embedding_A", ".lora_embedding_B"
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
    named = {plain_name(name): one for name, one in own.items()}
    shapes, own_shapes = (
        {name: tuple(one.shape) for name, one in each.items()} for each in (tensors, named)
    )
    products = list(find_products(adapter, shapes, own_shapes))
    layers = {product.layer for product in products}
    declared = _declared_head(adapter, spec)
    heads = None if declared is None else head_table(declared)
    for product in products:
        _add_product(adapter, merged, named, product)
    for name, tensor in named.items():
        if name.endswith((EMBEDDING_DOWN, EMBEDDING_UP)):
            raise CheckpointError(
                f"{adapter.folder} changes the token table by products, which is not supported.",
                "Add it to its model with merge_and_unload of peft, and choose that folder.",
            )
        if name.endswith(UP) and name.removesuffix(UP) not in layers:
            raise misfit(adapter, name)
        if not name.endswith((DOWN, UP)):  # learned as a whole
            is_new = heads is not None and count_matching(heads, [name]) > 0
            target = name if is_new else match_name(merged, name)
            if target is None and adapter.task not in TASKS:
                raise misfit(adapter, name)
            merged[target or name] = tensor
    return merged


def _add_product(
    adapter: Adapter, merged: dict[str, Tensor], named: Mapping[str, Tensor], product: Product
) -> None:
    """Add one product to the weight that it changes."""
    down, up = named[product.layer + DOWN], named[product.layer + UP]
    weight = merged[product.target]
    if not all(one.is_floating_point() for one in (down, up, weight)):
        raise misfit(adapter, product.layer)
    added = up.float() @ down.float() * adapter.scale  # (F, D)
    merged[product.target] = weight.float() + (added.T if product.is_turned else added)


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
