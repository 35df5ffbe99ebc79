"""The heads of fine-tuned models: which one a config.json names, and what it says of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from reprlib import repr as short
from typing import Any

import torch
from torch import Tensor

from models.checkpoints.assembly import CheckpointPart, NoInitialisation, fill_head
from models.checkpoints.folders import CONFIG_FILE, CheckpointError
from models.checkpoints.key_maps import count_matching
from models.schema.batch import LanguageModel
from models.schema.configs import MAX_NUMBER
from models.schema.specs import ArchSpec, TaskHeadKind, TaskHeadSpec, WeightTable
from models.tasks.base import MULTI_LABEL, TaskModel, head_options

UNNAMED_CLASS = re.compile(r"LABEL_\d+")  # what transformers writes for a class without a name
PROBLEM_TYPES = ("regression", "single_label_classification", MULTI_LABEL)
NUM_LABELS = 2  # where config.json does not say how many
NUM_OUTPUTS: Mapping[TaskHeadKind, int] = {"choice": 1, "span": 2}  # whatever config.json says


def task_kind(spec: ArchSpec, entries: Mapping[str, Any]) -> TaskHeadKind | None:
    """The kind of head that the `architectures` of a config.json name; None for another class."""
    name = published_class(entries)
    for kind, declared in spec.task_heads.items():
        if name in (declared.architecture, *declared.other_names):
            return kind
    return None


def published_class(entries: Mapping[str, Any]) -> str:
    """The class of transformers that a config.json names first; empty for none."""
    architectures = entries.get("architectures")
    return str(architectures[0]) if isinstance(architectures, list) and architectures else ""


def head_table(declared: TaskHeadSpec) -> WeightTable:
    """The lines for a head alone."""
    return WeightTable(rules=declared.rules, architectures=(declared.architecture,))


def split_off_head(
    part: CheckpointPart, declared: TaskHeadSpec
) -> tuple[CheckpointPart, CheckpointPart]:
    """What a folder holds of the base model, and of the head."""
    table = head_table(declared)
    both = {**part.ignored, **part.tensors}
    known = {name: tensor for name, tensor in both.items() if count_matching(table, [name])}

    def rest(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
        return {name: tensor for name, tensor in tensors.items() if name not in known}

    base = replace(part, tensors=rest(part.tensors), ignored=rest(part.ignored))
    return base, replace(part, table=table, tensors=known, ignored={}, unknown_keys=())


def read_task(
    spec: ArchSpec,
    kind: TaskHeadKind,
    model: LanguageModel,
    part: CheckpointPart,
    entries: Mapping[str, Any],
    folder: Path,
) -> TaskModel:
    """The model with the head that a folder holds. Raises CheckpointError."""
    declared = spec.task_heads[kind]
    try:
        num_outputs = NUM_OUTPUTS.get(kind) or num_labels(entries)
        problem_type = _problem_type(entries, num_outputs)
        options = head_options(declared, entries)
        with NoInitialisation(), torch.device("meta"):
            head = declared.build(model, num_outputs, **options)
        fill_head(head, part, folder)
        names = labels(entries, kind, num_outputs)
    except CheckpointError:
        raise
    except ValueError as error:
        raise CheckpointError(
            f"{folder / CONFIG_FILE} cannot be used: {error}.",
            f"Mend the entry, or name {spec.tables[''].architectures[-1]} in its architectures to "
            "open the model without the head.",
        ) from error
    return TaskModel(model, head, kind, names, problem_type, options)


def num_labels(entries: Mapping[str, Any]) -> int:
    """How many classes a config.json has: the names, else the number. Raises ValueError."""
    named = entries.get("id2label")
    count = len(named) if isinstance(named, dict) else entries.get("num_labels", NUM_LABELS)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_NUMBER:
        raise ValueError(f"num_labels must lie between 1 and {MAX_NUMBER:,}, not {short(count)}")
    return count


def labels(entries: Mapping[str, Any], kind: TaskHeadKind, num_outputs: int) -> tuple[str, ...]:
    """The names of the outputs of a head. Raises ValueError where they are none.

    Classes without names are LABEL_0, LABEL_1, …, as transformers calls them; a score, a choice and
    a span have no names.
    """
    named = class_names(entries)
    if len(named) == num_outputs:
        return named
    if kind in NUM_OUTPUTS or num_outputs == 1:
        return ()
    id2label = entries.get("id2label")
    if isinstance(id2label, dict) and not _parse_label_table(id2label):
        raise ValueError(f"id2label must name the classes 0 to {num_outputs - 1}")
    return tuple(f"LABEL_{number}" for number in range(num_outputs))


def class_names(entries: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the classes 0, 1, …; none where the numbers or the names say nothing.

    Where id2label says nothing, label2id may.
    """
    by_name = entries.get("label2id")
    turned = {str(n): name for name, n in by_name.items()} if isinstance(by_name, dict) else None
    for names in (_parse_label_table(entries.get("id2label")), _parse_label_table(turned)):
        if names and not all(map(UNNAMED_CLASS.fullmatch, names)):
            return names
    return ()


def _parse_label_table(table: object) -> tuple[str, ...]:
    """The names of 0, 1, …; none where a number is missing, or where it is no table."""
    if not isinstance(table, dict):
        return ()
    names = tuple(str(table.get(str(number), "")) for number in range(len(table)))
    return names if all(names) else ()


def _problem_type(entries: Mapping[str, Any], num_outputs: int) -> str:
    problem_type = entries.get("problem_type")
    if problem_type not in (None, *PROBLEM_TYPES):
        raise ValueError(f"problem_type must be one of {', '.join(PROBLEM_TYPES)}")
    if problem_type == PROBLEM_TYPES[1] and num_outputs == 1:
        raise ValueError("single_label_classification needs two classes")
    return problem_type or ""


def task_entries(task: TaskModel) -> dict[str, Any]:
    """What the config.json of a fine-tuned model says of its head.

    Raises ValueError where there are not as many names as outputs.
    """
    names = task.labels or tuple(f"LABEL_{number}" for number in range(task.num_outputs))
    if len(names) != task.num_outputs:
        raise ValueError(f"{len(names)} labels for a head with {task.num_outputs} outputs")
    entries = dict(task.options)
    if task.labels or task.kind not in NUM_OUTPUTS:
        entries["id2label"] = {str(number): name for number, name in enumerate(names)}
        entries["label2id"] = {name: number for number, name in enumerate(names)}
    if task.problem_type:
        entries["problem_type"] = task.problem_type
    return entries
