"""Which part of a model each weight belongs to: attention, feed-forward networks, embeddings …"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import accumulate

from torch import nn

from models.schema.records import WeightPart

# Modules of torch, which cannot declare a `part` of their own.
OF_TORCH: Mapping[type[nn.Module], WeightPart] = {
    nn.LayerNorm: "norm",
    nn.RMSNorm: "norm",
    nn.RNNBase: "recurrent",
    nn.MultiheadAttention: "attention",
}
# Names of embeddings, and of the projection of narrow ones, in modules that declare nothing.
OF_EMBEDDINGS: Mapping[str, WeightPart] = {
    "token": "token",
    "embedding": "token",
    "project": "token",
    "position": "position",
    "segment": "position",
    "relative": "position",
    "language": "position",
}


def weight_parts(
    model: nn.Module, names: Iterable[str], heads: Collection[str]
) -> dict[str, WeightPart]:
    """The part of each weight of these names.

    It is what the nearest module around it declares as its `part`. Weights that begin with the name
    of a head belong to that head.
    """
    modules = dict(model.named_modules())
    return {name: _part_of(name, modules, heads) for name in names}


def _part_of(name: str, modules: Mapping[str, nn.Module], heads: Collection[str]) -> WeightPart:
    steps = name.split(".")
    if steps[0] in heads:
        return "head"
    around = list(accumulate(steps[:-1], "{}.{}".format))  # the paths of its modules
    parts = (declared_part(modules[path]) for path in reversed(around) if path in modules)
    named = (OF_EMBEDDINGS.get(step) for step in reversed(steps))
    return next(filter(None, (*parts, *named)), "other")


def declared_part(module: nn.Module) -> WeightPart | None:
    own: WeightPart | None = getattr(type(module), "part", None)
    return own or next((part for kind, part in OF_TORCH.items() if isinstance(module, kind)), None)
