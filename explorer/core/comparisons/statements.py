"""What lecture notes state of pretrained models, from resources/statements, and where it is seen.

A file is a theme; its statements are in the order of a course. Each has one place: `set` as in a
tour, `comparison` for the page of one, or `checkpoints` for published ones by their ids.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from explorer.core.comparisons.tours import Tour, TourStep, check_changes
from explorer.core.library.listing import has_words
from explorer.core.localization import tr
from models.runtime.resources import resource


@dataclass(frozen=True)
class NotesStatement:
    """One sentence, and what is set so that it can be seen, run or measured.

    `often` is what is often stated instead; `source` is that of the right statement.
    """

    id: str
    says: str
    place: Mapping[str, Any]  # as a step of a tour sets it
    comparison: str = ""
    checkpoints: tuple[str, ...] = ()  # ids of published ones
    often: str = ""
    source: str = ""

    @property
    def text(self) -> str:
        """The statement, and below it what is often stated instead."""
        if not self.often:
            return self.says
        often, source = self.often, self.source
        but = tr("Often stated instead: “{often}” But see {source}.", often=often, source=source)
        return f"{self.says}\n{but}"


@dataclass(frozen=True)
class StatementTheme:
    """Statements that belong together."""

    name: str
    title: str
    order: int
    statements: tuple[NotesStatement, ...]

    @property
    def tour(self) -> Tour:
        """The statements one after the other, each at its place."""
        steps = (TourStep("picture", one.text, one.place) for one in self.statements)
        return Tour(self.name, self.title, tuple(steps))

    def find(self, words: str) -> list[int]:
        """The places of the statements that have all words, in any case."""
        texts = (f"{self.title} {one.text}" for one in self.statements)
        return [at for at, text in enumerate(texts) if has_words(text, words)]


@cache
def themes() -> tuple[StatementTheme, ...]:
    """All themes in the order of a course; a file that cannot be read is our bug."""
    found = [_read_theme(path) for path in resource("statements").glob("*.toml")]
    return tuple(sorted(found, key=lambda one: one.order))


def _read_theme(path: Path) -> StatementTheme:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    statements = tuple(_read_statement(path.stem, **one) for one in content["statement"])
    return StatementTheme(path.stem, tr(content["title"]), content["order"], statements)


def _read_statement(name: str, id: str, says: str, **given: Any) -> NotesStatement:
    kind, *others = given.keys() & {"set", "comparison", "checkpoints"}
    assert not others, f"{name}, {id}: one place only"
    place = given.pop("set", {})
    if kind == "comparison":
        place = {"panel": "comparisons", "settings": {"opened": given[kind]}}
    elif kind == "checkpoints":
        cards = {"view": "published", "published": given[kind], "errors": False}
        given[kind] = tuple(given[kind])
        place = {"panel": "compare", "settings": cards}
    given["often"] = tr(given["often"]) if "often" in given else ""
    return NotesStatement(id, tr(says), check_changes(name, place), **given)
