"""Work in steps: generators that yield what they are about to do, and return what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Value = TypeVar("Value")
Event = TypeVar("Event")
Other = TypeVar("Other")


def finished(steps: Generator[object, None, Value]) -> Value:
    """What a generator returns, run to its end without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: Value = end.value
            return value


def map_progress(
    steps: Generator[Event, None, Value], convert: Callable[[Event], Other]
) -> Generator[Other, None, Value]:
    """The same steps, and the same value in the end, with each event converted."""
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            value: Value = end.value
            return value
        yield convert(event)
