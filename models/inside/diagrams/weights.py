"""Which weights each part of a block diagram computes with.

A weight belongs to the part whose module is the nearest around it. Where several tables are looked
up by one module, the rows that were looked up tell which table it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from torch import Tensor, nn

from models.inside.diagrams.diagram import PartWeight
from models.inside.stages import Stage


def weights_of_parts(
    model: nn.Module,
    paths: Sequence[str],
    stages: Sequence[Sequence[Stage]],
    groups: Sequence[object],
    heads: Collection[str],
) -> list[tuple[PartWeight, ...]]:
    """The weights of each part, by the path of its module and its stages.

    Parts of one path and one of the `groups`, which are layers, divide their weights. Weights below
    the modules of `heads` belong to none.
    """
    known = {n: w for n, w in model.named_parameters() if n.split(".")[0] not in heads}
    by_path = _group_by_path(known, set(paths))
    sharing: dict[tuple[str, object], list[int]] = defaultdict(list)
    for part, (path, group) in enumerate(zip(paths, groups, strict=True)):
        sharing[path, group].append(part)
    result: list[tuple[PartWeight, ...]] = [()] * len(paths)
    for (path, _), parts in sharing.items():
        for part, names in _divide(path, by_path.get(path, {}), parts, stages).items():
            result[part] = tuple(PartWeight(name, tuple(known[name].shape)) for name in names)
    return result


def _group_by_path(known: Mapping[str, Tensor], paths: set[str]) -> dict[str, dict[str, Tensor]]:
    """The weights by the longest of the paths that they are below."""
    result: dict[str, dict[str, Tensor]] = defaultdict(dict)
    for name, weight in known.items():
        around = name.split(".")[:-1]
        places = (".".join(around[:count]) for count in range(len(around), -1, -1))
        place = next((place for place in places if place in paths), None)
        if place is not None:
            result[place][name] = weight
    return result


def _divide(
    path: str,
    own: Mapping[str, Tensor],
    parts: Sequence[int],
    stages: Sequence[Sequence[Stage]],
) -> dict[int, list[str]]:
    """The names of weights by the parts that share a module."""
    working = [part for part in parts if any(one.relation != "sum" for one in stages[part])]
    working = working or list(parts) if len(parts) == 1 else working
    if path and len(working) == 1 and not _is_lookup(stages[working[0]]):
        return {working[0]: list(own)}
    left, result = dict(own), {}
    for part in working:
        if _is_lookup(stages[part]):
            row = stages[part][0].result.numbers
            found = [name for name, weight in left.items() if _has_row(weight, row)]
            result[part] = found[:1]
            for name in result[part]:
                del left[name]
    multiplies = [part for part in working if any("W" in one.formula for one in stages[part])]
    if path and multiplies and (names := [name for name, one in left.items() if "." in name]):
        result[multiplies[0]] = names
    return result


def _is_lookup(stages: Sequence[Stage]) -> bool:
    return len(stages) == 1 and stages[0].relation == "lookup"


def _has_row(table: Tensor, rows: Tensor) -> bool:
    """Whether the first of these rows (T, N) is in a table (V, N), or is the table itself (N,)."""
    width = rows.shape[-1]
    if table.shape[-1] != width:
        return False
    row, flat = rows.reshape(-1, width)[0], table.detach().reshape(-1, width)
    candidates = flat[(flat[:, 0].float().cpu() == row[0]).nonzero().squeeze(-1).to(flat.device)]
    return bool((candidates.float().cpu() == row).all(-1).any())
