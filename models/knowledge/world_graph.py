"""The graph of the mini-world: its lexicon, and everyday facts that none of its texts states.

Everyday facts are the files of `resources/knowledge` (TOML), with two kinds of tables:

    [[entity]]            # a thing that is new
    id = "spade"          # ascii, once in all files
    en = "spade"
    ko = "삽"
    kind = "tool"
    aliases = ["spades"]  # optional, in any language

    [[fact]]
    head = "spade"        # an id of these files, or KIND:ID of the lexicon, such as "food:pizza"
    relation = "used_for"
    tail = ["dig", "occupation:gardener"]  # one or several
    replaces = true       # optional: instead of what files before this one say of head and relation

What has the same English and Korean name is one entity, in the lexicon and in these files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from models.data.world.lexicon import LANGUAGES, Language, Lexicon, LexiconEntry, read_toml
from models.knowledge.everyday import PURPOSES
from models.knowledge.graph import KnowledgeGraph
from models.knowledge.names import Entity, fold_name
from models.runtime.resources import resource

# Values of the lexicon have their article or preposition: "the sea", "on the road".
_ARTICLE = re.compile(r"^((in|on|at)\s+)?((the|a|an)\s+)?(?=\S)", re.IGNORECASE)
_PLURAL = re.compile(r"(?<=[^aeiou])ies$|(?<=ch|sh|ss)es$|(?<=x)es$|(?<=[^siu])s$")
# Names of individuals: the city of Toyota is not the company.
_SEPARATE = frozenset({"company"})
_VAGUE = "thing"  # a kind of values
_OTHER_WORDS = ("garment", "taste")  # whose Korean forms are other words: 입는다, 쓰다
# Inflected words that name the entry; the others are pronouns, or have a preposition.
_FORMS = ("plural", "third", "past", "ing", "participle", "present", "polite", "and", "adn")


@dataclass
class _Thing:
    """An entity before it has a language."""

    kind: str
    en: str
    ko: str
    others: dict[str, None] = field(default_factory=dict)  # further names, in order

    def entity(self, place: int, language: Language) -> Entity:
        first, second = (self.en, self.ko) if language == "en" else (self.ko, self.en)
        aliases = dict.fromkeys((second, *self.others))
        aliases.pop(first, None)
        return Entity(place, first, tuple(aliases), self.kind)


def world_graph(language: Language, purposes: bool = True) -> KnowledgeGraph:
    """The graph of the mini-world, with names in this language and all others as aliases.

    Without `purposes`, facts of purposes.toml are left out. Ids are the same in both languages, and
    both ways. Raises ValueError, which names the file, where a file of facts is malformed.
    """
    files = sorted(resource("knowledge").glob("*.toml"))
    if not purposes:
        files.remove(resource(*PURPOSES))
    things, relations, triples = _contents(resource("world"), tuple(files))
    entities = [thing.entity(place, language) for place, thing in enumerate(things)]
    return KnowledgeGraph.of(entities, relations, list(triples))


@cache
def _contents(
    world: Path, files: tuple[Path, ...]
) -> tuple[tuple[_Thing, ...], tuple[str, ...], tuple[tuple[int, int, int], ...]]:
    builder = _Builder(Lexicon.load(world))
    for path in files:
        builder.add_entities(path.name, read_toml(path))
    for path in files:
        builder.add_facts(path.name, read_toml(path))
    triples = tuple(dict.fromkeys(triple for triple in builder.triples if triple[0] != triple[2]))
    return tuple(builder.things), tuple(builder.relations), triples


class _Builder:
    """Gives every thing one id, whichever entries it comes from."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.things: list[_Thing] = []
        self.relations: dict[str, int] = {}
        self.triples: list[tuple[int, int, int]] = []
        self._ids: dict[str, int] = {}  # by key of the lexicon, or id of the facts
        self._same: dict[tuple[str, str], int] = {}  # by the names that make two entries one thing
        self._singulars = {
            fold_name(plural): fold_name(entry.en)
            for entry in lexicon
            if (plural := entry.form("plural", "en"))
        }
        triples = lexicon.triples()
        used = [entry for triple in triples for entry in (triple.subject, triple.object)]
        for entry in sorted(dict.fromkeys(used), key=partial(_rank, frozenset(lexicon))):
            self._add_entry(entry)
        for triple in triples:
            head, tail = self._ids[triple.subject.key], self._ids[triple.object.key]
            self._add_triple(head, triple.relation, tail)

    def add_entities(self, file: str, content: dict[str, Any]) -> None:
        for table in _tables(file, content, "entity"):
            names = {key: _text(file, table, key) for key in ("id", "en", "ko", "kind")}
            if names["id"] in self._ids or ":" in names["id"]:
                raise ValueError(f"{file}: the id {names['id']!r} occurs twice, or has a colon")
            thing = _Thing(names["kind"], names["en"], names["ko"])
            aliases = _texts(file, table.get("aliases", []))
            self._ids[names["id"]] = self._add_thing(thing, aliases)

    def add_facts(self, file: str, content: dict[str, Any]) -> None:
        for table in _tables(file, content, "fact"):
            head, relation = _text(file, table, "head"), _text(file, table, "relation")
            if table.get("replaces"):
                before = self._known(file, head), self.relations.get(relation)
                self.triples = [triple for triple in self.triples if triple[:2] != before]
            for tail in _texts(file, table.get("tail")):
                self._add_triple(self._known(file, head), relation, self._known(file, tail))

    def _known(self, file: str, name: str) -> int:
        if name not in self._ids:
            raise ValueError(f"{file}: there is no entity {name!r}")
        return self._ids[name]

    def _add_triple(self, head: int, relation: str, tail: int) -> None:
        kind = self.relations.setdefault(relation, len(self.relations))
        self.triples.append((head, kind, tail))

    def _add_entry(self, entry: LexiconEntry) -> None:
        thing = _Thing(entry.kind, entry.en, entry.ko)
        self._ids[entry.key] = self._add_thing(thing, _iterate_inflections(entry))

    def _add_thing(self, thing: _Thing, aliases: Iterable[str]) -> int:
        key = self._identity(thing)
        place = self._same.setdefault(key, len(self.things))
        if place == len(self.things):
            self.things.append(thing)
        names = (thing.en, _core(thing.en), thing.ko, *aliases)
        self.things[place].others.update(dict.fromkeys(names))
        return place

    def _identity(self, thing: _Thing) -> tuple[str, str]:
        core = fold_name(_core(thing.en))
        one = self._singulars.get(core) or _PLURAL.sub(_singular_ending, core)
        return (f"{thing.kind}:{one}" if thing.kind in _SEPARATE else one, fold_name(thing.ko))


def _rank(own: frozenset[LexiconEntry], entry: LexiconEntry) -> int:
    """A thing has the kind of its own entry in a file; the vaguest kind comes last."""
    return 0 if entry in own else 2 if entry.kind == _VAGUE else 1


def _singular_ending(match: re.Match[str]) -> str:
    return "y" if match.group() == "ies" else ""


def _core(name: str) -> str:
    """An English name without article and preposition."""
    return _ARTICLE.sub("", name)


def _iterate_inflections(entry: LexiconEntry) -> Iterator[str]:
    """Other forms of a name; a Korean one of a single syllable would be part of too many words."""
    for language in LANGUAGES:
        for form in _FORMS:
            word = entry.form(form, language)
            if word and (language == "en" or (len(word) > 1 and entry.kind not in _OTHER_WORDS)):
                yield word


def _tables(file: str, content: dict[str, Any], name: str) -> list[dict[str, Any]]:
    tables = content.get(name, [])
    if unknown := content.keys() - {"entity", "fact"}:
        raise ValueError(f"{file}: unknown tables {', '.join(sorted(unknown))}")
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise ValueError(f"{file}: {name!r} is not an array of tables [[{name}]]")
    return tables


def _text(file: str, table: dict[str, Any], key: str) -> str:
    text = table.get(key)
    if not isinstance(text, str) or not text or text != text.strip():
        raise ValueError(f"{file}: {key!r} of {table!r} must be a text without outer blanks")
    return text


def _texts(file: str, value: Any) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(one, str) and one for one in texts):
        raise ValueError(f"{file}: {value!r} is neither a text nor a list of texts")
    return texts
