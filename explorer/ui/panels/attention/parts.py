"""The drawings of the attention figure: thumbnails, measures, large pictures, scales, effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from explorer.core.attention.head_effect import AffectedToken
from explorer.core.attention.heads import mean_of
from explorer.core.attention.inputs import key_stream
from explorer.core.attention.measures import difference, distance_between
from explorer.core.attention.view import AttentionView, ByteArray
from explorer.core.languages.alignment import Alignment
from explorer.core.library.slots import ModelFailure
from explorer.core.localization import tr
from explorer.core.readable import join_names
from explorer.ui.graphics.charts.bars import Bar, Bars, difference_bar, direction_bar
from explorer.ui.graphics.drawing import (
    Drawing,
    InLines,
    Row,
    Tagged,
    TextBlock,
    Titled,
    TwoColumns,
)
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps import head_grid
from explorer.ui.graphics.maps.head_grid import HeadGrid, MeasureGrid
from explorer.ui.graphics.maps.head_lines import HeadLines
from explorer.ui.graphics.maps.heat_map import MAX_CELL, difference_scale, label_room, shared_scale
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.attention.bias_chart import BiasChart, bias_limits
from explorer.ui.panels.attention.pictures import (
    LATER,
    AlignmentMap,
    AttentionMap,
    Equation,
    MapWithHops,
    MapWithLines,
    VisibilityMap,
    block_legend,
    score_scale,
)
from explorer.ui.panels.attention.scene import (
    VIEWS,
    AttentionColumn,
    AttentionScene,
    FigurePart,
)
from explorer.ui.panels.attention.text import (
    ablation_title,
    alignment_note,
    best_note,
    effect_note,
    place_name,
    probabilities,
    short_place,
)
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import FloatArray

GAP = 16.0  # pixels
HEADS_SHARE, LOWEST_GRID, GRID_HEIGHT = 0.22, 100.0, 140.0  # of thumbnails: of the room, and pixels
SMALLEST_THUMBNAIL, LARGEST_THUMBNAIL = 21.0, 46.0
FEW_LAYERS, LOW_HEIGHT, SMALLEST_ROW, LARGEST_ROW = 6, 120.0, 6.0, 18.0  # of the measures
MIN_MEASURE = 100.0  # pixels; with less, entropy is above distance
LARGEST_CELL = 88.0  # pixels, of a map that fills the panel
BAR_MAXIMUM = 1.2  # leaves room for both numbers after a bar of one
WORDS_LABEL = tr("attention of words, mean of both directions")
WEIGHT_LABEL = tr("weight, highest 1% clipped")
THUMBNAIL_LABEL = tr("weight")
SCORE_LABEL = tr("score, highest 1% clipped")
SWITCHED_OFF = "✕"
SCORE_COLOURS = (5, 4)  # of more and of less than zero, which are no model's
LEFT_OUT = tr("which this layer leaves out")
REASONS = {
    "left_to_right": LATER,
    "right_to_left": tr("which comes earlier"),
    "by_order": tr("which is not before it in the order"),
    "both": LEFT_OUT,
}
ENTROPY_UNIT = tr("nats; 0 is attention to one token alone, more to many")
MEASURES = (  # the name, the title, the unit, and the unit in more words
    ("entropy", tr("Entropy"), tr("nats"), ENTROPY_UNIT),
    ("distance", tr("Distance"), tr("tokens"), tr("tokens away on average")),
)
NO_DISTANCE = tr("Rows and columns are two texts, so there are no distances.")


class FigureParts:
    """The drawings of one figure, by what they are and of which column.

    `side` is that of a thumbnail. Scales are shared by all models, also by those that are not
    drawn while one picture fills the panel.
    """

    def __init__(self, scene: AttentionScene, side: float) -> None:
        self.scene = scene
        self.side = side
        self.fills = scene.alone is not None
        self.index: dict[tuple[str, int], int] = {}
        self.drawings: list[Drawing] = []
        self.pictures = list(self._pictures())
        self._build()

    def _add(self, kind: str, drawing: Drawing, column: int = 0) -> None:
        self.index[kind, column] = len(self.drawings)
        self.drawings.append(drawing)

    def _build(self) -> None:
        scene = self.scene
        for index, column in enumerate(() if self.fills else scene.columns):
            self._add_heads(index, column)
        for index, (title, picture) in enumerate(self.pictures):
            self._add("head", title, index)
            self._add("picture", picture, index)
        if scene.answered_columns:
            self._add("legend", self._legend())
        if any(column.answer.is_ablated for column in scene.answered_columns) and not self.fills:
            effects = [_effect(index, column) for index, column in enumerate(scene.columns)]
            self._add("effects", Row(effects))
        if (notes := self._notes()) is not None:
            self._add("notes", notes)

    # ---- thumbnails and measures

    def _add_heads(self, index: int, column: AttentionColumn | ModelFailure) -> None:
        title, slot = column.model.title, column.model.index
        if isinstance(column, ModelFailure):
            reason = TextBlock(column.error.message, hint=column.error.hint)
            self._add("name", Titled(reason, title, slot), index)
            return
        self._add("measures", self._measures(index, column), index)
        grid = HeadGrid(
            column.answer.thumbnails,
            selected=column.place,
            off=column.off,
            scale=Scale(1.0, root=self.scene.options.root_scale, label=THUMBNAIL_LABEL),
            max_side=self.side,
        )
        tagged = Tagged(grid, FigurePart("heads", index))
        self._add("name", Titled(tagged, title, slot, tr("Layers ↓ heads →")), index)
        self._add("measured", Titled(TextBlock(""), title, slot), index)

    def _measures(self, index: int, column: AttentionColumn) -> TwoColumns:
        """Entropy and distance of each head, on the scale of all models."""
        widest = head_grid.MEASURE_LEFT + 2 + column.view.maps.num_heads * head_grid.MAX_CELL[0]

        def limit(width: float) -> float:
            """Return the most width of a measure: half the line if it suffices, else all."""
            half = (width - GAP) / 2
            return min(widest, half if half >= MIN_MEASURE else width)

        first, second = (self._measure(index, column, *measure) for measure in MEASURES)
        return TwoColumns(first, second, limit=limit, gap=GAP, min_rest=MIN_MEASURE)

    def _measure(
        self, index: int, column: AttentionColumn, name: str, title: str, unit: str, meaning: str
    ) -> Titled:
        values, maps = column.view.facts.of(name), column.view.maps
        if values is None:
            return Titled(TextBlock(NO_DISTANCE), title)
        low = min(max(LOW_HEIGHT / maps.num_layers, SMALLEST_ROW), LARGEST_ROW)
        others = (other.view.facts.of(name) for other in self.scene.answered_columns)
        grid = MeasureGrid(
            values,
            maximum=max(float(each.max()) for each in others if each is not None),
            unit=meaning,
            scale_unit=unit,
            selected=column.place,
            row_height=self.side + head_grid.GAP if maps.num_layers <= FEW_LAYERS else low,
        )
        tagged = Tagged(grid, FigurePart("heads", index))
        return Titled(tagged, f"{title}, {unit}", shorter=[title])

    @property
    def grid_width(self) -> float:
        """The width of the thumbnails of the model with most heads."""
        heads = max(
            (column.view.maps.num_heads for column in self.scene.answered_columns), default=1
        )
        return head_grid.LEFT + 2 + heads * (self.side + head_grid.GAP)

    # ---- large pictures

    def _pictures(self) -> Iterator[tuple[Drawing, Drawing]]:
        """What is above the picture of each model that is drawn, and the picture."""
        for index, column in enumerate(self.scene.columns):
            if self.scene.alone not in (None, column.model.key):
                continue
            if isinstance(column, ModelFailure):
                yield TextBlock(""), TextBlock("")
            else:
                yield self._title(column), self._picture(index, column)
        if self.scene.pair is not None:
            yield self._difference(*self.scene.pair)

    def _title(self, column: AttentionColumn) -> Titled:
        """The title of a picture, and what is between both."""
        view, place = column.view, column.place
        titles = _titles(view, *place)
        above: Drawing
        if self.scene.view == "alignment":
            above = TextBlock(alignment_note(view, *place), pixels=fonts.SMALL)
        elif self.scene.view != "bias":
            above = _directions(column)
        elif view.bias is None:
            above = _no_bias(view)
        else:
            above = TextBlock(self._bias(column).words, pixels=fonts.SMALL)
            off = tr(", switched off") if view.bias.off else ""
            name = tr(view.bias.spec.title)
            titles = [
                tr("{stream} · {bias} by distance", stream=tr(view.stream.title), bias=name) + off,
                f"{name}{off}",
            ]
        if self.fills:
            titles.insert(0, f"{column.title} · {titles[0]}")
        return Titled(above, titles[0], column.model.index, shorter=titles[1:])

    def _picture(self, index: int, column: AttentionColumn) -> Drawing:
        kind, part = self.scene.view, FigurePart("map", index)
        if kind == "bias" and column.view.bias is not None:
            return Tagged(self._bias(column), FigurePart("bias", index))
        if kind == "terms" and column.view.terms:
            return self._terms(column, part)
        if kind == "alignment" and column.view.alignment is not None:
            return Tagged(self._build_alignment_map(column.view.alignment), part)
        if kind == "blocks" and (kinds := column.kinds) is not None:
            return self._blocks(column, kinds, part)
        slot, focus = column.model.index, column.focus
        lines = HeadLines(column.weights, *column.names, slot=slot, focus=focus)
        if kind == "lines":
            return Tagged(lines, part)
        large = self._map(column, column.weights, self._weights)
        return MapWithLines(large, lines, part) if kind == "both" else Tagged(large, part)

    def _blocks(self, column: AttentionColumn, kinds: ByteArray, part: FigurePart) -> Drawing:
        """The kinds, and what reaches the selected token."""
        large = VisibilityMap(
            kinds,
            *column.names,
            column.view.hops if column.view.same_text else None,
            reason=LEFT_OUT,
            focus=column.focus,
            room=self._rooms,
            max_cell=self._max_cell,
        )
        hops = column.hops
        return Tagged(large, part) if hops is None else MapWithHops(large, hops.tolist(), part)

    def _map(
        self, column: AttentionColumn, values: FloatArray, scale: Scale, **options: Any
    ) -> AttentionMap:
        """The cells may be larger in a map that fills the panel."""
        usual = {
            "visible_cells": column.view.visible_in(*column.chosen),
            "reason": REASONS[column.view.stream.direction],
            "blocks": column.view.blocks,
            "slots": SCORE_COLOURS,
            "focus": column.focus,
            "room": self._rooms,
            "max_cell": self._max_cell,
        }
        return AttentionMap(values, *column.names, scale=scale, **(usual | options))

    @property
    def _max_cell(self) -> float:
        return LARGEST_CELL if self.fills else MAX_CELL

    @cached_property
    def _rooms(self) -> tuple[float, float]:
        """The room for row and column names, equal in all models so that their cells are level."""
        widths = [
            [label_room(names) for names in column.names] for column in self.scene.answered_columns
        ]
        rows, columns = np.max(widths, axis=0, initial=0).tolist()
        return rows, columns

    @cached_property
    def _weights(self) -> Scale:
        maps = [column.weights for column in self.scene.answered_columns]
        return shared_scale(maps, WEIGHT_LABEL, root=self.scene.options.root_scale)

    @cached_property
    def _scores(self) -> Scale | None:
        """The common scale of the scores and their terms; None where terms are not drawn."""
        at, drawn = self.scene.head, self.scene.view == "terms"
        views = [one.view for one in self.scene.answered_columns if one.view.terms and drawn]
        maps = [term.maps.pick(*at) for view in views for term in view.terms]
        maps += [view.score(*at) for view in views]
        return score_scale(maps, SCORE_LABEL) if maps else None

    def _terms(self, column: AttentionColumn, part: FigurePart) -> Equation:
        """Each term, their sum, and the weights that the softmax makes of it."""
        view, at = column.view, self.scene.head
        assert self._scores is not None
        titles = [
            f"{SWITCHED_OFF if term.off else '+' if number else ''} {tr(term.spec.title)}".strip()
            for number, term in enumerate(view.terms)
        ]
        rows, columns = map(label_room, column.names)
        scores = [*(term.maps.pick(*at) for term in view.terms), view.score(*at)]
        scaled = [*((values, self._scores) for values in scores), (column.weights, self._weights)]
        maps = [self._map(column, *values, room=(0.0, columns)) for values in scaled]
        return Equation(maps, [*titles, tr("= Score"), tr("Weights")], rows, part)

    def _bias(self, column: AttentionColumn) -> BiasChart:
        bias = column.view.bias
        assert bias is not None
        curves = [one.view.bias.curves for one in self.scene.answered_columns if one.view.bias]
        return BiasChart(
            bias.curves,
            selected=column.place[1],
            reach=column.view.rows.num_fed - 1,
            limits=bias_limits(curves),
            off=bias.off,
        )

    def _build_alignment_map(self, words: Alignment) -> AlignmentMap:
        at, scale = self.scene.head, self._word_weights
        weights, read = words.maps.pick(*at), words.read(*at)
        return AlignmentMap(weights, words, read, scale=scale, max_cell=self._max_cell)

    @cached_property
    def _word_weights(self) -> Scale:
        """The common scale of the word alignments of all models."""
        known = [one.view.alignment for one in self.scene.answered_columns if one.view.alignment]
        maps = [each.maps.pick(*self.scene.head) for each in known]
        return shared_scale(maps, WORDS_LABEL, root=self.scene.options.root_scale)

    def _difference(self, a: AttentionColumn, b: AttentionColumn) -> tuple[Drawing, Drawing]:
        slots, scale = (a.model.index, b.model.index), self._difference_scale
        values = difference(a.weights, b.weights)
        large = self._map(a, values, scale, slots=slots, visible_cells=None)
        letters = {"first": a.model.letter, "second": b.model.letter}
        bar = difference_bar(float(distance_between(a.weights, b.weights)))
        title = Titled(bar, tr("Difference, {first} − {second}", **letters))
        return title, Tagged(large, FigurePart("difference", self.scene.columns.index(a)))

    @cached_property
    def _difference_scale(self) -> Scale:
        """The scale of the weight differences of the two compared models."""
        assert self.scene.pair is not None
        a, b = self.scene.pair
        letters = {"first": a.model.letter, "second": b.model.letter}
        label = tr("← more in {second}, more in {first} →", **letters)
        root = self.scene.options.root_scale
        return difference_scale(difference(a.weights, b.weights), label, root=root)

    # ---- below

    def _legend(self) -> Drawing:
        """The scales of the large pictures, each once, with the models that it holds for."""
        scene, scales = self.scene, list[Drawing]()
        own = [one for one in scene.answered_columns if not self._has_weights(one)]
        if scene.view == "alignment":
            scales.append(self._bar(self._word_weights, own))
        if scene.view == "blocks":
            present = [np.unique(one.kinds) for one in own if one.kinds is not None]
            scales.append(block_legend(np.concatenate(present)))
        if weighed := [one for one in scene.answered_columns if self._has_weights(one)]:
            scales.append(self._bar(self._weights, weighed))
        if self._scores is not None:
            of_terms = [one for one in scene.answered_columns if one.view.terms]
            scales.append(self._bar(self._scores, of_terms, SCORE_COLOURS))
        if scene.pair is not None:
            first, second = scene.pair
            slots = first.model.index, second.model.index
            scales.append(ColourScale(self._difference_scale, slots))
        return InLines(scales, centred=len(self.pictures) > 1)

    def _has_weights(self, column: AttentionColumn) -> bool:
        """Whether the large picture of a model has a map of weights."""
        view, kind = column.view, self.scene.view
        own = {"bias": view.bias, "alignment": view.alignment, "blocks": column.kinds}
        return kind != "lines" and own.get(kind) is None

    def _bar(
        self, scale: Scale, models: Sequence[AttentionColumn], slots: tuple[int, int] = (0, 1)
    ) -> ColourScale:
        """A scale that names the models whose pictures share it, where there are several."""
        if len(self.scene.answered_columns) > 1:
            names = join_names([column.model.letter for column in models])
            scale = replace(scale, label=f"{names}: {scale.label}")
        return ColourScale(scale, slots)

    def _notes(self) -> TextBlock | None:
        """Return how paper and reference code differ, in the views for terms and biases."""
        views = [one.view for one in self.scene.visible_columns if one.view.terms or one.view.bias]
        specs = {view.card.spec.name: view.card.spec for view in views}
        lines = [f"{spec.title}: {tr(note)}" for spec in specs.values() for note in spec.notes]
        if not lines or self.scene.view not in ("terms", "bias"):
            return None
        return TextBlock("\n".join(lines), pixels=fonts.SMALL)


def thumbnail_side(scene: AttentionScene, room: float | None) -> float:
    """Return the side of a thumbnail in pixels: less in a low room and with many layers."""
    height = GRID_HEIGHT if room is None else HEADS_SHARE * room
    height = min(max(height, LOWEST_GRID), GRID_HEIGHT)
    layers = max((column.view.maps.num_layers for column in scene.answered_columns), default=1)
    return min(max(height / layers, SMALLEST_THUMBNAIL), LARGEST_THUMBNAIL)


def _titles(view: AttentionView, layer: int | None, head: int | None) -> list[str]:
    """Return the titles of a map, the whole one first, then shorter ones."""
    whole, short = place_name(layer, head), short_place(layer, head)
    if len(view.streams) == 1:
        return [whole, short]
    stream = tr(view.stream.title)
    average = [stream] if (layer, head) == (None, None) else []
    return [f"{stream} · {whole}", f"{stream} · {short}", *average, f"{short} · {stream}"]


def _no_bias(view: AttentionView) -> TextBlock:
    """That this stream has no bias by distance, or that no stream of the model has one."""
    spec = view.card.spec
    kinds = {extra.kind for extra in spec.extras}
    if "distance_bias" in kinds:
        none = tr("{title} has no bias by distance.", title=tr(view.stream.title))
        return TextBlock(none, hint=tr("Choose another part.") if len(spec.streams) > 1 else "")
    hint = tr("See its “{view}” instead.", view=VIEWS["terms"]) if "score_term" in kinds else ""
    return TextBlock(tr("{title} has no bias by distance.", title=spec.title), hint=hint)


def _directions(column: AttentionColumn) -> Drawing:
    """How much goes back, stays and goes ahead; between two texts that means nothing."""
    view = column.view
    shares = [view.facts.of(name) for name in ("back", "itself", "ahead")]
    known = [mean_of(values, *column.place) for values in shares if values is not None]
    if len(known) < len(shares):
        spec = view.card.spec
        rows = next(each for each in spec.streams if each.feed == view.stream.feed)
        sides = {"rows": rows, "columns": key_stream(spec, view.stream)}
        titles = {name: tr(stream.title).lower() for name, stream in sides.items()}
        said = tr("Rows are tokens of the {rows}, columns those of the {columns}.", **titles)
        return TextBlock(said)
    return direction_bar(known[0], known[1], known[2], column.model.index)


def _effect(index: int, column: AttentionColumn | ModelFailure) -> Drawing:
    """The effect of the ablation on the prediction of one model."""
    if isinstance(column, ModelFailure):
        return TextBlock("")
    if not column.answer.is_ablated:
        nothing = TextBlock(tr("Nothing is switched off."))
        return Titled(nothing, tr("Unchanged"), column.model.index)
    bars = [
        Bar(
            visible(place.label),
            place.after,
            slot=column.model.index,
            text=probabilities(place),
            ghost=place.before,
            note=best_note(place),
            tip=_tip(place),
        )
        for place in column.affected_tokens
    ]
    note = f"{effect_note(column.answer)} {tr('Outlined: the probability with everything on.')}"
    if any(bar.note for bar in bars):
        note += tr(" In grey: the most probable token, before and after.")
    drawn = Tagged(Bars(bars, maximum=BAR_MAXIMUM), FigurePart("affected", index))
    return Titled(drawn, ablation_title(column.answer), column.model.index, note)


def _tip(place: AffectedToken) -> str:
    best = best_note(place)
    change = f"{visible(place.label)}: {probabilities(place)}"
    return tr("{change}; most probable: {best}", change=change, best=best) if best else change
