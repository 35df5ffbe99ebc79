"""Memory of a training step by the number of layers: activations computed again, or stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from explorer.core.localization import plural, tr
from explorer.core.panel_text import panel_text
from explorer.core.readable import readable_bytes
from explorer.core.state.slots import SLOTS
from explorer.core.table import Table
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import Drawing, Titled
from models.schema.specs import ArchSpec

if TYPE_CHECKING:
    from explorer.core.training.estimates import MemoryByDepth

NOTE = panel_text("training").notes["memory"]
TITLE = tr("Memory of a training step by number of layers, in MB")
STORED = tr("Activations stored")
MEGA = 1e6
ABOVE = 1.06  # of the highest point, where the axis ends


class MemoryPicture:
    """What was measured of a recipe, which `name` names, for models of an architecture."""

    def __init__(self, memory: MemoryByDepth, spec: ArchSpec, name: str) -> None:
        self.memory, self.spec, self.name = memory, spec, name

    def figure(self) -> Drawing:
        """A line for each way, from zero on, so that their heights compare."""
        memory = self.memory
        again = tr(self.spec.config_titles[self.spec.recompute_entry])
        ways = {again: memory.recomputed, STORED: memory.stored}
        series = [
            IntervalSeries(name, tuple(_points(memory.depths, values)), len(SLOTS) + n)
            for n, (name, values) in enumerate(ways.items())
        ]
        top = ABOVE * max(map(max, ways.values())) / MEGA
        note = NOTE.format(
            model=self.words(),
            recomputed=readable_bytes(memory.per_layer(memory.recomputed)),
            stored=readable_bytes(memory.per_layer(memory.stored)),
        )
        return Titled(
            IntervalLines(series, x_title=tr("layers"), limits=(0.0, top)), TITLE, note=note
        )

    def words(self) -> str:
        """The model and its step, as the note and a caption name them."""
        return tr(
            "{architecture} of width {width:,}, steps of {examples} × {length:,} tokens",
            architecture=self.spec.title,
            width=self.memory.width,
            examples=self.memory.num_examples,
            length=self.memory.length,
        )

    def table(self, curves: Table) -> Table:
        """The table of learning curves with the bytes; `layers` is a further column."""
        columns = (*curves.columns, "layers")
        rows = [(*row, None) for row in curves.rows]
        for value in ("recomputed", "stored"):
            for depth, size in zip(self.memory.depths, getattr(self.memory, value), strict=True):
                row = {"run": self.name, "value": f"bytes_{value}", "number": size, "layers": depth}
                rows.append(tuple(row.get(column) for column in columns))
        return Table(columns, rows)


def _points(depths: Sequence[int], values: Sequence[int]) -> Iterator[IntervalPoint]:
    for depth, size in zip(depths, values, strict=True):
        memory = readable_bytes(size)
        text = plural(depth, "{count} layer, {memory}", "{count} layers, {memory}", memory=memory)
        yield IntervalPoint(size / MEGA, text=text, x=float(depth))
