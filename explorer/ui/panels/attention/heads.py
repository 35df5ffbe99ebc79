"""All heads of a model at once: thumbnails, what they do, and what switching off costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.attention.head_effect import AffectedPlace
from explorer.core.attention.view import AttentionView
from explorer.ui.graphics.beside import Beside
from explorer.ui.graphics.charts import measure_grid
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.charts.measure_grid import MeasureGrid
from explorer.ui.graphics.drawing import Drawing, Row, TextBlock, Titled, number
from explorer.ui.graphics.maps.head_grid import GAP, LEFT, HeadGrid
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.attention.measured import MeasuredHeads
from explorer.ui.panels.attention.parts import (
    AttentionChoice,
    AttentionColumn,
    FigurePart,
    ModelFailure,
    affected,
    best_note,
    cut_title,
    effect_note,
    weight_scale,
)

FEW_LAYERS = 6
MIN_MEASURE, MEASURE_GAP = 80.0, 16.0  # pixels; with less, entropy stands above distance
COMPACT_HEIGHT, SMALLEST_ROW, LARGEST_ROW = 120.0, 6.0, 18.0  # of the measures of large models
GRID_HEIGHT = 140.0  # that the thumbnails of a small model fill where there is room
SMALLEST_THUMBNAIL, LARGEST_THUMBNAIL = 21.0, 46.0
BAR_MAXIMUM = 1.2  # leaves room for both numbers behind a bar of one
ENTROPY, DISTANCE = "entropy", "distance"
UNITS = {ENTROPY: "nats", DISTANCE: "tokens"}
SPREAD = "nats; 0 is a look at one token alone, more a look at many"
REACH = "tokens away on average"
NO_DISTANCE = "Rows and columns are two texts, so nothing is near or far."


class HeadsRow(Row):
    """The thumbnails of each model, with one number per head beside them where there is room.

    `below` are the same numbers for where there is none. Scales are shared by all models.
    """

    def __init__(
        self, columns: Sequence[AttentionColumn | ModelFailure], choice: AttentionChoice
    ) -> None:
        self._columns = tuple(columns)
        self._choice = choice
        shown = [column.view for column in columns if isinstance(column, AttentionColumn)]
        self._layers = max((view.maps.num_layers for view in shown), default=1)
        self._heads = max((view.maps.num_heads for view in shown), default=1)
        self._tops = {name: _top(shown, name) for name in (ENTROPY, DISTANCE)}
        self._level: list[MeasureGrid] = []  # with the thumbnails
        self._measured: list[MeasuredHeads] = []
        super().__init__([self._column(index) for index in range(len(columns))])
        self.below = Row([self._measures_below(index) for index in range(len(columns))])
        self.fit(GRID_HEIGHT)

    def fit(self, height: float) -> None:
        """Make the thumbnails of a small model so high together, if they are not too small then."""
        side = min(max(height / self._layers, SMALLEST_THUMBNAIL), LARGEST_THUMBNAIL)
        widest = LEFT + 2 + self._heads * (side + GAP)
        for measured in self._measured:
            measured.set_widths(LEFT + 2 + measured.num_heads * (side + GAP), widest)
        for grid in self._level:
            grid.row_height = side + GAP if self._layers <= FEW_LAYERS else self._low_row()

    def has_measures(self, width: float) -> bool:
        """Whether the numbers stand beside the thumbnails."""
        places = self._places(width)
        return all(measured.fits(places[0].rect.width()) for measured in self._measured)

    # ---- one model

    def _column(self, index: int) -> Titled:
        column = self._columns[index]
        if isinstance(column, ModelFailure):
            said = TextBlock(column.reason, hint=column.way_out)
            return Titled(said, column.title, column.slot)
        place, maps = self._place(column), column.view.maps
        thumbnails = HeadGrid(
            column.looked.thumbnails,
            selected=place,
            off=column.off,
            scale=weight_scale(self._choice, ""),
        )
        grid = Titled(
            Tagged(thumbnails, FigurePart("heads", index)), "Layers ↓ heads →", shorter=["Layers ↓"]
        )
        grids: list[MeasureGrid] = []
        measured = MeasuredHeads(grid, self._measures(index, column, grids), maps.num_heads)
        self._level += grids
        self._measured.append(measured)
        return Titled(measured, column.title, column.slot)

    def _measures_below(self, index: int) -> Drawing:
        column = self._columns[index]
        if isinstance(column, ModelFailure):
            return TextBlock("")
        grids: list[MeasureGrid] = []
        measures = self._measures(index, column, grids)
        for grid in grids:
            grid.row_height = self._low_row()
        return Titled(measures, column.title, column.slot)

    def _measures(self, index: int, column: AttentionColumn, grids: list[MeasureGrid]) -> Drawing:
        """Entropy and distance; the grids that they are drawn in join `grids`."""
        widest = measure_grid.LEFT + 2 + column.view.maps.num_heads * measure_grid.MAX_CELL[0]
        first = self._measure(index, column, ENTROPY, SPREAD, grids)
        second: Drawing = TextBlock(NO_DISTANCE)
        if column.view.facts.of(DISTANCE) is not None:
            second = self._measure(index, column, DISTANCE, REACH, grids)
        return Beside(
            Titled(first, f"Entropy, {UNITS[ENTROPY]}", shorter=["Entropy"]),
            Titled(second, f"Distance, {UNITS[DISTANCE]}", shorter=["Distance"]),
            limit=lambda width: _half(width, widest),
            gap=MEASURE_GAP,
            min_rest=MIN_MEASURE,
        )

    def _measure(
        self, index: int, column: AttentionColumn, name: str, unit: str, grids: list[MeasureGrid]
    ) -> Tagged:
        """One number per head, on the scale of all models."""
        values = column.view.facts.of(name)
        assert values is not None
        maximum, place = self._tops[name], self._place(column)
        grids.append(
            MeasureGrid(values, maximum=maximum, unit=unit, scale_unit=UNITS[name], selected=place)
        )
        return Tagged(grids[-1], FigurePart("heads", index))

    def _low_row(self) -> float:
        return min(max(COMPACT_HEIGHT / self._layers, SMALLEST_ROW), LARGEST_ROW)

    def _place(self, column: AttentionColumn) -> tuple[int | None, int | None]:
        return column.view.maps.nearest(self._choice.layer, self._choice.head)


def effects(columns: Sequence[AttentionColumn | ModelFailure]) -> Row:
    """What the prediction of each model loses by what is switched off."""
    return Row([_effect(index, column) for index, column in enumerate(columns)])


def _effect(index: int, column: AttentionColumn | ModelFailure) -> Drawing:
    if isinstance(column, ModelFailure):
        return TextBlock("")
    if not column.looked.is_cut:
        return Titled(TextBlock("Nothing is switched off."), "As it is", column.slot)
    bars = [
        Bar(
            visible(place.label),
            place.after,
            slot=column.slot,
            text=f"{number(place.before)} → {number(place.after)}",
            ghost=place.before,
            note=best_note(place),
            tip=_tip(place),
        )
        for place in affected(column.looked)
    ]
    note = f"{effect_note(column.looked)} Outlined: the probability with everything on."
    if any(bar.note for bar in bars):
        note += " In grey: what is most probable, before and after."
    drawn = Tagged(Bars(bars, maximum=BAR_MAXIMUM), FigurePart("affected", index))
    return Titled(drawn, cut_title(column.looked), column.slot, note)


def _tip(place: AffectedPlace) -> str:
    told = f"{visible(place.label)}: {number(place.before)} → {number(place.after)}"
    best = best_note(place)
    return f"{told}; most probable: {best}" if best else told


def _top(views: Sequence[AttentionView], name: str) -> float:
    """The greatest number of all models."""
    known = [values for view in views if (values := view.facts.of(name)) is not None]
    return max([float(np.max(values, initial=0.0)) for values in known], default=0.0)


def _half(width: float, widest: float) -> float:
    """The width of the first of two measures: they share the line, or have one each."""
    half = (width - MEASURE_GAP) / 2
    return min(widest, half if half >= MIN_MEASURE else width)
