"""The view of learning curves: which runs, which measure, which axis; one plot and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from explorer.core.comparison.pretraining_runs import AXES, PretrainingRun
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.state.slots import SLOTS
from explorer.core.training.runs import LEVEL_TITLES
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.form import build_scroll_area
from explorer.ui.controls.layouts import column, discard, line, muted_label
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.charts.plot_canvas import CurveView
from explorer.ui.panels.compare.learning import MAX_OTHERS, LearningScene
from explorer.ui.style.theme import Theme

PLOT_ASPECT, PLOT_HEIGHT = 0.33, 340.0  # over the width, and at least
SWATCH = 10  # pixels
FULL = tr(
    "At most {max_others} runs can be added to the chosen models. Remove one first.",
    max_others=MAX_OTHERS,
)


class LearningView(OptionControls):
    """Options, one plot, and a table of the runs. Emits changed fields of a CurveChoice."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(panel_text("compare").controls)
        self._theme = theme
        self.scene = LearningScene()
        self.buttons: dict[str, QPushButton] = {}  # by key of the run
        self._build()
        theme.changed.connect(self._paint_swatches)

    def show_scene(self, scene: LearningScene) -> None:
        """Draw other runs."""
        self.scene = scene
        self._show_options()
        chart, metric = scene.chart, scene.metric
        self.curves.setVisible(bool(chart.curves))
        self.hint.setText(scene.instead)
        self.hint.setVisible(not chart.curves)
        if metric is not None:
            self.curves.show_chart(chart)
            self.curves.setAccessibleName(metric.title)
        self.facts.set_drawing(scene.facts(metric) if metric and chart.curves else None)

    # ---- controls

    def _show_options(self) -> None:
        metric = self.scene.metric
        metrics = {one.name: one.title for one in self.scene.metrics}
        self.metric_box.show_items(metrics, metric.name if metric else "")
        self.axis_box.show_items(AXES, self.scene.choice.axis)
        for name, box in self.level_boxes.items():
            box.setChecked(name in self.scene.choice.levels)
            box.setEnabled(metric is not None and metric.is_token_loss)
        self._show_buttons()

    def _show_buttons(self) -> None:
        """A button for each run, those of the chosen models first."""
        places = {key: place for place, key in enumerate(self.scene.slots)}
        order = sorted(self.scene.runs, key=lambda run: places.get(run.key, len(places)))
        if list(self.buttons) != [run.key for run in order]:
            self._make_buttons(order)
        slots = {one.run.key: one.slot for one in self.scene.visible_runs}
        full = sum(slot >= len(SLOTS) for slot in slots.values()) >= MAX_OTHERS
        for key, button in self.buttons.items():
            button.setChecked(key in slots)
            blocked = full and key not in slots and key not in self.scene.slots
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
        others = [one.run.key for one in self.scene.visible_runs if one.run.key != key]
        self.changed.emit({"shown": [*others, key] if on else others})

    def _paint_swatches(self) -> None:
        """A square in the run's colour while it is visible."""
        slots = {one.run.key: one.slot for one in self.scene.visible_runs}
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
        self.curves = CurveView(self._theme, PLOT_ASPECT, PLOT_HEIGHT)
        self.hint = muted_label()
        self.facts = Canvas(self._theme)
        self.facts.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        below = build_scroll_area(self.hint, self.curves, self.facts)
        column(controls, self._line, self.full, (below, 1), into=self, spacing=12)
