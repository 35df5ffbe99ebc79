"""Applies a WeightTable: which published tensors make up which of ours, and the way back."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from models.schema.specs import WeightRule, WeightTable

LAYER = "{i}"
MAX_WRAPPERS = 3  # names before a published one


@dataclass(frozen=True)
class TensorSource:
    """The published tensors that one of ours is made of."""

    theirs: tuple[str, ...]
    transpose: bool
    stacked: bool
    as_row: bool = False

    def join(self, tensors: Sequence[Tensor]) -> Tensor:
        """Ours from theirs. Raises RuntimeError where their shapes do not fit together."""
        if self.stacked:
            return torch.stack(list(tensors), dim=1)
        whole = tensors[0] if len(tensors) == 1 else torch.cat(list(tensors))
        whole = whole.squeeze(0) if self.as_row else whole
        return whole.t() if self.transpose else whole

    def split(self, tensor: Tensor) -> dict[str, Tensor]:
        """Theirs from ours, by name; the parts of a concatenation are equally long."""
        whole = tensor.t() if self.transpose else tensor
        whole = whole[None] if self.as_row else whole
        if self.stacked:
            parts = whole.unbind(1)
        else:
            parts = whole.chunk(len(self.theirs)) if len(self.theirs) > 1 else (whole,)
        return {name: part.contiguous() for name, part in zip(self.theirs, parts, strict=True)}


def sources(table: WeightTable, names: Iterable[str]) -> dict[str, TensorSource]:
    """The source of each of our tensors; names that the table does not know are left out."""
    rules = [(_pattern(rule.ours), rule) for rule in table.rules]
    by_name: dict[str, TensorSource] = {}
    for name in names:
        for pattern, rule in rules:
            if match := pattern.fullmatch(name):
                by_name[name] = _source(rule, match.group(1) if pattern.groups else "")
                break
    return by_name


def count_matching(table: WeightTable, names: Iterable[str]) -> int:
    """How many published names (in today's form) the table has a place for."""
    patterns = [_pattern(theirs) for rule in table.rules for theirs in _all_theirs(rule)]
    return sum(any(pattern.fullmatch(name) for pattern in patterns) for name in names)


def is_of_a_layer(table: WeightTable, name: str) -> bool:
    """Whether a published name (in today's form) is one that a layer of the architecture has."""
    layered = (theirs for rule in table.rules for theirs in _all_theirs(rule) if LAYER in theirs)
    return any(_pattern(theirs).fullmatch(name) for theirs in layered)


def modern_name(table: WeightTable, name: str) -> str:
    """The name that the rules of a table have for a published name."""
    for pattern, replacement in table.legacy:
        name = re.sub(pattern, replacement, name)
    return name


def wrapper_prefix(tables: Sequence[WeightTable], names: Collection[str]) -> str:
    """What a program put before all published names, such as "module."; empty where it did not.

    That is where no name is known, but names without the prefix are; of two models in a file
    neither counts.
    """
    if not names or num_known(tables, names):
        return ""
    parts = [name.split(".") for name in names]
    prefixes = {".".join(part[:n]) + "." for part in parts for n in range(1, MAX_WRAPPERS + 1)}
    known = {prefix: num_known(tables, _inside(prefix, names)) for prefix in prefixes}
    most = max(known.values())
    best = sorted((prefix for prefix, count in known.items() if count == most), key=len)
    is_one = all(prefix.startswith(best[0]) for prefix in best)  # else there are two models
    return best[0] if most and is_one else ""


def _inside(prefix: str, names: Iterable[str]) -> list[str]:
    return [name.removeprefix(prefix) for name in names if name.startswith(prefix)]


def num_known(tables: Iterable[WeightTable], names: Collection[str]) -> int:
    """How many published names the table that knows most of them has a place for."""
    return max(
        count_matching(table, [modern_name(table, name) for name in names]) for table in tables
    )


def is_ignored(table: WeightTable, name: str) -> bool:
    return any(re.search(pattern, name) for pattern in table.ignored)


def _pattern(template: str) -> re.Pattern[str]:
    """`a.{i}.b` matches any layer; a second `{i}` must be the same layer."""
    first, *others = re.escape(template).split(re.escape(LAYER))
    if not others:
        return re.compile(first)
    return re.compile(first + r"(\d+)" + r"\1".join(others))


def _source(rule: WeightRule, layer: str) -> TensorSource:
    theirs = tuple(name.replace(LAYER, layer) for name in _all_theirs(rule))
    return TensorSource(theirs, rule.transpose, rule.stacked, rule.as_row)


def _all_theirs(rule: WeightRule) -> tuple[str, ...]:
    return (rule.theirs,) if isinstance(rule.theirs, str) else rule.theirs
