"""The words of a text, and those that occur in the text that a model was trained on."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from models.data.world.korean import without_particles

# Letters, with apostrophes among them: numbers and punctuation are no words.
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’]s$")
# [MASK], <mask>, <extra_id_0>, and a particle that is written after one.
_SPECIAL = re.compile(r"(?<!\S)\S*(?:\[[A-Z]+\]|<[^<>\s]+>)\S*")


@dataclass(frozen=True, eq=False)
class SeenWords:
    """Word forms of a text in lower case; of Korean ones also what they are without a particle."""

    forms: frozenset[str]
    stems: frozenset[str]
    ordered: tuple[str, ...]  # the forms in alphabetical order

    @classmethod
    def of(cls, forms: Iterable[str]) -> SeenWords:
        known = frozenset(forms)
        stems = frozenset(stem for form in known for stem in without_particles(form))
        return cls(known, stems, tuple(sorted(known)))

    def has(self, word: str) -> bool:
        """Whether a word of `words_in` occurs, with the same particle or with another."""
        return word in self.forms or any(stem in self.stems for stem in without_particles(word))

    def unseen(self, text: str) -> list[str]:
        """The words of a text that do not occur.

        A last word that may still be typed on counts as known if a known word begins with it.
        """
        words = words_in(text)
        new = [word for word in words if not self.has(word)]
        if new and new[-1] == words[-1] and text[-1].isalpha() and self._begins(new[-1]):
            new.pop()
        return new

    def _begins(self, start: str) -> bool:
        at = bisect_left(self.ordered, start)
        return at < len(self.ordered) and self.ordered[at].startswith(start)


def words_in(text: str) -> list[str]:
    """The words of a text in lower case, without masks, sentinels and possessive endings."""
    plain = unicodedata.normalize("NFC", _SPECIAL.sub(" ", text)).casefold()
    return [_POSSESSIVE.sub("", word) for word in _WORD.findall(plain)]
