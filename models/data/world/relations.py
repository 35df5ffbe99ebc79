"""Which words of a sentence of the mini-world belong together, as far as its pattern says it.

The patterns name entries of the lexicon, not parts of speech. So a pronoun, a capital and an
adjective are known by their slots; verbs and subjects are recognised by their position, and a
sentence in which that is not certain has no such relation. Relations are a sample of what is there,
never all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.data.world.lexicon import PRONOUN_FORMS, Language
from models.data.world.patterns import FilledSlot, Pattern, Picks, Roles

VERB_TO_SUBJECT = "verb_subject"
ADJECTIVE_TO_NOUN = "adjective_noun"
PRONOUN_TO_NAME = "pronoun_name"
COUNTRY_TO_CAPITAL = "country_capital"
CAPITAL_TO_COUNTRY = "capital_country"
RELATIONS = {
    VERB_TO_SUBJECT: "Verb → subject",
    ADJECTIVE_TO_NOUN: "Adjective → noun",
    PRONOUN_TO_NAME: "Pronoun → name",
    COUNTRY_TO_CAPITAL: "Country → capital",
    CAPITAL_TO_COUNTRY: "Capital → country",
}

THINGS = ("object", "garment", "food", "drink")  # kinds that colours and tastes are said of
DESCRIBED = {"color": THINGS, "taste": THINGS, "feeling": ("given_name",)}
NOUNS_AFTER = ("things", "food", "taste", "pencil")  # that a pattern writes after an adjective
PREPOSITIONS = ("of", "after", "before", "in", "at", "on", "for", "with", "from", "to", "about")
# Adjectives that patterns write themselves, before a noun.
WRITTEN_ADJECTIVES = re.compile(r"\b(?:good|famous|favorite|main|first|second|유명한|좋은)(?= )")
_WORD = re.compile(r"\w+")
VERBS = frozenset(
    _WORD.findall(
        "is are was were has have had lives live eats eat likes like brings wants want gives gave "
        "meets gets makes make founded started did lies comes come contains needs uses use works "
        "work tastes taste starts belongs looks takes leaves sees goes tells says asks drinks "
        "thanks buys buy listens feels feel knows speaks drives"
    )
)
_BEFORE = re.compile(r"(\w+) (?:(?:the|a|an) )?$", re.IGNORECASE)
_SUBJECT_PARTICLE = re.compile(r"(?:은|는|이|가) ")
_COPULA = re.compile(r"(?:인가|이다|이에요|예요|입니다|였다)$")
_LAST_WORD = re.compile(r"[^\s.?!]+(?=[.?!])")


@dataclass(frozen=True)
class WordRelation:
    """A relation from one word to another, each as [start, end) characters of a sentence."""

    kind: str
    source: tuple[int, int]
    target: tuple[int, int]


def relations(
    pattern: Pattern, language: Language, roles: Roles, picks: Picks
) -> tuple[WordRelation, ...]:
    """The relations in a sentence of a pattern."""
    text = pattern.render(language, roles, picks)
    slots = pattern.filled_slots(language, roles, picks)
    subjects = _english_subjects if language == "en" else _korean_subjects
    return (
        *subjects(text, slots),
        *_adjectives(text, slots),
        *_pronouns(text, slots, language),
        *_capitals(slots),
    )


def _range(slot: FilledSlot) -> tuple[int, int]:
    return slot.start, slot.end


def _kind(slot: FilledSlot) -> str:
    """Return the kind of the entry that a slot names; empty for an inflected word."""
    return slot.item.partition(":")[0]


def _english_subjects(text: str, slots: Sequence[FilledSlot]) -> Iterator[WordRelation]:
    """A slot with a verb directly after it, unless it belongs to a phrase with a preposition."""
    inflected = {slot.start for slot in slots if not slot.item}
    for slot in slots:
        verb = _WORD.match(text, slot.end + 1) if text[slot.end : slot.end + 1] == " " else None
        is_pronoun = text[slot.start : slot.end].lower() in ("he", "she")
        if verb is None or not (slot.item or is_pronoun):
            continue
        before = _BEFORE.search(text[: slot.start])
        word = before[1].lower() if before else ""
        ends_a_phrase = word in PREPOSITIONS or word in VERBS or _follows_a_verb(slots, slot)
        is_verb = verb[0] in VERBS or (verb.start() in inflected and verb[0] not in PREPOSITIONS)
        if is_verb and not ends_a_phrase:
            yield WordRelation(VERB_TO_SUBJECT, verb.span(), _range(slot))


def _follows_a_verb(slots: Sequence[FilledSlot], slot: FilledSlot) -> bool:
    """Whether the slot before it is an inflected word of the same entry, such as "wrote"."""
    at = slots.index(slot)
    return at > 0 and not slots[at - 1].item and slots[at - 1].end + 1 >= slot.start


def _korean_subjects(text: str, slots: Sequence[FilledSlot]) -> Iterator[WordRelation]:
    """The first slot with a particle of subject or topic, and the last word, unless it is a slot.

    A slot at the end is a noun with the copula.
    """
    for end in _LAST_WORD.finditer(text):
        start = max(text.rfind(mark, 0, end.start()) for mark in ".?!") + 1
        inside = [slot for slot in slots if start <= slot.start and slot.end < end.start()]
        first = (slot for slot in inside if slot.item and _SUBJECT_PARTICLE.match(text, slot.end))
        subject = next(first, None)
        is_slot = any(s.item and s.start < end.end() and s.end > end.start() for s in slots)
        if subject is not None and not is_slot and not _COPULA.search(end[0]):
            yield WordRelation(VERB_TO_SUBJECT, end.span(), _range(subject))


def _adjectives(text: str, slots: Sequence[FilledSlot]) -> Iterator[WordRelation]:
    for adjective in WRITTEN_ADJECTIVES.finditer(text):
        if noun := _WORD.match(text, adjective.end() + 1):
            yield WordRelation(ADJECTIVE_TO_NOUN, adjective.span(), noun.span())
    for slot in slots:
        noun_at = _noun(text, slots, slot) if _kind(slot) in DESCRIBED else None
        if noun_at is not None:
            yield WordRelation(ADJECTIVE_TO_NOUN, _range(slot), noun_at)


def _noun(text: str, slots: Sequence[FilledSlot], adjective: FilledSlot) -> tuple[int, int] | None:
    """The word after an adjective, or what it is said of; None where that is not certain."""
    after = _WORD.match(text, adjective.end + 1)
    if after is not None and after[0] in NOUNS_AFTER:
        return after.span()
    owner = adjective.choice.rpartition(".")[0]
    owners = (owner, f"{adjective.choice}.thing") if owner else (f"{adjective.choice}.thing",)
    owned = [slot for slot in slots if slot.item and slot.choice in owners]
    described = [slot for slot in slots if _kind(slot) in DESCRIBED[_kind(adjective)]]
    known = owned or ([] if owner else described)
    return _range(known[0]) if len(known) == 1 else None


def _pronouns(text: str, slots: Sequence[FilledSlot], language: Language) -> Iterator[WordRelation]:
    """A pronoun and the name of the same entry."""
    pronouns = {form for one in PRONOUN_FORMS.values() for form in one[language].values()}
    for slot in slots:
        if slot.item or text[slot.start : slot.end].lower() not in pronouns:
            continue
        for name in slots:
            if name.item and name.choice == slot.choice:
                yield WordRelation(PRONOUN_TO_NAME, _range(slot), _range(name))


def _capitals(slots: Sequence[FilledSlot]) -> Iterator[WordRelation]:
    for country in slots:
        for capital in slots:
            if country.item and capital.choice == f"{country.choice}.capital":
                yield WordRelation(COUNTRY_TO_CAPITAL, _range(country), _range(capital))
                yield WordRelation(CAPITAL_TO_COUNTRY, _range(capital), _range(country))
