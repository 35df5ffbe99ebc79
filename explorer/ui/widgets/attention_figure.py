"""The figure of the Attention panel: all heads small, what switching off costs, one head large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from explorer.core.analysis.attention import difference, distance_between
from explorer.core.analysis.heads import mean_of
from explorer.core.attention_view import AttentionView
from explorer.core.head_effect import Effect
from explorer.ui.drawing import Drawing, Placed, Row, Stack, TextBlock, Titled, number
from explorer.ui.widgets import measure_grid
from explorer.ui.widgets.attention_map import (
    AttentionLines,
    AttentionMap,
    AxisHit,
    difference_scale,
    shared_scale,
)
from explorer.ui.widgets.bars import Bar, BarHit, Bars
from explorer.ui.widgets.beside import Beside
from explorer.ui.widgets.head_grid import GAP, LEFT, HeadGrid, HeadHit, Thumbnails
from explorer.ui.widgets.head_lines import LineHit
from explorer.ui.widgets.heat_map import CellHit
from explorer.ui.widgets.legend import ColourScale
from explorer.ui.widgets.measure_grid import MeasureGrid
from explorer.ui.widgets.share_bar import difference_bar, direction_bar

View = Literal["both", "map", "lines"]

MIN_LINES = 180.0  # pixels, else they stand below the map
FEW_LAYERS = 6
MIN_MEASURE = 80.0  # pixels; else entropy and distance stand one above the other
COMPACT_HEIGHT, SMALLEST_ROW, LARGEST_ROW = 120.0, 6.0, 18.0  # of the measures of large models
GRID_HEIGHT = 140.0  # that the thumbnails of a small model fill
SMALLEST_THUMBNAIL, LARGEST_THUMBNAIL = 21.0, 46.0
CELLS = (
    44.0,
    40.0,
    36.0,
    32.0,
    29.0,
    26.0,
    24.0,
    22.0,
    20.0,
    18.0,
    16.5,
    15.0,
)  # tried until all is in view
SCALE_LABEL = "weight; the top 1 % look alike"
BAR_MAXIMUM = 1.2  # leaves room for both numbers behind a bar of one
MAX_PLACES = 6  # of what the prediction loses
MEASURES = (("entropy", "Entropy", "nats"), ("distance", "Distance", "tokens on average"))


@dataclass(frozen=True, eq=False)
class Column:
    """What is known of one model. `effect` is None while it is measured, and where it cannot be."""

    slot: int
    title: str
    view: AttentionView
    thumbnails: Thumbnails
    off: frozenset[tuple[int, int]] = frozenset()  # of the stream that is shown
    num_off: int = 0  # of all streams
    effect: Effect | None = None
    measuring: bool = False
    token: int | None = None  # place in the encoding that is selected


@dataclass(frozen=True, eq=False)
class Failure:
    """A model that cannot be shown, and why."""

    slot: int
    title: str
    reason: str


@dataclass(frozen=True)
class Choice:
    """What of it is drawn."""

    layer: int | None = None
    head: int | None = None
    view: View = "map"
    with_difference: bool = True


@dataclass(frozen=True)
class HeadAt:
    """A head of one column was pointed at."""

    column: int
    layer: int
    head: int


@dataclass(frozen=True)
class TokenAt:
    """A token of one column, by its place in the encoding."""

    column: int
    position: int


class AttentionFigure(Stack):
    """Rows of columns, one column per model; `pointed` says what a hit means."""

    def __init__(self, columns: Sequence[Column | Failure], choice: Choice) -> None:
        self.columns = tuple(columns)
        self.choice = choice
        self.views = [column for column in self.columns if isinstance(column, Column)]
        self.pair = comparable_pair(self.views) if choice.with_difference else None
        self._big: list[AttentionMap] = []
        self.picked = [column.view.maps.pick(choice.layer, choice.head) for column in self.views]
        self._scale = shared_scale(self.picked, SCALE_LABEL)
        self._rows = [("heads", self._heads_row())]
        if any(column.num_off for column in self.views):
            self._rows.append(("effect", self._effect_row()))
        if self.views:
            self._rows += [("large", self._large_row()), ("legend", self._legend_row())]
        super().__init__([row for _, row in self._rows], "Attention")

    def fit(self, width: float, height: float) -> None:
        """Make the cells of the large maps as large as the room allows."""
        for cell in CELLS:
            for big in self._big:
                big.max_cell = cell
            if self.size(width).height() <= height:
                return

    def pointed(self, hit: Any) -> HeadAt | TokenAt | None:
        """What lies under a hit, in terms of models, heads and tokens."""
        if not isinstance(hit, Placed) or not isinstance(hit.hit, Placed):
            return None
        kind, (column, inner) = self._rows[hit.index][0], (hit.hit.index, hit.hit.hit)
        if kind == "heads":
            return self._pointed_head(column, inner)
        if kind == "effect" and isinstance(inner, BarHit):
            affected = _affected(self.columns[column])
            return TokenAt(column, affected[inner.index].position)
        if kind == "large" and isinstance(inner, Placed):
            return self._pointed_token(column, inner.hit)
        return None

    def _pointed_head(self, column: int, inner: Any) -> HeadAt | None:
        while isinstance(inner, Placed):
            inner = inner.hit
        if isinstance(inner, HeadHit):
            return HeadAt(column, inner.layer, inner.head)
        return None

    def _pointed_token(self, column: int, inner: Any) -> TokenAt | None:
        while isinstance(inner, Placed):
            inner = inner.hit
        if column >= len(self.columns):  # the difference
            assert self.pair is not None
            column = self.columns.index(self.views[self.pair[0]])
        shown = self.columns[column]
        if isinstance(shown, Failure):
            return None
        if isinstance(inner, CellHit):
            row = inner.row
        elif isinstance(inner, AxisHit | LineHit):
            row = inner.position
        else:
            return None
        return TokenAt(column, int(shown.view.positions[row]))

    # ---- all heads

    def _heads_row(self) -> Row:
        tops = {
            name: max([float(_measure(c, name).max(initial=0.0)) for c in self.views], default=0.0)
            for name, _, _ in MEASURES
        }
        return Row([self._heads(column, tops) for column in self.columns])

    def _heads(self, column: Column | Failure, tops: dict[str, float]) -> Titled:
        if isinstance(column, Failure):
            return Titled(TextBlock(column.reason), column.title, column.slot)
        grid = HeadGrid(column.thumbnails, selected=self._place(column), off=column.off)
        num_heads = column.view.maps.num_heads
        limit = LEFT + 2 + num_heads * (self._thumbnail() + GAP)
        first, second = (
            self._measures(column, tops[name], name, *told) for name, *told in MEASURES
        )
        widest = measure_grid.LEFT + 2 + num_heads * measure_grid.MAX_CELL[0]
        measures = Beside(
            first, second, limit=lambda width: _half(width, widest), gap=16, min_rest=MIN_MEASURE
        )
        both = Beside(Titled(grid, "Heads"), measures, limit=limit, min_rest=100)
        return Titled(both, column.title, column.slot)

    def _measures(self, column: Column, top: float, name: str, title: str, unit: str) -> Titled:
        """One number per head, on the scale of all models."""
        grid = MeasureGrid(
            _measure(column, name),
            maximum=top,
            unit=unit,
            selected=self._place(column),
            row_height=self._row_height(),
        )
        return Titled(grid, title)

    def _row_height(self) -> float:
        """Level with the thumbnails where there is room beside them, else small."""
        layers = max(column.view.maps.num_layers for column in self.views)
        if len(self.columns) < 3 and layers <= FEW_LAYERS:
            return self._thumbnail() + GAP
        return min(max(COMPACT_HEIGHT / layers, SMALLEST_ROW), LARGEST_ROW)

    def _thumbnail(self) -> float:
        """The side of a thumbnail, the same for all; models of any depth fill about one height."""
        layers = max(column.view.maps.num_layers for column in self.views)
        return min(max(GRID_HEIGHT / layers, SMALLEST_THUMBNAIL), LARGEST_THUMBNAIL)

    def _place(self, column: Column) -> tuple[int | None, int | None]:
        return column.view.maps.nearest(self.choice.layer, self.choice.head)

    # ---- what switching off costs

    def _effect_row(self) -> Row:
        return Row([self._effect(column) for column in self.columns])

    def _effect(self, column: Column | Failure) -> Drawing:
        if isinstance(column, Failure):
            return TextBlock("")
        if not column.num_off:
            return Titled(TextBlock("All heads are on."), "As it is", column.slot)
        bars = [
            Bar(
                place.label,
                place.after,
                slot=column.slot,
                text=f"{number(place.before)} → {number(place.after)}",
                ghost=place.before,
            )
            for place in _affected(column)
        ]
        heads = "head" if column.num_off == 1 else "heads"
        title = f"Without {column.num_off} {heads}"
        note = f"{effect_note(column)} Outlined: the probability with all heads."
        return Titled(Bars(bars, maximum=BAR_MAXIMUM), title, column.slot, note)

    # ---- one head large

    def _large_row(self) -> Row:
        pictures: list[Drawing] = [self._large(column) for column in self.columns]
        if self.pair is not None:
            pictures.append(self._difference(*self.pair))
        widths = [big.label_widths for big in self._big]
        for big in self._big:
            big.align((max(width for width, _ in widths), max(height for _, height in widths)))
        return Row(pictures)

    def _large(self, column: Column | Failure) -> Drawing:
        if isinstance(column, Failure):
            return TextBlock("")
        view, (layer, head) = column.view, self._place(column)
        shares = [
            mean_of(v, layer, head) for v in (view.facts.back, view.facts.itself, view.facts.ahead)
        ]
        bar = direction_bar(shares[0], shares[1], shares[2], column.slot)
        picture = self._picture(column)
        title = place_name(layer, head)
        if len(view.streams) > 1:
            title = f"{view.stream.title} · {title}"
        return Titled(Stack([bar, picture], gap=8), title, column.slot)

    def _picture(self, column: Column) -> Drawing:
        if self.choice.view == "lines":
            return self._lines(column)
        big = self._map(column)
        if self.choice.view == "map":
            return big
        return Beside(big, self._lines(column), limit=big.natural_width, min_rest=MIN_LINES)

    def _map(self, column: Column) -> AttentionMap:
        view = column.view
        big = AttentionMap(
            self.picked[self.views.index(column)],
            view.rows,
            view.columns,
            causal=view.stream.causal,
            scale=self._scale,
            focus=view.row_of(column.token),
        )
        self._big.append(big)
        return big

    def _lines(self, column: Column) -> AttentionLines:
        view = column.view
        weights = self.picked[self.views.index(column)]
        focus = view.row_of(column.token)
        return AttentionLines(weights, view.rows, view.columns, slot=column.slot, focus=focus)

    def _difference(self, first: int, second: int) -> Titled:
        a, b = self.views[first], self.views[second]
        values = difference(self.picked[first], self.picked[second])
        big = AttentionMap(
            values,
            a.view.rows,
            a.view.columns,
            scale=difference_scale(values, ""),
            slots=(a.slot, b.slot),
            focus=a.view.row_of(a.token),
        )
        self._big.append(big)
        bar = difference_bar(float(distance_between(self.picked[first], self.picked[second])))
        return Titled(Stack([bar, big], gap=8), f"Difference, {_letter(a)} − {_letter(b)}")

    def _legend_row(self) -> Row:
        legends: list[Drawing] = []
        if self.choice.view != "lines":
            legends.append(ColourScale(self._scale))
        if self.pair is not None:
            a, b = (self.views[index] for index in self.pair)
            values = difference(*(self.picked[index] for index in self.pair))
            label = f"more in {_letter(b)}   ·   more in {_letter(a)}"
            legends.append(ColourScale(difference_scale(values, label), (a.slot, b.slot)))
        return Row(legends, min_width=220)


def comparable_pair(columns: Sequence[Column]) -> tuple[int, int] | None:
    """The first two models whose tokens are the same, one by one."""
    for second in range(len(columns)):
        for first in range(second):
            if columns[first].view.tokens == columns[second].view.tokens:
                return first, second
    return None


def place_name(layer: int | None, head: int | None) -> str:
    """Which map it is, counted from one as everywhere on the screen."""
    if layer is None:
        return "Average of all heads" if head is None else f"Head {head + 1}, average of the layers"
    if head is None:
        return f"Layer {layer + 1}, average of its heads"
    return f"Layer {layer + 1}, head {head + 1}"


def effect_note(column: Column) -> str:
    """What the prediction loses, in one line."""
    if column.effect is None:
        if column.measuring:
            return "Measuring what the prediction loses …"
        return "Nothing on this stream predicts tokens, so there is no loss to tell."
    before, after = column.effect.loss_before, column.effect.loss_after
    sign = "+" if after >= before else "−"
    return (
        f"Loss {before:.3f} → {after:.3f} nats ({sign}{abs(after - before):.3f}): "
        f"{column.effect.judged}."
    )


def _affected(column: Column | Failure) -> list[Any]:
    if isinstance(column, Failure) or column.effect is None:
        return []
    return column.effect.most_affected(MAX_PLACES)


def _half(width: float, widest: float) -> float:
    """The width of the first of two measures: they share the line, or have one each."""
    half = width / 2 - 8
    return min(widest, half if half >= MIN_MEASURE else width)


def _measure(column: Column, name: str) -> np.ndarray:
    values: np.ndarray = getattr(column.view.facts, name)
    return values


def _letter(column: Column) -> str:
    return "ABCD"[column.slot % 4]
