"""A part of a model in numbers for the side of the window, and every weight for a table."""

from __future__ import annotations

from explorer.core.parameters.inventory import PARTS, Part
from explorer.core.parameters.request import Counted
from explorer.core.readable import readable_bytes
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.parameters.parts import amount
from explorer.ui.panels.parameters.treemap import product

MAX_WEIGHTS = 10  # in the details
COLUMNS = ("model", "kind", "part", "name", "shape", "times", "count")


def details(one: Counted, part: Part) -> Details:
    """A part in numbers, and its weights with their shapes."""
    found = one.inventory
    count, total = found.by_part[part], max(found.parameters, 1)
    operations = found.operations_by_part[part]
    rows = [
        ("Model", one.name),
        ("Parameters", f"{count:,}"),
        ("Of all", f"{count / total:.1%}"),
        *((f"At {n} byte{'s' if n > 1 else ''}", readable_bytes(count * n)) for n in (4, 2, 1)),
        ("Operations", f"{amount(operations)} for a token"),
    ]
    weights = found.of_part(part)
    lines = [f"{weight.name}\n{product(weight)} = {weight.count:,}" for weight in weights]
    more = len(lines) - MAX_WEIGHTS
    if more > 0:
        lines = [*lines[:MAX_WEIGHTS], f"and {more} smaller ones"]
    return Details(PARTS[part], tuple(rows), "\n\n".join(lines))


def table_rows(one: Counted) -> list[tuple[str, str, str, str, str, int, float]]:
    """One line for every weight, and for the operations of each part."""
    found = one.inventory
    weights = [
        (one.name, "parameters", w.part, w.name, "x".join(map(str, w.shape)), w.times, w.count)
        for part in PARTS
        for w in found.of_part(part)
    ]
    operations = [
        (one.name, "operations for a token", part, "", "", 1, count)
        for part, count in found.operations_by_part.items()
        if count
    ]
    return [*weights, *operations]
