"""Sentences of tagged words: one word and its tag per line, a blank line between sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from models.data.tables.encodings import decode
from models.data.tables.lines import FileLine, Record, lines

TAG = re.compile(r"O|[BIESLU]-\S+")
COMMENT, DOCUMENT = "## ", "-DOCSTART-"


@dataclass(frozen=True)
class TagBlocks:
    """Sentences as tuples of lines, comments included."""

    encoding: str = "utf-8"

    def records(self, file: BinaryIO) -> Iterator[Record]:
        block: list[FileLine] = []
        for line in lines(file):
            if not line.is_blank:
                block.append(line)
            elif block:
                yield self._record(block)
                block = []
        if block:
            yield self._record(block)

    def value(self, raw: bytes) -> tuple[str, ...]:
        text = decode(raw, self.encoding)
        return tuple(line.removesuffix("\r") for line in text.removesuffix("\n").split("\n"))

    def _record(self, block: Sequence[FileLine]) -> Record:
        fault = next((line.fault for line in block if line.fault), "")
        value: tuple[str, ...] = ()
        number = block[0].number
        try:
            for line in () if fault else block:
                number = line.number
                value += self.value(line.raw)
        except ValueError as error:
            fault = str(error)
        start = block[0].start
        length = block[-1].start + block[-1].length - start
        return Record(number if fault else block[0].number, start, length, value, fault)


def is_comment(line: str) -> bool:
    """Whether a line is no word: a comment, or the mark between two documents."""
    return line.startswith((COMMENT, DOCUMENT))


def split_tag(line: str) -> tuple[str, str]:
    """The word and the tag of a line, its first and last column; the tag may be empty."""
    cells = line.split("\t") if "\t" in line else line.split()
    return (cells[0], cells[-1].strip()) if len(cells) > 1 else (line.strip(), "")


def looks_tagged(rows: Sequence[str]) -> bool:
    """Whether nearly every line is a word with a tag."""
    words = [row.rstrip("\r\n") for row in rows if row.strip("\r\n") and not is_comment(row)]
    tagged = [word for word in words if TAG.fullmatch(split_tag(word)[1])]
    return len(tagged) >= max(1, round(0.9 * len(words)))
