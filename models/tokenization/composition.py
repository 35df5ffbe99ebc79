"""Composes letters after SentencePiece's character map, as the map itself does.

The map replaces the longest run of characters that it knows, so that the letters of a Hangul
syllable become the syllable. The step "Precompiled" of the `tokenizers` library looks up clusters
of at most five bytes whole and longer ones character by character, and those letters have nine:
they would stay apart, and be unknown. An NFC step after it has the result of the map.

The library also tells less of the text than was read; see `extend_to_whole_letters`.

Layout of the map: see `models/tokenization/charsmap.py`.
"""

from __future__ import annotations

import base64
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from models.tokenization.charsmap import LEAF, SIZE_BYTES, VALUE

NFC: dict[str, Any] = {"type": "NFC"}
COMPOSING = ("NFC", "NFKC")
LETTERS, SYLLABLE = "\u1112\u1161\u11ab", "\ud55c"
INNER_JAMO = frozenset(map(chr, range(0x1160, 0x1200)))  # vowels and finals
LABEL = VALUE | np.uint32(0xFF)  # the byte of a unit; a value has no byte


def add_composition(content: Mapping[str, Any]) -> dict[str, Any]:
    """A checked tokenizer.json with an NFC step after each map that composes letters."""
    normalizer = content.get("normalizer")
    if not isinstance(normalizer, Mapping):
        return dict(content)
    if normalizer.get("type") != "Sequence":
        normalizer = {"type": "Sequence", "normalizers": [normalizer]}
    steps = list(_compose_steps(normalizer["normalizers"]))
    if steps == normalizer["normalizers"]:
        return dict(content)
    return {**content, "normalizer": {**normalizer, "normalizers": steps}}


def _compose_steps(steps: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    following = [*(step["type"] for step in steps[1:]), ""]
    for step, after in zip(steps, following, strict=False):
        yield step
        if after not in COMPOSING and _composes(step):
            yield NFC


def _composes(step: Mapping[str, Any]) -> bool:
    is_map = step["type"] == "Precompiled"
    return is_map and _decode_replacement(step["precompiled_charsmap"], LETTERS) == SYLLABLE


def _decode_replacement(written: str, text: str) -> str | None:
    """What a map in base64 has in place of a text; None where it has nothing."""
    data = base64.b64decode(written)
    size = int.from_bytes(data[:SIZE_BYTES], "little")
    units = np.frombuffer(data, "<u4", size // SIZE_BYTES, SIZE_BYTES)
    place, unit = 0, units[0]
    place ^= _offset(unit)
    for byte in text.encode():
        place ^= byte
        unit = units[place]
        if unit & LABEL != byte:
            return None
        place ^= _offset(unit)
    if not unit & LEAF:
        return None
    found = data[SIZE_BYTES + size + int(units[place] & ~VALUE) :]
    return found.partition(b"\0")[0].decode()


def extend_to_whole_letters(text: str, offsets: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans of pieces of a text, with the decomposed letters that belong to their last one.

    Of letters that a step composes the library gives the span of the first alone.
    """
    if unicodedata.is_normalized("NFC", text):
        return offsets
    starts = [start for start, _ in offsets[1:]] + [len(text)]
    return [
        (start, _end_of_letter(text, end, after)) if start < end else (start, end)
        for (start, end), after in zip(offsets, starts, strict=False)
    ]


def _end_of_letter(text: str, end: int, stop: int) -> int:
    while end < stop and (unicodedata.combining(text[end]) or text[end] in INNER_JAMO):
        end += 1
    return end


def _offset(unit: np.uint32) -> int:
    """Return the offset of a unit's children, as darts packs it."""
    return int(unit >> 10) << (int(unit & (1 << 9)) >> 6)
