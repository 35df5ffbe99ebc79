"""Acceptability: is a sentence grammatical? Each one is in the set with an error and without.

A change and its reverse ("an" for "a", "a" for "an") are made equally often, so that both classes
have the same words, equally often, and the same lengths.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.statements import (
    PlainSentence,
    SlotMention,
    fact_sentences,
    places_of,
    story_sentences,
    word_list,
    world,
)
from models.data.tasks import (
    article_places,
    exchange_article,
    move_verb_first,
    swap_places,
    swap_words,
)
from models.data.world.korean import add_particle
from models.data.world.lexicon import Language, LexiconEntry
from models.tasks.examples import Split, TextExample

UNACCEPTABLE, ACCEPTABLE = LABELS = ("unacceptable", "acceptable")
# Subject and verb. Collective nouns take either form in British English, and so do some names.
_VERBS = (
    "lives/live eats/eat uses/use works/work is/are speaks/speak likes/like makes/make wants/want "
    "has/have goes/go knows/know travels/travel needs/need takes/take buys/buy wears/wear "
    "drinks/drink sees/see learns/learn"
)
_SINGULAR = dict(pair.split("/") for pair in _VERBS.split())
_OTHER_VERB = _SINGULAR | {plural: singular for singular, plural in _SINGULAR.items()}
_EITHER_NUMBER = ("company", "fish-and-chips", "sports")  # kind or id
_PLURAL_PREDICATES = ("animal.habitat.home",)  # "The home of the goat is the mountains."
_MODAL = re.compile(r"\b(does|do|did|to|can|cannot|should|would|will|people who)\b", re.I)

# Nouns that need no article, in some meaning or in some countries.
_WITHOUT_ARTICLE = ("school", "hospital", "market", "chicken", "farm", "theater")
_WITH_ARTICLE = ("lebanon",)
_COUNTED, _PROPER = ("animal", "place"), ("country", "given_name", "continent", "person")

_CATEGORIES = ("noun", "adjective", "verb")

_PARTICLES = ("은/는", "이/가", "을/를", "과/와", "으로/로")
_ADVERBS = ("자주", "함께", "아주", "잘", "즐겨", "조금", "보통", "또", "다시", "집에")
_INTRANSITIVE = re.compile(r"^(들어가|들어간|나[는요]|난다|납니다|나요|필요하|필요해|있[다어습])")
_ACTS = ("인공지능",)  # a thing that makes others
_INANIMATE = re.compile("food|drink|ingredient|taste|object|thing|tool|product|currency|language")


@dataclass(frozen=True)
class SentenceError:
    """A sentence and the same with an error. `before` and `after` say what became what."""

    good: str
    bad: str
    phenomenon: str
    before: str = ""
    after: str = ""


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Pairs of a sentence and its version with an error; two pairs where a change has a reverse."""
    streams = [_stream(changes, rng) for changes in _changes(language, split).values() if changes]
    if language == "en":
        streams.append(_exchanges(split, rng))
    while streams:
        stream = rng.choice(streams)
        group = next(stream, None)
        if group is None:
            streams.remove(stream)
        else:
            yield group


def _stream(changes: Sequence[SentenceError], rng: random.Random) -> Iterator[Group]:
    """The changes of a phenomenon in random order, each with its reverse if it has one."""
    by_direction: dict[tuple[str, str], list[SentenceError]] = {}
    for change in rng.sample(changes, len(changes)):
        by_direction.setdefault((change.before, change.after), []).append(change)
    pairs: list[tuple[SentenceError, ...]] = []
    for (before, after), same in by_direction.items():
        if before == after:
            pairs += [(change,) for change in same]
        elif before < after:
            pairs += list(zip(same, by_direction.get((after, before), ()), strict=False))
    rng.shuffle(pairs)
    for pair in pairs:
        yield tuple(example for change in pair for example in _examples(change))


def _examples(change: SentenceError) -> Group:
    return (
        TextExample("", change.good, "", ACCEPTABLE, change.phenomenon),
        TextExample("", change.bad, "", UNACCEPTABLE, change.phenomenon),
    )


@lru_cache(maxsize=6)
def _changes(language: Language, split: Split) -> dict[str, tuple[SentenceError, ...]]:
    """All errors that the sentences of a split can have, by phenomenon."""
    by_phenomenon: dict[str, list[SentenceError]] = {}
    for sentence in (*fact_sentences(split), *story_sentences(split)):
        if ":" in sentence.text("en"):
            continue  # a headline has no verb, with an error or without
        text = sentence.text(language)
        for make in _ERRORS[language]:
            for change in make(sentence, text):
                by_phenomenon.setdefault(change.phenomenon, []).append(change)
    return {
        phenomenon: tuple(dict.fromkeys(changes)) for phenomenon, changes in by_phenomenon.items()
    }


# English ------------------------------------------------------------------------------------------


def _word_order_en(sentence: PlainSentence, text: str) -> Iterator[SentenceError]:
    words = text.split(" ")
    for place in swap_places(words):
        yield SentenceError(text, swap_words(words, place), "word order")


def _break_agreement(sentence: PlainSentence, text: str) -> Iterator[SentenceError]:
    """The first verb in the other number, where its subject has one number only."""
    if sentence.pattern.id in _PLURAL_PREDICATES or sentence.topic.name == "counting":
        return
    if any(_has_either_number(entry) for entry in sentence.roles.values()):
        return
    words = text.split(" ")
    place = next((n for n, word in enumerate(words) if word in _OTHER_VERB), None)
    if place is None or _MODAL.search(" ".join(words[:place])) or "?" in text:
        return
    other = _OTHER_VERB[words[place]]
    bad = " ".join([*words[:place], other, *words[place + 1 :]])
    yield SentenceError(text, bad, "agreement", words[place], other)


def _has_either_number(entry: LexiconEntry) -> bool:
    plural = entry.form("plural", "en")
    return entry.en == plural or entry.kind in _EITHER_NUMBER or entry.id in _EITHER_NUMBER


def _articles(sentence: PlainSentence, text: str) -> Iterator[SentenceError]:
    words = text.split(" ")
    for place in article_places(words):
        bad = exchange_article(words, place)
        yield SentenceError(text, bad, "articles", words[place], bad.split(" ")[place])
    for entry in sentence.roles.values():
        if entry.kind in _COUNTED and entry.id not in _WITHOUT_ARTICLE:
            at = text.find(f" the {entry.en}")
            if at >= 0 and not _has_either_number(entry):
                yield SentenceError(
                    text, text[:at] + text[at + len(" the") :], "articles", "the", ""
                )
        elif entry.kind in _PROPER and entry.id not in _WITH_ARTICLE:
            at = text.find(f" {entry.en}")
            if at >= 0 and text[at - 1].islower():
                yield SentenceError(text, f"{text[:at]} the{text[at:]}", "articles", "", "the")


@dataclass(frozen=True)
class _Filled:
    """A sentence with a place for one category of words."""

    text: str
    category: str
    word: str
    start: int

    def fill_slot(self, word: str) -> str:
        return self.text[: self.start] + word + self.text[self.start + len(self.word) :]


def _exchanges(split: Split, rng: random.Random) -> Iterator[Group]:
    """Two sentences whose words of different categories are exchanged."""
    waiting: list[_Filled] = []
    filled = _filled_sentences(split)
    for one in rng.sample(filled, len(filled)):
        other = next((two for two in waiting if two.category != one.category), None)
        if other is None:
            waiting.append(one)
            continue
        waiting.remove(other)
        changes = (
            SentenceError(one.text, one.fill_slot(other.word), "wrong category"),
            SentenceError(other.text, other.fill_slot(one.word), "wrong category"),
        )
        yield tuple(example for change in changes for example in _examples(change))


@lru_cache(maxsize=3)
def _filled_sentences(split: Split) -> tuple[_Filled, ...]:
    return tuple(
        _Filled(sentence.text("en"), category, place.words, place.start)
        for category in _CATEGORIES
        for sentence in fact_sentences(split)
        if sentence.pattern.id in word_list("category", category, "patterns")
        for place in places_of(sentence, "en")
        if place.slot.choice.rpartition(".")[2] in word_list("category", category, "value")
    )


# Korean -------------------------------------------------------------------------------------------


def _word_order_ko(sentence: PlainSentence, text: str) -> Iterator[SentenceError]:
    """Spoken sentences in 해요 style may end with something else than the verb; others may not."""
    words = text.split(" ")
    turned = move_verb_first(words)
    if turned is not None and not text.endswith("요.") and words[-2] not in _ADVERBS:
        yield SentenceError(text, turned, "word order")


def _particle_form(sentence: PlainSentence, text: str) -> Iterator[SentenceError]:
    for place in places_of(sentence, "ko"):
        if (split := _particle_of(place.words)) is not None:
            stem, forms = split
            old = place.words[len(stem) :]
            new = next(form for form in forms.split("/") if form != old)
            yield SentenceError(
                text, _replace_mention(text, place, stem + new), "particle form", old, new
            )


def _particle_choice(sentence: PlainSentence, text: str) -> Iterator[SentenceError]:
    """The object of the last verb as its subject, or the subject of an intransitive verb as its
    object."""
    if sentence.topic.name in ("animal", "animals") or "?" in text:
        return
    for place in places_of(sentence, "ko"):
        split = _particle_of(place.words)
        rest = text[place.start + len(place.words) :].split()
        if split is None or len(rest) != 1 or split[0] not in _inanimate():
            continue
        stem, forms = split
        intransitive = _INTRANSITIVE.match(rest[0]) is not None
        before = text[: place.start]
        if forms == "을/를" and not intransitive and re.search(r"[가-힣][은는] ", before):
            other = add_particle(stem, "이/가")
        elif forms == "이/가" and intransitive:
            other = add_particle(stem, "을/를")
        else:
            continue
        directions = ("object", "subject") if forms == "을/를" else ("subject", "object")
        yield SentenceError(
            text, _replace_mention(text, place, other), "particle choice", *directions
        )


def _replace_mention(text: str, place: SlotMention, words: str) -> str:
    return text[: place.start] + words + text[place.start + len(place.words) :]


def _particle_of(words: str) -> tuple[str, str] | None:
    """A name and the two forms of the particle that is written after it."""
    for forms in _PARTICLES:
        for form in forms.split("/"):
            stem = words.removesuffix(form)
            if stem != words and stem in _names() and add_particle(stem, forms) == words:
                return stem, forms
    return None


def _category_ko(sentence: PlainSentence, text: str) -> Iterator[SentenceError]:
    """The form of a predicate before a noun, and the form before a noun as a predicate."""
    forms = _predicates()
    for place in places_of(sentence, "ko"):
        if place.words in forms:
            other, before, after = forms[place.words]
            if _ends_clause(text, place) == (before == "predicate"):
                bad = _replace_mention(text, place, other)
                yield SentenceError(text, bad, "wrong category", before, after)


def _ends_clause(text: str, place: SlotMention) -> bool:
    return text[place.start + len(place.words) :].startswith((".", "?"))


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(entry.ko for entry in _all_entries())


@lru_cache(maxsize=1)
def _inanimate() -> frozenset[str]:
    things = (entry.ko for entry in _all_entries() if _INANIMATE.fullmatch(entry.kind))
    return frozenset(things).difference(_ACTS)


def _all_entries() -> Iterable[LexiconEntry]:
    for triple in world().triples():
        yield from (triple.subject, triple.object)
    yield from world().lexicon


@lru_cache(maxsize=1)
def _predicates() -> dict[str, tuple[str, str, str]]:
    """A form of a verb or adjective -> the other one, and what both are."""
    swaps: dict[str, tuple[str, str, str]] = {}
    for entry in _all_entries():
        modifier = entry.form("adn", "ko")
        for predicate in (entry.form("present", "ko"), entry.form("past", "ko")):
            if modifier and predicate:
                swaps[predicate] = modifier, "predicate", "modifier"
                swaps.setdefault(modifier, (predicate, "modifier", "predicate"))
    return swaps


_ERRORS: Mapping[Language, tuple[Callable[[PlainSentence, str], Iterator[SentenceError]], ...]] = {
    "en": (_word_order_en, _break_agreement, _articles),
    "ko": (_word_order_ko, _particle_form, _particle_choice, _category_ko),
}

SPEC = SetSpec(
    name="acceptability",
    title="Acceptability",
    task="classification",
    description="Sentences with and without an error of word order, agreement, articles, particles "
    "or category. Both classes have the same words equally often and the same lengths.",
    draw=draw,
    labels=LABELS,
    metric="matthews",
)
