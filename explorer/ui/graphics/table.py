"""The numbers behind a figure, as rows and columns that leave the program as CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf
from typing import Any

PART_ROWS = 4000  # written in one step, of a few hundredths of a second
# What spreadsheets calculate; a sign alone is text to them.
FORMULA = re.compile(r"'*[=+\-@\t\r].", re.DOTALL)


@dataclass(frozen=True)
class Table:
    """Named columns and rows of plain values."""

    columns: tuple[str, ...]
    rows: Sequence[Sequence[Any]] = ()
    title: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wrong = next((row for row in self.rows if len(row) != len(self.columns)), None)
        if wrong is not None:
            raise ValueError(f"a row has {len(wrong)} values for {len(self.columns)} columns")

    def to_csv(self) -> str:
        """One header line, then one line for each row.

        A text that a spreadsheet would take for a formula, such as the token =1+1, gets an
        apostrophe in front, which makes it text there; JSON has it as it is.
        """
        return "".join(self.csv_parts())

    def csv_parts(self) -> Iterator[str]:
        """`to_csv` in `num_parts` pieces."""
        for part in self._parts():
            out = io.StringIO()
            writer = csv.writer(out, lineterminator="\n")
            if part.start == 0:
                writer.writerow(map(_cell, self.columns))
            writer.writerows([[_cell(v) for v in row] for row in self.rows[part]])
            yield out.getvalue()

    def to_json(self, **meta: Any) -> str:
        """Objects with the column names as keys, and what is known about the figure."""
        return "".join(self.json_parts(**meta))

    def json_parts(self, **meta: Any) -> Iterator[str]:
        """`to_json` in `num_parts` pieces, with one row on a line."""
        told = json.dumps({"title": self.title, **self.meta, **meta}, ensure_ascii=False, indent=2)
        yield told.removesuffix("\n}") + ',\n  "rows": ['
        comma = ""
        for part in self._parts():
            lines = []
            for row in self.rows[part]:
                values = zip(self.columns, map(_finite, row), strict=True)
                lines.append(f"{comma}\n    {json.dumps(dict(values), ensure_ascii=False)}")
                comma = ","
            yield "".join(lines)
        yield "\n  ]\n}\n"

    @property
    def num_parts(self) -> int:
        """In how many pieces of so many rows it is written."""
        return max(1, -(-len(self.rows) // PART_ROWS))

    def _parts(self) -> Iterator[slice]:
        for number in range(self.num_parts):
            yield slice(number * PART_ROWS, (number + 1) * PART_ROWS)


def _plain(value: Any) -> Any:
    """numpy scalars as Python's own; what is not a number becomes empty."""
    plain = value.item() if hasattr(value, "item") else value
    return None if isinstance(plain, float) and plain != plain else plain


def _cell(value: Any) -> Any:
    """What stands in a CSV file; text that already begins so gets one more apostrophe."""
    plain = _plain(value)
    formula = isinstance(plain, str) and FORMULA.match(plain)
    return f"'{plain}" if formula else plain


def _finite(value: Any) -> Any:
    """What JSON can hold: it has no infinity either."""
    plain = _plain(value)
    return None if isinstance(plain, float) and isinf(plain) else plain
