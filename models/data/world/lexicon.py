"""Read the hand-written facts of the mini-world from TOML and check that they hang together."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

Language = Literal["en", "ko"]
LANGUAGES: tuple[Language, ...] = ("en", "ko")

# Keys of an entry that are text about its name; every other key is an attribute.
_NAME_KEYS = ("id", "en", "ko")
PRONOUN_FORMS: Mapping[str, Mapping[Language, Mapping[str, str]]] = {
    "he": {
        "en": {"he": "he", "him": "him", "his": "his"},
        "ko": {"he": "그", "him": "그", "his": "그의"},
    },
    "she": {
        "en": {"he": "she", "him": "her", "his": "her"},
        "ko": {"he": "그녀", "him": "그녀", "his": "그녀의"},
    },
}


@dataclass(frozen=True)
class LexiconEntry:
    """One thing of the world; two entries are equal when their kind and id are.

    forms       inflected words by language and name, e.g. forms["en"]["plural"]
    attributes  what the thing is connected with, e.g. attributes["capital"]; several are all true
    """

    kind: str
    id: str
    en: str = field(compare=False)
    ko: str = field(compare=False)
    forms: Mapping[Language, Mapping[str, str]] = field(compare=False, repr=False)
    attributes: Mapping[str, tuple["LexiconEntry", ...]] = field(compare=False, repr=False)

    @property
    def key(self) -> str:
        """The name that identifies the entry in the whole world: "country:france"."""
        return f"{self.kind}:{self.id}"

    def name(self, language: Language) -> str:
        return self.en if language == "en" else self.ko

    def form(self, name: str, language: Language) -> str | None:
        """An inflected word of the entry, None if it has no such form in this language."""
        if name in LANGUAGES:
            return self.name(language)
        return self.forms[language].get(name)


@dataclass(frozen=True)
class Triple:
    """One fact: (subject, relation, object), as in (France, capital, Paris)."""

    subject: LexiconEntry
    relation: str
    object: LexiconEntry

    def __str__(self) -> str:
        return f"({self.subject.en}, {self.relation}, {self.object.en})"


class Lexicon:
    """All entries by kind and id, in the order of the files."""

    def __init__(self, entries: Mapping[str, Mapping[str, LexiconEntry]]) -> None:
        self._entries = entries

    @classmethod
    def load(cls, folder: Path, base: "Lexicon | None" = None) -> "Lexicon":
        """Read every lexicon file of `folder`, whose entries may refer to those of `base`.

        `village.toml` is none.
        Raises ValueError naming file, entry and key for what is missing, doubled or malformed.
        """
        paths = sorted(path for path in folder.glob("*.toml") if path.name != "village.toml")
        if not paths:
            raise ValueError(f"{folder}: there are no lexicon files (*.toml) in this folder")
        return _Loader(base or cls({})).load(paths)

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self._entries)

    def entries_of_kind(self, kind: str) -> tuple[LexiconEntry, ...]:
        """All entries of a kind; none if there is no such kind."""
        return tuple(self._entries.get(kind, {}).values())

    def get(self, kind: str, entry_id: str) -> LexiconEntry:
        """One entry; raises KeyError if there is none."""
        return self._entries[kind][entry_id]

    def find(self, kind: str, entry_id: str) -> LexiconEntry | None:
        """One entry; None if there is none."""
        return self._entries.get(kind, {}).get(entry_id)

    def __iter__(self) -> Iterator[LexiconEntry]:
        for entries in self._entries.values():
            yield from entries.values()

    def __len__(self) -> int:
        return sum(map(len, self._entries.values()))

    def triples(self) -> tuple[Triple, ...]:
        """The knowledge graph: every attribute of every entry, and of its values."""
        triples: dict[Triple, None] = {}
        for entry in self:
            triples.update(dict.fromkeys(_triples_of(entry)))
        return tuple(triples)

    def restrict(self, ids: Mapping[str, list[str]]) -> "Lexicon":
        """Only the named entries (kind -> ids); attributes still lead to entries outside.

        Raises ValueError for a kind or an id that does not exist.
        """
        for kind, names in ids.items():
            for name in names:
                if name not in self._entries.get(kind, {}):
                    raise ValueError(f"there is no [[{kind}]] with id {name!r}")
        chosen = {kind: {name: self._entries[kind][name] for name in ids[kind]} for kind in ids}
        return Lexicon(chosen)


def _triples_of(entry: LexiconEntry) -> Iterator[Triple]:
    for relation, values in entry.attributes.items():
        for value in values:
            yield Triple(entry, relation, value)


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dictionary; raises ValueError naming the file if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path.name}: cannot be read as TOML ({error})") from error


class _Loader:
    """Two passes: first every entry without attributes, then the attributes that refer to them."""

    def __init__(self, base: Lexicon) -> None:
        self._base = base
        self._entries: dict[str, dict[str, LexiconEntry]] = {}
        self._pending: list[tuple[str, dict[str, tuple[LexiconEntry, ...]], dict[str, Any]]] = []

    def load(self, paths: list[Path]) -> Lexicon:
        for path in paths:
            for kind, tables in read_toml(path).items():
                self._add_kind(path.name, kind, tables)
        for where, attributes, raw in self._pending:
            for key, value in raw.items():
                attributes[key] = self._values(f"{where}, key {key!r}", key, value)
        return Lexicon(self._entries)

    def _add_kind(self, file: str, kind: str, tables: Any) -> None:
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise ValueError(f"{file}: {kind!r} is not an array of tables [[{kind}]]")
        known = self._entries.setdefault(kind, {})
        for table in tables:
            entry_id = table.get("id")
            if not isinstance(entry_id, str) or not entry_id.isascii() or not entry_id:
                raise ValueError(f"{file}: a [[{kind}]] has no ascii 'id' ({table!r})")
            where = f"{file}: [[{kind}]] {entry_id!r}"
            if entry_id in known:
                raise ValueError(f"{where}, key 'id': there is already an entry with this id")
            attributes: dict[str, tuple[LexiconEntry, ...]] = {}
            raw = {key: value for key, value in table.items() if not _is_text_key(key)}
            self._pending.append((where, attributes, raw))
            known[entry_id] = _entry(where, kind, entry_id, table, attributes)

    def _values(self, where: str, key: str, value: Any) -> tuple[LexiconEntry, ...]:
        items = value if isinstance(value, list) else [value]
        if not items:
            raise ValueError(f"{where}: the list is empty")
        return tuple(self._value(where, key, item) for item in items)

    def _value(self, where: str, key: str, value: Any) -> LexiconEntry:
        if isinstance(value, str):
            entry = self._entries.get(key, {}).get(value) or self._base.find(key, value)
            if entry is None:
                raise ValueError(f"{where}: there is no [[{key}]] with id {value!r}")
            return entry
        if isinstance(value, dict):
            return self._leaf(where, key, value)
        raise ValueError(f"{where}: {value!r} is neither a reference nor a table with en and ko")

    def _leaf(self, where: str, kind: str, table: dict[str, Any]) -> LexiconEntry:
        for key in table:
            if not _is_text_key(key):
                raise ValueError(f"{where}: a value has names and forms only, not {key!r}")
        leaf_id = "-".join(str(table.get("en", "")).lower().split())
        return _entry(where, kind, leaf_id, table, {})


def _is_text_key(key: str) -> bool:
    return key in (*_NAME_KEYS, "pronoun", "plural") or key.startswith(("en_", "ko_"))


def _entry(
    where: str,
    kind: str,
    entry_id: str,
    table: dict[str, Any],
    attributes: dict[str, tuple[LexiconEntry, ...]],
) -> LexiconEntry:
    for key in ("en", "ko", *filter(_is_text_key, table)):
        text = table.get(key)
        if not isinstance(text, str) or not text or text != text.strip():
            raise ValueError(f"{where}, key {key!r}: a text without outer blanks is needed")
    forms = {language: _forms(where, table, language) for language in LANGUAGES}
    view = MappingProxyType(attributes)
    return LexiconEntry(kind, entry_id, table["en"], table["ko"], MappingProxyType(forms), view)


def _forms(where: str, table: dict[str, Any], language: Language) -> Mapping[str, str]:
    prefix = f"{language}_"
    forms = {key.removeprefix(prefix): table[key] for key in table if key.startswith(prefix)}
    if language == "en" and "plural" in table:
        forms["plural"] = table["plural"]
    if "pronoun" in table:
        if table["pronoun"] not in PRONOUN_FORMS:
            raise ValueError(f"{where}, key 'pronoun': {table['pronoun']!r} is neither he nor she")
        forms |= PRONOUN_FORMS[table["pronoun"]][language]
    return MappingProxyType(forms)
