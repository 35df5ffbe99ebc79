"""The names of relations and entities on the screen, in the language of the reader or of a text."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from explorer.core.generation.prompts import HANGUL
from explorer.core.localization import language
from models.data.world.lexicon import Language
from models.knowledge.names import Entity
from models.runtime.resources import resource


def relation_title(name: str, of: Language | None = None) -> str:
    """A relation as a person reads it; that of another graph stays as its file has it.

    `of` is the language of the text that it is about; None for that of the interface.
    """
    return _titles(of or language()).get(name, name.replace("_", " "))


def kind_title(name: str) -> str:
    """A kind of entities as a person reads it."""
    return _titles(f"{language()}_kinds").get(name, name)


def entity_title(entity: Entity, of: Language) -> str:
    """The first name of an entity that is in a language; its own name if none is."""
    named = (name for name in entity.names if bool(HANGUL.search(name)) == (of == "ko"))
    return next(named, entity.name)


@cache
def _titles(table: str) -> Mapping[str, str]:
    text = resource("languages", "relations.toml").read_text(encoding="utf-8")
    titles: Mapping[str, str] = tomllib.loads(text).get(table, {})
    return titles
