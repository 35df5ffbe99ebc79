"""What changed inside a compressed model: one weight, the layers, the heads, the predictions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from explorer.core.compression.differences import LOGITS, CompressionDifferences
from explorer.core.compression.predictions import TRUE_TOKEN, PlacePrediction
from explorer.core.compression.weights import WeightView
from explorer.core.localization import message, tr
from explorer.core.panel_text import panel_text
from explorer.core.readable import join_names
from explorer.core.table import Table
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import unbroken, visible
from explorer.ui.panels.compression.drawings import HeadRanks, MaskMap, WeightHistogram
from explorer.ui.panels.compression.search import SearchPicture, TableLine
from explorer.ui.panels.compression.sparsity import SparsityPicture
from explorer.ui.style.colours import Scale

NOTES = panel_text("compression").notes
MIN_COLUMN, MIN_CHART = 320.0, 260.0
NUM_CANDIDATES, MAX_PLACES = 3, 24
MAX_PLACE = 240.0  # pixels of the name of a place
LEFT_LABEL = tr("share of weights left")
BY_LAYER = {  # names of values in Inside, and of notes: title, quantity in the table
    "zeros": (tr("Zeros by layer"), "zeros"),
    "errors": (tr("Error by layer"), "error"),
    "logit_errors": (tr("Error of the logits, by layer"), "error of the logits, this layer alone"),
    "sensitivity": (tr("Sensitivity by layer"), "rise of the loss, this layer alone"),
}


class InsidePicture:
    """`names` are the titles of the base and of the model; `slot` is its colour.

    `trial` is the number of the selected trial of a search.
    """

    def __init__(
        self,
        inside: CompressionDifferences,
        names: tuple[str, str],
        slot: int,
        sparsity: SparsityPicture | None = None,
        trial: str = "",
    ) -> None:
        self.inside, self.slot, self.sparsity = inside, slot, sparsity
        self.base, self.model = names
        self.search = None
        if inside.search is not None:
            self.search = SearchPicture(inside.search, inside.field_titles, slot, trial)

    def figure(self) -> Drawing:
        parts = [
            self.search.figure() if self.search else None,
            self._weight(),
            _side_by_side(self._layer_bars(name) for name in BY_LAYER),
            _side_by_side((self._heads(), self._gone(), self._curve())),
            self._predictions(),
            self.sparsity.figure() if self.sparsity else None,
        ]
        return Stack([part for part in parts if part is not None], gap=24)

    def _note(self, name: str) -> str:
        return NOTES[name].format(base=self.base, model=self.model)

    def _weight(self) -> Drawing:
        """The values of one weight before and after, and which are zero."""
        view = self.inside.weight
        if view is None:
            return TextBlock(self._note(self._why_no_weights()))
        title = f"{view.name}, {' × '.join(f'{side:,}' for side in view.shape)}"
        note = NOTES["scale"].format(where=view.where) if view.where else ""
        note = note if view.left is None else f"{note} {NOTES['zeros_left_out']}".strip()
        drawings: list[Drawing] = [
            Titled(WeightHistogram(view.histogram, self.slot), title, note=note)
        ]
        if view.left is not None:
            drawings.append(self._mask(view))
        return Row(drawings, min_width=MIN_COLUMN)

    def _why_no_weights(self) -> str:
        if self.inside.search is not None:
            return "searched"
        return "student" if self.inside.is_student else "no_weights"

    def _mask(self, view: WeightView) -> Drawing:
        scale = Scale(1.0, label=LEFT_LABEL)
        heat_map = MaskMap(view, scale)
        title = tr("{share:.0%} of its weights are zero", share=view.zeros)
        return Titled(Stack([heat_map, ColourScale(scale)]), title, note=self._note("mask"))

    def _layer_bars(self, name: str) -> Drawing | None:
        """Zeros, errors or sensitivity by layer."""
        values: Mapping[str, float] = getattr(self.inside, name)
        if not values:
            return None
        form = "{:+.2g}" if name == "sensitivity" else "{:.1%}"
        bars = [Bar(message(n), v, self.slot, form.format(v)) for n, v in values.items()]
        note = self._note("logits_only" if values.keys() == {LOGITS} else name)
        return Titled(Bars(bars, maximum=max(values.values())), BY_LAYER[name][0], note=note)

    def _heads(self) -> Drawing | None:
        """How important each head is, and which ones were removed."""
        values = self.inside.importance
        if values is None:
            return None
        shares = values / max(float(np.nanmax(values)), 1e-12)
        rows = [unbroken(message(name)) for name in self.inside.attention]
        heads = (tr("head {number}", number=n + 1) for n in range(values.shape[1]))
        columns = [unbroken(name) for name in heads]
        scale = Scale(1.0, label=NOTES["importance"])
        ranks = {place: rank for rank, place in enumerate(self.inside.order, 1)}
        removed = self.inside.removed
        heat_map = HeadRanks(np.nan_to_num(shares), rows, columns, ranks, removed, scale=scale)
        note = NOTES["ranks"] if removed else ""
        return Titled(Stack([heat_map, ColourScale(scale)]), tr("Importance of heads"), note=note)

    def _gone(self) -> Drawing | None:
        """The loss without each layer."""
        losses = self.inside.without_layer
        if not losses:
            return None
        bars = [
            Bar(message(n), v, self.slot, struck=n in self.inside.removed_layers)
            for n, v in losses.items()
        ]
        names = [message(name) for name in self.inside.removed_layers]
        note = NOTES["removed"].format(names=join_names(names))
        chart = Bars(bars, maximum=max(losses.values()))
        return Titled(chart, tr("Held-out loss without each layer"), note=note)

    def _curve(self) -> Drawing | None:
        """The loss by the share that was removed, step by step."""
        points = [
            IntervalPoint(
                loss,
                text=tr(
                    "{sparsity:.0%} removed, loss {loss}", sparsity=sparsity, loss=number(loss)
                ),
                x=100 * sparsity,
            )
            for sparsity, loss in self.inside.curve
        ]
        if not points:
            return None
        series = IntervalSeries(self.model, tuple(points), self.slot)
        chart = IntervalLines([series], x_title=tr("Removed, %"))
        return Titled(chart, tr("Held-out loss after each step"))

    def _predictions(self) -> Drawing | None:
        """The most probable tokens of both at the same places."""
        if self.inside.problem:
            return TextBlock(self.inside.problem)
        if not self.inside.before or len(self.inside.before) != len(self.inside.after):
            return None
        of_tokens = self.inside.places == TRUE_TOKEN
        write = visible if of_tokens else str
        head = Column(tr(self.inside.places), most=MAX_PLACE)
        pairs = list(zip(self.inside.before, self.inside.after, strict=True))[:MAX_PLACES]
        rows = [
            TableRow((TableCell(write(old.place), bold=True), _cell(old, write), _cell(new, write)))
            for old, new in pairs
        ]
        table = TableDrawing((head, Column(self.base), Column(self.model)), rows)
        note = self._note("predictions" if of_tokens else "task_predictions")
        return Titled(table, tr("Predictions before and after"), note=note)

    def table(self) -> Table:
        """Every number of the figure, one on a line."""
        trials = self.search.rows() if self.search else ()
        rows = [*trials, *self._layer_rows(), *self._weight_rows(), *self._prediction_rows()]
        rows += self.sparsity.rows() if self.sparsity else ()
        return Table(("quantity", "where", "at", "value"), rows)

    def _layer_rows(self) -> Iterator[TableLine]:
        inside = self.inside
        for name, (_, quantity) in BY_LAYER.items():
            yield from ((quantity, n, "", value) for n, value in getattr(inside, name).items())
        yield from (("loss", f"without {n}", "", v) for n, v in inside.without_layer.items())
        yield from (("loss", "after a step", sparsity, loss) for sparsity, loss in inside.curve)
        if inside.importance is not None:
            for (row, head), value in np.ndenumerate(inside.importance):
                yield "importance", inside.attention[row], f"head {head + 1}", float(value)
        for rank, (row, head) in enumerate(inside.order, 1):
            is_removed = (row, head) in inside.removed
            title = "order of removal" if is_removed else "order, still there"
            yield title, inside.attention[row], f"head {head + 1}", rank

    def _weight_rows(self) -> Iterator[TableLine]:
        """Counts by the lower end of their bin."""
        view = self.inside.weight
        if view is None:
            return
        bins = view.histogram
        for title, counts in (("before", bins.before), ("after", bins.after)):
            for edge, count in zip(bins.edges, counts, strict=False):
                yield f"weights {title}", view.name, edge, count

    def _prediction_rows(self) -> Iterator[TableLine]:
        for title, all_of in (("before", self.inside.before), ("after", self.inside.after)):
            for one in all_of:
                for name, value in one.candidates[:NUM_CANDIDATES]:
                    yield f"prediction {title}", one.place, name, value


def _side_by_side(parts: Iterable[Drawing | None]) -> Drawing | None:
    """Return a row of the drawings that are not None; None without any."""
    present = [part for part in parts if part is not None]
    return Row(present, min_width=MIN_CHART) if present else None


def _cell(predicted: PlacePrediction, write: Callable[[str], str]) -> TableCell:
    """The most probable with its probability, and the next ones below; a score alone."""
    best = predicted.candidates[:NUM_CANDIDATES]
    if not best:
        return TableCell("–", muted=True)
    if predicted.is_score:
        return TableCell(number(best[0][1]))
    first, *others = [f"{write(name)} {number(value)}" for name, value in best]
    return TableCell(first, below=", ".join(others), correct=predicted.is_true, heat=best[0][1])
