"""Sources of training text with one interface: what is made of the mini-world, or a text file."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol, get_args

from models.data.demonstrations.documents import NAME as DEMONSTRATIONS
from models.data.demonstrations.documents import DemonstrationSource
from models.data.demonstrations.tasks import FILE as DEMONSTRATIONS_FILE
from models.data.long_texts import duplication, recall
from models.data.long_texts.duplication import DuplicationSource
from models.data.long_texts.recall import RecallSource
from models.data.textfile import Sentences, TextFile
from models.data.texts.named import identity_of, open_named
from models.data.world.lexicon import LANGUAGES, Language
from models.data.world.split import Split
from models.data.world.world import COMPANIES, Choice, Region, World
from models.runtime.resources import resource

AND = "+"  # between the sources of a mixture
LONG = re.compile(rf"({'|'.join((*recall.REGIONS, duplication.NAME))})(?::([a-z]*))?(?:@(\d+))?")
MIX = re.compile(r"en(\d+)ko(\d+)@(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class LanguageMix:
    """Languages of which there is unequally much, sampled with the exponent `alpha`.

    The probability of language i is p_i ** alpha, divided by their sum, where p_i is its share of
    the text (Lample and Conneau 2019, arXiv:1901.07291, section 3.1, where alpha is 0.5): 1 keeps
    the shares, 0 makes them equal. The mini-world has no end, so no document is repeated for it.
    """

    amounts: Mapping[Language, int]
    alpha: str  # as written, so that a name survives

    @property
    def name(self) -> str:
        """The name of the mix within a source's name, such as "en90ko10@0.5"."""
        parts = "".join(f"{language}{amount}" for language, amount in self.amounts.items())
        return f"{parts}@{self.alpha}"

    @property
    def probabilities(self) -> dict[Language, float]:
        """The probability of each language."""
        total = sum(self.amounts.values())
        raised = {code: (n / total) ** float(self.alpha) for code, n in self.amounts.items()}
        return {code: weight / sum(raised.values()) for code, weight in raised.items()}


class TextSource(Protocol):
    """Documents as tuples of sentences, deterministic by split and seed.

    `open_source(source.name)` opens the same source again.
    """

    @property
    def name(self) -> str: ...

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        """Documents without end."""
        ...

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        """One pass over a file; the world is sampled and has no end."""
        ...

    def names(self) -> tuple[str, ...]:
        """Words that should be single tokens of a vocabulary, such as names."""
        ...


class WorldSource:
    """The world, a region of it or beside it, in one language or in a random mix of both.

    `mix` says how much there is of each language, and how evenly they are sampled.
    """

    def __init__(
        self, region: Region, language: Choice = "both", mix: LanguageMix | None = None
    ) -> None:
        self.world = loaded_world(region)
        self.language = language
        self.mix = mix
        self.region = region

    @property
    def languages(self) -> tuple[Language, ...]:
        return tuple(code for code in LANGUAGES if self.language in (code, "both"))

    @property
    def name(self) -> str:
        if self.mix is not None:
            return f"{self.region}:{self.mix.name}"
        return self.region if self.language == "both" else f"{self.region}:{self.language}"

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        share = 0.5 if self.mix is None else self.mix.probabilities["en"]
        for document in self.world.documents(self.language, split, seed, share):
            yield tuple(sentence.text for sentence in document.sentences)

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        return self.documents(split, seed)

    def names(self) -> tuple[str, ...]:
        """The words of proper names, and what else has a name of one word."""
        entries = {e for triple in self.world.triples() for e in (triple.subject, triple.object)}
        words: set[str] = set()
        for entry in entries:
            for name in (entry.en, entry.ko):
                if entry.en[0].isupper() or " " not in name:
                    words.update(name.split())
        return tuple(sorted(words))


@dataclass(frozen=True)
class MixedSource:
    """Documents of several sources in random order, as many of each."""

    sources: tuple[TextSource, ...]

    @property
    def name(self) -> str:
        return AND.join(source.name for source in self.sources)

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        rng = random.Random(f"{AND} {split} {seed}")
        streams = [source.documents(split, seed) for source in self.sources]
        while True:
            yield next(rng.choice(streams))

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        return self.documents(split, seed)

    def names(self) -> tuple[str, ...]:
        return tuple(sorted({name for source in self.sources for name in source.names()}))


def is_built_in(name: str) -> bool:
    """Whether a source is no text file: the mini-world, what is made of it, or a mixture."""
    return all(_is_part(part) for part in name.split(AND))


def parts_of(name: str) -> tuple[str, ...]:
    """The sources that a built-in source mixes, or itself."""
    return tuple(name.split(AND))


def _is_part(name: str) -> bool:
    if name == DEMONSTRATIONS or LONG.fullmatch(name):
        return True
    return name.partition(":")[0] in get_args(Region)


def open_source(name: str) -> TextSource:
    """The source of a name: "world", "world:en", "village:ko", …, a named text, or a file's path.

    "companies" are documents about the co-founders of companies that the world lacks.
    "world:en90ko10@0.5" has 90 parts of English and 10 of Korean, sampled with alpha 0.5.
    "demonstrations" are documents that contain tasks, and "world+demonstrations" has both.
    "long", "long:en" or "long:ko@300" are documents of about 600 or 300 words whose questions need
    facts far before them; those of "long-summary" begin with all facts and have sentences of the
    village between. "duplication@63" repeats 63 random symbols. "wordnet" is a real text that is
    found by itself, "wikitext-2:/texts/wikitext-2" one in a folder (`models.data.texts`).
    Raises ValueError when it is none of them or the file cannot be used.
    """
    if name == DEMONSTRATIONS:
        return DemonstrationSource()
    if (long := LONG.fullmatch(name)) is not None:
        return _long_texts(name, *long.groups())
    if AND in name and is_built_in(name):
        return MixedSource(tuple(map(open_source, parts_of(name))))
    region, _, language = name.partition(":")
    for known in get_args(Region):
        if region == known:
            mix = language_mix(name)
            return WorldSource(known, "both" if mix else _language(name, language), mix)
    if not name:
        raise ValueError("no text was chosen; name a file, or world or village")
    return open_named(name) or TextFile(name)


def language_mix(name: str) -> LanguageMix | None:
    """What the name of a source says of its languages; None for equal parts, or one language.

    Raises ValueError for amounts or an exponent that cannot be.
    """
    match = MIX.fullmatch(name.partition(":")[2])
    if match is None:
        return None
    english, korean, alpha = match.groups()
    amounts: dict[Language, int] = {"en": int(english), "ko": int(korean)}
    if not all(amounts.values()) or float(alpha) > 1:
        raise ValueError(
            f"{name!r}: both languages need an amount above 0, and the exponent lies between 0 and "
            "1, as in world:en90ko10@0.5"
        )
    return LanguageMix(amounts, alpha)


def _long_texts(name: str, kind: str, language: str | None, length: str | None) -> TextSource:
    """Raises ValueError for a length or a language that no such text has."""
    if kind == duplication.NAME:
        symbols = int(length or duplication.SYMBOLS)
        if language is None and 1 <= symbols <= duplication.MAX_SYMBOLS:
            return DuplicationSource(symbols)
        raise ValueError(
            f"{name!r}: it repeats 1 to {duplication.MAX_SYMBOLS:,} symbols, as in duplication@63"
        )
    words = int(length or recall.WORDS)
    if not recall.MIN_WORDS <= words <= recall.MAX_WORDS:
        raise ValueError(
            f"{name!r}: a long document has {recall.MIN_WORDS} to {recall.MAX_WORDS:,} words, as "
            "in long:en@600"
        )
    between, lexicon = loaded_world(recall.REGIONS[kind]), loaded_world("facts").lexicon
    return RecallSource(kind, between, lexicon, _language(name, language or ""), words)


def _language(name: str, language: str) -> Choice:
    for known in get_args(Choice):
        if language in (known, ""):
            return known if language else "both"
    raise ValueError(f"{name!r}: there is no language {language!r}; there are en, ko and both")


def world_hash() -> str:
    """The SHA-256 of the mini-world's files, names and content; read once."""
    return _hash(resource("world"))


def text_hash(name: str) -> str:
    """The SHA-256 of the files that a built-in source is made of."""
    regions = {part.partition(":")[0] for part in parts_of(name)}
    further = b""
    if DEMONSTRATIONS in regions:
        further += resource(*DEMONSTRATIONS_FILE).read_bytes()
    if COMPANIES in regions:
        further += _hash(resource(COMPANIES)).encode()
    return hashlib.sha256(world_hash().encode() + further).hexdigest() if further else world_hash()


def content_hash(name: str) -> str:
    """The SHA-256 of what any source reads. Raises ValueError where a text is not there."""
    if not name or is_built_in(name):
        return text_hash(name)
    return identity_of(name).sha256


@lru_cache
def _hash(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.toml")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)} ".encode() + content)
    return digest.hexdigest()


@lru_cache
def loaded_world(region: Region) -> World:
    """A region of the mini-world, read once: it takes a second and a tenth of a gigabyte."""
    world_hash()  # never of files that are newer than what is loaded
    return loaded_world("world").facts if region == "facts" else World.load(region)
