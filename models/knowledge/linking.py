"""Finds the entities of a graph that a text names: the longest names win, corrections above all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from models.data.world.korean import fitting_stems
from models.knowledge.graph import KnowledgeGraph
from models.knowledge.names import fold_name

MAX_WORDS = 12  # of a name
Span = tuple[int, int]  # [start, end) in characters
Corrections = Mapping[Span, int | None]

_TOKEN = re.compile(r"\w+|[^\w\s]")
# English words that are names in large graphs (ConceptNet has the concept "the"), and the month
# "may": in lower case they are never names.
_WORDS = (
    "a about above after all also am an and any are as at be because been before being below "
    "between both but by can could did do does doing done down during each either else few for "
    "from had has have having he her here hers herself him himself his how i if in into is it its "
    "itself just may me might more most must my myself no nor not now of off on once only or "
    "other our ours ourselves out over own same shall she should so some such than that the their "
    "theirs them themselves then there these they this those through to too under until up us "
    "very was we were what when where which while who whom whose why will with would you your "
    "yours yourself yourselves"
)
_FUNCTION_WORDS = frozenset(_WORDS.split())
_CAPITAL_NAMES = frozenset({"may", "will", "us"})  # that are names with a capital letter
# 개 is a dog, and after a numeral it counts things: 컵 두 개, two cups.
_COUNTER = "개"
_NUMERAL = re.compile(r"(몇|여러|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무|\d)\s*$")
# Endings of English words, and what a name may have instead: "dogs", "boxes", "berries".
_ENDINGS = (("ies", "y"), ("es", ""), ("s", ""))
_MIN_STEM = 3  # letters


@dataclass(frozen=True)
class Mention:
    """A part of a text that names an entity.

    start, end   characters [start, end), without a Korean particle or an English 's
    entity       the id that is used: the first candidate, or a correction
    candidates   all entities of this name, the best first
    """

    start: int
    end: int
    text: str
    entity: int
    candidates: tuple[int, ...]

    @property
    def span(self) -> Span:
        return self.start, self.end

    def overlaps(self, other: Mention) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True)
class LinkedText:
    """The mentions of a text in their order, and those that a longer one overlaps."""

    text: str
    mentions: tuple[Mention, ...]
    overlapped: tuple[Mention, ...]


@dataclass(frozen=True)
class EntityLinker:
    """Links texts to the entities of one graph by names and aliases."""

    graph: KnowledgeGraph

    def link(self, text: str, corrections: Corrections | None = None) -> tuple[Mention, ...]:
        """The mentions of a text; see `read`."""
        return self.read(text, corrections).mentions

    def read(self, text: str, corrections: Corrections | None = None) -> LinkedText:
        """Mentions that do not overlap: corrections first, then the longest, then the leftmost.

        A correction gives the entity of a span, or None for no entity there. Raises ValueError for
        a correction whose span or entity does not exist.
        """
        corrections = corrections or {}
        chosen = [self._correct_mention(text, span, entity) for span, entity in corrections.items()]
        overlapped: list[Mention] = []
        for mention in sorted(self._names(text), key=lambda one: (one.start - one.end, one.start)):
            if any(mention.overlaps(other) for other in chosen):
                if mention.span not in corrections:
                    overlapped.append(mention)
            else:
                chosen.append(mention)
        linked = (one for one in chosen if one.entity >= 0)
        ordered = (tuple(sorted(each, key=lambda one: one.span)) for each in (linked, overlapped))
        return LinkedText(text, *ordered)

    def _correct_mention(self, text: str, span: Span, entity: int | None) -> Mention:
        """The mention of a correction; its entity is -1 where there shall be none."""
        start, end = span
        if not 0 <= start < end <= len(text):
            raise ValueError(f"the correction {start}:{end} is outside of the text")
        if entity is not None and not 0 <= entity < len(self.graph.entities):
            raise ValueError(f"the correction {start}:{end} names an entity that does not exist")
        candidates = self._candidates(text[start:end])
        if entity is not None and entity not in candidates:
            candidates = (*candidates, entity)
        number = -1 if entity is None else int(entity)
        return Mention(start, end, text[start:end], number, candidates)

    def _names(self, text: str) -> Iterator[Mention]:
        """All parts of a text between word boundaries that are names."""
        spans = [span for span in _spans(text) if not _is_function_word(text, span)]
        variants = [(span, name) for span in spans for name in _variants(text[slice(*span)])]
        known = self.graph.names.has([name for _, name in variants])
        named = (span for (span, _), is_known in zip(variants, known, strict=True) if is_known)
        for start, end in dict.fromkeys(named):
            if candidates := self._candidates(text[start:end]):
                yield Mention(start, end, text[start:end], candidates[0], candidates)

    def _candidates(self, name: str) -> tuple[int, ...]:
        """The entities of a name as it is written, else of what it may be the plural of."""
        every = map(self.graph.entities_named, _variants(name))
        return next(filter(None, every), ())


def _spans(text: str) -> Iterator[Span]:
    """All parts of a text between word boundaries, up to a number of words."""
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    ends = [tuple(_ends(text, token)) for token in tokens]
    words = [text[start].isalnum() for start, _ in tokens]
    for first, (start, _) in enumerate(tokens):
        for last in range(first, min(first + MAX_WORDS, len(tokens))):
            if any(words[first : last + 1]):
                yield from ((start, end) for end in ends[last])


def _is_function_word(text: str, span: Span) -> bool:
    start, end = span
    name, lower = text[start:end], text[start:end].lower()
    if lower in _FUNCTION_WORDS:
        return name == lower or (name == name.capitalize() and lower not in _CAPITAL_NAMES)
    return name == _COUNTER and _NUMERAL.search(text[:start]) is not None


def _ends(text: str, token: Span) -> Iterator[int]:
    """Yield the ends that a name may have in a word: the word's, or before a fitting particle."""
    start, end = token
    yield end
    word = unicodedata.normalize("NFC", text[start:end])
    for stem in fitting_stems(word):
        for length in range(1, end - start):
            if unicodedata.normalize("NFC", text[start : start + length]) == stem:
                yield start + length
                break


def _variants(name: str) -> Iterator[str]:
    """A name, and what it may be the English plural of."""
    yield name
    if not name.isascii() or name[-1:] not in ("s", "S"):
        return
    word = fold_name(name).rpartition(" ")[2]
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
            yield name[: len(name) - len(ending)] + instead
