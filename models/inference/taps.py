"""Named places in the forward pass where one can read or change a tensor; the only hook code here.

A `Tap` is a module without parameters, so its name is its path in the model and the state dict
does not contain it. A layer reads `tap.active`: without a listener,
attention runs its fused kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from torch import Tensor, nn

Listener = Callable[[Tensor], Tensor | None]

MAX_MAP = 1024  # tokens of a text whose map is put together from blocks or chunks when recorded


class Tap(nn.Module):
    """An identity that may have a listener, which sees the tensor and may return another."""

    def __init__(self) -> None:
        super().__init__()
        self.listener: Listener | None = None

    @property
    def active(self) -> bool:
        return self.listener is not None

    def forward(self, tensor: Tensor) -> Tensor:
        listener = self.listener
        if listener is None:
            return tensor
        changed = listener(tensor)
        return tensor if changed is None else changed


def taps(model: nn.Module) -> dict[str, Tap]:
    """All taps of a model by path, in the order in which it was built.

    They are looked up once: a model does not get other layers after its first use.
    """
    by_path = _known.get(model)
    if by_path is None:
        modules = model.named_modules()
        by_path = {path: module for path, module in modules if isinstance(module, Tap)}
        _known[model] = by_path
    return by_path


_known: WeakKeyDictionary[nn.Module, dict[str, Tap]] = WeakKeyDictionary()


@contextmanager
def attach_listeners(model: nn.Module, *several: Mapping[str, Listener]) -> Iterator[None]:
    """Attach listeners by tap path for the length of a `with` block. Raises KeyError.

    At one tap, those of a later mapping see what the earlier ones leave, and all of them what was
    attached outside.
    """
    with AttachedListeners(
        [pair for listeners in several for pair in resolved_taps(model, listeners)]
    ):
        yield


def resolved_taps(
    model: nn.Module, listeners: Mapping[str, Listener]
) -> Iterator[tuple[Tap, Listener]]:
    """The taps of a model that listeners by path belong to. Raises KeyError."""
    available = taps(model) if listeners else {}
    for path, listener in listeners.items():
        tap = available.get(path)
        if tap is None:
            raise KeyError(f"no tap named {path}")
        yield tap, listener


class AttachedListeners:
    """A context like `attach_listeners` for resolved taps; several listeners of a tap run in order.

    A class, because it is entered in every pass, and a generator takes three times as long.
    """

    def __init__(self, listeners: Sequence[tuple[Tap, Listener]]) -> None:
        self._listeners = listeners
        self._outer = [tap.listener for tap, _ in listeners]

    def __enter__(self) -> None:
        for tap, listener in self._listeners:
            before = tap.listener
            tap.listener = listener if before is None else _chain(before, listener)

    def __exit__(self, *error: object) -> None:
        for (tap, _), before in zip(self._listeners, self._outer, strict=True):
            tap.listener = before


def _chain(first: Listener, second: Listener) -> Listener:
    """Both listeners in turn: an intervention set outside is seen by a recorder set inside."""

    def both(tensor: Tensor) -> Tensor | None:
        changed = first(tensor)
        again = second(tensor if changed is None else changed)
        return changed if again is None else again

    return both


@contextmanager
def record_taps(model: nn.Module, paths: list[str]) -> Iterator[dict[str, Tensor]]:
    """Record the tensors that pass the named taps; the dictionary fills during the forward pass."""
    record: dict[str, Tensor] = {}

    def keep(path: str) -> Listener:
        def listener(tensor: Tensor) -> None:
            record[path] = tensor.detach()

        return listener

    with attach_listeners(model, {path: keep(path) for path in paths}):
        yield record
