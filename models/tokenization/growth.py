"""How much longer the steps of a tokenizer.json can make a text, before the library runs them.

Twenty steps that replace one character by ten need more memory than there is, and the library ends
the program then. So does a map of characters that is damaged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from models.tokenization.charsmap import check_charsmap

PARTS = {  # of a tokenizer.json, with the entry in which a sequence has its steps
    "normalizer": "normalizers",
    "pre_tokenizer": "pretokenizers",
    "decoder": "decoders",
}
MAX_GROWTH = 10_000  # by one part; that of XLM has the bound 18
MAX_STEPS = 100
MAX_WORD = 10_000  # characters of a word that WordPiece tries to cut, in the square of this time
BYTE_LEVEL = 4  # characters for one, which has up to four bytes
# An expression that matches a character at least: it begins with one that must be there.
CONSUMING = re.compile(
    r"(?:\[(?:[^\[\]\\&]|\\.)+\]|\\[pP]\{\^?\w+\}|\\[sSdDwW]|[^\\\[\](){}*+?|^$])"
    r"(?:\+|\{[1-9]\d*(?:,\d*)?\})?(?![?*+{])[^|]*"
)


def check_growth(content: Mapping[str, Any]) -> None:
    """Raises ValueError for a parsed tokenizer.json whose steps could fill the memory."""
    for part, entry in PARTS.items():
        steps = list(_steps(content.get(part), entry))
        if len(steps) > MAX_STEPS:
            raise ValueError(f"its {part} has more than {MAX_STEPS} steps")
        if prod(map(_growth, steps)) > MAX_GROWTH:
            raise ValueError(f"its {part} would make a text more than {MAX_GROWTH} times as long")
    model = content.get("model")
    longest = model.get("max_input_chars_per_word") if isinstance(model, Mapping) else None
    if isinstance(longest, int) and longest > MAX_WORD:
        raise ValueError(f"max_input_chars_per_word is more than {MAX_WORD:,}")


def _steps(part: Any, entry: str) -> Iterator[Mapping[str, Any]]:
    """A part alone, or the steps of a sequence."""
    if not isinstance(part, Mapping):
        return
    yield part
    inner = part.get(entry)
    for step in inner if isinstance(inner, list) else ():
        yield from _steps(step, entry)


def _growth(step: Mapping[str, Any]) -> int:
    """Return the most characters made of one. Raises ValueError for a damaged character map."""
    kind = step.get("type")
    if kind == "Precompiled":
        return max(1, check_charsmap(step.get("precompiled_charsmap")))
    if kind == "Prepend":
        return 1 + len(str(step.get("prepend")))
    if kind == "Replace":
        return _growth_by_replacing(step.get("pattern"), len(str(step.get("content"))))
    return BYTE_LEVEL if kind == "ByteLevel" else 1


def _growth_by_replacing(pattern: Any, length: int) -> int:
    """Bound the growth; an expression that matches empty text inserts beside every character."""
    known = pattern if isinstance(pattern, Mapping) else {}
    fixed, expression = known.get("String"), str(known.get("Regex", ""))
    if isinstance(fixed, str) and fixed:
        return max(1, -(-length // len(fixed)))
    ways = [] if "\\K" in expression else expression.split("|")  # \K drops what was matched
    consumes = bool(ways) and all(map(CONSUMING.fullmatch, ways))
    return max(1, length) if consumes else 1 + length
