"""The figure of how far the weights of each layer moved."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.finetuning.request import FineTuningAnswer
from explorer.core.finetuning.weight_changes import LayerChange
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.report.captions import DrawnModel
from explorer.core.table import Table
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled

MIN_COLUMN = 300.0


class ChangesPicture:
    """Bars by layer, one column for each model, on one scale."""

    def __init__(self, answer: FineTuningAnswer, subjects: Sequence[DrawnModel]) -> None:
        changes = answer.changes
        self.columns = [(one, changes[one.key]) for one in subjects if one.key in changes]

    def figure(self) -> Drawing:
        every = [layer.relative for _, change in self.columns for layer in change.layers]
        maximum = max(every, default=1.0)
        columns = []
        for subject, change in self.columns:
            bars = [_bar(layer, subject.slot) for layer in change.layers]
            title, slot = subject.title, subject.slot
            note = tr("Fine-tuned from {base}.", base=change.base)
            columns.append(Titled(Bars(bars, maximum=maximum), title, slot, note))
        explained = TextBlock(panel_text("finetuning").notes["changes"])
        return Stack([explained, Row(columns, min_width=MIN_COLUMN)])

    def table(self) -> Table:
        rows = [
            (subject.title, change.base, layer.name, layer.relative, layer.num_parameters)
            for subject, change in self.columns
            for layer in change.layers
        ]
        return Table(("model", "base", "layer", "relative change", "parameters"), rows)


def _bar(layer: LayerChange, slot: int | None) -> Bar:
    tip = tr(
        "{layer}, {count:,} weights: {change:.3%}",
        layer=layer.title,
        count=layer.num_parameters,
        change=layer.relative,
    )
    return Bar(layer.title, layer.relative, slot, f"{layer.relative:.2%}", tip=tip)
