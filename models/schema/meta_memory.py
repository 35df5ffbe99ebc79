"""Bytes that a model holds beside its weights, counted on shapes alone, on torch's meta device."""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from models.schema.batch import Batch, CausalModel
from models.schema.meta_models import OPTIONAL_ROLES
from models.schema.specs import ArchSpec


@dataclass(frozen=True)
class ActivationBytes:
    """Bytes for one text in single precision.

    `passing` is the peak of a forward pass, `kept` what a backward pass needs, `cache` the keys
    and values of a text that is written (0 where a model writes none).
    """

    passing: int
    kept: int
    cache: int

    def grown(self, two: ActivationBytes, num_layers: int) -> ActivationBytes:
        """Extrapolate to `num_layers` from this model of one layer and `two`, the same with two."""
        more = num_layers - 1

        def further(name: str) -> int:
            first, second = getattr(self, name), getattr(two, name)
            return int(first + more * (second - first))

        return ActivationBytes(further("passing"), further("kept"), further("cache"))


def activation_bytes(spec: ArchSpec, model: Any, length: int) -> ActivationBytes:
    """Count the forward pass of a meta model over `length` tokens, with its heads."""
    weights = {parameter.untyped_storage()._cdata for parameter in model.parameters()}
    with torch.no_grad(), _LiveBytes(weights) as live:
        _forward(spec, model, length)
    kept = _kept_bytes(spec, model, length, weights)
    return ActivationBytes(live.peak, kept, _cache_bytes(model, length))


def _forward(spec: ArchSpec, model: Any, length: int) -> list[Tensor]:
    """Logits of all heads that predict for each token."""
    with torch.device("meta"):
        ids = torch.zeros((1, length), dtype=torch.long)
        feeds = {one.name: ids for one in spec.inputs if one.role not in OPTIONAL_ROLES}
        states = model(Batch(input_ids=ids, feeds=feeds))
        heads = [head for head in spec.heads_of(model) if head.predicts != "class"]
        return [model.logits(head.name, states[head.read(states)]) for head in heads]


def _kept_bytes(spec: ArchSpec, model: Any, length: int, weights: Set[int]) -> int:
    """What the backward pass needs, and the largest tensor twice more: once with its gradient."""
    held: dict[int, Tensor] = {}  # by storage; held, so that no later one gets its number

    def keep(tensor: Tensor) -> Tensor:
        held[tensor.untyped_storage()._cdata] = tensor
        return tensor

    with torch.enable_grad(), torch.autograd.graph.saved_tensors_hooks(keep, lambda one: one):
        logits = _forward(spec, model, length)
    sizes = [one.untyped_storage().nbytes() for at, one in held.items() if at not in weights]
    largest = max((one.untyped_storage().nbytes() for one in logits), default=0)
    return sum(sizes) + 2 * max(largest, *sizes, 0)


def _cache_bytes(model: Any, length: int) -> int:
    """Keys and values of a text of `length` tokens; of a model that reads one and writes another,
    of both."""
    if not (hasattr(model, "begin") and hasattr(model, "step")):
        return 0
    caches = _begun(model, length, 0)
    return sum(
        storage
        for cache in caches
        for storage in {
            one.untyped_storage()._cdata: one.untyped_storage().nbytes()
            for one in tree_leaves(vars(cache))
            if isinstance(one, Tensor)
        }.values()
    )


def _begun(model: CausalModel, length: int, room: int) -> Sequence[Any]:
    """The caches with their room taken, after a first token."""
    with torch.no_grad(), torch.device("meta"):
        prompt = torch.zeros(length, dtype=torch.long).as_subclass(_Prompt)
        caches, first = model.begin(prompt, room)
        if len(first) < length and not room:
            return _begun(model, length, length)
        model.step(torch.zeros((1, 1), dtype=torch.long), caches)
    return caches


class _Prompt(Tensor):
    """Ids without numbers, which can still be listed."""

    def tolist(self) -> list[int]:
        return [0] * len(self)


class _LiveBytes(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """The most bytes that the results of operations hold at once, besides the weights.

    `weights` are the numbers of their storages.
    """

    def __init__(self, weights: Set[int]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._weights = weights
        self.peak = self._now = 0
        self._tensors: Counter[int] = Counter()  # that are alive, by storage

    def __torch_dispatch__(
        self,
        func: Any,
        types: Any,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        out = func(*args, **(kwargs or {}))
        for one in tree_leaves(out):
            if isinstance(one, Tensor):
                self._hold(one)
        return out

    def _hold(self, tensor: Tensor) -> None:
        storage = tensor.untyped_storage()
        place, size = storage._cdata, storage.nbytes()
        if place in self._weights:
            return
        self._now += 0 if self._tensors[place] else size
        self._tensors[place] += 1
        self.peak = max(self.peak, self._now)
        weakref.finalize(tensor, self._release, place, size)

    def _release(self, place: int, size: int) -> None:
        self._tensors[place] -= 1
        if not self._tensors[place]:
            self._now -= size
