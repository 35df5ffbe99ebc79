"""Compile the sentence patterns of the mini-world into tables that make sentences fast.

All slots are resolved for all entries when the world is loaded: errors such as an unknown slot or
particle are reported then, with file, pattern and slot, and never during training.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.data.world.english import apply_filters
from models.data.world.korean import add_particle
from models.data.world.lexicon import LANGUAGES, Language, Lexicon, LexiconEntry, Triple, read_toml

MIN_SENTENCES, MAX_SENTENCES = 3, 8  # of a document

_SLOT = re.compile(r"\{([^{}]*)\}")
_TOPIC_KEYS = {"topic", "roles", "weight", "sentence"}
_PATTERN_KEYS = {"id", "step", "en", "ko", "facts"}

Roles = Mapping[str, LexiconEntry]
Picks = Mapping[str, int]


@dataclass(frozen=True)
class PatternSlot:
    """A place in a sentence: the texts for every entry of its role that has one.

    choice   the path without a form; slots of one choice show the same of several true values
    options  entry id -> the texts of its values, particle or article included
    items    entry id -> the keys of these values; empty for inflected words
    words    entry id -> [start, end) of the value itself in each text, without particle and article
    """

    role: str
    choice: str
    options: Mapping[str, tuple[str, ...]]
    items: Mapping[str, tuple[str, ...]]
    words: Mapping[str, tuple[tuple[int, int], ...]]

    def index(self, roles: Roles, picks: Picks) -> tuple[str, int]:
        """Which of its texts it shows: an entry id, and the number of the value."""
        return roles[self.role].id, picks.get(self.choice, 0)


@dataclass(frozen=True)
class FilledSlot:
    """A slot of a rendered sentence: its value at [start, end), and the item of PatternSlot."""

    choice: str
    start: int
    end: int
    item: str


@dataclass(frozen=True)
class PatternFact:
    """What a sentence states, for every entry of the role; `options` runs parallel to a slot's."""

    role: str
    choice: str
    options: Mapping[str, tuple[Triple, ...]]


@dataclass(frozen=True)
class Pattern:
    """One sentence in both languages.

    pieces   text and slots in order, by language
    roles    the roles that it uses, in the order of the topic
    usable   role -> ids of the entries for which every slot and fact of the sentence has a value
    """

    id: str
    step: int
    pieces: Mapping[Language, tuple[str | PatternSlot, ...]]
    facts: tuple[PatternFact, ...]
    roles: tuple[str, ...]
    usable: Mapping[str, frozenset[str]]
    _choices: Mapping[str, tuple[str, Mapping[str, int]]]

    def fits(self, roles: Roles) -> bool:
        return all(roles[role].id in ids for role, ids in self.usable.items())

    def choices(self, roles: Roles) -> dict[str, int]:
        """How many true values each choice of the sentence has here, where it has several."""
        counts = {
            choice: options[roles[role].id] for choice, (role, options) in self._choices.items()
        }
        return {choice: count for choice, count in counts.items() if count > 1}

    def render(self, language: Language, roles: Roles, picks: Picks) -> str:
        """The sentence about these entries, with value `picks[choice]` where there are several."""
        return "".join(
            piece
            if isinstance(piece, str)
            else piece.options[roles[piece.role].id][picks.get(piece.choice, 0)]
            for piece in self.pieces[language]
        )

    def filled_slots(self, language: Language, roles: Roles, picks: Picks) -> list[FilledSlot]:
        """Return the slots of the rendered sentence with their [start, end) characters."""
        filled, at = [], 0
        for piece in self.pieces[language]:
            if isinstance(piece, str):
                at += len(piece)
                continue
            entry, value = piece.index(roles, picks)
            start, end = piece.words[entry][value]
            items = piece.items[entry]
            item = items[value] if items else ""
            filled.append(FilledSlot(piece.choice, at + start, at + end, item))
            at += len(piece.options[entry][value])
        return filled

    def triples(self, roles: Roles, picks: Picks) -> tuple[Triple, ...]:
        """The facts that the rendered sentence states."""
        stated: list[Triple] = []
        for fact in self.facts:
            options = fact.options[roles[fact.role].id]
            stated += [options[picks[fact.choice]]] if fact.choice in picks else options
        return tuple(stated)


@dataclass(frozen=True)
class Topic:
    """A pattern file: the sentences that can be in one document."""

    name: str
    roles: Mapping[str, tuple[LexiconEntry, ...]]
    weight: float
    patterns: tuple[Pattern, ...]


def load_topics(folder: Path, lexicon: Lexicon, only: Iterable[str] | None = None) -> list[Topic]:
    """All pattern files of a folder, or those patterns of them whose ids are in `only`.

    Raises ValueError naming file, pattern and slot for what cannot be read or resolved.
    """
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise ValueError(f"{folder}: there are no pattern files (*.toml) in this folder")
    ids = None if only is None else set(only)
    known: dict[str, str] = {}
    topics = [_topic(path.name, read_toml(path), lexicon, ids, known) for path in paths]
    if ids is not None and ids - known.keys():
        raise ValueError(f"there is no sentence pattern {min(ids - known.keys())!r}")
    return [topic for topic in topics if topic.patterns]


def _topic(
    file: str,
    table: dict[str, Any],
    lexicon: Lexicon,
    ids: set[str] | None,
    known: dict[str, str],
) -> Topic:
    _check_keys(file, table, _TOPIC_KEYS, required=("topic", "sentence"))
    kinds: dict[str, str] = table.get("roles", {})
    patterns = []
    for row in table["sentence"]:
        _check_keys(f"{file}: a [[sentence]]", row, _PATTERN_KEYS, ("id", "step", "en", "ko"))
        where = f"{file}: sentence {row['id']!r}"
        if row["id"] in known:
            raise ValueError(f"{where}: this id is taken in {known[row['id']]}")
        known[row["id"]] = file
        if ids is None or row["id"] in ids:
            patterns.append(_Compiler(where, kinds, lexicon).pattern(row))
    used = {role: kinds[role] for role in kinds if any(role in p.roles for p in patterns)}
    for kind in used.values():
        if list(used.values()).count(kind) > len(lexicon.entries_of_kind(kind)):
            raise ValueError(f"{file}: there are fewer [[{kind}]] than roles for them")
    roles = {role: lexicon.entries_of_kind(kind) for role, kind in used.items()}
    return Topic(table["topic"], roles, float(table.get("weight", 1.0)), tuple(patterns))


def _check_keys(
    where: str, table: dict[str, Any], known: set[str], required: Iterable[str]
) -> None:
    for key in required:
        if key not in table:
            raise ValueError(f"{where}: the key {key!r} is missing ({table.get('id', '')})")
    for key in table.keys() - known:
        raise ValueError(f"{where}: there is no key {key!r} here ({table.get('id', '')})")


class _Compiler:
    """Resolves the slots and facts of one sentence against the lexicon."""

    def __init__(self, where: str, roles: Mapping[str, str], lexicon: Lexicon) -> None:
        self._where = where
        self._entries = {role: lexicon.entries_of_kind(kind) for role, kind in roles.items()}

    def pattern(self, row: dict[str, Any]) -> Pattern:
        pieces = {language: self._pieces(row[language], language) for language in LANGUAGES}
        facts = tuple(self._fact(path) for path in row.get("facts", []))
        slots = [
            piece for part in pieces.values() for piece in part if isinstance(piece, PatternSlot)
        ]
        parts: list[PatternSlot | PatternFact] = [*slots, *facts]
        usable = {
            role: frozenset.intersection(*(frozenset(p.options) for p in parts if p.role == role))
            for role in self._entries
            if any(part.role == role for part in parts)
        }
        for role, ids in usable.items():
            if not ids:
                raise ValueError(f"{self._where}: there is no entry that fits the role {role!r}")
        choices = {slot.choice: (slot.role, _counts(slot)) for slot in slots}
        several = {key: value for key, value in choices.items() if max(value[1].values()) > 1}
        return Pattern(row["id"], row["step"], pieces, facts, tuple(usable), usable, several)

    def _pieces(self, template: str, language: Language) -> tuple[str | PatternSlot, ...]:
        parts: list[str | PatternSlot] = []
        for index, part in enumerate(_SLOT.split(template)):
            if index % 2:
                parts.append(self._slot(part, language))
            elif "{" in part or "}" in part:
                raise ValueError(f"{self._where}: a brace without its partner in {template!r}")
            elif part:
                parts.append(part)
        return tuple(parts)

    def _slot(self, text: str, language: Language) -> PatternSlot:
        path, _, filters = text.partition(":")
        role, names = self._role(path)
        form = self._form(role, names, path)
        choice = path.removesuffix(f".{form}") if form else path
        options: dict[str, tuple[str, ...]] = {}
        items: dict[str, tuple[str, ...]] = {}
        places: dict[str, tuple[tuple[int, int], ...]] = {}
        for entry in self._entries[role]:
            values = [step.object for step in _follow(entry, names[: -1 if form else None])]
            words = [value.form(form or language, language) for value in values]
            if words and None not in words:
                options[entry.id] = tuple(
                    self._apply_filters(str(w), filters, language) for w in words
                )
                placed = zip(options[entry.id], words, strict=True)
                places[entry.id] = tuple(_place(text, str(word)) for text, word in placed)
                items[entry.id] = () if form else tuple(value.key for value in values)
        if not options:
            raise ValueError(f"{self._where}: the slot {{{text}}} leads to nothing in {language!r}")
        return PatternSlot(role, choice, options, items, places)

    def _apply_filters(self, word: str, filters: str, language: Language) -> str:
        try:
            if language == "en":
                return apply_filters(word, filters)
            return add_particle(word, filters) if filters else word
        except ValueError as error:
            raise ValueError(f"{self._where}: {error}") from error

    def _role(self, path: str) -> tuple[str, tuple[str, ...]]:
        role, *names = path.split(".")
        if role not in self._entries:
            raise ValueError(f"{self._where}: the topic has no role {role!r} (in {path!r})")
        return role, tuple(names)

    def _form(self, role: str, names: tuple[str, ...], path: str) -> str:
        """The last part of a path if it names an inflected word and not an attribute, else ""."""
        if not names or any(_follow(entry, names) for entry in self._entries[role]):
            return ""
        return names[-1]

    def _fact(self, path: str) -> PatternFact:
        role, names = self._role(path)
        options = {e.id: tuple(_follow(e, names)) for e in self._entries[role]}
        usable = {key: triples for key, triples in options.items() if names and triples}
        if not usable:
            raise ValueError(f"{self._where}: the fact {path!r} is no attribute of {role!r}")
        return PatternFact(role, path, usable)


def _follow(entry: LexiconEntry, names: tuple[str, ...]) -> list[Triple]:
    """The last steps on the ways that start at an entry; none if some attribute is missing.

    Without names it is a step from the entry to itself.
    """
    steps = [Triple(entry, "", entry)]
    for name in names:
        if name.isdigit():
            steps = steps[int(name) : int(name) + 1]
        else:
            steps = [
                Triple(step.object, name, value)
                for step in steps
                for value in step.object.attributes.get(name, ())
            ]
    return steps


def _place(text: str, word: str) -> tuple[int, int]:
    """Return the range of a word in a text after a filter; the whole text if the word changed."""
    start = text.lower().find(word.lower())
    return (start, start + len(word)) if start >= 0 else (0, len(text))


def _counts(slot: PatternSlot) -> dict[str, int]:
    return {entry_id: len(texts) for entry_id, texts in slot.options.items()}
