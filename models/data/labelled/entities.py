"""Entities: names of persons, organizations, places and languages, and dates, in sentences.

Tags are IOB2 as in CoNLL-2003 (Tjong Kim Sang and De Meulder 2003, arXiv:cs/0306050). In Korean a
word is what is between spaces, with its particle.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.statements import (
    PlainSentence,
    fact_sentences,
    places_of,
    story_sentences,
    world,
)
from models.data.world.lexicon import Language, LexiconEntry
from models.tasks.examples import Split, TokenExample

_TYPES: Mapping[str, str] = {
    "person": "PER",
    "given_name": "PER",
    "founder": "PER",
    "company": "ORG",
    "country": "LOC",
    "capital": "LOC",
    "city": "LOC",
    "continent": "LOC",
    "language": "LANG",
    "weekday": "DATE",
    "month": "DATE",
}
TYPES = tuple(dict.fromkeys(_TYPES.values()))
OUTSIDE = "O"
LABELS = (OUTSIDE, *(f"{prefix}-{one}" for one in TYPES for prefix in "BI"))
EMPTY_SHARE = 0.15  # of the sentences have no entity
_WORD = re.compile(r"'s\b|\w+(?:[-.]\w+)*|[^\w\s]")

Span = tuple[int, int, str]  # start, end, type


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Sentences about one subject and sentences of stories in turn."""
    pools = [
        rng.sample(sentences, len(sentences))
        for sentences in (fact_sentences(split), story_sentences(split))
    ]
    while any(pools):
        for pool in filter(None, pools):
            spans = _spans(sentence := pool.pop(), language)
            if spans or (spans is not None and rng.random() < EMPTY_SHARE):
                yield (_example(sentence.text(language), spans),)


def _spans(sentence: PlainSentence, language: Language) -> list[Span] | None:
    """The entities of a sentence; None where it has a proper name of another sort."""
    spans = []
    for place in places_of(sentence, language):
        kind = _type(place.value)
        at = place.words.lower().find(place.value.name(language).lower())
        if kind is None and place.value.en != place.value.en.lower():
            return None
        if kind is not None and at >= 0:
            start = place.start + at
            spans.append((start, start + len(place.value.name(language)), kind))
    return spans


def _type(value: LexiconEntry) -> str | None:
    return _TYPES.get(value.kind) or _dates().get(value.en)


@lru_cache(maxsize=1)
def _dates() -> dict[str, str]:
    """Names of days and months, which are also values such as the day after Monday."""
    kinds = [kind for kind, name in _TYPES.items() if name == "DATE"]
    return {entry.en: "DATE" for kind in kinds for entry in world().lexicon.entries_of_kind(kind)}


def _example(text: str, spans: list[Span]) -> TokenExample:
    matches = list(_WORD.finditer(text))
    words = tuple(match.group() for match in matches)
    spaces = tuple(text[match.end() : match.end() + 1] == " " for match in matches)
    tags = tuple(_tag(match.start(), match.end(), spans) for match in matches)
    types = sorted({kind for _, _, kind in spans})
    return TokenExample("", words, tags, spaces, " ".join(types) or "no entity")


def _tag(start: int, end: int, spans: list[Span]) -> str:
    for first, last, kind in spans:
        if start < last and end > first:
            return f"B-{kind}" if start <= first else f"I-{kind}"
    return OUTSIDE


SPEC = SetSpec(
    name="entities",
    title="Named entities",
    task="token_classification",
    description="Sentences of facts and stories with the names of persons (PER), organizations "
    "(ORG), places (LOC) and languages (LANG), and days and months (DATE), as IOB2 tags. The given "
    "names of dev and test are not in train.",
    draw=draw,
    labels=LABELS,
)
