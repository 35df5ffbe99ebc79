"""Caches that forget what was used longest ago, by their number or by the bytes that they share."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from collections.abc import Set as AbstractSet
from types import FunctionType, MethodType, ModuleType
from typing import Any, Generic, TypeVar

import numpy as np

Value = TypeVar("Value")
SMALL = 64  # bytes of an object, about
# What an answer shares with the program.
SHARED = (type, ModuleType, FunctionType, MethodType)


class LeastRecentlyUsed(Generic[Value]):
    """Keeps so many values. For one thread."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._values: OrderedDict[Hashable, Value] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of the key, made where it is not there."""
        if key not in self._values:
            self._values[key] = make()
            if len(self._values) > self._capacity:
                self._values.popitem(last=False)
        self._values.move_to_end(key)
        return self._values[key]

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def clear(self) -> None:
        self._values.clear()

    def __len__(self) -> int:
        return len(self._values)


class MemoryBudget:
    """Bytes that several caches share: what was used longest ago goes first, whichever has it.

    For one thread.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._entries: OrderedDict[tuple[BudgetedCache[Any], Hashable], int] = OrderedDict()
        self.total = 0  # bytes

    def cache(self, size: Callable[[Value], int], least: int = 1) -> BudgetedCache[Value]:
        """A cache whose `least` newest values stay, however large they are."""
        return BudgetedCache(self, size, least)

    def add(self, cache: BudgetedCache[Any], key: Hashable, num_bytes: int) -> None:
        """Count a new value, and remove older ones that have no room any more."""
        self._entries[cache, key] = num_bytes
        self.total += num_bytes
        for entry in tuple(self._entries):
            if self.total <= self._capacity:
                return
            if len(entry[0]) > entry[0].least:
                entry[0].remove(entry[1])

    def use(self, cache: BudgetedCache[Any], key: Hashable) -> None:
        """A value was asked for: it is the newest of all."""
        self._entries.move_to_end((cache, key))

    def discard(self, cache: BudgetedCache[Any], key: Hashable) -> None:
        """A value is gone."""
        self.total -= self._entries.pop((cache, key))


class BudgetedCache(Generic[Value]):
    """One of the caches of a `MemoryBudget`, which makes it."""

    def __init__(self, budget: MemoryBudget, size: Callable[[Value], int], least: int) -> None:
        self._budget = budget
        self._size = size
        self._values: dict[Hashable, Value] = {}
        self.least = least

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of the key, made where it is not there."""
        if key in self._values:
            self._budget.use(self, key)
            return self._values[key]
        value = make()
        self._values[key] = value
        self._budget.add(self, key, self._size(value))
        return value

    def remove(self, key: Hashable) -> None:
        del self._values[key]
        self._budget.discard(self, key)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)


def num_bytes(value: Any) -> int:
    """The bytes of the arrays, texts and containers that a value has, each counted once.

    A view of an array keeps all of it, and counts as much. Classes and functions count nothing.
    """
    seen: set[int] = set()
    left, total = [value], 0
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, SHARED):
            continue
        seen.add(id(one))
        total += SMALL
        if isinstance(one, np.ndarray):
            owner = one if one.base is None else one.base
            if id(owner) not in seen or owner is one:
                seen.add(id(owner))
                total += max(one.nbytes, getattr(owner, "nbytes", 0))
        elif hasattr(one, "untyped_storage"):  # a tensor; no torch is loaded to see that
            total += one.nbytes
        elif isinstance(one, str | bytes):
            total += len(one)
        elif isinstance(one, Mapping):
            left += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | AbstractSet):
            left += one
        elif hasattr(one, "__dict__"):
            left += vars(one).values()
    return total
