"""Learning curves of any runs on one axis: which runs, which measure, which axis; in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QPushButton,
    QWidget,
)

from explorer.core.comparison.learned_runs import (
    AXES,
    TOKENS_SHOWN,
    Axis,
    LearnedRun,
    Metric,
    metrics_of,
)
from explorer.core.library.cards import OF_THE_MACHINE
from explorer.core.training.runs import joined
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import fill, scrolling
from explorer.ui.controls.layouts import column, line, muted_label
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.charts.curve_plot import CurveView
from explorer.ui.graphics.charts.curves import Curve, CurveChart, Level
from explorer.ui.graphics.charts.learning_curves import LEVEL_TITLES
from explorer.ui.graphics.drawing import Drawing, Stack, Titled, number
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.table_drawing import Cell, Column, TableDrawing, TableRow, model_cell
from explorer.ui.style.theme import SLOTS, Theme, lettered
from explorer.ui.style.zoom import scaled

MAX_OTHERS = 4  # runs besides the chosen models: more colours cannot be distinguished
PLOT_HEIGHT, PLOT_ASPECT = 340, 0.33  # at least, and over the width
SWATCH = 10  # pixels
LEVELS = tuple(LEVEL_TITLES)
DEFAULT_LEVELS = ("5gram",)
FACTS = ("parameters", "steps", "million tokens", "seconds")
TABLE_COLUMNS = ("run", "head", "measure", "step", "tokens", "seconds", "value")
FULL = f"At most {MAX_OTHERS} runs can be added to the chosen models. Remove one first."
NO_RUNS = "No model here has a training log. Train one to see its curve."
NO_CURVES = "No chosen run has this measure. Choose one above."


@dataclass(frozen=True)
class CurveChoice:
    """The chosen options, saved in the session. `shown` None: the chosen models."""

    metric: str = ""
    axis: Axis = "tokens"
    shown: tuple[str, ...] | None = None  # keys
    levels: tuple[str, ...] = DEFAULT_LEVELS

    @classmethod
    def from_json(cls, saved: object) -> CurveChoice:
        """From the session file; unknown values are left out."""
        values = saved if isinstance(saved, Mapping) else {}
        axis, shown, levels = (values.get(name) for name in ("axis", "shown", "levels"))
        return cls(
            metric=str(values.get("metric", "")),
            axis=axis if axis in AXES else "tokens",
            shown=tuple(map(str, shown)) if isinstance(shown, list) else None,
            levels=tuple(name for name in LEVELS if name in levels)
            if isinstance(levels, list)
            else DEFAULT_LEVELS,
        )

    def to_json(self) -> dict[str, object]:
        return {
            "metric": self.metric,
            "axis": self.axis,
            "shown": None if self.shown is None else list(self.shown),
            "levels": list(self.levels),
        }


@dataclass(frozen=True)
class DrawnCurves:
    """A run on the axis, and the slot of its colour: below 4 it is one of the chosen models."""

    slot: int
    run: LearnedRun

    @property
    def name(self) -> str:
        return lettered(self.slot, self.run.title)


class LearningView(QWidget):
    """Options, one plot, and a table of the runs."""

    changed = Signal(object)  # Choice

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._runs: tuple[LearnedRun, ...] = ()
        self._slots: Mapping[str, int] = {}
        self.choice = CurveChoice()
        self.buttons: dict[str, QPushButton] = {}  # by key of the run
        self._build()
        theme.changed.connect(self._paint_swatches)

    # ---- runs

    def show_runs(
        self, runs: Sequence[LearnedRun], slots: Mapping[str, int], choice: CurveChoice
    ) -> None:
        """Draw these runs; `slots` are those of the chosen models, by key."""
        self._runs, self._slots, self.choice = tuple(runs), dict(slots), choice
        self._offer()
        self._draw()

    @property
    def measure(self) -> Metric | None:
        known = metrics_of(self._runs)
        chosen = next((one for one in known if one.name == self.choice.metric), None)
        return chosen or next(iter(known), None)

    def shown(self) -> tuple[DrawnCurves, ...]:
        """Chosen models first, in their order and colours; then others in theirs."""
        wanted = self.choice.shown
        if wanted is None:
            wanted = tuple(run.key for run in self._runs if run.key in self._slots)
            wanted = wanted or tuple(run.key for run in self._runs)
        by_key = {run.key: run for run in self._runs}
        own = [(at, by_key[k]) for k, at in self._slots.items() if k in wanted and k in by_key]
        others = [by_key[key] for key in wanted if key in by_key and key not in self._slots]
        slots = [*own, *enumerate(others[:MAX_OTHERS], start=len(SLOTS))]
        return tuple(DrawnCurves(slot, run) for slot, run in slots)

    def drawing(self) -> Drawing | None:
        """The plot and the numbers, for a figure."""
        metric = self.measure
        if metric is None or not self.curves.chart.curves:
            return None
        plot = Titled(self.curves.drawing(metric.title), f"{metric.title}, on held-out text")
        return Stack([plot, self._facts(metric)])

    def table(self) -> Table:
        """Every point of every run that is shown, with all that was measured."""
        rows = [
            (one.run.title, head, kind, p.step, p.tokens, p.seconds, value)
            for one in self.shown()
            for p in one.run.history.points
            for head, kind, value in _values(p.values)
        ]
        return Table(TABLE_COLUMNS, rows, title="Learning curves", meta=self._baselines())

    def _baselines(self) -> dict[str, object]:
        return {
            "baselines": {one.run.title: dict(one.run.history.baselines) for one in self.shown()}
        }

    def notes(self) -> tuple[str, ...]:
        """Limits of the comparison."""
        metric, several = self.measure, len(self.shown()) > 1
        scales = []
        if metric is not None and metric.kind == "loss" and several:
            scales.append("Losses of different tokenizers or objectives are not on one scale.")
        if self.choice.axis == "seconds" or several:  # the table has them, whatever the axis
            scales.append(OF_THE_MACHINE)
        stages = joined((one.run.title, one.run.history) for one in self.shown())
        return tuple(line for line in (" ".join(scales), stages) if line)

    # ---- drawing

    def _draw(self) -> None:
        metric = self.measure
        runs = self.shown()
        curves = () if metric is None else tuple(self._curves(metric, runs))
        self.curves.setVisible(bool(curves))
        self.hint.setText(NO_CURVES if self._runs else NO_RUNS)
        self.hint.setVisible(not curves)
        if metric is not None:
            levels, axis = tuple(self._levels(metric, runs)), AXES[self.choice.axis]
            self.curves.show_chart(CurveChart(curves, levels, axis, metric.unit))
            self.curves.setAccessibleName(metric.title)
        self.facts.set_drawing(self._facts(metric) if metric and curves else None)

    def _curves(self, metric: Metric, runs: Sequence[DrawnCurves]) -> Iterator[Curve]:
        for one in runs:
            heads = one.run.heads_with(metric)
            for n, head in enumerate(heads):
                x, y = one.run.series(head, metric, self.choice.axis)
                name = f"{one.name}: {head}" if len(heads) > 1 else one.name
                joints = one.run.joints(self.choice.axis) if n == 0 else []
                yield Curve(name, one.slot, n > 0, x, y, joints)

    def _levels(self, metric: Metric, runs: Sequence[DrawnCurves]) -> list[Level]:
        """The loss of count models on the same text, where a run predicts tokens."""
        if (metric.predicts, metric.kind) != ("token", "loss"):
            return []
        return [
            Level(f"{one.name}: {LEVEL_TITLES[name]}", one.run.history.baselines[name], one.slot)
            for name in self.choice.levels
            for one in runs
            if name in one.run.history.baselines and one.run.heads_with(metric)
        ]

    def _facts(self, metric: Metric) -> Drawing:
        rows = [
            TableRow((model_cell(one.run.title, one.slot),
                      *map(Cell, _cells(one.run, metric))))
            for one in self.shown()
        ]  # fmt: skip
        unit = f"{metric.unit} at the end" if metric.unit == "nats" else f"{metric.kind} at the end"
        columns = [Column(), *(Column(name, right=True) for name in (*FACTS, unit))]
        return TableDrawing(columns, rows)

    # ---- controls

    def _change(self, **changes: object) -> None:
        self.choice = CurveChoice(**{**_fields(self.choice), **changes})  # type: ignore[arg-type]
        self._offer()
        self._draw()
        self.changed.emit(self.choice)

    def _offer(self) -> None:
        metric, known = self.measure, metrics_of(self._runs)
        with QSignalBlocker(self.metric_box), QSignalBlocker(self.axis_box):
            items = [(one.title, one.name) for one in known]
            fill(self.metric_box, items, metric.name if metric else "")
            fill(self.axis_box, [(title, axis) for axis, title in AXES.items()], self.choice.axis)
        useful = metric is not None and (metric.predicts, metric.kind) == ("token", "loss")
        for name, box in self.level_boxes.items():
            box.setChecked(name in self.choice.levels)
            box.setEnabled(useful)
        self._offer_runs()

    def _offer_runs(self) -> None:
        order = [run.key for run in self._runs]
        chosen = list(self._slots)
        order.sort(key=lambda key: chosen.index(key) if key in chosen else len(chosen))
        if list(self.buttons) != order:
            self._make_buttons(order)
        shown = {one.run.key: one.slot for one in self.shown()}
        full = sum(slot >= len(SLOTS) for slot in shown.values()) >= MAX_OTHERS
        for key, button in self.buttons.items():
            button.setChecked(key in shown)
            blocked = full and key not in shown and key not in self._slots
            button.setEnabled(not blocked)
            set_tip(button, FULL if blocked else key)
        self.full.setVisible(not all(button.isEnabled() for button in self.buttons.values()))
        self._paint_swatches()

    def _make_buttons(self, order: Sequence[str]) -> None:
        while self.buttons:
            _, button = self.buttons.popitem()
            self._line.removeWidget(button)
            button.hide()
            button.deleteLater()
        titles = {run.key: run.title for run in self._runs}
        for key in order:
            button = QPushButton(" " + titles[key].replace("&", "&&"))
            button.setCheckable(True)
            button.clicked.connect(lambda on, key=key: self._on_run(key, on))
            self.buttons[key] = button
            self._line.addWidget(button)

    def _on_run(self, key: str, on: bool) -> None:
        others = [one.run.key for one in self.shown() if one.run.key != key]
        self._change(shown=(*others, key) if on else tuple(others))

    def _paint_swatches(self) -> None:
        """A square in the run's colour while it is shown."""
        slots = {one.run.key: one.slot for one in self.shown()}
        palette = self._theme.palette
        for key, button in self.buttons.items():
            picture = QPixmap(SWATCH, SWATCH)
            picture.fill(QColor(palette.model(slots[key]) if key in slots else palette.line))
            button.setIcon(QIcon(picture))

    def _on_level(self) -> None:
        self._change(levels=tuple(n for n, box in self.level_boxes.items() if box.isChecked()))

    def _build(self) -> None:
        self.metric_box, self.axis_box = QComboBox(), QComboBox()
        self.metric_box.setAccessibleName("Measure")
        self.axis_box.setAccessibleName("Axis")
        set_tip(self.metric_box, "Measured on held-out text while each model was trained")
        set_tip(self.axis_box, "The horizontal axis: training tokens or seconds")
        self.metric_box.activated.connect(
            lambda: self._change(metric=self.metric_box.currentData())
        )
        self.axis_box.activated.connect(lambda: self._change(axis=self.axis_box.currentData()))
        self.level_boxes = {name: QCheckBox(title) for name, title in LEVEL_TITLES.items()}
        controls = FlowLine()
        for widget in (self.metric_box, plain_label("over"), self.axis_box, self._levels_line()):
            controls.addWidget(widget)
        for name, box in self.level_boxes.items():
            set_tip(box, "The held-out loss of this count model, fitted on the same text")
            box.clicked.connect(self._on_level)
            box.setAccessibleName(f"Count model: {LEVEL_TITLES[name]}")
        self._line = FlowLine()
        self.full = muted_label(FULL, wraps=True)
        self.full.hide()
        self.curves = CurveView(self._theme)
        self.hint = muted_label()
        self.facts = Canvas(self._theme)
        self.facts.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        below = scrolling(self.hint, self.curves, self.facts)
        column(controls, self._line, self.full, (below, 1), into=self, spacing=12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.curves.setFixedHeight(max(scaled(PLOT_HEIGHT), round(PLOT_ASPECT * self.width())))

    def _levels_line(self) -> QWidget:
        """The boxes of the count models, which stay together where the line wraps."""
        together = QWidget()
        line(*self.level_boxes.values(), into=together, spacing=16)
        return together


def _fields(choice: CurveChoice) -> dict[str, object]:
    return {name: getattr(choice, name) for name in ("metric", "axis", "shown", "levels")}


def _cells(run: LearnedRun, metric: Metric) -> tuple[str, ...]:
    last = run.last
    ends = [run.series(head, metric, "step")[1][-1] for head in run.heads_with(metric)]
    return (
        "–" if run.parameters is None else f"{run.parameters:,}",
        f"{last.step:,}",
        f"{last.tokens * TOKENS_SHOWN:.2f}",
        f"{last.seconds:,.0f}",
        ", ".join(map(number, ends)) or "–",
    )


def _values(values: Mapping[str, float]) -> Iterator[tuple[str, str, float]]:
    for name, value in values.items():
        head, _, kind = name.rpartition("_")
        yield head, kind, value
