"""The mini-world: endless random documents in English and Korean from a lexicon of facts."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Literal

from models.data.world.lexicon import Language, Lexicon, LexiconEntry, Triple, read_toml
from models.data.world.patterns import (
    MAX_SENTENCES,
    MIN_SENTENCES,
    Pattern,
    Picks,
    Roles,
    Topic,
    load_topics,
)
from models.data.world.split import Split, SplitRule
from models.runtime.resources import resource

COMPANIES = "companies"  # outside the world, whose text stays as models learned it
Region = Literal["world", "facts", "village", "companies"]
Choice = Literal["en", "ko", "both"]

# The least weight of the topics that a region has: pattern files of facts weigh 2 or more.
_MIN_WEIGHT = {"world": 0.0, "facts": 2.0}

# Draws of entries for one document before a topic counts as having none in this split.
_MAX_DRAWS = 400


@dataclass(frozen=True)
class Sentence:
    """`key` is what the held-out split is made by; it is the same in both languages."""

    text: str
    pattern: str
    triples: tuple[Triple, ...]
    key: str


@dataclass(frozen=True)
class Document:
    """Three to eight connected sentences in one language."""

    language: Language
    topic: str
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True)
class _Line:
    """A sentence before it has a language."""

    pattern: Pattern
    picks: dict[str, int]
    triples: tuple[Triple, ...]
    key: str


@dataclass(frozen=True)
class _Draw:
    """A document before it has a language."""

    topic: Topic
    roles: Roles
    lines: tuple[_Line, ...]

    def document(self, language: Language) -> Document:
        sentences = tuple(
            Sentence(
                line.pattern.render(language, self.roles, line.picks),
                line.pattern.id,
                line.triples,
                line.key,
            )
            for line in self.lines
        )
        return Document(language, self.topic.name, sentences)


class World:
    """A lexicon and its sentence patterns; every stream depends on its seed alone."""

    def __init__(self, lexicon: Lexicon, topics: list[Topic], min_weight: float = 0.0) -> None:
        """The topics with this weight; the held-out split depends on all of them."""
        self.lexicon = lexicon
        self.topics = tuple(topic for topic in topics if topic.weight >= min_weight)
        self._rule = SplitRule(topics)

    @classmethod
    def load(cls, region: Region = "world", folder: Path | None = None) -> "World":
        """The whole world, its facts alone, its corner of some two hundred words, or companies
        that it lacks.

        Raises ValueError naming file, entry and key for what is wrong in the TOML files.
        """
        folder = folder or resource("world")
        lexicon = Lexicon.load(folder)
        if region == COMPANIES:
            further = resource(COMPANIES)
            lexicon = Lexicon.load(further, lexicon)
            return cls(lexicon, load_topics(further / "patterns", lexicon))
        if region in _MIN_WEIGHT:
            topics = load_topics(folder / "patterns", lexicon)
            return cls(lexicon, topics, _MIN_WEIGHT[region])
        village = read_toml(folder / "village.toml")
        for key in ("entries", "sentences"):
            if key not in village:
                raise ValueError(f"village.toml: the key {key!r} is missing")
        try:
            corner = lexicon.restrict(village["entries"])
            return cls(corner, load_topics(folder / "patterns", corner, village["sentences"]))
        except ValueError as error:
            raise ValueError(f"village.toml: {error}") from error

    @property
    def facts(self) -> "World":
        """The whole world's facts alone, with the same lexicon and held-out split."""
        return World(self.lexicon, list(self.topics), _MIN_WEIGHT["facts"])

    def documents(
        self,
        language: Choice = "both",
        split: Split = "train",
        seed: int = 0,
        english_share: float = 0.5,
    ) -> Iterator[Document]:
        """Documents without end; in "both", each is English with this probability, else Korean.

        "en" and "ko" of one split and seed are translations. Raises ValueError if the split has no
        document.
        """
        rng = random.Random(f"language {seed}")
        for draw in self._draws(split, seed):
            if language == "both":
                yield draw.document("en" if rng.random() < english_share else "ko")
            else:
                yield draw.document(language)

    def pairs(self, split: Split = "train", seed: int = 0) -> Iterator[tuple[Document, Document]]:
        """Yield each document in English and in Korean, aligned sentence by sentence."""
        for draw in self._draws(split, seed):
            yield draw.document("en"), draw.document("ko")

    def sentences(
        self, split: Split = "train", seed: int = 0
    ) -> Iterator[list[tuple[Pattern, Roles, Picks]]]:
        """The sentences of documents before they have a language."""
        for draw in self._draws(split, seed):
            yield [(line.pattern, draw.roles, line.picks) for line in draw.lines]

    def triples(self) -> tuple[Triple, ...]:
        """The knowledge graph of the documents, with facts that no sentence states."""
        return self.lexicon.triples()

    def stated_triples(self) -> tuple[Triple, ...]:
        """The facts that some sentence pattern states."""
        triples: dict[Triple, None] = {}
        for topic in self.topics:
            for pattern in topic.patterns:
                for fact in pattern.facts:
                    for entry_id in sorted(pattern.usable[fact.role]):
                        triples.update(dict.fromkeys(fact.options[entry_id]))
        return tuple(triples)

    def _draws(self, split: Split, seed: int) -> Iterator[_Draw]:
        rng = random.Random(f"{split} {seed}")
        topics, opened = list(self.topics), set[str]()
        while topics:
            weights = list(accumulate(topic.weight for topic in topics))
            topic = rng.choices(topics, cum_weights=weights)[0]
            draw = self._draw(topic, split, rng)
            if draw is not None:
                opened.add(topic.name)
                yield draw
            elif topic.name not in opened:
                topics.remove(topic)
        raise ValueError(f"no document of the split {split!r} can be made from these patterns")

    def _draw(self, topic: Topic, split: Split, rng: random.Random) -> _Draw | None:
        for _ in range(_MAX_DRAWS):
            roles = _draw_roles(topic, rng)
            allowed = [
                pattern
                for pattern in topic.patterns
                if pattern.fits(roles) and self._rule.allows(topic, pattern, roles, split)
            ]
            chosen = _choose(allowed, rng)
            if chosen:
                lines = tuple(self._line(pattern, roles, rng) for pattern in chosen)
                return _Draw(topic, roles, lines)
        return None

    def _line(self, pattern: Pattern, roles: Roles, rng: random.Random) -> _Line:
        picks = {choice: rng.randrange(count) for choice, count in pattern.choices(roles).items()}
        return _Line(pattern, picks, pattern.triples(roles, picks), self._rule.key(pattern, roles))


def _draw_roles(topic: Topic, rng: random.Random) -> Roles:
    """One entry for each role, different ones for roles of one kind."""
    roles: dict[str, LexiconEntry] = {}
    for role, entries in topic.roles.items():
        entry = rng.choice(entries)
        while entry in roles.values():
            entry = rng.choice(entries)
        roles[role] = entry
    return roles


def _choose(allowed: list[Pattern], rng: random.Random) -> list[Pattern]:
    """An opening sentence and others in the order of their steps; none if there are too few.

    What repeats a fact or opens the story again only fills up a document that would be too short.
    Fixed sentences alone make no document.
    """
    openings = [pattern for pattern in allowed if pattern.step == 1]
    if not openings:
        return []
    length = rng.randint(MIN_SENTENCES, MAX_SENTENCES)
    chosen = [rng.choice(openings)]
    stated = _stated_choices(chosen[0])
    spare = []
    for pattern in rng.sample(allowed, len(allowed)):
        facts = _stated_choices(pattern)
        opens_again = pattern.step == 1 and not facts
        if opens_again or (facts and facts <= stated):
            spare.append(pattern)
        elif len(chosen) < length:
            chosen.append(pattern)
            stated |= facts
    spare = [pattern for pattern in spare if pattern is not chosen[0]]
    chosen += spare[: max(0, MIN_SENTENCES - len(chosen))]
    if len(chosen) < MIN_SENTENCES or not any(pattern.roles for pattern in chosen):
        return []
    return sorted(chosen, key=lambda pattern: pattern.step)


def _stated_choices(pattern: Pattern) -> set[str]:
    return {fact.choice for fact in pattern.facts}
