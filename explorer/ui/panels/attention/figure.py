"""The figure of the Attention panel: all heads small, the chosen one large, one column per model.

A figure is built once from the answers, for a room of some height, and does not change afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import Any

from PySide6.QtCore import QPointF, QRectF

from explorer.core.attention.head_effect import AffectedPlace
from explorer.core.attention.heads import mean_of
from explorer.core.attention.inputs import seen_stream
from explorer.core.attention.measures import difference, distance_between
from explorer.core.attention.view import AttentionView, TokenAxis
from explorer.ui.graphics.beside import Beside
from explorer.ui.graphics.charts import measure_grid
from explorer.ui.graphics.charts.bars import Bar, BarHit, Bars
from explorer.ui.graphics.charts.measure_grid import MeasureGrid
from explorer.ui.graphics.charts.share_bar import difference_bar, direction_bar
from explorer.ui.graphics.drawing import Drawing, Group, Place, Row, TextBlock, Titled
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps import head_grid
from explorer.ui.graphics.maps.head_grid import HeadGrid, HeadHit
from explorer.ui.graphics.maps.head_lines import AreaHit, HeadLines, LineHit
from explorer.ui.graphics.maps.heat_map import (
    MAX_CELL,
    CellHit,
    difference_scale,
    label_room,
    shared_scale,
)
from explorer.ui.graphics.tagged import Tagged, tagged
from explorer.ui.graphics.tokens.token_strip import visible
from explorer.ui.panels.attention.bias_chart import BiasChart, BiasHit, bias_limits
from explorer.ui.panels.attention.column import (
    COMPARABLE_VIEWS,
    DIFFERENCE,
    VIEWS,
    AttentionChoice,
    AttentionColumn,
    FigurePart,
    HeadAt,
    ModelFailure,
    PictureAt,
    TokenAt,
    ablation_title,
    best_note,
    comparable_pair,
    effect_note,
    feed_of,
    place_name,
    probabilities,
    short_place,
)
from explorer.ui.panels.attention.maps import LATER, AttentionMap, AxisHit, score_scale
from explorer.ui.panels.attention.pictures import Equation, MapWithLines, Picture
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import NO_ORIGIN, FloatArray

COLUMN_GAP, GAP, HEAD_GAP = 32.0, 16.0, 8.0  # pixels
MIN_COLUMN = 200.0  # pixels, else columns wrap
MIN_SIDE = 420.0  # pixels of a large picture with the thumbnails beside it
HEADS_SHARE, LOWEST_GRID, GRID_HEIGHT = 0.22, 100.0, 140.0  # of thumbnails: of the room, and pixels
SMALLEST_THUMBNAIL, LARGEST_THUMBNAIL = 21.0, 46.0
FEW_LAYERS, LOW_HEIGHT, SMALLEST_ROW, LARGEST_ROW = 6, 120.0, 6.0, 18.0  # of the measures
MIN_MEASURE = 100.0  # pixels; with less, entropy is above distance
MIN_MEASURES = 2 * MIN_MEASURE + GAP
LARGEST_CELL = 88.0  # pixels, of a map that fills the panel
BAR_MAXIMUM = 1.2  # leaves room for both numbers after a bar of one
WEIGHT_LABEL = "weight, highest 1% clipped"
HEADS_LABEL = "all heads: weight"
SCORE_LABEL = "score, highest 1% clipped"
SWITCHED_OFF = "✕"
SCORE_COLOURS = (5, 4)  # of more and of less than zero, which are no model's
NOT_EARLIER = "which is not before it in the order"
MEASURES = (
    ("entropy", "Entropy", "nats", "nats; 0 is attention to one token alone, more to many"),
    ("distance", "Distance", "tokens", "tokens away on average"),
)
NO_DISTANCE = "Rows and columns are two texts, so there are no distances."

Columns = Sequence[AttentionColumn | ModelFailure]


class AttentionFigure(Group):
    """`room` is the height that there is, or None where any height will do.

    Large pictures take what the thumbnails and the legend leave of it. What the prediction loses
    by an ablation is below, so that it moves nothing.
    """

    def __init__(
        self, columns: Columns, choice: AttentionChoice, room: float | None = None
    ) -> None:
        self.columns = tuple(columns)
        self.choice = choice
        self.room = room
        shown = [c for c in columns if isinstance(c, AttentionColumn)]
        pair = comparable_pair(columns)
        wanted = choice.with_difference and choice.view in COMPARABLE_VIEWS and pair is not None
        self._pair = pair if wanted else None
        self._all = shown
        self._side = _side(shown, room)
        self._heads = [] if self._fills else list(range(len(columns)))
        self._index: dict[tuple[str, int], int] = {}
        self._parts: list[Drawing] = []
        self._pictures = list(self._large())
        self._build()
        super().__init__(self._parts, "Attention")

    # ---- what is in it

    @property
    def _fills(self) -> bool:
        """Whether one picture has all of the panel."""
        alone = self.choice.alone
        if alone == DIFFERENCE:
            return self._pair is not None
        return isinstance(alone, int) and isinstance(self.columns[alone], AttentionColumn)

    @property
    def pair(self) -> tuple[AttentionColumn, AttentionColumn] | None:
        """The models whose difference is drawn."""
        if self._pair is None or (self._fills and self.choice.alone != DIFFERENCE):
            return None
        first, second = (self.columns[index] for index in self._pair)
        assert isinstance(first, AttentionColumn)
        assert isinstance(second, AttentionColumn)
        return first, second

    @property
    def views(self) -> list[AttentionColumn]:
        """The models that are drawn; of a difference both."""
        if not self._fills:
            return self._all
        return [c for c in self._all if self.columns.index(c) in self._filling]

    @property
    def _filling(self) -> tuple[int, ...]:
        alone = self.choice.alone
        if alone == DIFFERENCE:
            assert self._pair is not None
            return self._pair
        assert isinstance(alone, int)
        return (alone,)

    def pointed(self, hit: Any) -> HeadAt | TokenAt | PictureAt | None:
        """What is under a hit, in terms of models, heads and tokens."""
        found = tagged(hit)
        if found is None:
            return None
        part, inner = found.tag, found.hit
        assert isinstance(part, FigurePart)
        if isinstance(inner, HeadHit):
            return HeadAt(part.column, inner.layer, inner.head)
        if isinstance(inner, BiasHit):
            return HeadAt(part.column, None, inner.head)
        if isinstance(inner, CellHit | AreaHit):
            return PictureAt(None if part.kind == "difference" else part.column)
        column = self.columns[part.column]
        assert isinstance(column, AttentionColumn)
        if isinstance(inner, BarHit):
            effect = column.answer.effect
            assert effect is not None
            return TokenAt(part.column, column.affected[inner.index].position, effect.feed)
        return _token(part.column, column, inner)

    def name_ends(self, width: float) -> dict[int, QPointF]:
        """Where the titles with the names of the models end, by column."""
        ends = {}
        for place in self._places(width):
            kind, column = self._kinds[place.index]
            drawing = self.drawings[place.index]
            if self._fills and kind == "head" and isinstance(self.choice.alone, int):
                column, kind = self.choice.alone, "name"
            if kind == "name" and isinstance(drawing, Titled):
                line = drawing._title_line(place.rect)
                title = drawing.shown_title(place.rect.width())
                ends[column] = line.topLeft() + QPointF(fonts.text_width(title, bold=True), 0)
        return ends

    @property
    def _kinds(self) -> dict[int, tuple[str, int]]:
        """What each drawing is, and of which column."""
        return {index: kind for kind, index in self._index.items()}

    # ---- building

    def _add(self, kind: str, drawing: Drawing, column: int = 0) -> None:
        self._index[kind, column] = len(self._parts)
        self._parts.append(drawing)

    def _build(self) -> None:
        for index in self._heads:
            self._add_heads(index, self.columns[index])
        for index, (head, picture) in enumerate(self._pictures):
            self._add("head", head, index)
            for number, drawing in enumerate(picture.drawings):
                self._add("picture" if number == 0 else f"picture {number}", drawing, index)
        if self._all:
            self._add("legend", self._legend())
        if any(column.answer.is_ablated for column in self._all) and not self._fills:
            effects = [_effect(at, column) for at, column in enumerate(self.columns)]
            self._add("effects", Row(effects))
        if (notes := self._notes()) is not None:
            self._add("notes", notes)

    def _add_heads(self, index: int, column: AttentionColumn | ModelFailure) -> None:
        if isinstance(column, ModelFailure):
            said = TextBlock(column.reason, hint=column.way_out)
            self._add("name", Titled(said, column.title, column.slot), index)
            return
        self._add("measures", self._measures(index, column), index)
        grid = HeadGrid(
            column.answer.thumbnails,
            selected=column.view.maps.nearest(self.choice.layer, self.choice.head),
            off=column.off,
            scale=Scale(1.0, root=self.choice.root_scale),
            max_side=self._side,
        )
        drawn = Tagged(grid, FigurePart("heads", index))
        self._add("name", Titled(drawn, column.title, column.slot, "Layers ↓ heads →"), index)
        self._add("measured", Titled(TextBlock(""), column.title, column.slot), index)

    @property
    def _grid_width(self) -> float:
        """Of the thumbnails of the model with most heads."""
        heads = max((column.view.maps.num_heads for column in self._all), default=1)
        return head_grid.LEFT + 2 + heads * (self._side + head_grid.GAP)

    def _measures(self, index: int, column: AttentionColumn) -> Beside:
        """Entropy and distance of each head, on the scale of all models."""
        widest = measure_grid.LEFT + 2 + column.view.maps.num_heads * measure_grid.MAX_CELL[0]
        first, second = (self._measure(index, column, *measure) for measure in MEASURES)
        return Beside(
            first, second, limit=lambda width: _half(width, widest), gap=GAP, min_rest=MIN_MEASURE
        )

    def _measure(
        self, index: int, column: AttentionColumn, name: str, title: str, unit: str, meaning: str
    ) -> Titled:
        values = column.view.facts.of(name)
        if values is None:
            return Titled(TextBlock(NO_DISTANCE), title)
        layers = column.view.maps.num_layers
        low = min(max(LOW_HEIGHT / layers, SMALLEST_ROW), LARGEST_ROW)
        others = (other.view.facts.of(name) for other in self._all)
        grid = MeasureGrid(
            values,
            maximum=max(float(each.max()) for each in others if each is not None),
            unit=meaning,
            scale_unit=unit,
            selected=column.view.maps.nearest(self.choice.layer, self.choice.head),
            row_height=self._side + head_grid.GAP if layers <= FEW_LAYERS else low,
        )
        drawn = Tagged(grid, FigurePart("heads", index))
        return Titled(drawn, f"{title}, {unit}", shorter=[title])

    def _legend(self) -> Row:
        """The scales of what is drawn."""
        choice, found = self.choice, list[Drawing]()
        if not self._fills:
            heads = Scale(1.0, root=choice.root_scale, label=HEADS_LABEL)
            found.append(ColourScale(heads))
        if choice.view not in ("lines", "bias"):
            found.append(ColourScale(self._weights))
        if self._scores is not None:
            found.append(ColourScale(self._scores, SCORE_COLOURS))
        if self.pair is not None:
            a, b = self.pair
            label = f"← more in {b.letter}, more in {a.letter} →"
            found.append(ColourScale(self._difference_scale(label), (a.slot, b.slot)))
        return Row(found, min_width=220)

    def _notes(self) -> TextBlock | None:
        """Where the authors' code and the paper differ, for what only some architectures have."""
        shown = [c.view for c in self.views if c.view.terms or c.view.bias]
        specs = {view.card.spec.name: view.card.spec for view in shown}
        lines = [f"{spec.title}: {note}" for spec in specs.values() for note in spec.notes]
        if not lines or self.choice.view not in ("terms", "bias"):
            return None
        return TextBlock("\n".join(lines), pixels=fonts.SMALL)

    # ---- large pictures

    def _large(self) -> Iterator[tuple[Drawing, Picture]]:
        """What is above the picture of each model that is drawn, and the picture."""
        alone = self.choice.alone
        for index, column in enumerate(self.columns):
            if not self._fills or alone == index:
                yield self._large_of(index, column)
        if self.pair is not None:
            yield self._difference()

    def _large_of(
        self, index: int, column: AttentionColumn | ModelFailure
    ) -> tuple[Drawing, Picture]:
        if isinstance(column, ModelFailure):
            return TextBlock(""), Picture(TextBlock(""))
        view = column.view
        title, *shorter = _titles(view, *view.maps.nearest(self.choice.layer, self.choice.head))
        above = self._above(column)
        if self.choice.view == "bias" and view.bias is not None:
            off = ", switched off" if view.bias.off else ""
            title = f"{view.stream.title} · {view.bias.spec.title} by distance{off}"
            shorter = [f"{view.bias.spec.title}{off}"]
        if self._fills:
            shorter = [title, *shorter]
            title = f"{column.title} · {title}"
        head = Titled(above, title, column.slot, shorter=shorter)
        return head, self._picture(index, column)

    def _above(self, column: AttentionColumn) -> Drawing:
        """What is said above the picture."""
        if self.choice.view == "bias":
            return TextBlock("") if column.view.bias else _no_bias(column.view)
        layer, head = column.view.maps.nearest(self.choice.layer, self.choice.head)
        return _directions(column, layer, head)

    def _picture(self, index: int, column: AttentionColumn) -> Picture:
        view, choice = column.view, self.choice
        part = FigurePart("map", index)
        if choice.view == "bias" and view.bias is not None:
            return Picture(Tagged(self._bias(column), FigurePart("bias", index)))
        if choice.view == "terms" and view.terms:
            return self._terms(column, part)
        lines = HeadLines(
            self._picked(column),
            column.names(view.rows),
            column.names(view.columns),
            slot=column.slot,
            focus=column.focus,
        )
        if choice.view == "lines":
            return Picture(Tagged(lines, part))
        big = self._map(column, self._picked(column), self._weights, self._rooms)
        return (
            MapWithLines(big, lines, part) if choice.view == "both" else Picture(Tagged(big, part))
        )

    def _picked(self, column: AttentionColumn) -> FloatArray:
        return column.view.maps.pick(self.choice.layer, self.choice.head)

    def _map(
        self,
        column: AttentionColumn,
        values: FloatArray,
        scale: Scale,
        room: tuple[float, float],
    ) -> AttentionMap:
        view = column.view
        return AttentionMap(
            values,
            column.names(view.rows),
            column.names(view.columns),
            visible_cells=view.sees,
            reason=LATER if view.order is None else NOT_EARLIER,
            scale=scale,
            slots=SCORE_COLOURS,
            focus=column.focus,
            room=room,
            max_cell=self._max_cell,
        )

    @property
    def _max_cell(self) -> float:
        """Of a map that fills the panel the cells may be larger."""
        return LARGEST_CELL if self._fills else MAX_CELL

    @cached_property
    def _rooms(self) -> tuple[float, float]:
        """Of the names beside the maps of all models, whose cells are level so."""
        axes = [(c.names(c.view.rows), c.names(c.view.columns)) for c in self._all]
        rows, columns = (
            max((label_room(pair[side]) for pair in axes), default=0) for side in (0, 1)
        )
        return rows, columns

    @cached_property
    def _weights(self) -> Scale:
        maps = [self._picked(column) for column in self._all]
        return shared_scale(maps, WEIGHT_LABEL, root=self.choice.root_scale)

    @cached_property
    def _scores(self) -> Scale | None:
        """Of the terms of all models, where these are drawn."""
        at = self.choice.layer, self.choice.head
        views = [c.view for c in self._all if c.view.terms and self.choice.view == "terms"]
        maps = [term.maps.pick(*at) for view in views for term in view.terms]
        maps += [view.score(*at) for view in views]
        return score_scale(maps, SCORE_LABEL) if maps else None

    def _terms(self, column: AttentionColumn, part: FigurePart) -> Equation:
        """Each term, their sum, and the weights that the softmax makes of it."""
        view, at = column.view, (self.choice.layer, self.choice.head)
        assert self._scores is not None
        titles = [
            f"{SWITCHED_OFF if term.off else '+' if number else ''} {term.spec.title}".strip()
            for number, term in enumerate(view.terms)
        ]
        room = 0.0, label_room(column.names(view.columns))
        scores = [*(term.maps.pick(*at) for term in view.terms), view.score(*at)]
        maps = [self._map(column, values, self._scores, room) for values in scores]
        maps.append(self._map(column, self._picked(column), self._weights, room))
        names = label_room(column.names(view.rows))
        return Equation(maps, [*titles, "= Score", "Weights"], names, part)

    def _bias(self, column: AttentionColumn) -> BiasChart:
        bias = column.view.bias
        assert bias is not None
        curves = [other.view.bias.curves for other in self._all if other.view.bias]
        return BiasChart(
            bias.curves,
            selected=column.view.maps.nearest(None, self.choice.head)[1],
            reach=column.view.rows.num_fed - 1,
            limits=bias_limits(curves),
            off=bias.off,
        )

    def _difference_scale(self, label: str) -> Scale:
        assert self.pair is not None
        values = difference(*(self._picked(column) for column in self.pair))
        return difference_scale(values, label, root=self.choice.root_scale)

    def _difference(self) -> tuple[Drawing, Picture]:
        assert self.pair is not None
        assert self._pair is not None
        a, b = self.pair
        maps = self._picked(a), self._picked(b)
        big = AttentionMap(
            difference(*maps),
            a.names(a.view.rows),
            a.names(a.view.columns),
            scale=self._difference_scale(""),
            slots=(a.slot, b.slot),
            focus=a.focus,
            room=self._rooms,
            max_cell=self._max_cell,
        )
        bar = difference_bar(float(distance_between(*maps)))
        head = Titled(bar, f"Difference, {a.letter} − {b.letter}")
        return head, Picture(Tagged(big, FigurePart("difference", self._pair[0])))

    # ---- layout

    def in_room(self, room: float) -> AttentionFigure:
        """The same in a room of another height."""
        if _side(self._all, room) != self._side:
            return AttentionFigure(self.columns, self.choice, room)
        made = copy(self)
        made.room = room
        return made

    def fit_page(self, width: float, height: float) -> Drawing:
        """On a page all must be in the room, and nothing is a hint to a person at the screen."""
        legend = self._index.get(("legend", 0))
        ends = [p.rect.bottom() for p in self._places(width) if p.index == legend]
        below = self.size(width).height() - max(ends, default=0.0)
        made = self.in_room(height - below)
        return made.for_export() or made

    def _places(self, width: float) -> list[Place]:
        page = _Page(self._index)
        beside = not self._fills and self._is_beside(width)
        if beside:
            low = self._place_side(page, width)
            self._place_large(page, width, 0.0, self._grid_room + GAP)
            page.bottom = max(page.bottom, low - GAP)
        else:
            measured = self._place_heads(page, width)
            self._place_large(page, width, page.bottom + GAP if self._heads else 0.0, 0.0)
        if not (beside or self._fills or measured):
            self._place_measures(page, width)
        page.below("effects", self._tall("effects", width), width)
        page.below("notes", self._tall("notes", width), width)
        return page.places

    def _tall(self, kind: str, width: float, column: int = 0) -> float:
        index = self._index.get((kind, column))
        return 0.0 if index is None else self.drawings[index].size(width).height()

    @property
    def _grid_room(self) -> float:
        return max(self._grid_width, MIN_MEASURES - GAP)

    def _is_beside(self, width: float) -> bool:
        """Whether the thumbnails are beside the large pictures, which are larger then."""
        if not self._all or self.pair is not None:
            return False
        least = max([MIN_SIDE, *(picture.min_width for _, picture in self._pictures)])
        lines = _split(len(self._pictures), width, self._min_width)
        return len(lines) == 1 and lines[0][0][2] - self._grid_room - GAP >= least

    @property
    def _min_width(self) -> float:
        return max((picture.min_width for _, picture in self._pictures), default=MIN_COLUMN)

    def _place_side(self, page: _Page, width: float) -> float:
        """Thumbnails and measures at the left of each column; returns where they end."""
        low = 0.0
        for index, x, _ in _split(len(self._pictures), width, self._min_width)[0]:
            bottom = 0.0
            for kind in ("name", "measures"):
                tall = self._tall(kind, self._grid_room, index)
                page.put(kind, index, QRectF(x, bottom, self._grid_room, tall))
                bottom += tall + GAP
            low = max(low, bottom)
        return low

    def _place_heads(self, page: _Page, width: float) -> bool:
        """Thumbnails in a line of columns; returns whether the measures are beside them."""
        lines = _split(len(self._heads), width, MIN_COLUMN)
        left = self._grid_width + 3 * GAP / 2
        measured = all(w - left >= MIN_MEASURES for line in lines for _, _, w in line)
        for line in lines:
            top = page.bottom + (GAP if page.bottom else 0.0)
            for index, x, w in line:
                if measured and ("measures", index) in self._index:
                    level = top + self._level(index, w)
                    tall = self._tall("measures", w - left, index)
                    page.put("measures", index, QRectF(x + left, level, w - left, tall))
                page.put("name", index, QRectF(x, top, w, self._tall("name", w, index)))
        return measured

    def _level(self, index: int, width: float) -> float:
        """How much lower the measures begin than the title, for their rows to be level."""
        titled = self.drawings[self._index["name", index]]
        assert isinstance(titled, Titled)
        own = Titled(TextBlock(""), "")._head(width) + measure_grid.TOP
        return titled._head(width) + head_grid.TOP - own

    def _place_large(self, page: _Page, width: float, top: float, indent: float) -> None:
        """The large pictures, which share what is left of the room; `indent` pixels are taken."""
        lines = _split(len(self._pictures), width, self._min_width)
        heads = [
            max(self._tall("head", w - indent, index) for index, _, w in line) + HEAD_GAP
            for line in lines
        ]
        others = top + sum(heads) + len(lines) * GAP + self._tall("legend", width - indent)
        share = None if self.room is None else (self.room - others) / max(len(lines), 1)
        for line, head in zip(lines, heads, strict=True):
            heights = [self._pictures[index][1].heights(w - indent) for index, _, w in line]
            least, most = (max(ends) for ends in zip(*heights, strict=True))
            height = most if share is None else min(max(share, least), most)
            for index, x, w in line:
                left, wide = x + indent, w - indent
                page.put("head", index, QRectF(left, top, wide, head - HEAD_GAP))
                for place in self._pictures[index][1].places(wide, height):
                    name = f"picture {place.index}" if place.index else "picture"
                    page.put(name, index, place.rect.translated(left, top + head))
            top += head + height + GAP
        wide = width - indent
        page.put("legend", 0, QRectF(indent, top, wide, self._tall("legend", wide)))

    def _place_measures(self, page: _Page, width: float) -> None:
        """The measures below the large pictures, where there is no room beside the thumbnails."""
        for line in _split(len(self._heads), width, MIN_COLUMN):
            top = page.bottom + GAP
            for index, x, w in line:
                name = self._tall("measured", w, index)
                page.put("measured", index, QRectF(x, top, w, name))
                tall = self._tall("measures", w, index)
                page.put("measures", index, QRectF(x, top + name, w, tall))


class _Page:
    """Where drawings are put, one after the other."""

    def __init__(self, index: dict[tuple[str, int], int]) -> None:
        self._index = index
        self.places: list[Place] = []
        self.bottom = 0.0

    def put(self, kind: str, column: int, rect: QRectF) -> None:
        """Put a drawing of a column there, if it has such a one."""
        if (kind, column) in self._index:
            self.places.append(Place(self._index[kind, column], rect))
            self.bottom = max(self.bottom, rect.bottom())

    def below(self, kind: str, height: float, width: float) -> None:
        """Put a drawing below all others."""
        self.put(kind, 0, QRectF(0, self.bottom + GAP, width, height))


def _split(count: int, width: float, least: float) -> list[list[tuple[int, float, float]]]:
    """Equally wide columns in as many lines as they need: (column, left, width)."""
    if not count:
        return []
    most = max(1, min(count, int((width + COLUMN_GAP) // (least + COLUMN_GAP))))
    most = -(-count // -(-count // most))  # four are two and two, not three and one
    wide = (width - COLUMN_GAP * (most - 1)) / most
    return [
        [(index, (index - start) * (wide + COLUMN_GAP), wide) for index in range(start, end)]
        for start, end in ((at, min(at + most, count)) for at in range(0, count, most))
    ]


def _side(columns: Sequence[AttentionColumn], room: float | None) -> float:
    """Of a thumbnail: smaller in a low room, and in a model of many layers."""
    height = GRID_HEIGHT if room is None else HEADS_SHARE * room
    height = min(max(height, LOWEST_GRID), GRID_HEIGHT)
    layers = max((column.view.maps.num_layers for column in columns), default=1)
    return min(max(height / layers, SMALLEST_THUMBNAIL), LARGEST_THUMBNAIL)


def _token(index: int, column: AttentionColumn, hit: AxisHit | LineHit) -> TokenAt | None:
    """The token of a row or column."""
    side = hit.axis if isinstance(hit, AxisHit) else hit.side
    axis: TokenAxis = column.view.rows if side == "row" else column.view.columns
    place = int(axis.places[hit.position])
    return None if place == NO_ORIGIN else TokenAt(index, place, feed_of(axis))


def _half(width: float, widest: float) -> float:
    """The width of the first of two measures: they share the line, or have one each."""
    half = (width - GAP) / 2
    return min(widest, half if half >= MIN_MEASURE else width)


def _titles(view: AttentionView, layer: int | None, head: int | None) -> list[str]:
    """Of a map, the whole title first, then shorter ones."""
    whole, short = place_name(layer, head), short_place(layer, head)
    if len(view.streams) == 1:
        return [whole, short]
    stream = view.stream.title
    average = [stream] if (layer, head) == (None, None) else []
    return [f"{stream} · {whole}", f"{stream} · {short}", *average, f"{short} · {stream}"]


def _no_bias(view: AttentionView) -> TextBlock:
    """That the part that is shown has no bias by distance, or that no part of the model has one."""
    spec = view.card.spec
    if any(not extra.by_layer for extra in spec.extras):
        none = f"{view.stream.title} has no bias by distance."
        return TextBlock(none, hint="Choose another part.")
    none = f"{spec.title} has no bias by distance."
    hint = f"See its “{VIEWS['terms']}” instead." if spec.extras else ""
    return TextBlock(none, hint=hint)


def _directions(column: AttentionColumn, layer: int | None, head: int | None) -> Drawing:
    """How much goes back, stays and goes ahead; between two texts that means nothing."""
    view = column.view
    shares = [view.facts.of(name) for name in ("back", "itself", "ahead")]
    known = [mean_of(values, layer, head) for values in shares if values is not None]
    if len(known) < len(shares):
        spec, seen = view.card.spec, seen_stream(view.card.spec, view.stream)
        rows = next(each for each in spec.streams if each.feed == view.stream.feed)
        return TextBlock(
            f"Rows are tokens of the {rows.title.lower()}, columns those of the "
            f"{seen.title.lower()}."
        )
    return direction_bar(known[0], known[1], known[2], column.slot)


def _effect(index: int, column: AttentionColumn | ModelFailure) -> Drawing:
    """What the prediction of one model loses by what is switched off."""
    if isinstance(column, ModelFailure):
        return TextBlock("")
    if not column.answer.is_ablated:
        return Titled(TextBlock("Nothing is switched off."), "As it is", column.slot)
    bars = [
        Bar(
            visible(place.label),
            place.after,
            slot=column.slot,
            text=probabilities(place),
            ghost=place.before,
            note=best_note(place),
            tip=_tip(place),
        )
        for place in column.affected
    ]
    note = f"{effect_note(column.answer)} Outlined: the probability with everything on."
    if any(bar.note for bar in bars):
        note += " In grey: what is most probable, before and after."
    drawn = Tagged(Bars(bars, maximum=BAR_MAXIMUM), FigurePart("affected", index))
    return Titled(drawn, ablation_title(column.answer), column.slot, note)


def _tip(place: AffectedPlace) -> str:
    said = f"{visible(place.label)}: {probabilities(place)}"
    best = best_note(place)
    return f"{said}; most probable: {best}" if best else said
