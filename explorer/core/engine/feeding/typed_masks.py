"""A mask that is written into the sentence, in whichever spelling: where it is in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from models.schema.records import IntArray

SPELLINGS = ("[MASK]", "<mask>")  # of published mask tokens
SPELLED = re.compile("|".join(re.escape(spelling) for spelling in SPELLINGS))
SENTINEL = re.compile(r"<extra_id_\d+>")  # of a decoder, for a masked span

Edges = tuple[list[int], list[int]]  # where parts of a text begin and end, before and after


def rewritten(text: str, names: Iterator[str]) -> tuple[str, Edges]:
    """The text with the next of the names in place of each mask, and the offsets of both texts."""
    parts: list[str] = []
    before, after = [0], [0]
    end = 0
    for match in SPELLED.finditer(text):
        name = next(names, match.group())
        parts += [text[end : match.start()], name]
        start = after[-1] + match.start() - before[-1]
        before += [match.start(), match.end()]
        after += [start, start + len(name)]
        end = match.end()
    parts.append(text[end:])
    before.append(len(text))
    after.append(after[-1] + len(text) - end)
    return "".join(parts), (before, after)


def places_before(offsets: IntArray, edges: Edges) -> IntArray:
    """Offsets (T, 2) into a rewritten text as offsets into the text as it was."""
    before, after = edges
    return np.round(np.interp(offsets, after, before)).astype(np.int64)


def written_length(text: str, name: str, start: int) -> int:
    """How many characters a token written out at `start` has; 0 where the text has another there.

    For a token that fills a mask, the text may have a mask in any spelling there.
    """
    if text.startswith(name, start):
        return len(name)
    fills = SPELLED.fullmatch(name) or SENTINEL.fullmatch(name)
    match = SPELLED.match(text, start) if fills else None
    return match.end() - start if match else 0


def has_mask(*texts: str) -> bool:
    """Whether a mask is written in one of the texts."""
    return any(SPELLED.search(text) for text in texts)
