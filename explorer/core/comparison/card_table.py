"""Cards side by side as a table, with the sources of their values."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.comparison.differences import CardLine
from explorer.core.localization import tr
from explorer.core.table import Table


def cards_table(titles: Sequence[str], lines: Sequence[CardLine], title: str) -> Table:
    """Every line; `titles` are those of the cards."""
    columns = ("group", "field", *titles, "differs", "sources", "often stated otherwise")
    rows = [
        (
            *(line.group, line.name, *line.values, line.any_differs),
            *("; ".join(list_sources(titles, line)), "; ".join(list_remarks(line))),
        )
        for line in lines
    ]
    return Table(columns, rows, title=title)


def list_sources(titles: Sequence[str], line: CardLine) -> list[str]:
    """Return the sources of the values of a line, by card; a common source once."""
    if len({*line.sources}) == 1:
        return [tr("Source: {line}", line=line.sources[0])] if line.sources[0] else []
    return [
        tr("Source for {slot}: {source}", slot=title, source=source)
        for title, source in zip(titles, line.sources, strict=True)
        if source
    ]


def list_remarks(line: CardLine) -> list[str]:
    """What is often stated otherwise, with its source, each once."""
    stated = zip(line.remarks, line.remark_sources, strict=True)
    return [
        f"{remark} {tr('Source: {line}', line=source)}"
        for remark, source in dict.fromkeys(stated)
        if remark
    ]
