"""Whether a predicted token is written in a language of the sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

Predicted = TypeVar("Predicted")

# Hangul, also as letters that Unigram cuts syllables into, and the Latin of English.
SCRIPTS = {
    "hangul": re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]"),
    "latin": re.compile("[A-Za-z]"),
}
_SPECIAL = re.compile(r"\[[A-Z]+\]|<[^<>\s]+>")  # [MASK], <mask>, and bytes such as <0xEC>


def scripts_of(*texts: str) -> frozenset[str]:
    """The scripts of texts, without special tokens."""
    plain = _SPECIAL.sub(" ", " ".join(texts))
    return frozenset(name for name, letters in SCRIPTS.items() if letters.search(plain))


def is_foreign(token: str, scripts: frozenset[str]) -> bool:
    """Whether a token has a script that the sentence has not; of none, nothing is foreign."""
    return bool(scripts) and not scripts_of(token) <= scripts


def sort_foreign_last(
    candidates: Iterable[Predicted], token: Callable[[Predicted], str], scripts: frozenset[str]
) -> list[tuple[Predicted, bool]]:
    """Each candidate with whether it is foreign; their order stays among each of both kinds."""
    known = [(one, is_foreign(token(one), scripts)) for one in candidates]
    return sorted(known, key=lambda one: one[1])
