"""The trials of an architecture search: cost against loss, what mattered, and their curves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from explorer.core.localization import mark, tr
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalSeries, Point
from explorer.ui.graphics.drawing import Drawing, Row, Stack, Titled, number
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.compression.drawings import Axis, CostAndQuality, ModelDot
from explorer.ui.style.theme import SLOTS
from models.search.results import ABOVE_BUDGET, FINISHED, STOPPED, UNFIT, SearchResult, Trial

NOTES = panel_text("compression").notes
KINDS = [
    tr("Trained to the end, and better than all cheaper ones"),
    tr("Trained to the end"),
    tr("Stopped early"),
]
FIELDS = (mark("Layers"), mark("Width"), mark("Heads"), mark("Inner"))  # of the shapes
COLUMN = 280.0
Line = tuple[str, str, str | float, float]  # quantity, shape, place, value


class SearchPicture:
    """What a search tried; the model that came of it has the best shape."""

    def __init__(self, result: SearchResult, slot: int) -> None:
        self.result, self.slot = result, slot
        self.front = {trial.number for trial in result.front()}
        drawn = (trial for trial in result.trials if trial.state in (FINISHED, STOPPED))
        self.trials = [trial for trial in drawn if trial.loss is not None]

    def figure(self) -> Drawing:
        states = Counter(trial.state for trial in self.result.trials)
        fields = self.result.trials[0].values
        names = " · ".join(tr(field_name(name)).lower() for name in fields)
        note = NOTES["trials"].format(
            count=len(self.trials), above=states[ABOVE_BUDGET], unfit=states[UNFIT], names=names
        )
        trials = Titled(self._trials(), tr("Shapes that were tried"), note=note)
        parts = [self._importance(), Titled(self._curves(), tr("Curves"), note=NOTES["front"])]
        return Stack([trials, Row([p for p in parts if p is not None], min_width=COLUMN)], gap=24)

    def _trials(self) -> Drawing:
        """Parameters against the loss; the chosen shape has a ring."""
        best = self.result.best
        return CostAndQuality(
            [self._dot(trial) for trial in self.trials],
            Axis(tr("Parameters"), "{:,.0f}".format),
            Axis(tr("Held-out loss, lower is better"), number),
            kinds=KINDS,
            selected=str(best.number) if best else "",
        )

    def _dot(self, trial: Trial) -> ModelDot:
        loss, cost = trial.loss or 0.0, trial.parameters or 0
        kind = 2 if trial.state == STOPPED else int(trial.number not in self.front)
        values = trial.values.items()
        text = tr(
            "{shape}: {count:,} parameters, loss {loss}",
            shape=", ".join(f"{tr(field_name(name)).lower()} {value}" for name, value in values),
            count=cost,
            loss=number(loss),
        )
        name = short_shape(trial.values) if kind == 0 else ""
        return ModelDot(str(trial.number), name, cost, loss, kind, text)

    def _importance(self) -> Drawing | None:
        """The share of the variance of the loss that each field explains."""
        importance = self.result.importance
        if not importance:
            return None
        bars = [Bar(tr(field_name(n)), v, self.slot, f"{v:.0%}") for n, v in importance.items()]
        chart = Bars(bars, maximum=max(importance.values()))
        return Titled(chart, tr("What mattered"), note=NOTES["importance_of_fields"])

    def _curves(self) -> Drawing:
        """The loss by steps of the shapes on the front."""
        lines = [
            IntervalSeries(
                short_shape(trial.values),
                tuple(
                    Point(
                        loss,
                        text=tr("step {step}: {loss}", step=step, loss=number(loss)),
                        x=float(step),
                    )
                    for step, loss in trial.curve
                ),
                len(SLOTS) + place,
            )
            for place, trial in enumerate(self.result.front())
        ]
        return IntervalLines(lines, x_title=tr("Steps"))

    def rows(self) -> Iterator[Line]:
        """Every number, for a file."""
        for trial in self.result.trials:
            shape = shape_text(trial.values)
            if trial.parameters is not None:
                yield "parameters of a trial", shape, trial.state, trial.parameters
            if trial.milliseconds is not None:
                yield "milliseconds of a trial", shape, trial.state, trial.milliseconds
            for step, loss in trial.curve:
                yield "held-out loss of a trial", shape, step, loss
        for name, share in self.result.importance.items():
            yield "importance", field_name(name), "", share


def field_name(name: str) -> str:
    """`size.num_layers` as Layers."""
    last = name.rpartition(".")[2].removeprefix("num_")
    return last.replace("_", " ").capitalize()


def shape_text(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{field_name(name).lower()} {value}" for name, value in values.items())


def short_shape(values: Mapping[str, Any]) -> str:
    """The numbers alone, in the order of the fields."""
    return " · ".join(map(str, values.values()))
