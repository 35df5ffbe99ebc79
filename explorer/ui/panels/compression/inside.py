"""What changed inside a compressed model: one weight, the layers, the heads, the predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from explorer.core.compression.inside import Inside
from explorer.core.compression.weights import WeightView
from explorer.core.masking.predictions import MaskPrediction
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.heat_map import HeatMap
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.table_drawing import Cell, Column, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.compression.drawings import MaskMap, WeightHistogram
from explorer.ui.style.colours import Scale

NOTES = panel_text("compression").notes
MIN_COLUMN, MIN_CHART = 320.0, 260.0
NUM_CANDIDATES, MAX_PLACES = 3, 24
MAX_CELL = 26.0  # of a head
LEFT_LABEL = "share of weights left"


class InsidePicture:
    """`names` are the titles of the base and of the model; `slot` is its colour."""

    def __init__(self, inside: Inside, names: tuple[str, str], slot: int) -> None:
        self.inside, self.slot = inside, slot
        self.base, self.model = names

    def figure(self) -> Drawing:
        parts = [self._weight(), self._layers(), self._heads(), self._predictions()]
        return Stack([part for part in parts if part is not None], gap=24)

    def _note(self, name: str) -> str:
        return NOTES[name].format(base=self.base, model=self.model)

    def _weight(self) -> Drawing:
        """The values of one weight before and after, and which are zero."""
        view = self.inside.weight
        if view is None:
            return TextBlock(self._note("student" if self.inside.is_student else "no_weights"))
        rows, where = " × ".join(map(str, view.shape)), ""
        if view.channel is not None:
            where = f", row {view.channel + 1}, which has a grid of its own"
        title = f"{view.name}, {rows}{where}"
        note = "" if view.left is None else self._note("histogram")
        drawings: list[Drawing] = [
            Titled(WeightHistogram(view.histogram, self.slot), title, note=note)
        ]
        if view.left is not None:
            drawings.append(self._mask(view))
        return Row(drawings, min_width=MIN_COLUMN)

    def _mask(self, view: WeightView) -> Drawing:
        scale = Scale(1.0, label=LEFT_LABEL)
        heat_map = MaskMap(view, scale)
        title = f"{view.zeros:.0%} of its weights are zero"
        return Titled(Stack([heat_map, ColourScale(scale)]), title, note=self._note("mask"))

    def _layers(self) -> Drawing | None:
        """Bars by layer: zeros, errors, sensitivity."""
        inside = self.inside
        charts = [
            self._bars(inside.zeros, "Zeros by layer", "share_of_zeros", 1.0),
            self._bars(inside.errors, "Error by layer", "errors"),
            self._bars(inside.sensitivity, "Sensitivity by layer", "sensitivity"),
        ]
        present = [chart for chart in charts if chart is not None]
        return Row(present, min_width=MIN_CHART) if present else None

    def _bars(
        self, values: Mapping[str, float], title: str, note: str, maximum: float = 0.0
    ) -> Drawing | None:
        if not values:
            return None
        bars = [Bar(name, value, self.slot, f"{value:.1%}") for name, value in values.items()]
        most = maximum or max(values.values())
        return Titled(Bars(bars, maximum=most), title, note=self._note(note))

    def _heads(self) -> Drawing | None:
        """How important each head is, and which ones were removed."""
        values = self.inside.importance
        if values is None:
            return None
        layers, heads = (
            [f"{kind}\u00a0{n + 1}" for n in range(count)]
            for kind, count in zip(("layer", "head"), values.shape, strict=True)
        )
        shares = values / max(float(np.nanmax(values)), 1e-12)
        scale = Scale(1.0, label=NOTES["importance"])
        heat_map = HeatMap(shares, layers, heads, scale=scale, max_cell=MAX_CELL * 2)
        removed = sorted(self.inside.removed)
        names = ", ".join(f"{layer + 1}.{head + 1}" for layer, head in removed)
        note = NOTES["removed"].format(heads=names) if removed else ""
        return Titled(Stack([heat_map, ColourScale(scale)]), "Importance of heads", note=note)

    def _predictions(self) -> Drawing:
        """The most probable tokens of both at the same places."""
        if self.inside.problem:
            return TextBlock(self.inside.problem)
        columns = (Column("True token"), Column(self.base), Column(self.model))
        rows = [
            TableRow((Cell(visible(old.truth or "?"), bold=True), _cell(old), _cell(new)))
            for old, new in self._pairs()
        ]
        table = TableDrawing(columns, rows)
        return Titled(table, "Predictions before and after", note=self._note("predictions"))

    def _pairs(self) -> Sequence[tuple[MaskPrediction, MaskPrediction]]:
        both = zip(self.inside.before, self.inside.after, strict=True)
        return [pair for _, pair in zip(range(MAX_PLACES), both, strict=False)]

    def table(self) -> Table:
        """Every number of the figure, one on a line."""
        inside, rows = self.inside, []
        for title, values in (
            ("zeros", inside.zeros),
            ("error", inside.errors),
            ("sensitivity", inside.sensitivity),
        ):
            rows += [(title, name, "", value) for name, value in values.items()]
        if inside.weight is not None:
            one = inside.weight.histogram
            for edge, before, after in zip(one.edges, one.before, one.after, strict=False):
                rows += [("weights before", inside.weight.name, edge, before)]
                rows += [("weights after", inside.weight.name, edge, after)]
        if inside.importance is not None:
            for (layer, head), value in np.ndenumerate(inside.importance):
                rows.append(("importance", f"Layer {layer + 1}", head + 1, float(value)))
        for title, predictions in (("before", inside.before), ("after", inside.after)):
            for each in predictions:
                rows += [
                    (f"prediction {title}", each.truth or "", token, probability)
                    for token, probability in each.candidates[:NUM_CANDIDATES]
                ]
        return Table(("quantity", "where", "at", "value"), rows)


def _cell(prediction: MaskPrediction) -> Cell:
    """The best token with its probability, and the next ones."""
    best = prediction.candidates[:NUM_CANDIDATES]
    if not best:
        return Cell("–", muted=True)
    first, *others = [f"{visible(token)} {number(value)}" for token, value in best]
    is_true = prediction.rank == 0
    return Cell(first, below=", ".join(others), correct=is_true, heat=best[0][1])
