"""Writes what LoRA learned as peft reads it, beside the model that has it in its weights.

Reference for names and entries: huggingface/peft. Each matrix of the files has a product B A of its
own; where one packs several projections, its product has the ranks of those that learned.

Shapes: D inputs, F outputs, r rank.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.nn.utils import parametrize

from models.checkpoints.folders import ADAPTER_FILE
from models.checkpoints.foreign.adapter_fit import DOWN, PREFIX, UP
from models.checkpoints.foreign.adapter_folders import WEIGHTS
from models.checkpoints.foreign.adapters import TASKS
from models.checkpoints.key_maps import count_matching, sources
from models.checkpoints.task_heads import head_table
from models.finetuning.lora import LowRank
from models.runtime.files import replace_file, write_text
from models.schema.specs import ArchSpec, TaskHeadSpec
from models.tasks.base import TaskModel

BASE, HEAD = "model.", "head."  # before names of a model with a head
MORE = 4  # directions than the rank that are looked for, so that none of it is missed
ROUNDS = 8  # of the search, by which numbers are exact to rounding


@dataclass(frozen=True, eq=False)
class LearnedParts:
    """What LoRA learned: updates of weights, and what learned beside them, by our names."""

    updates: Mapping[str, Tensor]  # in the shapes of the weights
    beside: Mapping[str, Tensor]
    rank: int  # of the product of a projection
    most: int  # projections of one weight that learned


@torch.no_grad()
def collect_learned(module: nn.Module) -> LearnedParts:
    """What learned in a module with adapters, before they are merged."""
    updates, ranks, most = {}, [0], 0
    for path, owner in module.named_modules():
        for name, chain in getattr(owner, "parametrizations", {}).items():
            part = chain[0] if parametrize.is_parametrized(owner, name) else None
            if isinstance(part, LowRank):
                updates[f"{path}.{name}"] = part.update().cpu()
                ranks += [len(down) for down in part.down]
                most = max(most, len(part.down))
    beside = {
        name: parameter.detach().cpu().clone()
        for name, parameter in module.named_parameters()
        if parameter.requires_grad and ".parametrizations." not in name
    }
    return LearnedParts(updates, beside, max(ranks), most)


def write_adapter(
    learned: LearnedParts, task: TaskModel, spec: ArchSpec, base: str, folder: Path
) -> bool:
    """Write the folder of an adapter to the model `base`; returns whether there is one.

    The base is named as a recipe does, a folder by its whole path. There is none where a weight of
    the files is no matrix, which peft has no adapter for. Raises OSError.
    """
    declared = spec.task_heads[task.kind]
    updates = [one for one in _published(learned.updates, spec, declared) if one[1].any()]
    if not updates or any(update.ndim != 2 for _, update, _ in updates):
        return False
    rank = learned.rank * (1 if _are_apart(learned, spec) else learned.most)
    rank = min(rank, *(min(update.shape) for _, update, _ in updates))
    tensors: dict[str, Tensor] = {}
    for name, update, is_turned in updates:
        layer = PREFIX + name.removesuffix(".weight")
        up, down = _factorize(update.T if is_turned else update, rank)
        tensors |= {layer + UP: up, layer + DOWN: down}
    beside = {name: tensor for name, tensor, _ in _published(learned.beside, spec, declared)}
    tensors |= {PREFIX + name: tensor for name, tensor in beside.items()}
    named = {kind: name for name, kind in TASKS.items()}
    entries: dict[str, Any] = {
        "peft_type": "LORA",
        "task_type": named.get(task.kind),
        "base_model_name_or_path": str(Path(base).resolve()) if Path(base).is_dir() else base,
        "r": rank,
        "lora_alpha": rank,  # the products have the factor in them
        "lora_dropout": 0.0,
        "bias": "none",
        "fan_in_fan_out": any(is_turned for *_, is_turned in updates),
        "inference_mode": True,
        "target_modules": sorted(name.removesuffix(".weight") for name, *_ in updates),
        "modules_to_save": sorted({_module(name, declared) for name in beside}) or None,
    }
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / ADAPTER_FILE, json.dumps(entries, indent=2) + "\n")
    with replace_file(folder / WEIGHTS) as temporary:
        save_file(tensors, temporary, metadata={"format": "pt"})
    return True


def _module(name: str, declared: TaskHeadSpec) -> str:
    """The module of a published tensor that learned as a whole: all of a head, else the layer."""
    is_head = count_matching(head_table(declared), [name]) > 0
    return name.partition(".")[0] if is_head else name.rpartition(".")[0]


def _are_apart(learned: LearnedParts, spec: ArchSpec) -> bool:
    """Whether the files have a matrix for each projection, also where one weight packs several."""
    names = [name.removeprefix(BASE) for name in learned.updates]
    found = sources(spec.tables[""], names).values()
    return learned.most == 1 or all(len(source.theirs) > 1 for source in found)


def _published(
    named: Mapping[str, Tensor], spec: ArchSpec, declared: TaskHeadSpec
) -> Iterator[tuple[str, Tensor, bool]]:
    """Tensors of a model with a head as its files have them, and whether a matrix is (D, F)."""
    in_base = {n.removeprefix(BASE): t for n, t in named.items() if n.startswith(BASE)}
    for name, source in sources(spec.tables[""], in_base).items():
        for theirs, tensor in source.split(in_base[name]).items():
            yield declared.name_in_files(theirs), tensor, source.transpose
    in_head = {name: tensor for name, tensor in named.items() if name.startswith(HEAD)}
    for name, source in sources(head_table(declared), in_head).items():
        for theirs, tensor in source.split(in_head[name]).items():
            yield theirs, tensor, source.transpose


def _factorize(update: Tensor, rank: int) -> tuple[Tensor, Tensor]:
    """B (F, r) and A (r, D) whose product is an update (F, D) of that rank."""
    torch.manual_seed(0)
    left, sizes, right = torch.svd_lowrank(
        update.double(), min(rank + MORE, *update.shape), niter=ROUNDS
    )
    root = sizes[:rank].sqrt()
    up, down = left[:, :rank] * root, (right[:, :rank] * root).T
    return up.float().contiguous(), down.float().contiguous()
