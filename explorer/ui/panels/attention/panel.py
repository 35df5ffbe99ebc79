"""The Attention panel: its study, with the options of each model beside its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt

from explorer.core.attention.positions.request import POSITIONS
from explorer.core.attention.survey.request import HEADS
from explorer.core.attention.view import AttentionView
from explorer.ui.controls.layouts import discard
from explorer.ui.graphics.canvas import Canvas, CanvasArea
from explorer.ui.graphics.charts.bars import ShareBar
from explorer.ui.graphics.drawing import Drawing, Tagged
from explorer.ui.graphics.maps.head_grid import HeadGrid, MeasureGrid
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.panel_base.marks import Mark, mark_drawing, mark_where
from explorer.ui.panels.attention.figure import AttentionFigure
from explorer.ui.panels.attention.options import ModelOptions
from explorer.ui.panels.attention.positions.charts import BucketSteps, DistanceMap
from explorer.ui.panels.attention.scene import AttentionColumn, AttentionScene, FigurePart
from explorer.ui.panels.attention.study import (
    OWN_FIGURES,
    STUDY,
    Known,
    options_in,
    scene_in,
    toggle,
)
from explorer.ui.panels.attention.text import NOTES
from explorer.ui.studies.contract import Situation
from explorer.ui.studies.panel import StudyPanel
from explorer.ui.style.theme import Theme
from models.schema.specs import ArchSpec


class FigureArea(CanvasArea):
    """Fits the figure into its area, with the options of each model next to its name."""

    def __init__(self, theme: Theme, options_of: Mapping[str, ModelOptions]) -> None:
        """`options_of` are the options by model, as they are at each drawing."""
        self._options_of = options_of
        super().__init__(theme)
        # As wide with the bar as without, so that nothing moves when the figure gets longer.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(lambda low, high: bar.setEnabled(low < high))

    @property
    def room(self) -> float:
        """The height that there is for a figure."""
        return self.viewport().height() / self.canvas.scale

    def _growths(self) -> list[float]:
        """Large pictures take more room themselves, with cells that hold their numbers."""
        figure = self.canvas.drawing
        grows = isinstance(figure, AttentionFigure) and figure.scene.view in ("lines", "bias")
        return super()._growths() if grows else [1.0]

    def _fit_drawing(self) -> None:
        figure = self.canvas.drawing
        if isinstance(figure, AttentionFigure) and figure.room != self.room:
            self.canvas.set_drawing(figure.fit_to_height(self.room))

    def _grow(self) -> None:
        super()._grow()
        figure, scale = self.canvas.drawing, self.canvas.scale
        if not isinstance(figure, AttentionFigure):
            return
        ends = figure.name_ends(self.viewport().width() / scale)
        for key, button in self._options_of.items():
            if key in ends:
                button.place(ends[key], self.viewport().width(), scale)
            else:
                button.hide()


class AttentionPanel(StudyPanel):
    study = STUDY
    answer: Known
    area: FigureArea

    def make_area(self) -> FigureArea:
        self.options_of: dict[str, ModelOptions] = {}  # by model
        return FigureArea(self.theme, self.options_of)

    @property
    def scene(self) -> AttentionScene:
        """What has been answered, with what is selected and set now."""
        return scene_in(self.answer, self.situation())

    @property
    def view(self) -> str:
        return self.scene.view

    def situation(self) -> Situation:
        return replace(super().situation(), room=self.area.room)

    def redraw(self) -> None:
        """Options are there before the figure, which places them."""
        self._update_options(self.scene)
        super().redraw()

    def drawings(self) -> list[Drawing]:
        """For a file, which has any height."""
        return [*self.study.figure(self.answer, super().situation()).drawings]

    def marks(self) -> list[Mark]:
        if self.view == HEADS:
            maps = mark_drawing(self.area.canvas, NOTES["mark_importance"], NamedMap)
            return [*maps, *mark_drawing(self.area.canvas, NOTES["mark_table"], TableDrawing)]
        if self.view == POSITIONS:
            kinds = {DistanceMap: "mark_distances", BucketSteps: "mark_buckets"}
            lines = [
                mark_drawing(self.area.canvas, NOTES[key], kind) for kind, key in kinds.items()
            ]
            return [one for line in lines for one in line]
        return marks_of(self.scene, self.area.canvas)

    def leave_enlarged_part(self) -> bool:
        """Show all models again where one picture fills the panel."""
        filled = self.view not in OWN_FIGURES and self.scene.alone is not None
        if filled:
            self.press("all_models")
        return filled

    def show_view(self, view: str) -> None:
        self._take(STUDY.choose_view(view, self.answer, self.situation()))

    def _on_options(self, values: dict[str, Any]) -> None:
        if "view" in values:
            self.show_view(values["view"])
        else:
            super()._on_options(values)

    # ---- the options of each model

    def _update_options(self, scene: AttentionScene) -> None:
        """A button with its options for each model."""
        columns = [] if scene.view in OWN_FIGURES else scene.answered_columns
        specs = {column.model.key: column.answer.card.spec for column in columns}
        for key, button in list(self.options_of.items()):
            if button.spec is not specs.get(key):
                discard(self.options_of.pop(key))
        for column in columns:
            key = column.model.key
            if key not in self.options_of:
                self.options_of[key] = self._new_options(key, specs[key])
            self.options_of[key].show_scene(scene, column)

    def _new_options(self, key: str, spec: ArchSpec) -> ModelOptions:
        button = ModelOptions(spec, self.area.canvas)
        button.options.changed.connect(partial(self._on_model_options, spec.name))
        button.term_switched.connect(self._on_term)
        button.head_switched.connect(partial(self._on_switch, key))
        return button

    def _on_model_options(self, architecture: str, values: dict[str, Any]) -> None:
        if "stream" in values:
            self._on_stream(architecture, values["stream"])
        else:
            self._on_options(values)

    def _on_term(self, name: str, on: bool) -> None:
        others = {*options_in(self.situation()).ablate_extras, name} - ({name} if on else set())
        self.set_option("silent", sorted(others))

    def _on_switch(self, key: str) -> None:
        for column in self.scene.answered_columns:
            if column.model.key == key:
                self._take(toggle(column, *column.chosen, self.situation()))


def marks_of(scene: AttentionScene, canvas: Canvas) -> list[Mark]:
    """What each part of the figure says, of the models that are shown."""
    kinds = {HeadGrid: "mark_heads", MeasureGrid: "mark_measures", ShareBar: "mark_shares"}
    lines = [mark_drawing(canvas, NOTES[key], kind) for kind, key in kinds.items()]
    for index, column in enumerate(scene.columns):
        if isinstance(column, AttentionColumn):
            visibility = NOTES[_visibility(column.view)].format(model=column.title)
            lines.append(_mark(canvas, visibility, FigurePart("map", index)))
            lines.append(_mark(canvas, NOTES["mark_bias"], FigurePart("bias", index)))
    if scene.pair is not None:
        part = FigurePart("difference", scene.columns.index(scene.pair[0]))
        lines.append(_mark(canvas, NOTES["mark_difference"], part))
    return [mark for line in lines for mark in line]


def _mark(canvas: Canvas, sentence: str, part: FigurePart) -> list[Mark]:
    """At a large picture, by its tag."""
    return mark_where(
        canvas, sentence, lambda drawing: isinstance(drawing, Tagged) and drawing.tag == part
    )


def _visibility(view: AttentionView) -> str:
    """The note on which tokens a model may attend to, from what is visible to it."""
    if not view.same_text:
        return "mark_cross"
    if view.order is not None:
        return "mark_order"
    if view.visible_in(None) is None:
        return "mark_both"
    return "mark_causal" if view.stream.causal else "mark_sparse"


PANEL = AttentionPanel
