"""Learning curves of any runs on one axis: what is drawn of them, and their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from explorer.core.comparison.pretraining_runs import (
    AXES,
    KINDS,
    RUN_COLUMNS,
    TOKENS_SHOWN,
    CurveChoice,
    CurveMetric,
    PretrainingRun,
    metrics_of,
    run_rows,
)
from explorer.core.library.card_words import head_title
from explorer.core.library.cards import OF_THE_MACHINE
from explorer.core.localization import tr
from explorer.core.state.slots import SLOTS, letter_title
from explorer.core.table import Table
from explorer.core.training.runs import LEVEL_TITLES, stages_note
from explorer.ui.graphics.charts.curve_plot import CurvePlot
from explorer.ui.graphics.charts.curves import Curve, CurveChart, Level
from explorer.ui.graphics.drawing import Drawing, Stack, Titled, number
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow, model_cell

MAX_OTHERS = 4  # runs besides the chosen models: more colours cannot be distinguished
NO_RUNS = tr("No model here has a training log. Train one to see its curve.")
NO_CURVES = tr("No chosen run has this measure. Choose one above.")
OTHER_SCALES = tr("Losses of different tokenizers or objectives are not on one scale.")


@dataclass(frozen=True)
class SlottedRun:
    """A run on the axis, and the slot of its colour: below 4 it is one of the chosen models."""

    slot: int
    run: PretrainingRun

    @property
    def name(self) -> str:
        return letter_title(self.slot, self.run.title)


@dataclass(frozen=True, eq=False)
class LearningScene:
    """The runs that there are; `slots` are those of the chosen models, by key."""

    runs: Sequence[PretrainingRun] = ()
    slots: Mapping[str, int] = field(default_factory=dict)
    choice: CurveChoice = field(default_factory=CurveChoice)

    @cached_property
    def metrics(self) -> tuple[CurveMetric, ...]:
        return metrics_of(self.runs)

    @cached_property
    def metric(self) -> CurveMetric | None:
        chosen = (one for one in self.metrics if one.name == self.choice.metric)
        return next(chain(chosen, self.metrics), None)

    @cached_property
    def visible_runs(self) -> tuple[SlottedRun, ...]:
        """Chosen models first, in their order and colours; then others in theirs."""
        keys = self.choice.shown
        if keys is None:
            keys = tuple(run.key for run in self.runs if run.key in self.slots)
            keys = keys or tuple(run.key for run in self.runs)
        by_key = {run.key: run for run in self.runs if run.key in keys}
        own = [(slot, by_key[key]) for key, slot in self.slots.items() if key in by_key]
        others = [by_key[key] for key in keys if key in by_key and key not in self.slots]
        slots = [*own, *enumerate(others[:MAX_OTHERS], start=len(SLOTS))]
        return tuple(SlottedRun(slot, run) for slot, run in slots)

    @cached_property
    def chart(self) -> CurveChart:
        """Empty where no visible run has the measure."""
        metric = self.metric
        curves = () if metric is None else tuple(self._curves(metric))
        if metric is None or not curves:
            return CurveChart()
        levels = tuple(self._levels(metric))
        return CurveChart(curves, levels, AXES[self.choice.axis], metric.unit)

    @property
    def instead(self) -> str:
        """Why there are no curves."""
        return NO_CURVES if self.runs else NO_RUNS

    def build_drawing(self, chart: CurveChart) -> Drawing | None:
        """The curves of a chart of this scene, and the numbers of its runs."""
        if self.metric is None or not chart.curves:
            return None
        title = self.metric.title
        titled = Titled(CurvePlot(chart, title), tr("{metric}, on held-out text", metric=title))
        return Stack([titled, self.facts(self.metric)])

    def table(self) -> Table:
        """Every point of every visible run, with all that was measured."""
        runs = [one.run for one in self.visible_runs]
        baselines = {run.title: dict(run.history.baselines) for run in runs}
        meta = {"baselines": baselines}
        return Table(RUN_COLUMNS, run_rows(runs), tr("Learning curves"), meta)

    def notes(self) -> tuple[str, ...]:
        """Limits of the comparison."""
        metric, runs = self.metric, self.visible_runs
        several = len(runs) > 1
        scales = []
        if metric is not None and metric.kind == "loss" and several:
            scales.append(OTHER_SCALES)
        if self.choice.axis == "seconds" or several:  # the table has them, whatever the axis
            scales.append(OF_THE_MACHINE)
        stages = stages_note((one.run.title, one.run.history) for one in runs)
        return tuple(line for line in (" ".join(scales), stages) if line)

    def _curves(self, metric: CurveMetric) -> Iterator[Curve]:
        for one in self.visible_runs:
            heads = one.run.heads_with(metric)
            for n, head in enumerate(heads):
                x, y = one.run.series(head, metric, self.choice.axis)
                architecture = str(one.run.history.recipe.get("architecture"))
                titled = f"{one.name}: {head_title(head, architecture)}"
                name = titled if len(heads) > 1 else one.name
                joints = one.run.joints(self.choice.axis) if n == 0 else []
                yield Curve(name, one.slot, n > 0, x, y, joints)

    def _levels(self, metric: CurveMetric) -> Iterator[Level]:
        """The loss of count models on the same text, where a run predicts tokens."""
        for level in self.choice.levels if metric.is_token_loss else ():
            for one in self.visible_runs:
                loss = one.run.history.baselines.get(level)
                if loss is not None and one.run.heads_with(metric):
                    yield Level(f"{one.name}: {LEVEL_TITLES[level]}", loss, one.slot)

    def facts(self, metric: CurveMetric) -> Drawing:
        facts = [(one, _facts_of(one.run, metric)) for one in self.visible_runs]
        rows = [
            TableRow((model_cell(one.run.title, one.slot), *map(TableCell, known.values())))
            for one, known in facts
        ]
        columns = [Column(), *(Column(name, right=True) for name in facts[0][1])]
        return TableDrawing(columns, rows)


def _facts_of(run: PretrainingRun, metric: CurveMetric) -> dict[str, str]:
    last, measure = run.last, metric.unit if metric.kind == "loss" else KINDS[metric.kind]
    ends = [run.series(head, metric, "step")[1][-1] for head in run.heads_with(metric)]
    return {
        tr("parameters"): "–" if run.parameters is None else f"{run.parameters:,}",
        tr("steps"): f"{last.step:,}",
        tr("million tokens"): f"{last.tokens * TOKENS_SHOWN:.2f}",
        tr("seconds"): f"{last.seconds:,.0f}",
        tr("{metric} at the end", metric=measure): ", ".join(map(number, ends)) or "–",
    }
