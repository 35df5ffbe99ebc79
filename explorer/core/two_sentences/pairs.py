"""Pairs of sentences: the bundled ones, a second sentence made of a first, and their words."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from explorer.core.two_sentences.alignment import edit_pairs
from models.runtime.resources import resource

WORD = re.compile(r"\[MASK\]|<mask>|\w+|[^\w\s]")
Span = tuple[int, int]  # characters [start, end)


@dataclass(frozen=True)
class SentencePair:
    """Two sentences, and what their difference demonstrates."""

    title: str
    first: str
    second: str


@dataclass(frozen=True)
class AlignedSpan:
    """What the sentences have at one place: the same word, or words that differ."""

    first: Span
    second: Span
    words: tuple[str, str]

    @property
    def differs(self) -> bool:
        return self.words[0] != self.words[1]

    @property
    def title(self) -> str:
        return " / ".join(dict.fromkeys(self.words))


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(resource("two_sentences.toml").read_text(encoding="utf-8"))


@cache
def example_pairs() -> tuple[SentencePair, ...]:
    """The bundled pairs."""
    return tuple(SentencePair(**one) for one in _data()["pair"])


def second_of(first: str) -> str:
    """The second sentence of a bundled pair, or the first one with other words; "" if none fit."""
    for pair in example_pairs():
        if pair.first == first.strip():
            return pair.second
    swaps: dict[str, str] = _data()["swaps"]
    names = sorted(swaps, key=len, reverse=True)
    known = "|".join(re.escape(name) for name in names if not name.isascii())
    words = "|".join(re.escape(name) for name in names if name.isascii())
    pattern = re.compile(rf"\b(?:{words})\b|{known}", re.IGNORECASE)
    second = pattern.sub(lambda match: _like(match.group(), swaps), first)
    return second if second != first else _exchange_last_words(first)


def _like(word: str, swaps: dict[str, str]) -> str:
    other = swaps[word.lower()]
    return other.lower() if word.islower() and word.isascii() else other


def _exchange_last_words(first: str) -> str:
    """The last two words in the other order; "" of a sentence that stays the same."""
    words = [match for match in WORD.finditer(first) if match.group().isalnum()]
    if len(words) < 2 or words[-1].group() == words[-2].group():
        return ""
    one, two = words[-2], words[-1]
    between = first[one.end() : two.start()]
    return f"{first[: one.start()]}{two.group()}{between}{one.group()}{first[two.end() :]}"


def aligned_spans(first: str, second: str) -> tuple[AlignedSpan, ...]:
    """Align the words of two sentences; neighbouring words that differ form one span."""
    ones, others = list(WORD.finditer(first)), list(WORD.finditer(second))
    pairs = edit_pairs([w.group() for w in ones], [w.group() for w in others])
    found: list[AlignedSpan] = []
    a = b = 0  # begin of what differs
    for at, to in (*pairs, (len(ones), len(others))):
        same = at < len(ones) and ones[at].group() == others[to].group()
        if at < len(ones) and not same:
            continue
        if at > a and to > b:
            found.append(_aligned_span(first, second, ones[a:at], others[b:to]))
        if same:
            found.append(_aligned_span(first, second, [ones[at]], [others[to]]))
        a, b = at + 1, to + 1
    return tuple(found)


def _aligned_span(
    first: str, second: str, ones: list[re.Match[str]], others: list[re.Match[str]]
) -> AlignedSpan:
    one, other = (ones[0].start(), ones[-1].end()), (others[0].start(), others[-1].end())
    return AlignedSpan(one, other, (first[slice(*one)], second[slice(*other)]))


def default_span(found: tuple[AlignedSpan, ...]) -> int | None:
    """What is predicted if nobody chooses: the last word that differs after another difference.

    Else the last word after the difference; None without words.
    """
    words = [n for n, one in enumerate(found) if any(map(str.isalnum, one.words[0]))]
    differing = [n for n, one in enumerate(found) if one.differs]
    if len(differing) > 1:
        return differing[-1]
    later = [n for n in words if differing and n > differing[0]]
    return next(reversed(later or words), None)
