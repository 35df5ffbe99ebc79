"""Quality of the base by the share that pruning removes of its weights, heads or layers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.state.slots import SLOTS
from explorer.core.table import Table
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import Drawing, Row, Titled, number

if TYPE_CHECKING:
    from explorer.core.compression.sparsity import Curves
    from models.schema.records import FloatArray

NOTE = panel_text("compression").notes["sparsity"]
MIN_CHART = 380.0


@dataclass(frozen=True)
class SparsityPicture:
    """`base` is the title of the model that was pruned."""

    curves: Curves
    base: str

    def figure(self) -> Drawing:
        note = NOTE.format(base=self.base)
        loss = self._chart("losses", tr("Held-out loss by sparsity, lower is better"), note=note)
        if any(np.isfinite(one.scores).all() for one in self.curves.values()):
            other = self._chart("scores", tr("Task score by sparsity"))
        else:
            other = self._chart("accuracies", tr("Held-out accuracy by sparsity, %"), unit=100)
        return Row([loss, other], min_width=MIN_CHART)

    def _chart(self, values: str, title: str, *, unit: float = 1, note: str = "") -> Drawing:
        """A line for each kind of removal, of the `values` of its curve."""
        series = []
        for n, (name, one) in enumerate(self.curves.items()):
            points = tuple(_points(one.sparsities, unit * getattr(one, values)))
            series.append(IntervalSeries(tr(name), points, len(SLOTS) + n))
        chart = IntervalLines(series, x_title=tr("Removed, or set to zero, %"))
        return Titled(chart, title, note=note)

    def rows(self) -> Iterator[tuple[str, str, float, float]]:
        """Quantity, what is removed, sparsity, value."""
        for name, one in self.curves.items():
            columns = {"loss": one.losses, "accuracy": one.accuracies, "score": one.scores}
            for title, values in columns.items():
                for sparsity, value in zip(one.sparsities.tolist(), values.tolist(), strict=True):
                    if np.isfinite(value):
                        yield f"{title} by sparsity", name, sparsity, value

    def table(self) -> Table:
        return Table(("quantity", "where", "at", "value"), list(self.rows()))


def _points(sparsities: FloatArray, values: FloatArray) -> Iterator[IntervalPoint]:
    for sparsity, value in zip(sparsities.tolist(), values.tolist(), strict=True):
        text = tr("{sparsity:.0%} removed: {value}", sparsity=sparsity, value=number(value))
        yield IntervalPoint(value, text=text, x=round(100 * sparsity, 1))
