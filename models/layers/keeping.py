"""What follows from weights alone and is kept while a model is only looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

import torch
from torch import Tensor, nn

Found = TypeVar("Found")


class Keeper(nn.Module):
    """A layer that computes something once for as long as its weights stay as they are.

    An optimizer's fused step leaves the versions of its weights as they were, so whatever can be
    part of learning forgets: a pass that records gradients, and `train`.
    """

    _kept: tuple[Any, Any] | None = None

    def kept(self, key: object, weights: Sequence[Tensor], make: Callable[[], Found]) -> Found:
        """What `make` returns, which must follow from the key and the weights alone."""
        looked_at = torch.is_inference_mode_enabled() and not self.training
        if not looked_at or any(weight.is_inference() for weight in weights):
            self.forget()
            return make()
        now = (key, [(weight.data_ptr(), weight._version) for weight in weights])
        if self._kept is None or self._kept[0] != now:
            self._kept = now, make()
        found: Found = self._kept[1]
        return found

    def forget(self) -> None:
        if self._kept is not None:
            self._kept = None

    def train(self, mode: bool = True) -> Self:
        self.forget()
        return super().train(mode)

    def __getstate__(self) -> dict[str, Any]:
        """Without what is kept: a copy has weights of its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_kept"}
