"""Work in steps: generators that yield reports and return a result."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Value = TypeVar("Value")
Event = TypeVar("Event")
Other = TypeVar("Other")


def run_to_end(steps: Generator[object, None, Value]) -> Value:
    """Run a generator to its end; returns its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: Value = end.value
            return value


def map_progress(
    steps: Generator[Event, None, Value], convert: Callable[[Event], Other]
) -> Generator[Other, None, Value]:
    """Yield the events of `steps`, each converted; returns their result."""
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            value: Value = end.value
            return value
        yield convert(event)
