"""Tables for Jupyter, and the formats of files by their endings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from explorer.core.errors import UserError

MAX_ROWS = 60  # of a table in a notebook; files have all
Name = TypeVar("Name", bound=str)


def as_html(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table with its first rows, and how many more there are."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(_row(row) for row in rows[:MAX_ROWS])
    more = len(rows) - MAX_ROWS
    rest = f"<p>… and {more:,} more rows</p>" if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _row(values: Iterable[Any]) -> str:
    return f"<tr>{''.join(f'<td>{escape(as_text(value))}</td>' for value in values)}</tr>"


def as_text(value: Any) -> str:
    """A value in a table: numbers with four digits, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if type(value) is int and value >= 10_000 else str(value)


def ending_of(path: str | Path, formats: Sequence[Name]) -> Name:
    """The format that the ending of a file name says. Raises UserError."""
    ending = Path(path).suffix.lower().removeprefix(".")
    known = {str(name): name for name in formats}
    if ending not in known:
        endings = ", ".join(f".{name}" for name in formats)
        raise UserError(f"{Path(path).name!r} names no format.", f"End it with one of {endings}.")
    return known[ending]
