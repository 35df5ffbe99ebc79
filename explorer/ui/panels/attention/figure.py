"""The figure of the Attention panel: all heads small, what switching off costs, one head large."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.core.attention.view import TokenAxis
from explorer.ui.graphics.beside import Beside
from explorer.ui.graphics.charts.bars import BarHit
from explorer.ui.graphics.drawing import Drawing, Place, Stack
from explorer.ui.graphics.maps.head_grid import HeadHit
from explorer.ui.graphics.maps.head_lines import LineHit
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.graphics.tagged import tagged
from explorer.ui.panels.attention.bias_chart import HIGHEST, LOWEST, BiasHit
from explorer.ui.panels.attention.heads import GRID_HEIGHT, HeadsRow, effects
from explorer.ui.panels.attention.large import Large
from explorer.ui.panels.attention.maps import AxisHit
from explorer.ui.panels.attention.parts import (
    AttentionChoice,
    AttentionColumn,
    FigurePart,
    HeadAt,
    ModelFailure,
    TokenAt,
    affected,
    comparable_pair,
    feed_of,
)
from models.schema.records import NO_ORIGIN

THUMBNAILS_SHARE, LOWEST_GRID = 0.26, 100.0  # of the height that there is, and pixels
HEADS_SHARE, MIN_EFFECT = 0.56, 260.0  # of the width, and pixels of what is beside them
COMPARABLE_VIEWS = ("map", "lines", "both")
CELLS = (  # tried until all is in view
    *(44.0, 40.0, 36.0, 32.0, 29.0, 26.0, 24.0, 22.0),
    *(20.0, 18.0, 16.5, 15.0),
)
CHARTS = (HIGHEST, 340.0, 300.0, 260.0, 220.0, 180.0, LOWEST)  # heights, tried likewise


class AttentionFigure(Stack):
    """Rows of columns, one column per model; `pointed` says what a hit means.

    The numbers of the heads stand beside the thumbnails, or else below the large maps, which are
    what a person wants to see first.
    """

    def __init__(
        self, columns: Sequence[AttentionColumn | ModelFailure], choice: AttentionChoice
    ) -> None:
        self.columns = tuple(columns)
        self._choice = choice
        self.large = Large(columns, choice)
        self.views = self.large.views
        self.pair = None
        if choice.with_difference and choice.view in COMPARABLE_VIEWS:
            self.pair = comparable_pair(self.views)
        self.heads = HeadsRow(columns, choice)
        self._is_cut = any(column.looked.is_cut for column in self.views)
        rows: list[Drawing] = [self.heads]
        if self._is_cut:
            rows = _with_effects(self.heads, columns)
        self._maps = self.large.row(self.pair) if self.views else None
        if self._maps is not None:
            rows += [self._maps, self.large.legend(self.pair), self.heads.below]
        self._measures_at = rows.index(self.heads.below) if self.views else None  # also in a file
        notes = self.large.notes()
        super().__init__([*rows, *([notes] if notes else ())], "Attention")
        self._below = notes

    def fit(self, width: float, height: float) -> None:
        """Make the large maps as large as a window's room allows; notes may be below it."""
        self._fit_heads(height)
        self._fit_large(width, height + self._height_below(width))

    def fit_page(self, width: float, height: float) -> None:
        """The same for a page, on which all must be."""
        self._fit_heads(height)
        self._fit_large(width, height)

    def for_export(self) -> Drawing | None:
        """A figure of its own, which the page may fit while this one is on the screen."""
        return Stack.for_export(AttentionFigure(self.columns, self._choice))

    def _fit_heads(self, height: float) -> None:
        """In a low room the thumbnails are smaller."""
        self.heads.fit(min(max(THUMBNAILS_SHARE * height, LOWEST_GRID), GRID_HEIGHT))

    def _fit_large(self, width: float, height: float) -> None:
        if self._maps is None:
            return
        others = self.size(width).height() - self._maps.size(width).height()  # once: it is slow
        self._fit_maps(width, height - others)
        self._fit_charts(width, height - others)

    def _fit_maps(self, width: float, height: float) -> None:
        """The largest cells with which the large pictures fit; the smallest if none do."""
        assert self._maps is not None
        for chart in self.large.charts:
            chart.highest = LOWEST
        for cell in CELLS:
            for big in self.large.maps:
                big.max_cell = cell
            if self._maps.size(width).height() <= height:
                return

    def _fit_charts(self, width: float, height: float) -> None:
        """Charts take what the maps leave, and are as high as these at least."""
        assert self._maps is not None
        height = max(height, self._maps.size(width).height())
        for highest in CHARTS:
            for chart in self.large.charts:
                chart.highest = highest
            if self._maps.size(width).height() <= height:
                return

    def _height_below(self, width: float) -> float:
        """Of what may be out of sight: notes, and numbers of heads that are below the maps."""
        low = (self._below, self.heads.below)
        shown = (p for p in self._places(width) if self.drawings[p.index] in low)
        return sum(place.rect.height() + self.gap for place in shown)

    def _has_measures(self, width: float) -> bool:
        """Whether the numbers of the heads stand beside the thumbnails."""
        alone = self._is_cut and len(self.columns) == 1
        return self.heads.has_measures(HEADS_SHARE * width if alone else width)

    def _places(self, width: float) -> list[Place]:
        """Without the numbers below where they stand beside the thumbnails."""
        places = super()._places(width)
        below = [p for p in places if p.index == self._measures_at]
        if not below or not self._has_measures(width):
            return places
        gone = below[0].rect.height() + self.gap
        later = (p for p in places if p.index > below[0].index)
        moved = [Place(p.index, p.rect.translated(0, -gone)) for p in later]
        return [*places[: below[0].index], *moved]

    def pointed(self, hit: Any) -> HeadAt | TokenAt | None:
        """What lies under a hit, in terms of models, heads and tokens."""
        found = tagged(hit)
        if found is None:
            return None
        part, inner = found.tag, found.hit
        assert isinstance(part, FigurePart)
        if isinstance(inner, HeadHit):
            return HeadAt(part.column, inner.layer, inner.head)
        if isinstance(inner, BiasHit):
            return HeadAt(part.column, None, inner.head)
        column = self.columns[part.column]
        assert isinstance(column, AttentionColumn)
        if isinstance(inner, BarHit):
            effect = column.looked.effect
            assert effect is not None
            position = affected(column.looked)[inner.index].position
            return TokenAt(part.column, position, effect.feed)
        return _token(part.column, column, inner)


def _with_effects(
    heads: Drawing, columns: Sequence[AttentionColumn | ModelFailure]
) -> list[Drawing]:
    """What switching off costs below the heads; of one model beside them, if there is room."""
    lost = effects(columns)
    if len(columns) > 1:
        return [heads, lost]
    return [Beside(heads, lost, limit=lambda width: HEADS_SHARE * width, min_rest=MIN_EFFECT)]


def _token(index: int, column: AttentionColumn, hit: CellHit | AxisHit | LineHit) -> TokenAt | None:
    """The token of a row or column; of a cell it is the row's."""
    axis: TokenAxis = column.view.rows
    if isinstance(hit, CellHit):
        position = hit.row
    else:
        position = hit.position
        side = hit.axis if isinstance(hit, AxisHit) else hit.side
        axis = axis if side == "row" else column.view.columns
    place = int(axis.places[position])
    return None if place == NO_ORIGIN else TokenAt(index, place, feed_of(axis))
