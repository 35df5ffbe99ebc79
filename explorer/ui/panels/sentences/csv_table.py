"""The list of sentences for a file, by the panel and by the command line."""

from __future__ import annotations

from explorer.core.localization import tr
from explorer.core.sentences.rows import SentenceTable
from explorer.core.table import Table
from models.schema.records import IntArray


def list_table(table: SentenceTable, rows: IntArray) -> Table:
    """Some of the sentences with all columns."""
    columns = table.columns
    values = [[one.plain(row) for one in columns] for row in rows.tolist()]
    return Table(tuple(one.name for one in columns), values, title=tr("Sentences"))
