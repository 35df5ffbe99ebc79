"""What a panel tells of a selection at the side of the window, and the ways out that it offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """A way out of a problem, as a button."""

    label: str
    run: Callable[[], object]


@dataclass(frozen=True)
class Details:
    """What is selected, in words and numbers, for the side of the window."""

    title: str = ""
    rows: tuple[tuple[str, str], ...] = ()  # (name, value)
    text: str = ""
    actions: tuple[Action, ...] = ()
