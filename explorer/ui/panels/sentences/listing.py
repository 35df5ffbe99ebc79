"""The list of sentences: the heads of its columns, and all of it as a table."""

from __future__ import annotations

from collections.abc import Mapping

from explorer.core.localization import tr
from explorer.core.sentences.rows import SentenceColumn, SentenceTable
from explorer.core.table import Table
from models.schema.records import IntArray


def head_of(column: SentenceColumn, letters: Mapping[str, str]) -> str:
    """The head of a column, after the letter of its model."""
    return f"{letters.get(column.model, '')}  {column.title}".strip()


def list_table(table: SentenceTable, rows: IntArray) -> Table:
    """Some of the sentences with all columns."""
    columns = table.columns
    values = [[one.plain(row) for one in columns] for row in rows.tolist()]
    return Table(tuple(one.name for one in columns), values, title=tr("Sentences"))
