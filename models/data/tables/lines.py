"""Records of a file and the lines that they are made of, with their places in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Protocol

from models.data.tables.encodings import BOM

MAX_LINE = 16 << 20  # bytes; a longer line is no row of a table


@dataclass(frozen=True, slots=True)
class Record:
    """A row or a value of a file, or the reason why there is none."""

    line: int  # of its first byte, from 1
    start: int  # byte in the file
    length: int  # bytes
    value: Any = None
    fault: str = ""


class Reader(Protocol):
    """A layout of records in a file."""

    def records(self, file: BinaryIO) -> Iterator[Record]:
        """Every record in order; those that cannot be read have a fault."""
        ...

    def value(self, raw: bytes) -> Any:
        """The value of a record from its bytes."""
        ...


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line with its end, from a byte of the file on."""

    number: int
    start: int
    raw: bytes
    length: int  # more than raw has if the line is too long

    @property
    def fault(self) -> str:
        too_long = self.length > len(self.raw)
        return f"the line has more than {MAX_LINE:,} bytes" if too_long else ""

    @property
    def is_blank(self) -> bool:
        return not self.raw.removeprefix(BOM).strip(b"\r\n")


def lines(file: BinaryIO, number: int = 1) -> Iterator[FileLine]:
    """The lines from where the file is; they end with \\n or \\r\\n only."""
    start = file.tell()
    while raw := file.readline(MAX_LINE):
        length = len(raw)
        while len(raw) == MAX_LINE and not raw.endswith(b"\n"):
            more = file.readline(MAX_LINE)
            length += len(more)
            if not more or more.endswith(b"\n"):
                break
        yield FileLine(number, start, raw, length)
        number += 1
        start += length


def count_lines(file: BinaryIO) -> int:
    """How many lines a file has, in one pass that keeps nothing."""
    count, last = 0, b"\n"
    while chunk := file.read(1 << 20):
        count += chunk.count(b"\n")
        last = chunk[-1:]
    return count + (last != b"\n")
