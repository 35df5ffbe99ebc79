"""Values of JSON lines and of lists in JSON files, streamed: a file is never parsed as a whole."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from models.data.tables.encodings import BOM, decode
from models.data.tables.lines import FileLine, Record, lines
from models.schema.parsing import check_count, check_values, parse_json

MAX_VALUE = 256 << 20  # characters of one element of a list
_CHUNK = 1 << 16
_BLANKS = " \t\r\n"
_NUMBER = re.compile(r"-?[\d.eE+-]+|-")


class JsonError(ValueError):
    """A place at which a file is no JSON."""


@dataclass(frozen=True)
class JsonLines:
    """One JSON object per line."""

    encoding: str = "utf-8"

    def records(self, file: BinaryIO) -> Iterator[Record]:
        for line in lines(file):
            if not line.is_blank:
                yield self._record(line)

    def value(self, raw: bytes) -> Any:
        """The object of a line. Raises ValueError."""
        text = decode(raw, self.encoding)
        try:
            value = parse_json(text)
        except json.JSONDecodeError as error:
            reason = f"no JSON: {error.msg.lower()} in column {error.colno}"
            raise ValueError(f"{reason}. The line may be cut off") from error
        if "\\u" in text:
            _check_text(value)
        if not isinstance(value, dict):
            raise ValueError("each line must be a JSON object in braces")
        return value

    def _record(self, line: FileLine) -> Record:
        value, fault = None, line.fault
        if not fault:
            try:
                value = self.value(line.raw)
            except ValueError as error:
                fault = str(error)
        return Record(line.number, line.start, line.length, value, fault)


@dataclass(frozen=True)
class JsonList:
    """The elements of a list: the file itself, or what the object in it has under a key."""

    key: str = ""
    encoding: str = "utf-8"

    def records(self, file: BinaryIO) -> Iterator[Record]:
        stream = _Stream(file, self.encoding)
        try:
            if self.key:
                self._go_to_list(stream)
            yield from self._elements(stream)
        except JsonError as error:
            yield Record(stream.line, stream.byte, 0, fault=str(error))

    def value(self, raw: bytes) -> Any:
        return parse_json(decode(raw, self.encoding))

    def _go_to_list(self, stream: _Stream) -> None:
        """Move to the list under the key. Raises JsonError."""
        stream.expect("{")
        while stream.peek() != "}":
            name = stream.value()
            stream.expect(":")
            if name == self.key:
                return
            stream.value()
            if stream.peek() == ",":
                stream.expect(",")
        raise JsonError(f"the object in the file has no list {self.key!r}")

    def _elements(self, stream: _Stream) -> Iterator[Record]:
        stream.expect("[")
        while stream.peek() != "]":
            line, start = stream.line, stream.byte
            value, fault = stream.value(), ""
            try:
                _check_text(value)
            except ValueError as error:
                fault = str(error)
            yield Record(line, start, stream.byte - start, value, fault)
            if stream.peek() != "]":
                stream.expect(",")


def _check_text(value: Any) -> None:
    """Raise ValueError if a text has half of a surrogate pair, which JSON can write as \\ud83d."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a text has half of a sign (a lone surrogate such as \\ud83d)") from None


class _Stream:
    """The text of a file with a position, of which only what is read last is in memory."""

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        self._file = file
        self._encoding = encoding
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._text = ""
        self._at = 0
        self._ended = False
        self.line = 1
        self.byte = 0
        if file.read(len(BOM)) == BOM:
            self.byte = len(BOM)
        else:
            file.seek(0)

    def peek(self) -> str:
        """The next sign that is no blank. Raises JsonError at the end."""
        while True:
            at = self._at
            while at < len(self._text) and self._text[at] in _BLANKS:
                at += 1
            self._move(at)
            if at < len(self._text):
                return self._text[at]
            if not self._more(_CHUNK):
                raise JsonError("the file ends before its JSON does; it may be cut off")

    def expect(self, sign: str) -> None:
        """Move past a sign. Raises JsonError if another one is there."""
        if (other := self.peek()) != sign:
            raise JsonError(f"no JSON: {sign!r} expected, not {other!r}")
        self._move(self._at + 1)

    def value(self) -> Any:
        """The next value. Raises JsonError."""
        self.peek()
        self._complete_number()
        while True:
            try:
                value, end = json.JSONDecoder().raw_decode(self._text, self._at)
                check_values(value)
            except json.JSONDecodeError as error:
                self._read_on(error)
                continue
            except (ValueError, RecursionError) as error:
                raise JsonError(f"a value cannot be read ({error})") from error
            self._move(end)
            return value

    def _complete_number(self) -> None:
        """Read on while a number may go on: "1." decodes as 1."""
        while (number := _NUMBER.match(self._text, self._at)) and number.end() == len(self._text):
            if not self._more(_CHUNK):
                return

    def _read_on(self, error: json.JSONDecodeError) -> None:
        """Read as much again. Raises JsonError where that cannot help."""
        size = len(self._text) - self._at
        try:
            check_count(self._text)
        except ValueError as many:
            raise JsonError(f"a value cannot be read ({many})") from many
        if size < MAX_VALUE and not self._ended:
            self._more(max(_CHUNK, size))
            return
        cut_off = error.pos >= len(self._text.rstrip()) or "Unterminated" in error.msg
        self._move(error.pos)
        if cut_off:
            raise JsonError("the file ends before its JSON does; it may be cut off")
        raise JsonError(f"no JSON: {error.msg.lower()}")

    def _more(self, size: int) -> bool:
        """Read on and forget what was read; False at the end of the file."""
        if self._ended:
            return False
        raw = self._file.read(size)
        self._ended = not raw
        try:
            new = self._decoder.decode(raw, final=self._ended)
        except UnicodeDecodeError as error:
            self.line += raw[: error.start].count(b"\n") + self._text[self._at :].count("\n")
            raise JsonError(f"a byte is not {self._encoding.upper()}; save it as UTF-8") from error
        self._text, self._at = self._text[self._at :] + new, 0
        return not self._ended

    def _move(self, at: int) -> None:
        skipped = self._text[self._at : at]
        self.line += skipped.count("\n")
        self.byte += len(skipped.encode(self._encoding))
        self._at = at
