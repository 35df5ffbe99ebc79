"""What kind of bytes a file has, so that a binary file or a wrong encoding is named as such."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

from models.tasks.examples import DataError

HEAD_BYTES = 1 << 20
BOM = codecs.BOM_UTF8
MAGIC = {
    b"\x1f\x8b": "compressed with gzip; unpack it first",
    b"PK\x03\x04": "a zip archive or an office document; unpack it, or save it as CSV",
    b"BZh": "compressed with bzip2; unpack it first",
    b"\xfd7zXZ\0": "compressed with xz; unpack it first",
    b"PAR1": "a Parquet file; save it as JSON lines or CSV",
    codecs.BOM_UTF16_LE: "UTF-16; save it as UTF-8",
    codecs.BOM_UTF16_BE: "UTF-16; save it as UTF-8",
}
PICKLE = tuple(bytes((0x80, protocol)) for protocol in range(2, 6))


def read_head(path: Path) -> bytes:
    """The first bytes of a text file. Raises DataError if it is missing, empty or no text."""
    if os.path.isdir(path):  # unlike Path.is_dir, no error for a name that no file can have
        raise DataError(str(path), "is a folder; a file is needed")
    if not os.path.isfile(path):
        raise DataError(str(path), "there is no such file")
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError as error:
        raise DataError(str(path), f"cannot be read ({error.strerror})") from error
    _check_text(path, head)
    return head


def _check_text(path: Path, head: bytes) -> None:
    if not head.removeprefix(BOM).strip():
        raise DataError(str(path), "the file is empty")
    if head.startswith(PICKLE):
        raise DataError(str(path), "is a pickle, which can run code when it is loaded. Not read")
    for magic, reason in MAGIC.items():
        if head.startswith(magic):
            raise DataError(str(path), f"is {reason}")
    if b"\0" in head:
        raise DataError(str(path), "is a binary file (it has zero bytes)")


def guess_encoding(head: bytes) -> str:
    """The encoding of a file by its first bytes: "cp949" if no line that could tell is UTF-8."""
    lines = head.split(b"\n")
    whole = lines if len(head) < HEAD_BYTES else lines[:-1]  # the last one may be cut
    telling = [line for line in whole if not line.isascii()]
    if any(_decodes(line, "utf-8") for line in telling):
        return "utf-8"
    return "cp949" if telling and all(_decodes(line, "cp949") for line in telling) else "utf-8"


def _decodes(raw: bytes, encoding: str) -> bool:
    try:
        raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def decode(raw: bytes, encoding: str) -> str:
    """The text of a line. Raises ValueError, which names an encoding that fits."""
    if b"\0" in raw:
        raise ValueError("a zero byte, which no text has")
    try:
        return raw.removeprefix(BOM).decode(encoding)
    except UnicodeDecodeError as error:
        reason = f"byte {error.start + 1} of the line is not {encoding.upper()}"
    if encoding == "utf-8" and _decodes(raw, "cp949"):
        reason += ". Choose the encoding cp949, which fits this line, or save the file as UTF-8"
    raise ValueError(reason)


def check_encoding(name: str) -> str:
    """An encoding in which the signs of a table are those of ASCII. Raises ValueError."""
    signs = '\n\t,;"{}[]:0Aa'
    try:
        name = codecs.lookup(name).name.removesuffix("-sig")  # the mark is removed in any case
        fits = signs.encode(name) == signs.encode("ascii")
    except (LookupError, ValueError):
        raise ValueError(f"there is no encoding {name!r}; try utf-8 or cp949") from None
    if not fits:
        raise ValueError(f"files in {name} cannot be read; save them as UTF-8")
    return name
