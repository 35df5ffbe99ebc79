"""Long documents of the mini-world with facts that are needed far from where they are stated.

A document states a few facts about a story ("The name: Anna.", "The vehicle: train."), has other
sentences of the mini-world between them, and asks for each fact once ("Which vehicle was it? The
vehicle: train."). One with a summary begins with all facts, in the same order each time, and states
each once more somewhere later; a model that reads both sides can then find what is masked in one in
the other. The values are drawn for the document, so that nothing but the document says them, and
nothing nearer says them again. The distance between the two sentences of a fact is drawn for each,
as often short as long: its logarithm is uniform.

Of the values of a kind, one of eight is held out for each name, by a hash: no document for training
has such a pair, and a held-out document has such pairs alone, so that memory is of no use there.
The sentences between follow the split of the mini-world.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from models.data.textfile import Sentences
from models.data.world.korean import add_particle
from models.data.world.lexicon import LANGUAGES, Language, Lexicon, LexiconEntry
from models.data.world.split import Split, stable_fraction
from models.data.world.world import Choice, Region, World

NAME = "long"
SUMMARY = "long-summary"
REGIONS: Mapping[str, Region] = {NAME: "facts", SUMMARY: "village"}  # of the sentences between
WORDS = 600  # of a document, at least
MIN_WORDS, MAX_WORDS = 60, 20_000
NEAREST = 8  # words, the shortest distance that is drawn
HELD_OUT_SHARE = 1 / 8  # of the values of a kind, for each name; one at least
NAMES = "given_name"
# What is stated, by the kind of entry of the lexicon. No fact of the mini-world is about these.
KINDS: Mapping[str, Mapping[Language, str]] = {
    NAMES: {"en": "name", "ko": "이름"},
    "object": {"en": "thing", "ko": "물건"},
    "drink": {"en": "drink", "ko": "음료"},
    "hobby": {"en": "hobby", "ko": "취미"},
    "garment": {"en": "garment", "ko": "옷"},
    "vehicle": {"en": "vehicle", "ko": "탈것"},
    "month": {"en": "month", "ko": "달"},
    "room": {"en": "room", "ko": "방"},
}


@dataclass(frozen=True)
class Recall:
    """A fact and the answer or the summary that repeats it, by the numbers of their sentences."""

    value: LexiconEntry
    stated: int
    answered: int
    distance: int  # words from the end of the one sentence to the end of the other


@dataclass(frozen=True)
class LongDocument:
    """A document in one language with all that can be recalled in it."""

    language: Language
    sentences: Sentences
    recalls: tuple[Recall, ...]


@dataclass(frozen=True)
class RecallSource:
    """The documents as a source of text, in one language or in both by turns at random."""

    kind: str  # a name of REGIONS
    between: World  # whose sentences are between facts and questions
    lexicon: Lexicon  # of the values
    language: Choice = "both"
    words: int = WORDS

    @property
    def name(self) -> str:
        """Such as "long", "long:en" or "long-summary:ko@300"."""
        language = "" if self.language == "both" else f":{self.language}"
        return f"{self.kind}{language}" + (f"@{self.words}" if self.words != WORDS else "")

    @property
    def languages(self) -> tuple[Language, ...]:
        return tuple(code for code in LANGUAGES if self.language in (code, "both"))

    def sample_documents(self, split: Split, seed: int) -> Iterator[LongDocument]:
        """Documents without end, with what can be recalled in them."""
        rng = random.Random(f"{self.kind} {split} {seed} {self.words}")
        between = {code: self._sentences(code, split, seed) for code in self.languages}
        while True:
            language = rng.choice(self.languages)
            yield self._document(language, split, between[language], rng)

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        for document in self.sample_documents(split, seed):
            yield document.sentences

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        return self.documents(split, seed)

    def names(self) -> tuple[str, ...]:
        """The values, in all languages of the source."""
        values = (value for kind in KINDS for value in values_of(self.lexicon, kind))
        return tuple(sorted({one.name(code) for one in values for code in self.languages}))

    def own_sentences(self) -> Iterator[str]:
        """Every sentence about a story, those between apart."""
        for kind in KINDS:
            for value in values_of(self.lexicon, kind):
                for language in self.languages:
                    yield state_value(value, language)
                    yield question(value, language)

    def _sentences(self, language: Language, split: Split, seed: int) -> Iterator[str]:
        """The sentences of the mini-world, document after document."""
        for document in self.between.documents(language, split, seed):
            yield from (sentence.text for sentence in document.sentences)

    def _document(
        self, language: Language, split: Split, between: Iterator[str], rng: random.Random
    ) -> LongDocument:
        """Facts and questions at the places that were drawn, and other sentences up to them."""
        values = self._values(split, rng)
        sentences: list[str] = []
        ends: list[int] = []  # in words, of each sentence
        stated: dict[int, int] = {}
        recalls: list[Recall] = []

        def add(text: str) -> int:
            ends.append((ends[-1] if ends else 0) + len(text.split()))
            sentences.append(text)
            return len(sentences) - 1

        has_summary = self.kind == SUMMARY
        if has_summary:
            stated = {n: add(state_value(value, language)) for n, value in enumerate(values)}
        for place, number in _places(
            len(values), self.words, rng, ends[-1] if has_summary else None
        ):
            while not ends or ends[-1] < place:
                add(next(between))
            value = values[number]
            if number not in stated:
                stated[number] = add(state_value(value, language))
                continue
            if not has_summary:
                add(question(value, language))
            again = add(state_value(value, language))
            first = stated[number]
            pair = (again, first) if has_summary else (first, again)
            recalls.append(Recall(value, *pair, ends[again] - ends[first]))
        while ends[-1] < self.words:
            add(next(between))
        return LongDocument(language, tuple(sentences), tuple(recalls))

    def _values(self, split: Split, rng: random.Random) -> list[LexiconEntry]:
        """One of each kind; all pairs with the name belong to the split."""
        name = rng.choice(values_of(self.lexicon, NAMES))
        others = (kind for kind in KINDS if kind != NAMES)
        return [
            name,
            *(rng.choice(allowed_values(self.lexicon, name, kind, split)) for kind in others),
        ]


@lru_cache(maxsize=2000)
def allowed_values(
    lexicon: Lexicon, name: LexiconEntry, kind: str, split: Split
) -> tuple[LexiconEntry, ...]:
    """The values of a kind that documents of a split have with a name."""
    values = values_of(lexicon, kind)
    values.sort(key=lambda value: stable_fraction(f"{NAME}|{name.key}|{value.key}"))
    count = max(1, round(HELD_OUT_SHARE * len(values)))
    return tuple(values[:count] if split == "held_out" else values[count:])


def values_of(lexicon: Lexicon, kind: str) -> list[LexiconEntry]:
    """The entries of a kind that are one word in both languages."""
    return [one for one in lexicon.entries_of_kind(kind) if " " not in one.en + one.ko]


def _places(
    count: int, words: int, rng: random.Random, begin: int | None
) -> list[tuple[float, int]]:
    """Draw where each fact and its repetition begin, in words, in order.

    After a summary that ends at `begin`, draw only the repetition.
    """
    places: list[tuple[float, int]] = []
    for number in range(count):
        room = words - (begin or 0)
        distance = math.exp(rng.uniform(math.log(NEAREST), math.log(room)))
        if begin is None:
            first = rng.uniform(0, room - distance)
            places += [(first, number), (first + distance, number)]
        else:
            places.append((begin + distance, number))
    return sorted(places)


def state_value(value: LexiconEntry, language: Language) -> str:
    """What the value of a kind is; an answer is the same sentence."""
    word = KINDS[value.kind][language]
    return f"{'The ' if language == 'en' else ''}{word}: {value.name(language)}."


def question(value: LexiconEntry, language: Language) -> str:
    word = KINDS[value.kind][language]
    if language == "en":
        return f"Which {word} was it?"
    return f"{add_particle(word, '은/는')} 무엇이었나?"
