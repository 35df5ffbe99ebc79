"""What changed inside a compressed model: one weight, the layers, the heads, the predictions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
Numbered = tuple[str, str, str | float, float]  # quantity, layer or weight, place, value
MAX_CELL = 52.0  # of a head
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
        title = f"{view.name}, {' × '.join(f'{side:,}' for side in view.shape)}"
        note = NOTES["scale"].format(where=view.where) if view.where else ""
        note = note if view.left is None else f"{note} {NOTES['zeros_left_out']}".strip()
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
            self._bars(inside.zeros, "Zeros by layer", "share_of_zeros"),
            self._bars(inside.errors, "Error by layer", "errors"),
            self._bars(inside.logit_errors, "Error of the logits, by layer", "logit_errors"),
            self._bars(inside.sensitivity, "Sensitivity by layer", "sensitivity", "{:+.2g}"),
        ]
        present = [chart for chart in charts if chart is not None]
        return Row(present, min_width=MIN_CHART) if present else None

    def _bars(
        self, values: Mapping[str, float], title: str, note: str, form: str = "{:.1%}"
    ) -> Drawing | None:
        if not values:
            return None
        bars = [Bar(name, value, self.slot, form.format(value)) for name, value in values.items()]
        return Titled(Bars(bars, maximum=max(values.values())), title, note=self._note(note))

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
        heat_map = HeatMap(shares, layers, heads, scale=scale, max_cell=MAX_CELL)
        removed = sorted(self.inside.removed)
        names = ", ".join(f"{layer + 1}.{head + 1}" for layer, head in removed)
        note = NOTES["removed"].format(heads=names) if removed else ""
        return Titled(Stack([heat_map, ColourScale(scale)]), "Importance of heads", note=note)

    def _predictions(self) -> Drawing | None:
        """The most probable tokens of both at the same places."""
        if self.inside.problem:
            return TextBlock(self.inside.problem)
        if not self.inside.before or len(self.inside.before) != len(self.inside.after):
            return None
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
        rows = [*self._layer_rows(), *self._weight_rows(), *self._prediction_rows()]
        return Table(("quantity", "where", "at", "value"), rows)

    def _layer_rows(self) -> Iterator[Numbered]:
        inside = self.inside
        by_layer = {
            "zeros": inside.zeros,
            "error": inside.errors,
            "error of the logits, this layer alone": inside.logit_errors,
            "rise of the loss, this layer alone": inside.sensitivity,
        }
        for title, values in by_layer.items():
            yield from ((title, name, "", value) for name, value in values.items())
        if inside.importance is not None:
            for (layer, head), value in np.ndenumerate(inside.importance):
                yield "importance", f"Layer {layer + 1}", f"Head {head + 1}", float(value)

    def _weight_rows(self) -> Iterator[Numbered]:
        """Counts by the lower end of their bin."""
        view = self.inside.weight
        if view is None:
            return
        bins = view.histogram
        for title, counts in (("before", bins.before), ("after", bins.after)):
            for edge, count in zip(bins.edges, counts, strict=False):
                yield f"weights {title}", view.name, edge, count

    def _prediction_rows(self) -> Iterator[Numbered]:
        for title, all_of in (("before", self.inside.before), ("after", self.inside.after)):
            for one in all_of:
                for token, probability in one.candidates[:NUM_CANDIDATES]:
                    yield f"prediction {title}", one.truth or "", token, probability


def _cell(prediction: MaskPrediction) -> Cell:
    """The best token with its probability, and the next ones."""
    best = prediction.candidates[:NUM_CANDIDATES]
    if not best:
        return Cell("–", muted=True)
    first, *others = [f"{visible(token)} {number(value)}" for token, value in best]
    is_true = prediction.rank == 0
    return Cell(first, below=", ".join(others), correct=is_true, heat=best[0][1])
