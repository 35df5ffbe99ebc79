"""All heads of a model at once: thumbnails, what they do, and what switching off costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.attention_view import AttentionView
from explorer.core.head_effect import Place
from explorer.ui.drawing import Drawing, Row, TextBlock, Titled, number
from explorer.ui.widgets import measure_grid
from explorer.ui.widgets.attention.measured import Measured
from explorer.ui.widgets.attention.parts import (
    Choice,
    Column,
    Failure,
    Part,
    affected,
    best_note,
    cut_title,
    effect_note,
)
from explorer.ui.widgets.bars import Bar, Bars
from explorer.ui.widgets.beside import Beside
from explorer.ui.widgets.head_grid import GAP, LEFT, HeadGrid
from explorer.ui.widgets.measure_grid import MeasureGrid
from explorer.ui.widgets.tagged import Tagged
from explorer.ui.widgets.token_strip import visible

FEW_LAYERS = 6
MIN_MEASURE = 80.0  # pixels; else entropy and distance stand one above the other
COMPACT_HEIGHT, SMALLEST_ROW, LARGEST_ROW = 120.0, 6.0, 18.0  # of the measures of large models
GRID_HEIGHT = 140.0  # that the thumbnails of a small model fill
SMALLEST_THUMBNAIL, LARGEST_THUMBNAIL = 21.0, 46.0
BAR_MAXIMUM = 1.2  # leaves room for both numbers behind a bar of one
ENTROPY, DISTANCE = "entropy", "distance"
SPREAD = "nats; 0 is a look at one token alone, more a look at many"
REACH = "tokens away on average"
NO_DISTANCE = "Rows and columns are two texts, so nothing is near or far."


class HeadsRow(Row):
    """The thumbnails and measures of each model, on scales that all share."""

    def __init__(self, columns: Sequence[Column | Failure], choice: Choice) -> None:
        self._columns = tuple(columns)
        self._choice = choice
        shown = [column.view for column in columns if isinstance(column, Column)]
        self._layers = max((view.maps.num_layers for view in shown), default=1)
        self._tops = {name: _top(shown, name) for name in (ENTROPY, DISTANCE)}
        super().__init__([self._heads(index) for index in range(len(columns))])

    def _heads(self, index: int) -> Titled:
        column = self._columns[index]
        if isinstance(column, Failure):
            said = TextBlock(column.reason, hint=column.way_out)
            return Titled(said, column.title, column.slot)
        place = self._place(column)
        thumbnails = HeadGrid(column.looked.thumbnails, selected=place, off=column.off)
        num_heads = column.view.maps.num_heads
        limit = LEFT + 2 + num_heads * (self._thumbnail() + GAP)
        widest = measure_grid.LEFT + 2 + num_heads * measure_grid.MAX_CELL[0]
        first, second = self._measure(index, column, ENTROPY, SPREAD), self._distance(index, column)
        measures = Beside(
            Titled(first, "Entropy, nats", shorter=["Entropy"]),
            Titled(second, "Distance, tokens", shorter=["Distance"]),
            limit=lambda width: _half(width, widest),
            gap=16,
            min_rest=MIN_MEASURE,
        )
        grid = Titled(Tagged(thumbnails, Part("heads", index)), "Layers ↓ heads →")
        grids = [one.drawing for one in (first, second) if isinstance(one, Tagged)]
        both = Measured(grid, measures, limit, grids, (self._row_height(), self._low_row()))
        return Titled(both, column.title, column.slot)

    def _distance(self, index: int, column: Column) -> Drawing:
        if column.view.facts.of(DISTANCE) is None:
            return TextBlock(NO_DISTANCE)
        return self._measure(index, column, DISTANCE, REACH)

    def _measure(self, index: int, column: Column, name: str, unit: str) -> Tagged:
        """One number per head, on the scale of all models."""
        values = column.view.facts.of(name)
        assert values is not None
        grid = MeasureGrid(
            values,
            maximum=self._tops[name],
            unit=unit,
            selected=self._place(column),
        )
        return Tagged(grid, Part("heads", index))

    def _row_height(self) -> float:
        """Level with the thumbnails where there is room beside them, else small."""
        if len(self._columns) < 3 and self._layers <= FEW_LAYERS:
            return self._thumbnail() + GAP
        return self._low_row()

    def _low_row(self) -> float:
        return min(max(COMPACT_HEIGHT / self._layers, SMALLEST_ROW), LARGEST_ROW)

    def _thumbnail(self) -> float:
        """The side of a thumbnail, the same for all; models of any depth fill about one height."""
        side = GRID_HEIGHT / self._layers
        return min(max(side, SMALLEST_THUMBNAIL), LARGEST_THUMBNAIL)

    def _place(self, column: Column) -> tuple[int | None, int | None]:
        return column.view.maps.nearest(self._choice.layer, self._choice.head)


def effects(columns: Sequence[Column | Failure]) -> Row:
    """What the prediction of each model loses by what is switched off."""
    return Row([_effect(index, column) for index, column in enumerate(columns)])


def _effect(index: int, column: Column | Failure) -> Drawing:
    if isinstance(column, Failure):
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
    drawn = Tagged(Bars(bars, maximum=BAR_MAXIMUM), Part("affected", index))
    return Titled(drawn, cut_title(column.looked), column.slot, note)


def _tip(place: Place) -> str:
    told = f"{visible(place.label)}: {number(place.before)} → {number(place.after)}"
    best = best_note(place)
    return f"{told}; most probable: {best}" if best else told


def _top(views: Sequence[AttentionView], name: str) -> float:
    """The greatest number of all models."""
    known = [values for view in views if (values := view.facts.of(name)) is not None]
    return max([float(np.max(values, initial=0.0)) for values in known], default=0.0)


def _half(width: float, widest: float) -> float:
    """The width of the first of two measures: they share the line, or have one each."""
    half = width / 2 - 8
    return min(widest, half if half >= MIN_MEASURE else width)
