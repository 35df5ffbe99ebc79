"""A module inside of a model, which is called many times in every pass.

A pass of a small model takes a millisecond or two, and `nn.Module` looks for hooks at every call
and searches three dictionaries for every layer that a layer has. Neither is needed inside of a
model: what is read or changed there passes a tap.
"""

from __future__ import annotations

from typing import Any

from torch import nn


class Unhooked(nn.Module):
    """Called past the hooks of `nn.Module`; finds the modules that it has at once."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Calling an object of the class is calling its `forward`, without a step in between."""
        super().__init_subclass__(**options)
        if "forward" in cls.__dict__:
            cls.__call__ = cls.__dict__["forward"]  # type: ignore[method-assign]

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if isinstance(value, nn.Module):
            self.__dict__[name] = value  # found here, before `nn.Module` searches for it
        elif name in self._modules:
            self.__dict__.pop(name, None)

    def __delattr__(self, name: str) -> None:
        super().__delattr__(name)
        self.__dict__.pop(name, None)
