"""The kinds of tasks that the files of models/tasks declare."""

from __future__ import annotations

from functools import cache

from models.schema.registry import scan
from models.tasks.base import TaskSpec


@cache
def tasks() -> dict[str, TaskSpec]:
    """Every kind of task by name, in alphabetical order. Raises DuplicateSpecError."""
    specs, _ = scan("models.tasks", TaskSpec)
    return specs


def task(name: str) -> TaskSpec:
    """A kind of task. Raises ValueError, naming those that exist."""
    by_name = tasks()
    if name not in by_name:
        raise ValueError(f"unknown task {name!r}; known are {', '.join(by_name)}")
    return by_name[name]
