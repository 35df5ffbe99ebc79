"""Writes SentencePiece's own file for the tests."""

import struct
from collections.abc import Iterable

NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
UNIGRAM, BPE, WORDS = 1, 2, 3


def varint(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + varint(rest) if rest else bytes([low])


def message(field: int, content: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(content)) + content


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def model_file(
    pieces: Iterable[tuple[str, float]],
    unknown: str,
    kind: int = UNIGRAM,
    charsmap: bytes = b"",
    trainer: bytes = b"",
    normalizer: bytes = b"",
) -> bytes:
    """What SentencePiece writes, with fields that nobody knows in between.

    `trainer` and `normalizer` are further fields of these settings.
    """
    content = b""
    for name, score in pieces:
        sort = UNKNOWN if name == unknown else CONTROL if score == 0 else NORMAL
        sort = BYTE if name.startswith("<0x") else sort
        piece = message(1, name.encode()) + varint(2 << 3 | 5) + struct.pack("<f", score)
        content += message(1, piece + (b"" if sort == NORMAL else number(3, sort)))
    content += message(2, message(1, b"corpus.txt") + number(3, kind) + trainer)
    content += message(99, b"?") + varint(98 << 3 | 1) + bytes(8)
    return content + message(3, message(2, charsmap) + normalizer)
