"""What kind of bytes a file has, so that a binary file or a wrong encoding is named as such."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Mapping
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
LETTERS_SHARE = 0.3  # of the signs beyond ASCII; quotation marks, commas and Hanja are the others
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
    if reason := no_text(head):
        raise DataError(str(path), f"is {reason}")
    if b"\0" in head:
        raise DataError(str(path), "is a binary file (it has zero bytes)")


def no_text(head: bytes) -> str:
    """What a file is by its first bytes, and what to do; "" where it may be a text."""
    if head.startswith(PICKLE):
        return "a pickle, which can run code when it is loaded. Not read"
    return next((reason for magic, reason in MAGIC.items() if head.startswith(magic)), "")


def _is_japanese(sign: str) -> bool:
    """Whether it is kana, but not of half width, or a mark of Japanese; a text has many of them."""
    return "\u3000" <= sign <= "\u30ff"


def _is_korean(sign: str) -> bool:
    """Whether it is a syllable of KS X 1001, the usual ones of Korean."""
    return "가" <= sign <= "힣" and len(sign.encode("euc-kr", errors="ignore")) == 2


def _is_western(sign: str) -> bool:
    """Whether it is a letter of a Western European language or a mark of typography."""
    return sign in "ŒœŠšŽžŸ€‘’“”«»–—…¿¡°§ºª·©®\u00a0" or (sign.isalpha() and sign <= "ÿ")


OTHERS: Mapping[str, Callable[[str], bool]] = {  # as Excel writes them; in the order of the guesses
    "cp932": _is_japanese,
    "cp949": _is_korean,
    "cp1252": _is_western,
}


def guess_encoding(head: bytes) -> str:
    """The encoding of a file by its first bytes: UTF-8, unless no line that could tell is.

    Then it is the first of OTHERS that decodes all of them to the letters of its languages.
    """
    lines = head.split(b"\n")
    whole = lines if len(head) < HEAD_BYTES else lines[:-1]  # the last one may be cut
    telling = [line for line in whole if not line.isascii()]
    if not telling or any(_decodes(line, "utf-8") for line in telling):
        return "utf-8"
    raw = b"\n".join(telling)
    return next((name for name in OTHERS if _share_of_letters(raw, name) >= LETTERS_SHARE), "utf-8")


def _share_of_letters(raw: bytes, encoding: str) -> float:
    """How many of the signs beyond ASCII are usual letters of the encoding's languages."""
    if not _decodes(raw, encoding):
        return 0.0
    signs = [sign for sign in raw.decode(encoding) if not sign.isascii()]
    return sum(OTHERS[encoding](sign) for sign in signs) / len(signs)


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
    if encoding == "utf-8" and (fitting := guess_encoding(raw)) != "utf-8":
        reason += f". Choose the encoding {fitting}, which fits, or save the file as UTF-8"
    raise ValueError(reason)


def check_encoding(name: str) -> str:
    """An encoding in which the signs of a table are those of ASCII. Raises ValueError."""
    signs = '\n\t,;"{}[]:0Aa'
    try:
        name = codecs.lookup(name).name.removesuffix("-sig")  # the mark is removed in any case
        fits = signs.encode(name) == signs.encode("ascii")
    except (LookupError, ValueError):
        raise ValueError(f"there is no encoding {name!r}; try utf-8, {', '.join(OTHERS)}") from None
    if not fits:
        raise ValueError(f"files in {name} cannot be read; save them as UTF-8")
    return name
