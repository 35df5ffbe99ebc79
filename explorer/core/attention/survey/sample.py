"""The sentences that heads are scored on: of the mini-world with relations, or of a text file."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

from explorer.core.errors import UserError, as_user_errors
from explorer.core.localization import tr
from models.data.sources import WorldSource, open_source
from models.data.world.relations import RELATIONS, WordRelation, relations
from models.data.world.words import words_in

FEWEST, MOST, USUAL = 8, 1000, 64
READ = 5000  # sentences of a file, of which some are drawn
SEARCHED = 20  # documents for each sentence that is drawn, for those with a rare relation
SEQUENCE_WORDS = 10  # of a random sequence, before it is repeated
MANY_SAMPLES = 8


@dataclass(frozen=True)
class SampleQuery:
    """Which sentences: a text by its name in `open_source`, their number, and the seed."""

    source: str = "world"
    count: int = USUAL
    seed: int = 1


@dataclass(frozen=True)
class SampleSentence:
    """A sentence, and the relations between its words as far as they are known."""

    text: str
    relations: tuple[WordRelation, ...] = ()


@dataclass(frozen=True)
class SurveySample:
    """Sentences, further ones that have rare relations, and random sequences of words twice.

    The first `count` sentences are a plain sample; `further` are scored for relations alone, so
    that each relation has as many sentences as half of the sample, if there are so many.
    """

    query: SampleQuery
    sentences: tuple[SampleSentence, ...]
    further: tuple[SampleSentence, ...]
    sequences: tuple[str, ...]


@lru_cache(maxsize=MANY_SAMPLES)
def world_sample(query: SampleQuery) -> SurveySample:
    """Held-out sentences of a part of the mini-world."""
    source = open_source(query.source)
    assert isinstance(source, WorldSource)
    stream = _world_sentences(source, query)
    sentences = tuple(islice(stream, query.count))
    further, most = list[SampleSentence](), query.count // 2
    counts = Counter(kind for one in sentences for kind in _kinds(one))
    for one in stream:
        if any(counts[kind] < most for kind in _kinds(one)):
            further.append(one)
            counts.update(_kinds(one))
        if all(counts[kind] >= most for kind in RELATIONS):
            break
    return SurveySample(query, sentences, tuple(further), _sequences(query, sentences))


def draw_sample(query: SampleQuery) -> SurveySample:
    """The sample of a query. Raises UserError for a text that cannot be used."""
    with as_user_errors():
        source = open_source(query.source)
        if isinstance(source, WorldSource):
            return world_sample(query)
        documents = chain(source.once("held_out", query.seed), source.once("train", query.seed))
        known = list(islice(filter(str.strip, chain.from_iterable(documents)), READ))
    if len(known) < FEWEST:
        raise UserError(
            tr(
                "{source} has {count} sentences, too few to score heads on.",
                source=query.source,
                count=len(known),
            ),
            tr("Choose a text with {count} sentences or more.", count=FEWEST),
        )
    chosen = random.Random(query.seed).sample(known, min(query.count, len(known)))
    sentences = tuple(map(SampleSentence, chosen))
    return SurveySample(query, sentences, (), _sequences(query, sentences))


def _kinds(sentence: SampleSentence) -> set[str]:
    return {one.kind for one in sentence.relations}


def _world_sentences(source: WorldSource, query: SampleQuery) -> Iterator[SampleSentence]:
    """Different sentences; in several languages, each in one that is drawn."""
    rng, known = random.Random(f"survey {query.seed}"), set[str]()
    documents = source.world.sentences("held_out", query.seed)
    for lines in islice(documents, SEARCHED * query.count):
        for pattern, roles, picks in lines:
            language = rng.choice(source.languages)
            text = pattern.render(language, roles, picks)
            if text not in known:
                known.add(text)
                yield SampleSentence(text, relations(pattern, language, roles, picks))


def _sequences(query: SampleQuery, sentences: tuple[SampleSentence, ...]) -> tuple[str, ...]:
    """Random words of the sample, each sequence twice; half as many as there are sentences."""
    words = sorted({word for one in sentences for word in words_in(one.text)})
    rng, length = random.Random(query.seed), min(SEQUENCE_WORDS, len(words))
    drawn = (" ".join(rng.sample(words, length)) for _ in range(max(FEWEST, query.count // 2)))
    return tuple(f"{one} {one}" for one in drawn) if length > 1 else ()
