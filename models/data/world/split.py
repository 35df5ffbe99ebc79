"""Decide which combinations of the mini-world are held out, by hashes that never change."""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Literal

from models.data.world.lexicon import LexiconEntry, Triple
from models.data.world.patterns import MIN_SENTENCES, Pattern, Roles, Topic

Split = Literal["train", "held_out"]
SPLITS: tuple[Split, ...] = ("train", "held_out")

# One key in eight is held out: three in eight of the keys of every third anchor, which is the entry
# that a key is about first. Were each key drawn alone, a country would have one or two held-out
# sentences, too few for a document.
ANCHOR_SHARE = 1 / 3
KEY_SHARE = 3 / 8

MOST_REMEMBERED = 200_000  # sentences whose side is kept in memory


def stable_fraction(text: str) -> float:
    """A number in [0, 1) that depends on the text alone (BLAKE2b, Aumasson et al. 2013)."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") / 2**64


class SplitRule:
    """Assigns every sentence to training, to the held-out documents, or, if it is mixed, to none.

    A sentence that states facts is a unit (pattern, subject) for each of their subjects; any other
    one is the unit (pattern, entries that it uses). It belongs to the side on which all its units
    are. So a fact that is held out in a pattern never occurs in that pattern in training. Training
    has enough units to state every fact at least once. Units are held out, not wordings: "The
    company makes cars." may be about one company here and about another there.
    """

    def __init__(self, topics: Iterable[Topic]) -> None:
        topics = tuple(topics)
        self._anchors = {topic.name: _held_out_anchors(topic) for topic in topics}
        self._held_out_facts: set[str] = set()
        for topic in topics:
            for subject in self._anchors[topic.name]:
                self._held_out_facts |= _held_out_facts(topic, subject)
        self._held_out_facts -= _indispensable(topics, self._held_out_facts)
        self._allowed: dict[tuple[str, ...], tuple[bool, bool]] = {}

    def key(self, pattern: Pattern, roles: Roles) -> str:
        """The key of the split: the pattern and the subject of the sentence."""
        return "|".join((pattern.id, *_subjects(pattern, roles)))

    def allows(self, topic: Topic, pattern: Pattern, roles: Roles, split: Split) -> bool:
        """Whether the sentence belongs to the split; a fixed one belongs to both."""
        sentence = (topic.name, pattern.id, *[roles[role].id for role in pattern.roles])
        allowed = self._allowed.get(sentence)
        if allowed is None:
            if len(self._allowed) >= MOST_REMEMBERED:
                self._allowed.clear()
            allowed = self._sides(topic, pattern, roles)
            self._allowed[sentence] = allowed
        return allowed[split == "held_out"]

    def _sides(self, topic: Topic, pattern: Pattern, roles: Roles) -> tuple[bool, bool]:
        """Whether the sentence belongs to training, and to the held-out documents."""
        if pattern.facts:
            units = [_unit(pattern, subject) for subject in _subjects(pattern, roles)]
            held_out = [unit in self._held_out_facts for unit in units]
            return not any(held_out), all(held_out)
        if not pattern.roles:
            return True, True
        is_held_out = (
            roles[pattern.roles[0]].key in self._anchors[topic.name]
            and stable_fraction(self.key(pattern, roles)) < KEY_SHARE
        )
        return not is_held_out, is_held_out


def _unit(pattern: Pattern, subject: str) -> str:
    return f"{pattern.id}|{subject}"


def _subjects(pattern: Pattern, roles: Roles) -> tuple[str, ...]:
    """One name for each subject of a stated fact, or one for all entries that the sentence uses."""
    if pattern.facts:
        keys = [t.subject.key for fact in pattern.facts for t in fact.options[roles[fact.role].id]]
        return tuple(sorted(set(keys)))
    used = ",".join(roles[role].key for role in pattern.roles)
    return (used,) if used else ()


def _held_out_anchors(topic: Topic) -> frozenset[str]:
    """A third of the entries of each kind that the topic speaks about: one at least, never all."""
    by_kind: dict[str, set[str]] = {}
    for entry in _iterate_mentioned_entries(topic):
        by_kind.setdefault(entry.kind, set()).add(entry.key)
    anchors: list[str] = []
    for keys in by_kind.values():
        ranked = sorted(keys, key=lambda key: stable_fraction(f"{topic.name}|{key}"))
        anchors += ranked[: min(max(1, round(len(ranked) * ANCHOR_SHARE)), len(ranked) - 1)]
    return frozenset(anchors)


def _iterate_mentioned_entries(topic: Topic) -> Iterator[LexiconEntry]:
    for entries in topic.roles.values():
        yield from entries
    for pattern in topic.patterns:
        for fact in pattern.facts:
            for triples in fact.options.values():
                yield from (triple.subject for triple in triples)


def _held_out_facts(topic: Topic, subject: str) -> set[str]:
    """The units of a subject that are held out: none if too little were left for a document."""
    patterns = [pattern for pattern in topic.patterns if subject in _fact_subjects(pattern)]
    units = {_unit(pattern, subject) for pattern in patterns}
    held_out = {unit for unit in units if stable_fraction(unit) < KEY_SHARE}
    rest = [pattern for pattern in topic.patterns if _unit(pattern, subject) not in held_out]
    opens = any(pattern.step == 1 for pattern in rest)
    return held_out if opens and len(rest) >= MIN_SENTENCES else set()


def _indispensable(topics: Iterable[Topic], held_out: set[str]) -> set[str]:
    """One unit for each fact that otherwise only held-out documents would state."""
    telling: dict[Triple, list[str]] = {}
    for topic in topics:
        for pattern in topic.patterns:
            for triple in _lone_facts(pattern):
                telling.setdefault(triple, []).append(_unit(pattern, triple.subject.key))
    return {max(units, key=stable_fraction) for units in telling.values() if held_out >= {*units}}


def _fact_subjects(pattern: Pattern) -> set[str]:
    steps = (triples for fact in pattern.facts for triples in fact.options.values())
    return {triple.subject.key for triples in steps for triple in triples}


def _lone_facts(pattern: Pattern) -> Iterable[Triple]:
    """The facts of a pattern that speaks about one subject at a time."""
    if len({fact.role for fact in pattern.facts}) != 1:
        return
    for entry_id in pattern.usable[pattern.facts[0].role]:
        triples = [triple for fact in pattern.facts for triple in fact.options[entry_id]]
        if len({triple.subject for triple in triples}) == 1:
            yield from triples
