"""Removing whole layers: a smaller model of the same architecture with the weights that are left.

Sajjad et al. (2020), arXiv:2004.03844, compare which layers to drop; here those go first without
which the held-out loss is smallest.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import torch
from torch import nn

from models.checkpoints.assembly import NoInitialisation
from models.checkpoints.checkpoint import LoadedModel
from models.checkpoints.key_maps import LAYER
from models.schema.batch import LanguageModel, as_module
from models.schema.configs import DEPTH_ENDINGS, ModelConfig
from models.tasks.base import TaskModel


@dataclass(frozen=True)
class LayerStack:
    """Layers that a configuration counts: `part` of `ModelConfig.parts`, and its entry `key`.

    `prefixes` come before the index in the names of weights; several stacks that one entry counts,
    such as those of two directions, lose a layer together.
    """

    prefixes: tuple[str, ...]
    part: str
    key: str
    num_layers: int

    @property
    def name(self) -> str:
        return ", ".join(self.prefixes)


Removed = Mapping[str, Collection[int]]  # indices of layers by the name of their stack


def stacks(loaded: LoadedModel) -> tuple[LayerStack, ...]:
    """The stacks of a model whose layers can be removed one by one.

    A stack is recognized by what becomes of the model when an entry counts one layer less. An
    architecture that runs one block in all layers has none, nor has one with a weight outside of
    the layers whose shape depends on their number, or one that names the kind of each layer.
    """
    config = loaded.model.config
    lengths = _lengths(loaded, as_module(loaded.model))
    shapes = _outer_shapes(as_module(loaded.model), lengths)
    found: list[LayerStack] = []
    known: set[str] = set()
    for part, key, count in _depth_entries(config, set(lengths.values())):
        try:
            smaller = _meta(loaded, _replace_entries(config, {(part, key): count - 1}))
        except ValueError:  # another entry says how many layers there are
            continue
        fewer = _lengths(loaded, smaller)
        counted = tuple(
            prefix
            for prefix, length in lengths.items()
            if length == count and fewer.get(prefix) == count - 1 and prefix not in known
        )
        if counted and _outer_shapes(smaller, lengths) == shapes:
            found.append(LayerStack(counted, part, key, count))
            known |= set(counted)
    return tuple(found)


def _depth_entries(config: ModelConfig, lengths: Collection[int]) -> list[tuple[str, str, int]]:
    """The entries that count layers, of each part of a configuration; two or more layers.

    An entry without a number, which follows another one, comes first with every length that it may
    have: it decides about fewer stacks than the one that it follows.
    """
    own = [
        (part, item.name, getattr(of_part, item.name))
        for part, of_part in config.parts().items()
        for item in fields(of_part)
        if item.name.endswith(DEPTH_ENDINGS)
    ]
    open_entries = [(part, key, n) for part, key, count in own if count is None for n in lengths]
    stated = [entry for entry in own if type(entry[2]) is int]
    return [entry for entry in (*open_entries, *stated) if entry[2] > 1]


def _replace_entries(config: ModelConfig, entries: Mapping[tuple[str, str], int]) -> ModelConfig:
    parts = {
        part: replace(own, **{key: n for (where, key), n in entries.items() if where == part})
        for part, own in config.parts().items()
    }
    return type(config).from_parts(parts)


def _meta(loaded: LoadedModel, config: ModelConfig) -> nn.Module:
    with NoInitialisation(), torch.device("meta"):
        model: nn.Module = loaded.spec.model_class(config)
    return model


def _lengths(loaded: LoadedModel, module: nn.Module) -> dict[str, int]:
    """How many layers each prefix has, by the names of the weights."""
    rules = (rule.ours for table in loaded.spec.tables.values() for rule in table.rules)
    prefixes = {ours.partition(f".{LAYER}")[0] for ours in rules if f".{LAYER}" in ours}
    names = [name for name, _ in module.named_parameters(remove_duplicate=False)]
    return {
        prefix: len({m[1] for name in names if (m := _index(prefix).match(name))})
        for prefix in sorted(prefixes)
    }


def _outer_shapes(module: nn.Module, prefixes: Collection[str]) -> dict[str, torch.Size]:
    """The shapes of all weights that are in no layer."""
    return {
        name: parameter.shape
        for name, parameter in module.named_parameters(remove_duplicate=False)
        if not any(_index(prefix).match(name) for prefix in prefixes)
    }


def _index(prefix: str) -> re.Pattern[str]:
    return re.compile(re.escape(prefix) + r"\.(\d+)\.")


def remove_layers(
    loaded: LoadedModel, known: Collection[LayerStack], removed: Removed
) -> LoadedModel:
    """A model without some layers. Raises ValueError where a stack would have none left.

    What only one place has, such as a convolution in the first layer, stays at that place.
    """
    left: dict[str, list[int]] = {}
    counts: dict[tuple[str, str], int] = {}
    for one in known:
        indices = [n for n in range(one.num_layers) if n not in removed.get(one.name, ())]
        if not indices:
            raise ValueError(f"at least one of the {one.num_layers} layers must be left")
        left |= dict.fromkeys(one.prefixes, indices)
        counts[one.part, one.key] = len(indices)
    config = _replace_entries(loaded.model.config, counts)
    with NoInitialisation():
        model: Any = loaded.spec.model_class(config)
    old = as_module(loaded.model).state_dict()
    moved = {name: _old_name(name, left) for name in model.state_dict()}
    model.load_state_dict({name: old[was if was in old else name] for name, was in moved.items()})
    model.to(next(iter(old.values())).device).eval()
    return replace(loaded, model=model, task_model=_move_head(loaded, model))


def _old_name(name: str, left: Mapping[str, list[int]]) -> str:
    """The name that a weight had before layers were removed."""
    for prefix, indices in left.items():
        if match := _index(prefix).match(name):
            return f"{prefix}.{indices[int(match[1])]}.{name[match.end() :]}"
    return name


def _move_head(loaded: LoadedModel, model: LanguageModel) -> TaskModel | None:
    """The head for a task, on another model. Raises ValueError where it reads every layer."""
    task = loaded.task_model
    if task is None:
        return None
    declared = loaded.spec.task_heads[task.kind]
    head = declared.build(model, task.num_outputs, **task.options)
    try:
        head.load_state_dict(task.head.state_dict())
    except RuntimeError as error:
        raise ValueError(
            f"the head of {loaded.name} reads each layer, so none can be removed; remove layers "
            "before fine-tuning"
        ) from error
    made = TaskModel(model, head, task.kind, task.labels, task.problem_type, task.options)
    return made.to(next(as_module(model).parameters()).device).eval()
