"""Sentiment: is an opinion of a thing positive or negative?"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from models.data.labelled.base import Group, SetSpec
from models.data.labelled.statements import world
from models.data.world.english import apply_filters
from models.data.world.korean import add_particle
from models.data.world.lexicon import Language, LexiconEntry, read_toml
from models.data.world.split import stable_fraction
from models.runtime.resources import resource
from models.tasks.examples import Split, TextExample

NEGATIVE, POSITIVE = LABELS = ("negative", "positive")
HELD_OUT_SHARE = 0.1  # of the combinations (frame, target) are in dev, and as many in test
_SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?(?::([^{}]+))?\}")


@dataclass(frozen=True)
class Adjective:
    en: str
    stem: str
    past: str
    adn: str


@dataclass(frozen=True)
class OpinionTarget:
    """What an opinion is about: a kind of thing, with the adjectives that fit it by label."""

    entries: tuple[LexiconEntry, ...]
    noun: Mapping[Language, str]
    it: str  # English pronoun and verb
    adjectives: Mapping[str, tuple[Adjective, ...]]

    def name(self, entry: LexiconEntry, language: Language) -> str:
        return self.noun[language].replace("{x}", entry.name(language))


@dataclass(frozen=True)
class Frame:
    """A sentence by label and language. {g} is an adjective of the label, {b} of the other one."""

    id: str
    texts: Mapping[str, Mapping[Language, str]]


def draw(language: Language, split: Split, rng: random.Random) -> Iterator[Group]:
    """Groups of two: one frame about one thing with both labels."""
    targets, frames = _opinions()
    while True:
        target, frame = rng.choice(targets), rng.choice(frames)
        entry = rng.choice(target.entries)
        good, bad = (rng.choice(target.adjectives[label]) for label in (POSITIVE, NEGATIVE))
        if _split_of(frame, target, entry) != split:
            continue
        yield tuple(
            TextExample(
                "", _render(frame, label, target, entry, pair, language), "", label, frame.id
            )
            for label, pair in ((POSITIVE, (good, bad)), (NEGATIVE, (bad, good)))
        )


def _split_of(frame: Frame, target: OpinionTarget, entry: LexiconEntry) -> Split:
    fraction = stable_fraction(f"sentiment {frame.id}|{target.noun['en']}|{entry.key}")
    if fraction < HELD_OUT_SHARE:
        return "dev"
    return "test" if fraction < 2 * HELD_OUT_SHARE else "train"


def _render(
    frame: Frame,
    label: str,
    target: OpinionTarget,
    entry: LexiconEntry,
    adjectives: tuple[Adjective, Adjective],
    language: Language,
) -> str:
    name = target.name(entry, language)
    words = dict(zip("gb", adjectives, strict=True))

    def fill(slot: re.Match[str]) -> str:
        key, form, particle = slot.groups()
        if key in words:
            return str(getattr(words[key], form or language))
        text = target.it if key == "it" else name
        if particle:
            return add_particle(text, particle)
        return apply_filters(text, "cap") if key == "T" else text

    return _SLOT.sub(fill, frame.texts[label][language])


@lru_cache(maxsize=1)
def _opinions() -> tuple[tuple[OpinionTarget, ...], tuple[Frame, ...]]:
    table = read_toml(resource("labelled", "sentiment.toml"))
    return tuple(map(_target, table["target"])), tuple(map(_frame, table["frame"]))


def _target(row: Mapping[str, Any]) -> OpinionTarget:
    entries = world().lexicon.entries_of_kind(row["kind"])
    chosen = tuple(entry for entry in entries if entry.id in row.get("only", (entry.id,)))
    adjectives = {POSITIVE: _adjectives(row["good"]), NEGATIVE: _adjectives(row["bad"])}
    return OpinionTarget(chosen, {"en": row["en"], "ko": row["ko"]}, row["it"], adjectives)


def _adjectives(rows: Sequence[Sequence[str]]) -> tuple[Adjective, ...]:
    return tuple(Adjective(*row) for row in rows)


def _frame(row: Mapping[str, str]) -> Frame:
    positive: dict[Language, str] = {"en": row["en"], "ko": row["ko"]}
    negative: dict[Language, str] = {
        "en": row.get("en_bad", row["en"]),
        "ko": row.get("ko_bad", row["ko"]),
    }
    return Frame(row["id"], {POSITIVE: positive, NEGATIVE: negative})


SPEC = SetSpec(
    name="sentiment",
    title="Sentiment",
    task="classification",
    description="Opinions of food, places, people, things, books and journeys. Each sentence has a "
    "reverse with the other label. Most frames negate the adjective, contrast it with its opposite "
    "or weigh it against the whole.",
    draw=draw,
    labels=LABELS,
)
