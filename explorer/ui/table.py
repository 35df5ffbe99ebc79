"""The numbers behind a figure, as rows and columns that leave the program as CSV or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


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
        """One header line, then one line for each row."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([[_plain(value) for value in row] for row in self.rows])
        return out.getvalue()

    def to_json(self, **meta: Any) -> str:
        """Objects with the column names as keys, and what is known about the figure."""
        rows = [
            dict(zip(self.columns, (_plain(value) for value in row), strict=True))
            for row in self.rows
        ]
        document = {"title": self.title, **self.meta, **meta, "rows": rows}
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _plain(value: Any) -> Any:
    """numpy scalars as Python's own; what is not a number becomes empty."""
    plain = value.item() if hasattr(value, "item") else value
    return None if isinstance(plain, float) and plain != plain else plain
