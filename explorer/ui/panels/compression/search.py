"""The trials of an architecture search: cost against loss, what mattered, and their curves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from explorer.core.compression.differences import field_name
from explorer.core.jobs.progress_text import duration
from explorer.core.localization import message, tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.charts.interval_chart import (
    IntervalLines,
    IntervalPoint,
    IntervalSeries,
    PointHit,
)
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Stack,
    Tagged,
    TagHit,
    TextBlock,
    Titled,
    number,
)
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.compression.drawings import (
    Axis,
    CostAndQuality,
    ModelDot,
    ModelHit,
    kind_slot,
)
from models.search.results import (
    ABOVE_BUDGET,
    FAILED,
    FINISHED,
    STOPPED,
    UNFIT,
    SearchResult,
    Trial,
)

NOTES = panel_text("compression").notes
KINDS = [
    tr("Trained to the end, and better than all cheaper ones"),
    tr("Trained to the end"),
    tr("Stopped early"),
    tr("The loss is no longer a number"),
]
FRONT, DRAWN = 0, (FINISHED, STOPPED, FAILED)  # the first kind, and states of the others
COLUMN, CHART = 280.0, 380.0  # pixels at least
PARAMETERS, MILLISECONDS = "parameters", "milliseconds"  # fields of a trial
AXES = {
    PARAMETERS: Axis(tr("Parameters"), "{:,.0f}".format),
    MILLISECONDS: Axis(tr("Milliseconds for a sentence"), number),
}
TRIALS, CURVES = "trials", "curves"  # tags
TableLine = tuple[str, str, str | float, float]  # quantity, what it is of, place, value


class SearchPicture:
    """What a search tried; the model that came of it has the colour `slot`.

    `selected` is the number of a trial; without one it is that which was trained whole.
    """

    def __init__(
        self,
        result: SearchResult,
        titles: Mapping[str, str],
        slot: int,
        selected: str = "",
    ) -> None:
        """`titles` are those of the fields of a shape."""
        self.result, self.slot, self.titles = result, slot, titles
        self.front = {trial.number for trial in result.front()}
        drawn = (trial for trial in result.trials if trial.state in DRAWN)
        trials = [trial for trial in drawn if trial.loss is not None]
        # A shape that was sampled twice has one place: that on the front is drawn over the other.
        self.trials = sorted(trials, key=lambda trial: trial.number in self.front)
        by_key = {str(trial.number): trial for trial in self.trials}
        self.chosen = result.chosen
        self.selected = by_key.get(selected, self.chosen)

    def figure(self) -> Drawing:
        states = Counter(trial.state for trial in self.result.trials)
        names = " · ".join(self.titles[name].lower() for name in self.result.trials[0].values)
        note = NOTES["trials"].format(
            count=len(self.trials), above=states[ABOVE_BUDGET], unfit=states[UNFIT], names=names
        )
        charts = Row([Tagged(self._trials(cost), TRIALS) for cost in self._costs], min_width=CHART)
        trials = Titled(charts, tr("Shapes that were tried"), note=note)
        curves = Tagged(self._curves(), CURVES)
        parts = [self._importance(), Titled(curves, tr("Curves"), note=NOTES["curves"])]
        return Stack([trials, Row(parts, min_width=COLUMN)], gap=24)

    @property
    def _costs(self) -> list[str]:
        """What the loss is drawn by; records of earlier versions have no milliseconds."""
        timed = all(trial.milliseconds is not None for trial in self.trials)
        return [PARAMETERS, *([MILLISECONDS] if timed else [])]

    def trial_at(self, target: TagHit) -> str:
        """The number of the trial that was clicked, "" for what is none."""
        if target.tag == TRIALS and isinstance(target.hit, ModelHit):
            return target.hit.key
        if target.tag == CURVES and isinstance(target.hit, PointHit):
            return str(self.trials[target.hit.series].number)
        return ""

    def _trials(self, cost: str = PARAMETERS) -> Drawing:
        """The cost against the loss; the selected shape has a ring."""
        front = {trial.number for trial in self.result.front(cost)}
        return CostAndQuality(
            [self._dot(trial, cost, front) for trial in self.trials],
            AXES[cost],
            Axis(tr("Held-out loss, lower is better"), number),
            kinds=KINDS,
            selected=str(self.selected.number) if self.selected else "",
        )

    def _dot(self, trial: Trial, cost: str, front: Collection[int]) -> ModelDot:
        loss, count = trial.loss or 0.0, trial.parameters or 0
        kind = _kind(trial, front)
        slot = self.slot if trial == self.chosen else None
        text = tr(
            "{shape}: {count:,} parameters, loss {loss}",
            shape=shape_text(trial.values, self.titles),
            count=count,
            loss=number(loss),
        )
        name = short_shape(trial.values) if kind == FRONT or trial == self.selected else ""
        place = float(getattr(trial, cost) or 0)
        return ModelDot(str(trial.number), name, place, loss, kind, text, slot)

    def _importance(self) -> Drawing:
        """The share of the variance of the loss that each field explains."""
        importance = self.result.importance
        if not importance:
            return Titled(TextBlock(NOTES["few_trials"]), tr("What mattered"))
        bars = [Bar(self.titles[n], v, self.slot, f"{v:.0%}") for n, v in importance.items()]
        chart = Bars(bars, maximum=max(importance.values()))
        return Titled(chart, tr("What mattered"), note=NOTES["importance_of_fields"])

    def _curves(self) -> Drawing:
        """The loss by steps of every trial that was trained; all but two of them are pale."""
        return IntervalLines([self._curve(trial) for trial in self.trials], x_title=tr("Steps"))

    def _curve(self, trial: Trial) -> IntervalSeries:
        """The selected trial has the colour of its dot, and the model its own."""
        is_chosen = trial == self.chosen
        is_pale = not is_chosen and trial != self.selected
        shape = short_shape(trial.values)
        before = f"{shape}, " if is_pale else ""
        points = tuple(
            IntervalPoint(
                loss,
                text=before + tr("step {step}: {loss}", step=step, loss=number(loss)),
                x=float(step),
            )
            for step, loss in trial.curve
        )
        slot = self.slot if is_chosen else kind_slot(_kind(trial, self.front))
        return IntervalSeries(tr("Other trials") if is_pale else shape, points, slot, pale=is_pale)

    def details(self) -> Details:
        """The selected trial: its shape, its state and what it cost."""
        trial = self.selected
        if trial is None:
            return Details()
        rows = [(self.titles[name], str(value)) for name, value in trial.values.items()]
        rows.append((tr("State"), tr(trial.state)))
        if trial.loss is not None:
            step, loss = trial.curve[-1]
            text = tr("{loss} at step {step:,}", loss=number(loss), step=step)
            rows.append((tr("Held-out loss"), text))
        if trial.parameters is not None:
            rows.append((tr("Parameters"), f"{trial.parameters:,}"))
        if trial.milliseconds is not None:
            rows.append((tr("Milliseconds for a sentence"), f"{number(trial.milliseconds)} ms"))
        rows.append((tr("Took"), duration(trial.seconds)))
        title = tr("Trial {number}", number=trial.number + 1)
        return Details(title, tuple(rows), message(trial.reason))

    def rows(self) -> Iterator[TableLine]:
        """Every number, for a file."""
        names = {name: field_name(name) for name in self.titles}  # English
        for trial in self.result.trials:
            shape = shape_text(trial.values, names)
            for cost in AXES:
                if (value := getattr(trial, cost)) is not None:
                    yield f"{cost} of a trial", shape, trial.state, value
            for step, loss in trial.curve:
                yield "held-out loss of a trial", shape, step, loss
        for name, share in self.result.importance.items():
            yield "importance", names[name], "", share


def _kind(trial: Trial, front: Collection[int]) -> int:
    """The place in KINDS; `front` are numbers of trials."""
    return FRONT if trial.number in front else 1 + DRAWN.index(trial.state)


def shape_text(values: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """Such as width 32, layers 2."""
    return ", ".join(f"{titles[name].lower()} {value}" for name, value in values.items())


def short_shape(values: Mapping[str, Any]) -> str:
    """The numbers alone, in the order of the fields."""
    return " · ".join(map(str, values.values()))
