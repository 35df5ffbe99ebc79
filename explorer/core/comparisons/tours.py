"""Guided tours, from resources/tours: steps that point at a part of the window with a sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from explorer.core.localization import tr
from explorer.core.state.state import Selection, State
from models.runtime.resources import resource

FIRST = "first"  # the tour that is offered at the first start
SETTABLE = {"panel", "text", "pair", "models", "settings", "token", "layer", "head"}


@dataclass(frozen=True)
class TourStep:
    """One sentence, the part of the window that it is about, and what is set before.

    `at` is text, models, panels, details, picture, "mark 2" for the second numbered part of the
    panel, or "button See it live" for a button of the panel by its text.
    """

    at: str
    say: str
    set: Mapping[str, Any] = field(default_factory=dict)

    def apply(self, state: State) -> State:
        """The state that the step needs; nothing else changes."""
        named = {key: self.set[key] for key in ("panel", "text", "pair") if key in self.set}
        if "models" in self.set:
            named["models"] = tuple(self.set["models"])
        after = replace(state, **named)
        if "settings" in self.set:
            settings = {**after.settings(after.panel), **self.set["settings"]}
            after = replace(after, panel_settings={**after.panel_settings, after.panel: settings})
        chosen = {key: self.set[key] for key in ("token", "layer", "head") if key in self.set}
        return replace(after, selection=Selection(**chosen)) if chosen else after


@dataclass(frozen=True)
class Tour:
    """Steps in order."""

    name: str
    title: str
    steps: tuple[TourStep, ...]


@cache
def tours() -> dict[str, Tour]:
    """Every tour by name; a file that cannot be read is our bug."""
    return {path.stem: _tour(path.stem) for path in sorted(resource("tours").glob("*.toml"))}


def _tour(name: str) -> Tour:
    content = tomllib.loads(resource("tours", f"{name}.toml").read_text(encoding="utf-8"))
    steps = []
    for step in content["step"]:
        changes = check_changes(name, step.get("set", {}))
        steps.append(TourStep(step["at"], tr(" ".join(step["say"].split())), changes))
    return Tour(name, tr(content["title"]), tuple(steps))


def check_changes(name: str, changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a step sets; a name that is not settable is our bug in the file `name`."""
    assert changes.keys() <= SETTABLE, f"{name}: {sorted(changes.keys() - SETTABLE)}"
    return changes
