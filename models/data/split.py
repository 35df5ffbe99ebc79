"""Decide which combinations of the mini-world are held out, by hashes that never change."""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from typing import Literal

from models.data.lexicon import Triple
from models.data.patterns import Pattern, Roles, Topic

Split = Literal["train", "held_out"]
SPLITS: tuple[Split, ...] = ("train", "held_out")

# One key in eight is held out: three in eight of the keys of every third anchor. Were each key
# drawn alone, a country would have one or two held-out sentences, too few for a document.
ANCHOR_SHARE = 1 / 3
KEY_SHARE = 3 / 8


@lru_cache(maxsize=1 << 16)
def fraction(text: str) -> float:
    """A number in [0, 1) that depends on the text alone (BLAKE2b, Aumasson et al. 2013)."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") / 2**64


class SplitRule:
    """Sends every sentence to training, to the held-out documents, or, where it straddles, to none.

    A sentence that states facts is a unit (pattern, subject) for each of their subjects; any other
    one is the unit (pattern, entries that it uses). It belongs to the side on which all its units
    are. So a fact that is held out in a pattern is never seen in that pattern, whatever stands
    around it. A unit that would be held out goes to training when its subject's fact would
    otherwise be in no training sentence.
    """

    def __init__(self, topics: Iterable[Topic]) -> None:
        self._rescued: set[str] = set()
        stating: dict[Triple, list[tuple[str, str]]] = {}
        for topic in topics:
            for pattern in topic.patterns:
                for triple in _lone_facts(pattern):
                    unit = (topic.name, f"{pattern.id}|{triple.subject.key}")
                    stating.setdefault(triple, []).append(unit)
        for units in stating.values():
            if all(self._unit_held_out(topic, unit) for topic, unit in units):
                self._rescued.add(max((unit for _, unit in units), key=fraction))

    def key(self, pattern: Pattern, roles: Roles) -> str:
        """What the split is made by: the pattern and what the sentence is about."""
        return "|".join((pattern.id, *_subjects(pattern, roles)))

    def allows(self, topic: Topic, pattern: Pattern, roles: Roles, split: Split) -> bool:
        """Whether the sentence may stand in a document of the split; a fixed sentence always may."""
        subjects = _subjects(pattern, roles)
        units = [f"{pattern.id}|{subject}" for subject in subjects]
        wanted = split == "held_out"
        return all(self._unit_held_out(topic.name, unit) is wanted for unit in units)

    def _unit_held_out(self, topic: str, unit: str) -> bool:
        if unit in self._rescued:
            return False
        anchor = unit.split("|", 1)[1].split(",", 1)[0]
        return fraction(f"{topic}|{anchor}") < ANCHOR_SHARE and fraction(unit) < KEY_SHARE


def _subjects(pattern: Pattern, roles: Roles) -> tuple[str, ...]:
    """One name for each subject of a stated fact, or one for all entries that the sentence uses."""
    if pattern.facts:
        found = [t.subject.key for fact in pattern.facts for t in fact.options[roles[fact.role].id]]
        return tuple(sorted(set(found)))
    used = ",".join(roles[role].key for role in pattern.roles)
    return (used,) if used else ()


def _lone_facts(pattern: Pattern) -> Iterable[Triple]:
    """The facts of a pattern that speaks about one subject at a time."""
    if len({fact.role for fact in pattern.facts}) != 1:
        return
    for entry_id in pattern.usable[pattern.facts[0].role]:
        triples = [triple for fact in pattern.facts for triple in fact.options[entry_id]]
        if len({triple.subject for triple in triples}) == 1:
            yield from triples
