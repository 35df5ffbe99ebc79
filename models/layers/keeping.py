"""What follows from weights alone and is kept while a model is only looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar
from weakref import WeakMethod

import torch
from torch import Tensor

from models.layers.unhooked import Unhooked

Found = TypeVar("Found")
OWN = ("_kept", "_followers")  # what a copy has not


class Keeper(Unhooked):
    """A layer that computes something once for as long as its weights stay as they are.

    An optimizer's fused step leaves the versions of its weights as they were, so whatever can be
    part of learning forgets: a pass that records gradients, `train` and `eval`. Who writes to a
    weight past torch, as by numpy, calls one of these. Several threads may run one model; their
    traces must not overlap, because a tap has one listener.
    """

    _kept: tuple[Any, ...] | None = None
    _followers: tuple[WeakMethod[Callable[[], None]], ...] = ()

    def kept(self, key: object, weights: Sequence[Tensor], make: Callable[[], Found]) -> Found:
        """What `make` returns, which must follow from the key and the weights alone."""
        now: list[object] = [key]  # and which weights, as they are
        looked_at = torch.is_inference_mode_enabled() and not self.training
        for weight in weights:
            looked_at = looked_at and not weight.is_inference()
            if looked_at:
                now += weight.data_ptr(), weight._version
        if not looked_at:
            self.forget()
            return make()
        kept = self._kept  # another thread may put its own there at any time
        if kept is None or kept[0] != now:
            # Detached ones keep their memory, so that no other weight comes to lie there.
            self._kept = kept = (now, make(), [weight.detach() for weight in weights])
        found: Found = kept[1]
        return found

    def kept_of(self, weight: Tensor, make: Callable[[Tensor], Found]) -> Found:
        """As `kept`, and quicker, for what follows from one weight, in inference mode.

        A layer calls one of both.
        """
        kept = self._kept
        if kept is not None:
            known, of, _, place, version = kept
            if of is weight and version == weight._version and place == weight.data_ptr():
                found: Found = known
                return found
            self._kept = None
        found = make(weight)
        if not (self.training or weight.is_inference()):
            self._kept = (found, weight, weight.detach(), weight.data_ptr(), weight._version)
        return found

    def forget(self) -> None:
        if self._kept is not None:
            self._kept = None
        for follower in self._followers:
            forget = follower()
            if forget is not None:
                forget()

    def on_forget(self, forget: Callable[[], None]) -> None:
        """Call this method, too, whenever the layer forgets, as long as its object lives."""
        alive = [follower for follower in self._followers if follower() is not None]
        self._followers = (*alive, WeakMethod(forget))

    def train(self, mode: bool = True) -> Self:
        self.forget()
        return super().train(mode)

    def __getstate__(self) -> dict[str, Any]:
        """Without what is kept, here and elsewhere: a copy has weights of its own."""
        return {name: of for name, of in self.__dict__.items() if name not in OWN}
