"""A small cache that forgets what was used longest ago."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LeastRecentlyUsed(Generic[Value]):
    """Keeps values up to a total size; the newest stays, however large. For one thread."""

    def __init__(self, capacity: int, size: Callable[[Value], int] = lambda value: 1) -> None:
        self._capacity = capacity
        self._size = size
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._total = 0

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of the key, made where it is not there."""
        if key not in self._values:
            value = make()
            self._values[key] = value
            self._total += self._size(value)
            self._shrink()
        self._values.move_to_end(key)
        return self._values[key]

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def clear(self) -> None:
        self._values.clear()
        self._total = 0

    def __len__(self) -> int:
        return len(self._values)

    def _shrink(self) -> None:
        while self._total > self._capacity and len(self._values) > 1:
            _, oldest = self._values.popitem(last=False)
            self._total -= self._size(oldest)
