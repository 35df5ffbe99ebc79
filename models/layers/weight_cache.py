"""Values that follow from weights alone, cached while a model is in inference mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

import torch
from torch import Tensor, nn

Value = TypeVar("Value")


class WeightDerivedCache(nn.Module):
    """A layer that computes a value once for as long as its weights stay the same.

    A fused optimizer step does not raise the version of a tensor, so nothing is cached where a
    model may learn: with gradients, in training mode, and `train` and `eval` clear the cache. Code
    that writes to a weight outside torch, such as numpy, must call one of them afterwards.
    """

    _cached: tuple[Any, ...] | None = None

    def cached(self, key: object, weights: Sequence[Tensor], make: Callable[[], Value]) -> Value:
        """The result of `make`, which must follow from the key and the weights alone."""
        cacheable = torch.is_inference_mode_enabled() and not self.training
        if not cacheable or any(weight.is_inference() for weight in weights):
            self.clear_cache()
            return make()
        state = [key, *((weight.data_ptr(), weight._version) for weight in weights)]
        cached = self._cached  # another thread may write its own at any time
        if cached is None or cached[0] != state:
            # Detached weights keep their memory, so that no other weight gets the same address.
            self._cached = cached = (state, make(), [weight.detach() for weight in weights])
        value: Value = cached[1]
        return value

    def clear_cache(self) -> None:
        if self._cached is not None:
            self._cached = None

    def train(self, mode: bool = True) -> Self:
        self.clear_cache()
        return super().train(mode)

    def __getstate__(self) -> dict[str, Any]:
        """Without the cached value: a copy has weights of its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_cached"}
