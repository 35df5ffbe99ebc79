"""The first records of a file, and what they say about its layout."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from models.data.tables.blocks import TagBlocks, is_comment, looks_tagged, split_tag
from models.data.tables.columns import KNOWN_NAMES, Columns
from models.data.tables.delimited import (
    Delimited,
    first_rows,
    guess_delimiter,
    guess_header,
    guess_quoting,
)
from models.data.tables.encodings import BOM, HEAD_BYTES, check_encoding, guess_encoding, read_head
from models.data.tables.json_values import JsonLines, JsonList
from models.data.tables.lines import Reader
from models.schema.parsing import parse_json
from models.tasks.examples import DataError

Kind = Literal["table", "json lines", "json list", "tagged words"]

LIST_KEY = "data"  # of a JSON object that holds the examples
NUM_GUESSED = 200  # rows from which delimiter and header are guessed
MAX_CELL = 2000  # characters of a cell of a sample from JSON


@dataclass(frozen=True)
class FileHead:
    """The head of a file. `header` names the columns ("1", "2", … if the file does not).

    `values` are what a reader of this layout gives for the first records; `rows` are their cells
    as texts.
    """

    path: Path
    kind: Kind
    encoding: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    values: tuple[Any, ...]
    delimiter: str = ""
    quoting: bool = False
    first_row: bool = False  # whether the first row is the header
    key: str = ""

    def reader(self) -> Reader:
        """A reader of the layout."""
        if self.kind == "table":
            return self.table(self.quoting)
        if self.kind == "json lines":
            return JsonLines(self.encoding)
        if self.kind == "json list":
            return JsonList(self.key, self.encoding)
        return TagBlocks(self.encoding)

    def table(self, quoting: bool) -> Delimited:
        """A reader of the rows with quoting on or off."""
        return Delimited(self.header, self.delimiter, quoting, self.first_row, self.encoding)


def read_sample(path: Path, num_rows: int = 20, columns: Columns | None = None) -> FileHead:
    """The first rows of a file. What `columns` states about the layout is not guessed.

    Raises DataError if it is no text, and ValueError for an encoding that does not exist.
    """
    head = read_head(path)
    stated = columns.encoding if columns else ""
    encoding = check_encoding(stated) if stated else guess_encoding(head)
    text = head.removeprefix(BOM).decode(encoding, errors="replace")
    if len(head) == HEAD_BYTES and text.rpartition("\n")[0].strip():  # the last line may be cut
        text = text.rpartition("\n")[0]
    rows = [row for row in text.split("\n") if row.strip("\r")]
    kind, key = _json_kind(path, text)
    if kind is not None:
        return _json_sample(path, kind, key, encoding, num_rows)
    if columns is None and looks_tagged(rows[:NUM_GUESSED]):
        return _tagged_sample(path, encoding, num_rows)
    return _table_sample(path, encoding, rows, num_rows, columns)


def _json_kind(path: Path, text: str) -> tuple[Kind | None, str]:
    """Which kind of JSON a text begins with, and the key of its list; None if it is none."""
    if re.match(r"\s*\[\s*[\[{\]]", text) or (path.suffix == ".json" and text.lstrip()[:1] == "["):
        return "json list", ""
    if not re.match(r'\s*\{\s*"', text):
        if path.suffix in {".json", ".jsonl"}:
            raise DataError(str(path), "is no JSON: it begins with neither a list nor an object")
        return None, ""
    first = text.lstrip().split("\n")[0]
    try:
        value = parse_json(first)
    except ValueError:
        is_lines = path.suffix == ".jsonl" or '"' + LIST_KEY + '"' not in text
        return ("json lines", "") if is_lines else ("json list", LIST_KEY)
    has_list = isinstance(value, dict) and isinstance(value.get(LIST_KEY), list)
    return ("json list", LIST_KEY) if has_list else ("json lines", "")


def _json_sample(path: Path, kind: Kind, key: str, encoding: str, num_rows: int) -> FileHead:
    empty = FileHead(path, kind, encoding, (), (), (), key=key)
    values = _first_values(empty.reader(), path, num_rows)
    objects = [value for value in values if isinstance(value, dict)]
    header = tuple(dict.fromkeys(name for value in objects for name in value))
    rows = tuple(tuple(_cell(value.get(name)) for name in header) for value in objects)
    return FileHead(path, kind, encoding, header, rows, tuple(objects), key=key)


def _first_values(reader: Reader, path: Path, num_rows: int) -> list[Any]:
    with path.open("rb") as file:
        records = islice(reader.records(file), num_rows)
        return [record.value for record in records if not record.fault]


def _cell(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "" if value is None else text[:MAX_CELL]


def _tagged_sample(path: Path, encoding: str, num_rows: int) -> FileHead:
    values = _first_values(TagBlocks(encoding), path, num_rows)
    words = [line for block in values for line in block if not is_comment(line)]
    rows = tuple(split_tag(line) for line in words[:num_rows])
    return FileHead(path, "tagged words", encoding, ("word", "tag"), rows, tuple(values))


def _table_sample(
    path: Path, encoding: str, lines: Sequence[str], num_rows: int, columns: Columns | None
) -> FileHead:
    delimiter = columns.delimiter if columns else ""
    delimiter = delimiter or guess_delimiter(lines[:NUM_GUESSED], path.suffix.lower())
    quoting = columns.quoting if columns else None
    if quoting is None:
        quoting = guess_quoting(lines[:NUM_GUESSED], delimiter)
    cells = first_rows(lines[:NUM_GUESSED], delimiter, quoting)[0]
    rows = _rows(path, Delimited(cells, delimiter, quoting, False, encoding), NUM_GUESSED)
    first_row = columns.header if columns else None
    if first_row is None:
        named = columns is not None and {*columns.used} <= {*cells}
        first_row = named or (bool(rows) and guess_header(rows, KNOWN_NAMES))
    header = cells if first_row else tuple(str(i + 1) for i in range(len(cells)))
    if len(set(header)) < len(header):
        raise DataError(f"{path}, line 1", "the header names a column twice")
    rows = rows[first_row:][:num_rows]
    values = tuple(dict(zip(header, row, strict=True)) for row in rows)
    return FileHead(path, "table", encoding, header, rows, values, delimiter, quoting, first_row)


def _rows(path: Path, reader: Delimited, num_rows: int) -> tuple[tuple[str, ...], ...]:
    """The first good rows, the header included. The names of a header may be equal here."""
    names = tuple(str(i) for i in range(len(reader.header)))
    plain = Delimited(names, reader.delimiter, reader.quoting, False, reader.encoding)
    values = _first_values(plain, path, num_rows)
    return tuple(tuple(value.values()) for value in values)
