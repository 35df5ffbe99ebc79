"""A device that every machine has: tensors that say they are elsewhere, with numbers on the CPU.

As on a GPU, an operation rejects tensors of both devices, except for numbers without dimensions
and copies. The name is one that torch knows, has no such device for, and leaves to Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode, return_and_correct_aliasing

NAME = "lazy"
ACROSS = ("aten::copy_", "aten::_to_copy")  # operations that may read one device and write another
WHOLE: set[Any] = set()  # functions that are known not to be made of others


class _Elsewhere(Tensor):
    """A tensor that says it is on the second device."""

    numbers: Tensor

    @staticmethod
    def __new__(cls, numbers: Tensor) -> _Elsewhere:
        made: _Elsewhere = Tensor._make_wrapper_subclass(  # type: ignore[attr-defined]
            cls,
            numbers.size(),
            strides=numbers.stride(),
            storage_offset=numbers.storage_offset(),
            dtype=numbers.dtype,
            device=NAME,
        )
        made.numbers = numbers
        return made

    @classmethod
    def __torch_dispatch__(
        cls, function: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        return _run(function, args, kwargs or {})

    def tolist(self) -> Any:
        return self.numbers.tolist()

    __torch_function__ = torch._C._disabled_torch_function_impl


class SecondDevice(TorchDispatchMode):
    """Within this `with` block there is a second device."""

    def __enter__(self) -> Any:
        self._before = torch._C._only_lift_cpu_tensors()  # type: ignore[attr-defined]
        torch._C._set_only_lift_cpu_tensors(True)  # type: ignore[attr-defined]  # for torch.tensor
        return super().__enter__()

    def __exit__(self, *error: Any) -> None:
        torch._C._set_only_lift_cpu_tensors(self._before)  # type: ignore[attr-defined]
        super().__exit__(*error)

    def __torch_dispatch__(
        self, function: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if function not in WHOLE:
            with self:  # in inference mode, functions arrive that are made of others
                parts = function.decompose(*args, **(kwargs or {}))
            if parts is not NotImplemented:
                return parts
            WHOLE.add(function)
        return _run(function, args, kwargs or {})


@contextmanager
def without_inference_mode() -> Iterator[None]:
    """`torch.inference_mode` only turns gradients off within this block.

    Python makes the tensors there, and views of those from before can't be taken in that mode.
    """
    mode = torch.inference_mode
    with patch.object(mode, "__enter__", _enter), patch.object(mode, "__exit__", _leave):
        yield


def _enter(self: Any) -> None:
    self.had_gradients = torch.is_grad_enabled()
    torch.set_grad_enabled(self.had_gradients and not self.mode)


def _leave(self: Any, *error: Any) -> None:
    torch.set_grad_enabled(self.had_gradients)


def _run(function: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    tensors: list[Tensor] = []
    _map_tensors(tensors.append, (args, kwargs))
    here = [tensor for tensor in tensors if not isinstance(tensor, _Elsewhere)]
    elsewhere = len(here) < len(tensors)
    if elsewhere and function._schema.name not in ACROSS and any(t.dim() for t in here):
        raise RuntimeError(f"{function} was given tensors of two devices")
    device = kwargs.get("device")
    if device is not None:
        elsewhere = torch.device(device).type == NAME
        kwargs = {**kwargs, "device": "cpu"}
    found = function(*_map_tensors(_unwrapped, args), **_map_tensors(_unwrapped, kwargs))
    if not elsewhere:
        return found
    wrapped = _map_tensors(_Elsewhere, found)
    return return_and_correct_aliasing(function, args, kwargs, wrapped)


def _map_tensors(function: Callable[[Tensor], Any], value: Any) -> Any:
    """Return the value with this of each tensor in it, as torch's slower tree_map."""
    if isinstance(value, Tensor):
        return function(value)
    if isinstance(value, dict):
        return {key: _map_tensors(function, one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)([_map_tensors(function, one) for one in value])
    return value


def _unwrapped(leaf: Any) -> Any:
    return leaf.numbers if isinstance(leaf, _Elsewhere) else leaf


def move(module: nn.Module) -> None:
    """Put the weights and tables of a module there; tied weights stay tied."""
    moved: dict[nn.Parameter, nn.Parameter] = {}
    for part in module.modules():
        for name, table in part._buffers.items():
            part._buffers[name] = None if table is None else _Elsewhere(table)
        for name, weight in part._parameters.items():
            if weight is not None:
                if weight not in moved:
                    there = _Elsewhere(weight.detach())
                    moved[weight] = nn.Parameter(there, requires_grad=weight.requires_grad)
                part._parameters[name] = moved[weight]


def numbers(tensor: Tensor) -> Tensor:
    """The numbers of a tensor that must be there."""
    assert isinstance(tensor, _Elsewhere)
    return tensor.numbers
