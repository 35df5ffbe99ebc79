"""Everyday facts that no text of the mini-world states: tools, materials, places and parts.

They are what commonsense questions ask for; `world_graph` has them beside the facts of the lexicon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from models.data.world.lexicon import Language, Lexicon, LexiconEntry, read_toml
from models.runtime.resources import resource

CONCEPTS, FACTS, PURPOSES = (
    ("knowledge", f"{name}.toml") for name in ("concepts", "facts", "purposes")
)


@dataclass(frozen=True)
class Concept:
    """A thing, place, activity or kind of things.

    `id` is that of concepts.toml, or kind and id of an entry of the lexicon, "object:shovel".
    """

    id: str
    en: str
    ko: str

    def name(self, language: Language) -> str:
        return self.en if language == "en" else self.ko


@dataclass(frozen=True)
class EverydayFact:
    """A triple of ids, as in (digging-the-ground, uses, object:shovel)."""

    head: str
    relation: str
    tail: str


@lru_cache(maxsize=1)
def own_concepts() -> tuple[Concept, ...]:
    """The concepts that the lexicon does not have, in the order of the file."""
    rows = read_toml(resource(*CONCEPTS))["entity"]
    return tuple(Concept(row["id"], row["en"], row["ko"]) for row in rows)


@lru_cache(maxsize=1)
def everyday_facts() -> tuple[EverydayFact, ...]:
    """The facts that questions ask for, in the order of the file.

    What purposes.toml replaces is no longer true, and what it states is in texts of the mini-world.
    """
    rows = read_toml(resource(*PURPOSES))["fact"]
    replaced = {(row["head"], row["relation"]) for row in rows if row.get("replaces")}
    return tuple(one for one in _facts() if (one.head, one.relation) not in replaced)


def _facts() -> Iterator[EverydayFact]:
    for row in read_toml(resource(*FACTS))["fact"]:
        tails = row["tail"]
        for tail in [tails] if isinstance(tails, str) else tails:
            yield EverydayFact(row["head"], row["relation"], tail)


def concepts(lexicon: Lexicon) -> Mapping[str, Concept]:
    """All concepts by id: the own ones, and the entries of the lexicon that facts name.

    Raises ValueError for a fact about something that neither has.
    """
    known = {one.id: one for one in own_concepts()}
    entries = {entry.key: entry for entry in _all_entries(lexicon)}
    for name in dict.fromkeys(end for one in everyday_facts() for end in (one.head, one.tail)):
        if name in known:
            continue
        if name not in entries:
            raise ValueError(f"facts.toml names {name!r}, which neither it nor the lexicon has")
        known[name] = Concept(name, entries[name].en, entries[name].ko)
    return MappingProxyType(known)


def _all_entries(lexicon: Lexicon) -> Iterator[LexiconEntry]:
    """The entries of a lexicon, and the values of their attributes."""
    for kind in lexicon.kinds:
        for entry in lexicon.entries_of_kind(kind):
            yield entry
            for values in entry.attributes.values():
                yield from values
