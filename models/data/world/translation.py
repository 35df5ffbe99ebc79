"""Sentences of the mini-world with their translations, and which words of both correspond.

Both languages of a pattern have slots for the same entries of the lexicon. These words are known to
be translations of each other; of all others nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from models.data.world.lexicon import LANGUAGES, LexiconEntry
from models.data.world.patterns import Pattern, PatternSlot, Picks, Roles
from models.data.world.split import Split
from models.data.world.world import World

Characters = tuple[int, int]  # [start, end) in a sentence


@dataclass(frozen=True)
class AlignedParts:
    """Parts of two sentences that are filled with the same entry of the lexicon.

    `item` is the key of the entry, empty where a language shows an inflected word. A part that one
    of the sentences has more than once is not `unique`.
    """

    first: Characters
    second: Characters
    item: str
    unique: bool


@dataclass(frozen=True)
class LinkedPair:
    """A sentence and its translation."""

    texts: tuple[str, str]
    links: tuple[AlignedParts, ...]

    def swap(self) -> LinkedPair:
        links = (replace(link, first=link.second, second=link.first) for link in self.links)
        return LinkedPair(self.texts[::-1], tuple(links))


def linked_pairs(world: World, split: Split, seed: int) -> Iterator[LinkedPair]:
    """Sentences of documents in English, each with its translation into Korean. Without end."""
    for lines in world.sentences(split, seed):
        for pattern, roles, picks in lines:
            yield _link_pair(pattern, roles, picks)


def find_pair(world: World, text: str, translation: str = "") -> LinkedPair | None:
    """A sentence of the mini-world in either language with its translation; None for others.

    Where a sentence has several translations, it is the given one, else the first.
    """
    for topic in world.topics:
        entries = {role: {one.id: one for one in topic.roles[role]} for role in topic.roles}
        for pattern in topic.patterns:
            for pair in _pairs_of(pattern, entries, text):
                if translation in ("", pair.texts[1]):
                    return pair
    return None


def _link_pair(pattern: Pattern, roles: Roles, picks: Picks) -> LinkedPair:
    first, second = (pattern.filled_slots(language, roles, picks) for language in LANGUAGES)
    choices = [[slot.choice for slot in slots] for slots in (first, second)]
    links = tuple(
        AlignedParts(
            (one.start, one.end),
            (other.start, other.end),
            one.item if one.item == other.item else "",
            all(each.count(one.choice) == 1 for each in choices),
        )
        for one in first
        for other in second
        if one.choice == other.choice
    )
    english, korean = (pattern.render(language, roles, picks) for language in LANGUAGES)
    return LinkedPair((english, korean), links)


def _pairs_of(
    pattern: Pattern, entries: Mapping[str, Mapping[str, LexiconEntry]], text: str
) -> Iterator[LinkedPair]:
    """The pairs of a pattern whose sentence in one of the languages is this text."""
    for language in LANGUAGES:
        for ids, picks in _readings(pattern.pieces[language], text, {}, {}):
            if set(ids) == set(pattern.roles):
                roles = {role: entries[role][id] for role, id in ids.items()}
                if pattern.fits(roles):
                    pair = _link_pair(pattern, roles, picks)
                    yield pair if language == LANGUAGES[0] else pair.swap()


def _readings(
    pieces: Sequence[str | PatternSlot],
    text: str,
    ids: Mapping[str, str],
    picks: Mapping[str, int],
) -> Iterator[tuple[Mapping[str, str], Picks]]:
    """How a text can be read by a pattern: the entry of each role, the value of each choice."""
    if not pieces:
        if not text:
            yield ids, picks
        return
    piece, rest = pieces[0], pieces[1:]
    if isinstance(piece, str):
        if text.startswith(piece):
            yield from _readings(rest, text[len(piece) :], ids, picks)
        return
    for id, options in piece.options.items():
        if ids.get(piece.role, id) != id:
            continue
        for value, option in enumerate(options):
            if text.startswith(option) and picks.get(piece.choice, value) == value:
                now = {**ids, piece.role: id}, {**picks, piece.choice: value}
                yield from _readings(rest, text[len(option) :], *now)
