"""The view At initialisation: what scaled weights change before anything is learned."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.layers.states import layer_name
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, Titled, number
from explorer.ui.panels.layers.scene import LayersColumn
from explorer.ui.style import fonts

NOTES = panel_text("layers").notes
WITHOUT, SCALED, OTHERS = tr("without scaling"), tr("divided by √N"), tr("other matrices")
OTHER_SLOT = 4  # the first colour that no model has
DASHES = (4.0, 2.0)
LAYER = tr("layer")


def draw_initial(column: LayersColumn) -> Drawing:
    """Deviations of weights, what each layer adds, and how long the stream is, by layer."""
    found = column.answer.initial
    assert found is not None
    slot, runs = column.model.index, (found.without, found.scaled)
    deviations = [
        _line(WITHOUT, found.without.deviations, slot, is_dashed=True),
        _line(SCALED, found.scaled.deviations, slot),
        _line(OTHERS, found.others, OTHER_SLOT, is_dashed=True),
    ]
    shares = [
        _line(WITHOUT, found.without.shares, slot, is_dashed=True),
        _line(SCALED, found.scaled.shares, slot),
    ]
    lengths = [
        _line(name, (*run.norms, run.end), slot, is_dashed=run is found.without, first=0)
        for name, run in zip((WITHOUT, SCALED), runs, strict=True)
    ]
    count, factor = found.num_parts, number(found.own)
    note = NOTES["begins_scaled" if found.is_scaled else "begins_otherwise"]
    parts: list[Drawing] = [
        TextBlock(note.format(count=count, factor=factor), pixels=fonts.SMALL),
        _chart(tr("Standard deviation of weights that write to the stream"), deviations),
        _chart(tr("What a layer adds: its norm as a share of that of the stream"), shares),
        _chart(tr("Norm of the stream (0: what enters the first layer)"), lengths),
    ]
    return Stack(parts, gap=12)


def _chart(title: str, series: Sequence[IntervalSeries]) -> Drawing:
    """A chart whose axis begins at zero, so that both can be compared by their height."""
    highest = max(point.mean for one in series for point in one.points)
    lines = IntervalLines(series, x_title=LAYER, limits=(0.0, 1.08 * highest))
    return Titled(lines, title)


def _line(
    name: str, values: Sequence[float], slot: int, *, is_dashed: bool = False, first: int = 1
) -> IntervalSeries:
    points = tuple(
        IntervalPoint(value, text=f"{layer_name(at)}: {number(value)}", x=float(at))
        for at, value in enumerate(values, first)
    )
    return IntervalSeries(name, points, slot, is_dashed, DASHES if is_dashed else ())
