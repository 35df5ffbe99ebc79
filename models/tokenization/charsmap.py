"""Checks SentencePiece's character map, because a damaged one crashes the library.

A damaged map ends the whole program, or fails at some text long after it was opened.

Layout, from google/sentencepiece: src/normalizer.cc, and s-yata/darts-clone: include/darts.h. Four
bytes with the length of the trie, then the trie, a double array of 32-bit units, then the
replacements of characters: UTF-8 texts that end with a zero byte.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any

import numpy as np
from numpy.typing import NDArray

SIZE_BYTES = 4
BLOCK = 256  # children of a unit are in the block where its offset points
VALUE = np.uint32(1 << 31)  # marks a unit that holds a place in the texts
LEAF = np.uint32(1 << 8)  # marks a unit that has such a unit


def check_charsmap(written: Any) -> int:
    """How long the longest replacement in a map is, in bytes. Raises ValueError for a damaged one.

    `written` is the map as tokenizer.json has it, in base64.
    """
    try:
        data = base64.b64decode(written, validate=True)
        size = int.from_bytes(data[:SIZE_BYTES], "little")
        units = np.frombuffer(data, "<u4", size // SIZE_BYTES, SIZE_BYTES)
        texts = data[SIZE_BYTES + size :]
        texts.decode("utf-8")
    except (TypeError, ValueError, binascii.Error) as error:
        raise ValueError("its character map is damaged") from error
    if size % SIZE_BYTES or not len(units) or not _stays_inside(units, texts):
        raise ValueError("its character map is damaged")
    return max(map(len, texts.split(b"\0")))


def _stays_inside(units: NDArray[np.uint32], texts: bytes) -> bool:
    """Whether every text stays inside the trie, and every value is the start of a character."""
    inner = np.flatnonzero(units & VALUE == 0)
    unit = units[inner]
    offset = (unit >> 10) << ((unit & (1 << 9)) >> 6)  # as darts packs it
    children = inner ^ offset.astype(np.int64)  # where a unit's value lies, and near its children
    if children.size and (children | (BLOCK - 1)).max() >= len(units):
        return False
    places = units[children[unit & LEAF != 0]] & ~VALUE
    if not places.size:
        return True
    characters = np.frombuffer(texts, np.uint8)
    inside = int(places.max()) < len(characters)
    return inside and bool(((characters[places] & 0xC0) != 0x80).all())
