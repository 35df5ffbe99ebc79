"""Relation classification: how two marked names of a sentence are related."""

from __future__ import annotations

import random
from collections.abc import Iterator

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.marked import (
    mark_of,
    marked_example,
    shuffled_sentences,
    split_for,
    split_of,
)
from models.data.labelled.statements import SlotMention, places_of
from models.data.world.lexicon import Language, LexiconEntry
from models.tasks.examples import Marks, Split

RELATIONS = (
    *("capital", "language", "continent", "currency", "founder", "city", "country", "product"),
    *("profession", "habitat", "food", "ingredient", "taste", "tool", "workplace"),
)
HEADS = (  # kinds of subjects, and a kind of objects that has their names
    *("country", "company", "person", "animal", "food", "occupation", "profession"),
)


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Sentences that state one fact, whose subject belongs to the split."""
    for sentence in shuffled_sentences(rng):
        facts = sentence.pattern.triples(sentence.roles, sentence.picks)
        if len(facts) != 1 or facts[0].relation not in RELATIONS:
            continue
        (fact,) = facts
        places = list(places_of(sentence, language))
        if fact.subject.kind not in HEADS or split_of(fact.subject, language) != split:
            continue
        if split_for(places, HEADS, language) != split:
            continue
        marks = _marks(places, fact.subject, fact.object, language)
        if marks is not None:
            yield (marked_example(sentence.text(language), marks, fact.relation),)


def _marks(
    places: list[SlotMention], head: LexiconEntry, tail: LexiconEntry, language: Language
) -> Marks | None:
    """The head, then the tail; None where one of both is not named, or they overlap."""
    found = []
    for entity in (head, tail):
        place = next((one for one in places if one.value == entity), None)
        mark = None if place is None else mark_of(place, language)
        if mark is None:
            return None
        found.append(mark)
    (_, end), (start, _) = sorted(found)
    return tuple(found) if end <= start else None


SPEC = SetSpec(
    name="relations",
    title="Relations",
    task="classification",
    description="Sentences that state one fact, with its subject and its object marked in this "
    "order; the class is the relation. No subject of dev or test is in train, neither as a subject "
    "nor as an object. A model without markers reads both names as a second text.",
    draw=draw,
    labels=RELATIONS,
)
