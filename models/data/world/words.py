"""The words of a text, and those that occur in the text that a model was trained on."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from models.data.world.korean import iterate_stems

# Letters with their accents, also decomposed ones, and apostrophes among them: numbers and
# punctuation are no words.
_LETTERS = r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*"
_WORD = re.compile(rf"{_LETTERS}(?:['’]{_LETTERS})*")
_POSSESSIVE = re.compile(r"['’]s$")
# [MASK], <mask>, <extra_id_0>, and a particle that is written after one.
_SPECIAL = re.compile(r"(?<!\S)\S*(?:\[[A-Z]+\]|<[^<>\s]+>)\S*")


Place = tuple[int, int]  # characters [start, end) of a text


@dataclass(frozen=True, eq=False)
class SeenWords:
    """Word forms of a text in lower case; of Korean ones also what they are without a particle."""

    forms: frozenset[str]
    stems: frozenset[str]
    ordered: tuple[str, ...]  # the forms in alphabetical order

    @classmethod
    def of(cls, forms: Iterable[str]) -> SeenWords:
        known = frozenset(forms)
        stems = frozenset(stem for form in known for stem in iterate_stems(form))
        return cls(known, stems, tuple(sorted(known)))

    def has(self, word: str) -> bool:
        """Whether a word of `words_in` occurs, with the same particle or with another."""
        return word in self.forms or any(stem in self.stems for stem in iterate_stems(word))

    def unseen(self, text: str) -> list[str]:
        """The words of a text that do not occur; see `unseen_places`."""
        return [_fold_word(text[slice(*place)]) for place in self.unseen_places(text)]

    def unseen_places(self, text: str) -> list[Place]:
        """Return the ranges of the words of a text that are unknown.

        A last word that may still be typed on counts as known if a known word begins with it.
        """
        places = word_places(text)
        new = [place for place in places if not self.has(_fold_word(text[slice(*place)]))]
        if new and new[-1][1] == len(text) and self._begins(_fold_word(text[slice(*new[-1])])):
            new.pop()
        return new

    def _begins(self, start: str) -> bool:
        at = bisect_left(self.ordered, start)
        return at < len(self.ordered) and self.ordered[at].startswith(start)


def words_in(text: str) -> list[str]:
    """The words of a text in lower case, without masks, sentinels and possessive endings."""
    return [_fold_word(text[slice(*place)]) for place in word_places(text)]


def word_places(text: str) -> list[Place]:
    """Return the ranges of the words of a text, without masks and sentinels."""
    plain = _SPECIAL.sub(lambda match: " " * len(match.group()), text)
    return [match.span() for match in _WORD.finditer(plain)]


def _fold_word(word: str) -> str:
    return _POSSESSIVE.sub("", unicodedata.normalize("NFC", word).casefold())
