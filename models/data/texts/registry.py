"""The texts that are known by name, from resources/texts.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from models.runtime.resources import resource

Kind = Literal["lines", "glosses", "bible", "file"]
FilePatterns = tuple[tuple[str, ...], ...]
BETWEEN = ":"  # a name and the folder or file that it is read from


@dataclass(frozen=True)
class TextEntry:
    """A text that is known by name, without its sentences.

    `kind` says how it is read. `train` and `held_out` are groups of names of files; the first group
    that a folder has is read. `get` says how to get the text, without a full stop.
    """

    name: str
    title: str
    kind: Kind
    language: Literal["en", "ko"]
    get: str
    licence: str = ""  # of a file of a person: unknown
    words: int = 0  # of the training part, about; 0 where unknown
    source: str = ""  # an address
    places: tuple[str, ...] = ()
    train: FilePatterns = ()
    held_out: FilePatterns = ()


@cache
def known_texts() -> Mapping[str, TextEntry]:
    """Every text by name, in the order of the file; one that cannot be read is our bug."""
    content = tomllib.loads(resource("texts.toml").read_text(encoding="utf-8"))
    return {name: _entry(name, values) for name, values in content.items()}


def _entry(name: str, values: Mapping[str, Any]) -> TextEntry:
    groups = {key: tuple(map(tuple, values.get(key, ()))) for key in ("train", "held_out")}
    places = tuple(values.get("places", ()))
    return TextEntry(**{**values, **groups, "name": name, "places": places})


def named_entry(name: str) -> tuple[TextEntry, str] | None:
    """The text of a name such as "wordnet" or "wikitext-2:/texts/wikitext-2", and its place.

    The place is "" where none is named; None for a name that is no text of the registry.
    """
    first, _, place = name.partition(BETWEEN)
    entry = known_texts().get(first)
    return None if entry is None else (entry, place)
