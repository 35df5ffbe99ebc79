"""The prose of a panel, from `resources/panels`: its explanation, notes under figures, papers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from explorer.core.localization import tr
from models.runtime.resources import resource
from models.schema.specs import Paper

PAPERS = "papers"  # the file with all papers, by the keys that panels use


@dataclass(frozen=True)
class PanelText:
    """Each paragraph is one line, however it is broken in the file."""

    explanation: str
    papers: tuple[Paper, ...]
    notes: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # sentences, by view
    controls: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # titles and tips


@lru_cache
def panel_text(name: str) -> PanelText:
    """The text of `resources/panels/<name>.toml`; a missing file, key or paper is our bug."""
    content = _read(name)
    return PanelText(
        explanation=_shown(content["explanation"]),
        papers=tuple(map(paper_of, content["papers"])),
        notes={key: _shown(note) for key, note in content.get("notes", {}).items()},
        controls={
            name: {key: _shown(text) for key, text in texts.items()}
            for name, texts in content.get("controls", {}).items()
        },
        marks={view: tuple(map(_shown, marks)) for view, marks in content.get("marks", {}).items()},
    )


def panel_place(name: str) -> dict[str, Any]:
    """The title of a panel, its place in the menu, its icon, and the line under its title."""
    place: dict[str, Any] = _read(name)["panel"]
    return {**place, "title": tr(place["title"]), "summary": tr(place["summary"])}


def paper_of(key: str) -> Paper:
    """A paper by its key in `resources/panels/papers.toml`."""
    return _papers()[key]


@cache
def _papers() -> Mapping[str, Paper]:
    return {key: Paper(**fields) for key, fields in _read(PAPERS).items()}


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(resource("panels", f"{name}.toml").read_text(encoding="utf-8"))


def _shown(text: str) -> str:
    """On one line, in the language of the interface."""
    return tr(" ".join(text.split()))
