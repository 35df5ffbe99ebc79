"""Learning curves of any runs on one axis: which runs, which measure, which axis; in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPixmap, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

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
from explorer.core.panel_text import panel_text
from explorer.core.state.slots import SLOTS, letter_title
from explorer.core.table import Table
from explorer.core.training.runs import LEVEL_TITLES, stages_note
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import build_scroll_area
from explorer.ui.controls.layouts import column, discard, line, muted_label
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.charts.curve_plot import CurveView
from explorer.ui.graphics.charts.curves import Curve, CurveChart, Level
from explorer.ui.graphics.drawing import Drawing, Stack, Titled, number
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow, model_cell
from explorer.ui.style.theme import Theme
from explorer.ui.style.zoom import scale_length

MAX_OTHERS = 4  # runs besides the chosen models: more colours cannot be distinguished
PLOT_HEIGHT, PLOT_ASPECT = 340, 0.33  # at least, and over the width
SWATCH = 10  # pixels
FULL = tr(
    "At most {max_others} runs can be added to the chosen models. Remove one first.",
    max_others=MAX_OTHERS,
)
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


class LearningView(OptionControls):
    """Options, one plot, and a table of the runs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(panel_text("compare").controls)
        self._theme = theme
        self._runs: tuple[PretrainingRun, ...] = ()
        self._metrics: tuple[CurveMetric, ...] = ()
        self._slots: Mapping[str, int] = {}
        self.choice = CurveChoice()
        self.buttons: dict[str, QPushButton] = {}  # by key of the run
        self._build()
        theme.changed.connect(self._paint_swatches)

    # ---- runs

    def show_runs(
        self, runs: Sequence[PretrainingRun], slots: Mapping[str, int], choice: CurveChoice
    ) -> None:
        """Draw these runs; `slots` are those of the chosen models, by key."""
        self._runs, self._slots, self.choice = tuple(runs), dict(slots), choice
        self._metrics = metrics_of(self._runs)
        self._show_options()
        self._draw()

    @property
    def measure(self) -> CurveMetric | None:
        chosen = (one for one in self._metrics if one.name == self.choice.metric)
        return next(chain(chosen, self._metrics), None)

    def visible_runs(self) -> tuple[SlottedRun, ...]:
        """Chosen models first, in their order and colours; then others in theirs."""
        keys = self.choice.shown
        if keys is None:
            keys = tuple(run.key for run in self._runs if run.key in self._slots)
            keys = keys or tuple(run.key for run in self._runs)
        by_key = {run.key: run for run in self._runs if run.key in keys}
        own = [(slot, by_key[key]) for key, slot in self._slots.items() if key in by_key]
        others = [by_key[key] for key in keys if key in by_key and key not in self._slots]
        slots = [*own, *enumerate(others[:MAX_OTHERS], start=len(SLOTS))]
        return tuple(SlottedRun(slot, run) for slot, run in slots)

    def build_drawing(self) -> Drawing | None:
        """The plot and the numbers, for a figure."""
        metric = self.measure
        if metric is None or not self.curves.chart.curves:
            return None
        plot = Titled(
            self.curves.build_drawing(metric.title),
            tr("{metric}, on held-out text", metric=metric.title),
        )
        return Stack([plot, self._facts(metric)])

    def table(self) -> Table:
        """Every point of every visible run, with all that was measured."""
        runs = [one.run for one in self.visible_runs()]
        baselines = {run.title: dict(run.history.baselines) for run in runs}
        meta = {"baselines": baselines}
        return Table(RUN_COLUMNS, run_rows(runs), tr("Learning curves"), meta)

    def notes(self) -> tuple[str, ...]:
        """Limits of the comparison."""
        metric, runs = self.measure, self.visible_runs()
        several = len(runs) > 1
        scales = []
        if metric is not None and metric.kind == "loss" and several:
            scales.append(OTHER_SCALES)
        if self.choice.axis == "seconds" or several:  # the table has them, whatever the axis
            scales.append(OF_THE_MACHINE)
        stages = stages_note((one.run.title, one.run.history) for one in runs)
        return tuple(line for line in (" ".join(scales), stages) if line)

    # ---- drawing

    def _draw(self) -> None:
        metric = self.measure
        curves = () if metric is None else tuple(self._curves(metric))
        self.curves.setVisible(bool(curves))
        self.hint.setText(NO_CURVES if self._runs else NO_RUNS)
        self.hint.setVisible(not curves)
        if metric is not None:
            levels, axis = tuple(self._levels(metric)), AXES[self.choice.axis]
            self.curves.show_chart(CurveChart(curves, levels, axis, metric.unit))
            self.curves.setAccessibleName(metric.title)
        self.facts.set_drawing(self._facts(metric) if metric and curves else None)

    def _curves(self, metric: CurveMetric) -> Iterator[Curve]:
        for one in self.visible_runs():
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
            for one in self.visible_runs():
                loss = one.run.history.baselines.get(level)
                if loss is not None and one.run.heads_with(metric):
                    yield Level(f"{one.name}: {LEVEL_TITLES[level]}", loss, one.slot)

    def _facts(self, metric: CurveMetric) -> Drawing:
        facts = [(one, _facts_of(one.run, metric)) for one in self.visible_runs()]
        rows = [
            TableRow((model_cell(one.run.title, one.slot), *map(TableCell, known.values())))
            for one, known in facts
        ]
        columns = [Column(), *(Column(name, right=True) for name in facts[0][1])]
        return TableDrawing(columns, rows)

    # ---- controls

    def _show_options(self) -> None:
        metric = self.measure
        metrics = {one.name: one.title for one in self._metrics}
        self.metric_box.show_items(metrics, metric.name if metric else "")
        self.axis_box.show_items(AXES, self.choice.axis)
        for name, box in self.level_boxes.items():
            box.setChecked(name in self.choice.levels)
            box.setEnabled(metric is not None and metric.is_token_loss)
        self._show_buttons()

    def _show_buttons(self) -> None:
        """A button for each run, those of the chosen models first."""
        places = {key: place for place, key in enumerate(self._slots)}
        order = sorted(self._runs, key=lambda run: places.get(run.key, len(places)))
        if list(self.buttons) != [run.key for run in order]:
            self._make_buttons(order)
        slots = {one.run.key: one.slot for one in self.visible_runs()}
        full = sum(slot >= len(SLOTS) for slot in slots.values()) >= MAX_OTHERS
        for key, button in self.buttons.items():
            button.setChecked(key in slots)
            blocked = full and key not in slots and key not in self._slots
            button.setEnabled(not blocked)
            set_tip(button, FULL if blocked else key)
        self.full.setVisible(not all(button.isEnabled() for button in self.buttons.values()))
        self._paint_swatches()

    def _make_buttons(self, runs: Sequence[PretrainingRun]) -> None:
        for button in self.buttons.values():
            self._line.removeWidget(button)
            discard(button)
        self.buttons = {}
        for run in runs:
            button = QPushButton(" " + run.title.replace("&", "&&"))
            button.setCheckable(True)
            button.clicked.connect(lambda on, key=run.key: self._on_run(key, on))
            self.buttons[run.key] = button
            self._line.addWidget(button)

    def _on_run(self, key: str, on: bool) -> None:
        others = [one.run.key for one in self.visible_runs() if one.run.key != key]
        self.changed.emit({"shown": [*others, key] if on else others})

    def _paint_swatches(self) -> None:
        """A square in the run's colour while it is visible."""
        slots = {one.run.key: one.slot for one in self.visible_runs()}
        palette = self._theme.palette
        for key, button in self.buttons.items():
            swatch = QPixmap(SWATCH, SWATCH)
            swatch.fill(QColor(palette.model(slots[key]) if key in slots else palette.line))
            button.setIcon(QIcon(swatch))

    def _on_level(self) -> None:
        chosen = [name for name, box in self.level_boxes.items() if box.isChecked()]
        self.changed.emit({"levels": chosen})

    def _build(self) -> None:
        self.metric_box, self.axis_box = self.choice_box("metric"), self.choice_box("axis")
        self.level_boxes = {name: QCheckBox(title) for name, title in LEVEL_TITLES.items()}
        for box in self.level_boxes.values():
            set_tip(box, tr("The held-out loss of this count model, fitted on the same text"))
            box.clicked.connect(self._on_level)
            box.setAccessibleName(tr("Count model: {box}", box=box.text()))
        levels = QWidget()  # so that they stay together where the line wraps
        line(*self.level_boxes.values(), into=levels, spacing=16)
        controls, self._line = FlowLine(), FlowLine()
        for widget in (self.metric_box, plain_label(tr("over")), self.axis_box, levels):
            controls.addWidget(widget)
        self.full = muted_label(FULL, wraps=True)
        self.full.hide()
        self.curves = CurveView(self._theme)
        self.hint = muted_label()
        self.facts = Canvas(self._theme)
        self.facts.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        below = build_scroll_area(self.hint, self.curves, self.facts)
        column(controls, self._line, self.full, (below, 1), into=self, spacing=12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.curves.setFixedHeight(
            max(scale_length(PLOT_HEIGHT), round(PLOT_ASPECT * self.width()))
        )


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
