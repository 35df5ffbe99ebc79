"""Work in steps: generators that yield what they are about to do, and return what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Value = TypeVar("Value")
Told = TypeVar("Told")
Other = TypeVar("Other")


def finished(steps: Generator[object, None, Value]) -> Value:
    """What a generator returns, run to its end without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: Value = end.value
            return value


def retold(
    steps: Generator[Told, None, Value], tell: Callable[[Told], Other]
) -> Generator[Other, None, Value]:
    """The same steps, and the same value in the end, with something else told at each."""
    while True:
        try:
            told = next(steps)
        except StopIteration as end:
            value: Value = end.value
            return value
        yield tell(told)
