"""The drawings of the attention figure: thumbnails, measures, large pictures, scales, effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from explorer.core.attention.head_effect import AffectedPlace
from explorer.core.attention.heads import mean_of
from explorer.core.attention.inputs import seen_stream
from explorer.core.attention.measures import difference, distance_between
from explorer.core.attention.view import AttentionView
from explorer.ui.graphics.beside import Beside
from explorer.ui.graphics.charts import measure_grid
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.charts.measure_grid import MeasureGrid
from explorer.ui.graphics.charts.share_bar import difference_bar, direction_bar
from explorer.ui.graphics.drawing import Drawing, Row, TextBlock, Titled
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps import head_grid
from explorer.ui.graphics.maps.head_grid import HeadGrid
from explorer.ui.graphics.maps.head_lines import HeadLines
from explorer.ui.graphics.maps.heat_map import (
    MAX_CELL,
    difference_scale,
    label_room,
    shared_scale,
)
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.attention.bias_chart import BiasChart, bias_limits
from explorer.ui.panels.attention.column import (
    COMPARABLE_VIEWS,
    DIFFERENCE,
    VIEWS,
    AttentionChoice,
    AttentionColumn,
    FigurePart,
    ModelFailure,
    ablation_title,
    best_note,
    comparable_pair,
    effect_note,
    place_name,
    probabilities,
    short_place,
)
from explorer.ui.panels.attention.maps import LATER, AttentionMap, score_scale
from explorer.ui.panels.attention.pictures import Equation, MapWithLines, Picture
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import FloatArray

GAP = 16.0  # pixels
MIN_COLUMN = 200.0  # pixels, else columns wrap
HEADS_SHARE, LOWEST_GRID, GRID_HEIGHT = 0.22, 100.0, 140.0  # of thumbnails: of the room, and pixels
SMALLEST_THUMBNAIL, LARGEST_THUMBNAIL = 21.0, 46.0
FEW_LAYERS, LOW_HEIGHT, SMALLEST_ROW, LARGEST_ROW = 6, 120.0, 6.0, 18.0  # of the measures
MIN_MEASURE = 100.0  # pixels; with less, entropy is above distance
LARGEST_CELL = 88.0  # pixels, of a map that fills the panel
BAR_MAXIMUM = 1.2  # leaves room for both numbers after a bar of one
WEIGHT_LABEL = "weight, highest 1% clipped"
HEADS_LABEL = "all heads: weight"
SCORE_LABEL = "score, highest 1% clipped"
SWITCHED_OFF = "✕"
SCORE_COLOURS = (5, 4)  # of more and of less than zero, which are no model's
REASONS = {
    "left_to_right": LATER,
    "right_to_left": "which comes earlier",
    "by_order": "which is not before it in the order",
    "both": "which this layer leaves out",
}
MEASURES = (
    ("entropy", "Entropy", "nats", "nats; 0 is attention to one token alone, more to many"),
    ("distance", "Distance", "tokens", "tokens away on average"),
)
NO_DISTANCE = "Rows and columns are two texts, so there are no distances."

Columns = Sequence[AttentionColumn | ModelFailure]


class FigureParts:
    """The drawings of one figure, by what they are and of which column.

    `side` is that of a thumbnail. Scales are shared by all models, also by those that are not
    drawn while one picture fills the panel.
    """

    def __init__(self, columns: Columns, choice: AttentionChoice, side: float) -> None:
        self.columns = tuple(columns)
        self.choice = choice
        self.side = side
        self.answered = [c for c in columns if isinstance(c, AttentionColumn)]
        pair = comparable_pair(columns)
        wanted = choice.with_difference and choice.view in COMPARABLE_VIEWS
        self._pair = pair if wanted else None
        self.index: dict[tuple[str, int], int] = {}
        self.drawings: list[Drawing] = []
        self.pictures = list(self._large())
        self._build()

    @property
    def fills(self) -> bool:
        """Whether one picture has all of the panel."""
        alone = self.choice.alone
        if alone == DIFFERENCE:
            return self._pair is not None
        return isinstance(alone, int) and isinstance(self.columns[alone], AttentionColumn)

    @property
    def pair(self) -> tuple[AttentionColumn, AttentionColumn] | None:
        """The models whose difference is drawn."""
        if self._pair is None or (self.fills and self.choice.alone != DIFFERENCE):
            return None
        first, second = (self.columns[index] for index in self._pair)
        assert isinstance(first, AttentionColumn)
        assert isinstance(second, AttentionColumn)
        return first, second

    @property
    def views(self) -> list[AttentionColumn]:
        """The models that are drawn; of a difference both."""
        if not self.fills:
            return self.answered
        return [c for c in self.answered if self.columns.index(c) in self._filling]

    @property
    def _filling(self) -> tuple[int, ...]:
        alone = self.choice.alone
        if alone == DIFFERENCE:
            assert self._pair is not None
            return self._pair
        assert isinstance(alone, int)
        return (alone,)

    def _add(self, kind: str, drawing: Drawing, column: int = 0) -> None:
        self.index[kind, column] = len(self.drawings)
        self.drawings.append(drawing)

    def _build(self) -> None:
        for index, column in enumerate(() if self.fills else self.columns):
            self._add_heads(index, column)
        for index, (head, picture) in enumerate(self.pictures):
            self._add("head", head, index)
            for number, drawing in enumerate(picture.drawings):
                self._add("picture" if number == 0 else f"picture {number}", drawing, index)
        if self.answered:
            self._add("legend", self._legend())
        if any(column.answer.is_ablated for column in self.answered) and not self.fills:
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
            max_side=self.side,
        )
        drawn = Tagged(grid, FigurePart("heads", index))
        self._add("name", Titled(drawn, column.title, column.slot, "Layers ↓ heads →"), index)
        self._add("measured", Titled(TextBlock(""), column.title, column.slot), index)

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
        others = (other.view.facts.of(name) for other in self.answered)
        grid = MeasureGrid(
            values,
            maximum=max(float(each.max()) for each in others if each is not None),
            unit=meaning,
            scale_unit=unit,
            selected=column.view.maps.nearest(self.choice.layer, self.choice.head),
            row_height=self.side + head_grid.GAP if layers <= FEW_LAYERS else low,
        )
        drawn = Tagged(grid, FigurePart("heads", index))
        return Titled(drawn, f"{title}, {unit}", shorter=[title])

    def _legend(self) -> Row:
        """The scales of what is drawn."""
        choice, found = self.choice, list[Drawing]()
        if not self.fills:
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

    def _large(self) -> Iterator[tuple[Drawing, Picture]]:
        """What is above the picture of each model that is drawn, and the picture."""
        alone = self.choice.alone
        for index, column in enumerate(self.columns):
            if not self.fills or alone == index:
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
        if self.fills:
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
            visible_cells=view.sees_in(self.choice.layer),
            reason=REASONS[view.stream.direction],
            scale=scale,
            slots=SCORE_COLOURS,
            focus=column.focus,
            room=room,
            max_cell=self._max_cell,
        )

    @property
    def _max_cell(self) -> float:
        """Of a map that fills the panel the cells may be larger."""
        return LARGEST_CELL if self.fills else MAX_CELL

    @cached_property
    def _rooms(self) -> tuple[float, float]:
        """Of the names beside the maps of all models, whose cells are level so."""
        axes = [(c.names(c.view.rows), c.names(c.view.columns)) for c in self.answered]
        rows, columns = (
            max((label_room(pair[side]) for pair in axes), default=0) for side in (0, 1)
        )
        return rows, columns

    @cached_property
    def _weights(self) -> Scale:
        maps = [self._picked(column) for column in self.answered]
        return shared_scale(maps, WEIGHT_LABEL, root=self.choice.root_scale)

    @cached_property
    def _scores(self) -> Scale | None:
        """Of the terms of all models, where these are drawn."""
        at = self.choice.layer, self.choice.head
        views = [c.view for c in self.answered if c.view.terms and self.choice.view == "terms"]
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
        curves = [other.view.bias.curves for other in self.answered if other.view.bias]
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

    @property
    def grid_width(self) -> float:
        """Of the thumbnails of the model with most heads."""
        heads = max((column.view.maps.num_heads for column in self.answered), default=1)
        return head_grid.LEFT + 2 + heads * (self.side + head_grid.GAP)


def thumbnail_side(columns: Columns, room: float | None) -> float:
    """Of a thumbnail: smaller in a low room, and in a model of many layers."""
    height = GRID_HEIGHT if room is None else HEADS_SHARE * room
    height = min(max(height, LOWEST_GRID), GRID_HEIGHT)
    shown = (c.view.maps.num_layers for c in columns if isinstance(c, AttentionColumn))
    layers = max(shown, default=1)
    return min(max(height / layers, SMALLEST_THUMBNAIL), LARGEST_THUMBNAIL)


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
    """The effect of the ablation on the prediction of one model."""
    if isinstance(column, ModelFailure):
        return TextBlock("")
    if not column.answer.is_ablated:
        return Titled(TextBlock("Nothing is switched off."), "Unchanged", column.slot)
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
        note += " In grey: the most probable token, before and after."
    drawn = Tagged(Bars(bars, maximum=BAR_MAXIMUM), FigurePart("affected", index))
    return Titled(drawn, ablation_title(column.answer), column.slot, note)


def _tip(place: AffectedPlace) -> str:
    said = f"{visible(place.label)}: {probabilities(place)}"
    best = best_note(place)
    return f"{said}; most probable: {best}" if best else said
