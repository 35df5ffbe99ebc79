"""Rows of delimited text: TSV without quoting, CSV with it, and what a file seems to use."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

from models.data.tables.encodings import decode
from models.data.tables.lines import FileLine, Record, lines

MAX_ROW_LINES = 1000  # of a quoted field that spans lines
QUOTING_HINT = "If quotation marks are plain text, turn quoting off"
USUAL_SHARE = 0.9  # of the rows that must have the usual number of columns
ENDINGS = {".csv": (",", ";"), ".tsv": ("\t",)}
LEAST_ROWS = 4  # that say something of a header above them
TIMES_OF_A_CLASS = 4  # that a class occurs, on average
_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?")
_QUOTED = re.compile(r'"([^"]|"")*"')


@dataclass(frozen=True)
class Delimited:
    """Rows as texts by column name. `first_row` says whether the first row is a header."""

    header: tuple[str, ...]
    delimiter: str = "\t"
    quoting: bool = False
    first_row: bool = True
    encoding: str = "utf-8"

    def records(self, file: BinaryIO) -> Iterator[Record]:
        skip = self.first_row
        for line, text, fault, length in self._rows(file):
            if skip:
                skip = False
                continue
            yield self._record(line, text, fault, length)

    def value(self, raw: bytes) -> dict[str, str]:
        cells = split_row(decode(raw, self.encoding), self.delimiter, self.quoting)
        return dict(zip(self.header, cells, strict=True))

    def _record(self, line: FileLine, text: str, fault: str, length: int) -> Record:
        value = None
        if not fault:
            try:
                cells = split_row(text, self.delimiter, self.quoting)
            except ValueError as error:
                cells, fault = (), str(error)
            if not fault and len(cells) != len(self.header):
                fault = self._wrong_count(cells)
            value = None if fault else dict(zip(self.header, cells, strict=True))
        return Record(line.number, line.start, length, value, fault)

    def _wrong_count(self, cells: Sequence[str]) -> str:
        reason = f"{_columns(len(cells))}, where the file has {_columns(len(self.header))}"
        if self.quoting and any('"' in cell for cell in cells):
            reason += f". {QUOTING_HINT}"
        elif self.quoting and len(cells) > len(self.header):
            reason += f". Put a cell that has {self.delimiter!r} in it in quotation marks"
        return reason

    def _rows(self, file: BinaryIO) -> Iterator[tuple[FileLine, str, str, int]]:
        """First line, text, fault and length in bytes of each row; blank lines are none."""
        stream = lines(file)
        while (line := next(stream, None)) is not None:
            if line.is_blank:
                continue
            text, fault = self._text(line)
            length = line.length
            if self.quoting and not fault and text.count('"') % 2:
                text, fault, length = self._quoted_row(stream, line, text)
                if not text and not fault:
                    fault = f"a quotation mark is opened and never closed. {QUOTING_HINT}"
                    file.seek(line.start + length)  # the next row may begin on the next line
                    stream = lines(file, line.number + 1)
            yield line, text, fault, length

    def _text(self, line: FileLine) -> tuple[str, str]:
        if line.fault:
            return "", line.fault
        try:
            return decode(line.raw, self.encoding), ""
        except ValueError as error:
            return "", str(error)

    def _quoted_row(
        self, stream: Iterator[FileLine], line: FileLine, text: str
    ) -> tuple[str, str, int]:
        """Text, fault and bytes of a row that goes on in the next lines; no text if it never ends.

        Where it ends, the marks of a quotation are even in number.
        """
        parts, length, odd = [text], line.length, True
        for following in stream:
            more, fault = self._text(following)
            parts.append(more)
            length += following.length
            odd ^= more.count('"') % 2 == 1
            if fault or not odd:
                return "".join(parts), fault, length
            if len(parts) > MAX_ROW_LINES:
                break
        return "", "", line.length


def _columns(count: int) -> str:
    return "1 column" if count == 1 else f"{count} columns"


def split_row(text: str, delimiter: str, quoting: bool) -> tuple[str, ...]:
    """The cells of a row. Raises ValueError if quoting and it is no CSV."""
    text = text.removesuffix("\n").removesuffix("\r")
    if not delimiter:
        return (text,)
    if not quoting:
        return tuple(text.split(delimiter))
    try:
        return tuple(next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), ()))
    except csv.Error as error:
        raise ValueError(f"the row cannot be read as CSV ({error})") from error


def guess_delimiter(rows: Sequence[str], suffix: str) -> str:
    """The delimiter by which nearly all rows have one number of columns; empty if none is.

    In a short file with the ending of the delimiter one row may have another number.
    """
    candidates = (",", ";", "\t") if suffix == ".csv" else ("\t", ",", ";")
    for delimiter in candidates:
        quoting = guess_quoting(rows, delimiter)
        counts = Counter(len(row) for row in first_rows(rows, delimiter, quoting))
        ((columns, times),) = counts.most_common(1)
        others = counts.total() - times
        is_named = delimiter in ENDINGS.get(suffix, ())
        if columns > 1 and (
            others <= (1 - USUAL_SHARE) * counts.total() + 1e-9
            or (is_named and others == 1 < times)
        ):
            return delimiter
    return "\t" if any("\t" in row for row in rows[:1]) else ""


def first_rows(lines: Sequence[str], delimiter: str, quoting: bool) -> list[tuple[str, ...]]:
    """The cells of the first lines of a file; a quoted cell may span lines."""
    if not (quoting and delimiter):
        return [split_row(line, delimiter, quoting) for line in lines]
    rows = csv.reader((line + "\n" for line in lines), delimiter=delimiter)
    cells: list[tuple[str, ...]] = []
    with suppress(csv.Error):
        cells.extend(tuple(row) for row in rows)
    return cells or [()]


def guess_quoting(rows: Sequence[str], delimiter: str) -> bool:
    """Whether quotation marks enclose cells. In TSV only if each that opens a cell also closes it,
    and one of these cells has a doubled mark: plain sentences are quoted too. Or if all rows have
    one number of columns with them alone, as where a quoted cell has a line break."""
    if delimiter != "\t":
        return bool(delimiter)
    if len({row.count(delimiter) for row in rows}) > 1:
        counts = {len(row) for row in first_rows(rows, delimiter, True)[:-1]}  # the last may be cut
        return len(counts) == 1 and max(counts) > 1
    cells = [cell for row in rows for cell in row.rstrip("\r\n").split(delimiter)]
    opened = [cell for cell in cells if cell.startswith('"')]
    closed = all(_QUOTED.fullmatch(cell) for cell in opened)
    return closed and any('""' in cell[1:-1] for cell in opened)


def guess_header(rows: Sequence[Sequence[str]], known: frozenset[str]) -> bool:
    """Whether the first row names the columns.

    It does if it has a name that is usual for a column (`known`, lower case), if a column of
    numbers begins with a word, or if its words are unlike all that is below them: of few words
    above texts, and of no class above classes. Names are short; none is empty but the first.
    """
    first = [cell.strip() for cell in rows[0]]
    named = all(cell or not i for i, cell in enumerate(first))
    if not named or any(len(cell) > 40 or _NUMBER.fullmatch(cell) for cell in first):
        return False
    if any(cell.lower() in known for cell in first):
        return True
    rest = [row for row in rows[1:] if len(row) == len(first)]
    columns = [[row[i] for row in rest] for i in range(len(first))]
    if any(column and all(_NUMBER.fullmatch(c) for c in column) for column in columns):
        return True
    pairs = list(zip(first, columns, strict=True))
    is_new = all(_is_name(cell) and cell not in column for cell, column in pairs)
    return is_new and any(_are_classes(column) or _are_texts(column) for column in columns)


def _is_name(cell: str) -> bool:
    return len(cell.split()) <= 2 and not cell.endswith((".", "!", "?", "…"))


def _are_classes(cells: Sequence[str]) -> bool:
    """Whether cells have few values, each many times."""
    return len(cells) >= LEAST_ROWS and len(set(cells)) * TIMES_OF_A_CLASS <= len(cells)


def _are_texts(cells: Sequence[str]) -> bool:
    return len(cells) >= LEAST_ROWS and all(len(cell.split()) > 2 for cell in cells)
