"""A part of a model in numbers for the side of the window, and every weight for a table."""

from __future__ import annotations

from explorer.core.parameters.inventory import MEMORY_BYTES, PARTS, Part
from explorer.core.parameters.request import Counted
from explorer.core.readable import readable_bytes
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.parameters.parts import amount
from explorer.ui.panels.parameters.treemap import product

MAX_WEIGHTS = 10  # in the details
COLUMNS = ("model", "kind", "part", "name", "shape", "times", "count")


def details(one: Counted, part: Part) -> Details:
    """A part in numbers, and its weights with their shapes."""
    counts = one.inventory
    count, total = counts.by_part[part], max(counts.parameters, 1)
    rows = [
        ("Model", one.name),
        ("Parameters", f"{count:,}"),
        ("Of all", f"{count / total:.1%}"),
        *((f"At {n} byte{'s' if n > 1 else ''}", readable_bytes(count * n)) for n in MEMORY_BYTES),
        ("Operations", f"{amount(counts.operations_by_part[part])} for a token"),
    ]
    weights = counts.of_part(part)
    lines = [f"{one.name}\n{product(one)} = {one.count:,}" for one in weights[:MAX_WEIGHTS]]
    if len(weights) > MAX_WEIGHTS:
        lines.append(f"and {len(weights) - MAX_WEIGHTS} smaller ones")
    return Details(PARTS[part], tuple(rows), "\n\n".join(lines))


def table_rows(one: Counted) -> list[tuple[str, str, str, str, str, int, float]]:
    """One line for every weight, and for the operations of each part."""
    weights = [
        (one.name, "parameters", w.part, w.name, "x".join(map(str, w.shape)), w.times, w.count)
        for part in PARTS
        for w in one.inventory.of_part(part)
    ]
    operations = [
        (one.name, "operations for a token", part, "", "", 1, count)
        for part, count in one.inventory.operations_by_part.items()
        if count
    ]
    return [*weights, *operations]
