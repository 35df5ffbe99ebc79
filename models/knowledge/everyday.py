"""Everyday facts that no text of the mini-world states: tools, materials, places and parts.

They are what commonsense questions ask for. The graph has them beside the facts of the lexicon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from models.data.world.lexicon import Entry, Language, Lexicon, read_toml
from models.runtime.resources import resource

FOLDER = "knowledge"


@dataclass(frozen=True)
class Concept:
    """A thing, place, activity or kind of things; `key` is that of a lexicon entry, "tool:rake"."""

    key: str
    en: str
    ko: str

    @property
    def kind(self) -> str:
        return self.key.partition(":")[0]

    def name(self, language: Language) -> str:
        return self.en if language == "en" else self.ko


@dataclass(frozen=True)
class EverydayFact:
    """A triple of keys, as in (activity:digging-the-ground, uses, object:shovel)."""

    subject: str
    relation: str
    object: str


@lru_cache(maxsize=1)
def own_concepts() -> tuple[Concept, ...]:
    """The concepts that the lexicon does not have, in the order of the file."""
    table = read_toml(resource(FOLDER, "concepts.toml"))
    return tuple(
        Concept(f"{kind}:{name}", *names)
        for kind, rows in table.items()
        for name, names in rows.items()
    )


@lru_cache(maxsize=1)
def everyday_facts() -> tuple[EverydayFact, ...]:
    """All facts. Raises ValueError for a concept that is not in the file."""
    keys = {one.key.partition(":")[2]: one.key for one in own_concepts()}
    table = read_toml(resource(FOLDER, "facts.toml"))
    return tuple(_facts(table, keys))


def _facts(table: Mapping[str, Any], keys: Mapping[str, str]) -> Iterator[EverydayFact]:
    for relation, rows in table.items():
        for subject, objects in rows.items():
            for one in objects:
                yield EverydayFact(_key(subject, keys), relation, _key(one, keys))


def _key(name: str, keys: Mapping[str, str]) -> str:
    """The key of a name in facts.toml: an own concept, or a kind and id of the lexicon."""
    if ":" in name:
        return name
    if name not in keys:
        raise ValueError(f"facts.toml names {name!r}, which concepts.toml does not have")
    return keys[name]


def concepts(lexicon: Lexicon) -> Mapping[str, Concept]:
    """All concepts by key: the own ones, and those of the lexicon that facts name.

    Raises ValueError for a fact about an entry that the lexicon does not have.
    """
    known = {one.key: one for one in own_concepts()}
    entries = {entry.key: entry for entry in _all_entries(lexicon)}
    for fact in everyday_facts():
        for key in (fact.subject, fact.object):
            if key in known:
                continue
            if key not in entries:
                raise ValueError(f"facts.toml names {key!r}, which the lexicon does not have")
            known[key] = Concept(key, entries[key].en, entries[key].ko)
    return MappingProxyType(known)


def _all_entries(lexicon: Lexicon) -> Iterator[Entry]:
    """The entries of a lexicon, and the values of their attributes."""
    for kind in lexicon.kinds:
        for entry in lexicon.of_kind(kind):
            yield entry
            for values in entry.attributes.values():
                yield from values
