"""Entity typing: what kind of thing a marked name is."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.marked import (
    mark_of,
    marked_example,
    shuffled_sentences,
    split_for,
    split_of,
)
from models.data.labelled.statements import places_of
from models.data.world.lexicon import Language
from models.tasks.examples import Split

TYPES: Mapping[str, str] = {  # by the kind of an entry
    "person": "person",
    "founder": "person",
    "company": "company",
    "country": "country",
    "capital": "city",
    "city": "city",
    "language": "language",
    "currency": "currency",
    "animal": "animal",
    "food": "food",
    "occupation": "occupation",
    "profession": "occupation",
}


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """A sentence for each name in it, as long as the name belongs to the split."""
    for sentence in shuffled_sentences(rng):
        places = list(places_of(sentence, language))
        if split_for(places, TYPES, language) != split:
            continue
        for place in places:
            mark = mark_of(place, language) if place.value.kind in TYPES else None
            if mark is not None and split_of(place.value, language) == split:
                label = TYPES[place.value.kind]
                yield (marked_example(sentence.text(language), (mark,), label),)


SPEC = SetSpec(
    name="entity-types",
    title="Entity types",
    task="classification",
    description="Sentences of facts with one marked name, which is that of a person, company, "
    "country, city, language, currency, animal, food or occupation. No entity of dev or test is "
    "in train. A model without markers reads the name as a second text.",
    draw=draw,
    labels=tuple(dict.fromkeys(TYPES.values())),
)
