"""The values of a figure, as rows and columns for CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf
from typing import Any

# What spreadsheets calculate; a sign alone is text to them.
FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠].", re.DOTALL)


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
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        for row in (self.columns, *self.rows):
            writer.writerow(map(_cell, row))
        return out.getvalue()

    def to_json(self, **meta: Any) -> str:
        """Objects with the column names as keys, one on a line, and what is known of the figure."""
        head = json.dumps({"title": self.title, **self.meta, **meta}, ensure_ascii=False, indent=2)
        objects = (dict(zip(self.columns, map(_finite, row), strict=True)) for row in self.rows)
        lines = ",".join(f"\n    {json.dumps(each, ensure_ascii=False)}" for each in objects)
        return head.removesuffix("\n}") + f',\n  "rows": [{lines}\n  ]\n}}\n'


def _plain(value: Any) -> Any:
    """numpy scalars as Python's own; what is not a number becomes empty."""
    plain = value.item() if hasattr(value, "item") else value
    return None if isinstance(plain, float) and plain != plain else plain


def _cell(value: Any) -> Any:
    """A value as text of a CSV file; text that already begins so gets one more apostrophe."""
    plain = _plain(value)
    formula = isinstance(plain, str) and FORMULA.match(plain)
    return f"'{plain}" if formula else plain


def _finite(value: Any) -> Any:
    """What JSON can hold: it has no infinity either."""
    plain = _plain(value)
    return None if isinstance(plain, float) and isinf(plain) else plain
