"""The text about a selection at the right of the window, with buttons for actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """What a button in a message or in the details does."""

    label: str
    run: Callable[[], object]


@dataclass(frozen=True)
class Details:
    """The selection in words and numbers."""

    title: str = ""
    rows: tuple[tuple[str, str], ...] = ()  # (name, value)
    text: str = ""
    actions: tuple[Action, ...] = ()
