"""The names of relations on the screen: those of the mini-world's graph have Korean ones."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from explorer.core.localization import language
from models.runtime.resources import resource


def relation_title(name: str) -> str:
    """A relation as a person reads it; that of another graph stays as its file has it."""
    return _titles(language()).get(name, name.replace("_", " "))


@cache
def _titles(language: str) -> Mapping[str, str]:
    text = resource("languages", "relations.toml").read_text(encoding="utf-8")
    titles: Mapping[str, str] = tomllib.loads(text).get(language, {})
    return titles
