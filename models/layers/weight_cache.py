"""Values that follow from weights alone, cached while a model is in inference mode."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

import torch
from torch import Tensor, nn

Value = TypeVar("Value")
Source = Tensor | nn.Module  # a weight, or a layer with its weights


class WeightDerivedCache(nn.Module):
    """A layer that computes a value once for as long as its weights stay the same.

    A fused optimizer step does not raise the version of a tensor, so nothing is cached where a
    model may learn: with gradients, in training mode, and `train` and `eval` clear the cache. Code
    that writes to a weight outside torch, such as numpy, must call one of them afterwards.
    """

    _cached: tuple[Any, ...] | None = None

    def get_or_make(
        self, key: object, sources: Sequence[Source], make: Callable[[], Value]
    ) -> Value:
        """The result of `make`, which must follow from the key and the sources alone.

        Not cached under autocast, and where a source is a layer with a forward hook or a
        parametrization.
        """
        learns = self.training or not torch.is_inference_mode_enabled()
        weights = None if learns or _autocasts() else _weights(sources)
        if weights is None:
            self.clear_cache()
            return make()
        # Another tensor, another view of the same numbers, and other numbers differ in these.
        state = [key, *[(w.data_ptr(), w._version, w.shape, w.stride()) for w in weights]]
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
        """Leave out the cached value: a copy has weights of its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_cached"}


def _autocasts() -> bool:
    """Whether values may be computed in another precision than that of the weights."""
    return torch.is_autocast_enabled("cpu") or torch.is_autocast_enabled("cuda")


def _weights(sources: Sequence[Source]) -> list[Tensor] | None:
    """All weights; None where a result may change while they stay the same.

    A parametrization is a submodule of the layer, and what it computes in inference mode is an
    inference tensor, which has no version.
    """
    weights: list[Tensor] = []
    for source in sources:
        if isinstance(source, Tensor):
            weights.append(source)
        elif source._forward_hooks or source._forward_pre_hooks or source._modules:
            return None
        else:
            weights += [weight for weight in source._parameters.values() if weight is not None]
    return None if any(weight.is_inference() for weight in weights) else weights
