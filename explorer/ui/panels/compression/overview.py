"""Models by cost and quality: the picture, its sentence about speed, and the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from explorer.core.compression.derived import DISTILLATION, DerivationStep
from explorer.core.compression.request import CompressionAnswer, ModelPoint
from explorer.core.jobs.progress_text import duration
from explorer.core.localization import mark, tr
from explorer.core.readable import join_names, readable_bytes
from explorer.core.state.slots import SLOTS
from explorer.core.table import Table
from explorer.ui.graphics.charts.interval_chart import IntervalLines, IntervalPoint, IntervalSeries
from explorer.ui.graphics.drawing import Drawing, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow, model_cell
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.compression.drawings import Axis, CostAndQuality, ModelDot, Write

PICTURE, TABLE = "picture", "table"  # tags
FLOAT_BYTES = 4  # of a 32-bit float, the size of the base before any rounding
FEWEST_REMOVED = 0.005  # share of the weights
FASTER = 0.95  # of the time of the base; less of a difference is none
EFFECTS = {"stored_smaller": tr("Stored in fewer bytes"), "computed_faster": tr("Fewer operations")}
ZEROS = mark(
    "As many operations as before, because zeros are multiplied too, so that other times are "
    "chance: {names}."
)
NUM_COLOURS, DASHES = 4, (4.0, 2.0)  # of lines; further ones are dashed
NO_STEP = mark("the base")


@dataclass(frozen=True)
class ChartQuantity:
    """A number of a `CompressionPoint` by its name there; `unit` is that in tables."""

    name: str
    title: str  # English; tables name their columns by it
    write: Write
    unit: str

    def value_of(self, point: ModelPoint) -> float | None:
        value: float | None = getattr(point.measured, self.name)
        return value

    @property
    def axis(self) -> Axis:
        return Axis(tr(self.title), self.write)

    @property
    def heading(self) -> str:
        return tr(self.title).split(",")[0]


def _milliseconds(value: float) -> str:
    return f"{number(value)} ms"


QUANTITIES = (  # three costs, then qualities
    ChartQuantity("bytes", mark("Bytes on disk"), readable_bytes, "bytes"),
    ChartQuantity("parameters", mark("Parameters"), "{:,.0f}".format, "count"),
    ChartQuantity("milliseconds", mark("Milliseconds for a sentence"), _milliseconds, "ms"),
    ChartQuantity("score", mark("Task score"), number, "metric"),
    ChartQuantity("accuracy", mark("Held-out accuracy"), "{:.1%}".format, "share"),
    ChartQuantity("loss", mark("Held-out loss, lower is better"), number, "nats"),
)
COSTS = {one.name: one for one in QUANTITIES[:3]}
QUALITIES = {one.name: one for one in QUANTITIES[3:]}


def qualities_of(points: Sequence[ModelPoint]) -> list[str]:
    """The qualities that every model of a picture has, by name."""
    return [
        name
        for name, quality in QUALITIES.items()
        if all(quality.value_of(point) is not None for point in points)
    ]


class OverviewPicture:
    """All models of a base; `slots` are those of chosen models."""

    def __init__(
        self,
        answer: CompressionAnswer,
        slots: Mapping[str, int],
        cost: str,
        quality: str,
        selected: str,
    ) -> None:
        self.answer, self.points, self.slots = answer, answer.points, slots
        self.base = answer.base_point
        self.cost, self.quality = COSTS[cost], QUALITIES[quality]
        self.selected = selected
        methods = dict.fromkeys(p.steps[-1].method for p in self.points if p.steps)
        self.kinds = [tr("The base"), *map(answer.title_of, methods)]

    def figure(self) -> Drawing:
        picture = CostAndQuality(
            [self._dot(point) for point in self.points],
            self.cost.axis,
            self.quality.axis,
            kinds=self.kinds,
            selected=self.selected,
        )
        speed, pruned = TextBlock(self.speed(), muted=False), self._build_pruning_chart()
        parts = [speed, Tagged(picture, PICTURE), Tagged(self._table(), TABLE)]
        return Stack([*parts, pruned] if pruned else parts)

    def _build_pruning_chart(self) -> Drawing | None:
        """Quality by the share of weights that were removed, where there are several shares."""
        if self.base is None:
            return None
        lines: dict[str, dict[float, IntervalPoint]] = {}
        for point in self.points:
            gone, y = point.share_removed(self.base), self.quality.value_of(point)
            if gone is not None and y is not None and gone > FEWEST_REMOVED:
                text = tr(
                    "{title}, {share:.0%} removed: {value}",
                    title=point.title,
                    share=gone,
                    value=self.quality.write(y),
                )
                dot = IntervalPoint(self._scale * y, text=text, x=round(100 * gone, 1))
                lines.setdefault(self._variant(point), {})[gone] = dot
        if len({gone for line in lines.values() for gone in line}) < 2:
            return None
        own = self._scale * (self.quality.value_of(self.base) or 0.0)
        text = tr("{title}: nothing removed", title=self.base.title)
        start = IntervalPoint(own, text=text, x=0.0)
        series = [
            IntervalSeries(
                name,
                (start, *(line[gone] for gone in sorted(line))),
                len(SLOTS) + n,
                dashes=DASHES if n >= NUM_COLOURS else (),
            )
            for n, (name, line) in enumerate(lines.items())
        ]
        chart = IntervalLines(series, x_title=tr("Weights removed, or set to zero, %"))
        unit = ", %" if self._scale > 1 else ""
        title = tr("{quality} by weights removed", quality=tr(self.quality.title))
        return Titled(chart, title + unit)

    @property
    def _scale(self) -> float:
        """Shares are drawn in percent."""
        return 100.0 if self.quality.unit == "share" else 1.0

    def _variant(self, point: ModelPoint) -> str:
        """What was done, with the options that are words: these models are points of one line."""
        options = self.answer.changed_options(point.steps[-1]) if point.steps else []
        words = [_text(value) for _, value in options if isinstance(value, str)]
        return ", ".join([self._done(point), *words])

    def _dot(self, point: ModelPoint) -> ModelDot:
        x, y = self.cost.value_of(point), self.quality.value_of(point)
        assert x is not None
        assert y is not None
        kind = self.kinds.index(self.answer.title_of(point.steps[-1].method)) if point.steps else 0
        numbers = f"{self.cost.write(x)}, {self.quality.write(y)}"
        tip = f"{point.title}: {self._done(point)}, {numbers}"
        slot, parent = self.slots.get(point.key), self.answer.parent_of(point)
        return ModelDot(point.key, point.title, x, y, kind, tip, slot, parent)

    def _done(self, point: ModelPoint) -> str:
        return self.answer.what_was_done(point) or tr(NO_STEP)

    # ---- in words

    def speed(self) -> str:
        """What is smaller, what is faster, and plainly what is not."""
        if self.base is None:
            return ""
        own = self.base.measured.milliseconds
        derived = [point for point in self.points if point is not self.base]
        sentences = [
            tr(
                "{title} takes {time} for a sentence of {count} tokens on this computer.",
                title=self.base.title,
                time=_milliseconds(own),
                count=self.base.measured.tokens,
            )
        ]
        zeros = [p for p in derived if all(step.saves_no_time for step in p.steps)]
        others = [p for p in derived if p not in zeros]
        if fast := [p for p in others if p.measured.milliseconds < FASTER * own]:
            sentences.append(tr("Faster here: {names}.", names=_list_times(fast)))
        if slow := [p for p in others if p.measured.milliseconds >= FASTER * own]:
            sentences.append(tr("Not faster here: {names}.", names=_list_times(slow)))
        if zeros:
            sentences.append(tr(ZEROS, names=_list_times(zeros)))
        return " ".join(sentences)

    def _table(self) -> TableDrawing:
        shown = [one for one in QUANTITIES if any(one.value_of(p) is not None for p in self.points)]
        columns = [
            Column(tr("Model"), most=300, stretch=True),
            *(Column(one.heading, right=True) for one in shown),
        ]
        rows = []
        for point in self.points:
            name = model_cell(point.title, self.slots.get(point.key))
            name = replace(name, below=self._done(point))
            tip = tr("{title}: click to see what was done to it", title=point.title)
            cells = (name, *(self._cell(one, point) for one in shown))
            rows.append(TableRow(cells, group=point.key, tip=tip))
        return TableDrawing(columns, rows, selected=self.selected or None, row_clicks=True)

    def _cell(self, quantity: ChartQuantity, point: ModelPoint) -> TableCell:
        """The number; below a cost its share of the base's, below a quality its 95 % interval."""
        value = quantity.value_of(point)
        if value is None:
            return TableCell("–", muted=True)
        own = None if self.base is None else quantity.value_of(self.base)
        shares = []
        if own and quantity.name in COSTS and point.steps:
            shares.append(f"{value / own:.0%}")
        if quantity.name == "bytes" and self.base is not None:
            full = value / (FLOAT_BYTES * self.base.measured.parameters)
            shares.append(tr("{share:.0%} of 32-bit", share=full))
        if (interval := point.measured.intervals.get(quantity.name)) is not None:
            low, high = map(quantity.write, interval)
            shares.append(tr("{low} to {high}", low=low, high=high))
        return TableCell(quantity.write(value), below=", ".join(shares))

    def table(self) -> Table:
        """Every number in the unit that its column names."""
        heads = (f"{one.title.split(',')[0]} ({one.unit})" for one in QUANTITIES)
        rows = [
            (
                point.title,
                self.answer.what_was_done(point) or NO_STEP,
                *(one.value_of(point) for one in QUANTITIES),
            )
            for point in self.points
        ]
        return Table(("model", "what was done", *heads), rows)

    # ---- the selected model

    def details(self) -> Details:
        """What was done to the selected model."""
        point = next((p for p in self.points if p.key == self.selected), None)
        if point is None:
            return Details()
        rows = [
            (one.heading, one.write(value))
            for one in QUANTITIES
            if (value := one.value_of(point)) is not None
        ]
        for n, step in enumerate(point.steps, 1):
            rows += [(f"{n}. {self.answer.title_of(step.method)}", ""), *self._step_rows(step)]
        return Details(point.title, tuple(rows))

    def _step_rows(self, step: DerivationStep) -> list[tuple[str, str]]:
        """What a step was made from and with, as names and values."""
        rows = [(tr("Teacher") if step.kind == DISTILLATION else tr("Made from"), step.base)]
        rows += [(title, _text(value)) for title, value in self.answer.changed_options(step)]
        if step.num_bytes and step.base_bytes:
            size = tr(
                "{own} of {base}, {share:.0%}",
                own=readable_bytes(step.num_bytes),
                base=readable_bytes(step.base_bytes),
                share=step.num_bytes / step.base_bytes,
            )
            rows.append((tr("Size"), size))
        floats = step.record.get("base_parameters")
        if step.num_bytes and isinstance(floats, int) and floats:
            size = tr(
                "{share:.0%} of {base}",
                share=step.num_bytes / (FLOAT_BYTES * floats),
                base=readable_bytes(FLOAT_BYTES * floats),
            )
            rows.append((tr("Of 32-bit floats"), size))
        for key, title in EFFECTS.items():
            if isinstance(step.record.get(key), bool):
                rows.append((title, _text(step.record[key])))
        if step.seconds is not None:
            rows.append((tr("Took"), duration(step.seconds)))
        return rows


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return number(value) if isinstance(value, float) else str(value).replace("_", " ")


def _list_times(points: Sequence[ModelPoint]) -> str:
    return join_names([f"{p.title} ({_milliseconds(p.measured.milliseconds)})" for p in points])
