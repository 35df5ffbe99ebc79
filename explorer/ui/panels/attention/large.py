"""The chosen head of each model large: a map, lines, its terms, or its bias by distance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from explorer.core.attention.heads import mean_of
from explorer.core.attention.inputs import seen_stream
from explorer.core.attention.measures import difference, distance_between
from explorer.core.attention.view import AttentionView
from explorer.ui.graphics.beside import Beside
from explorer.ui.graphics.charts.share_bar import difference_bar, direction_bar
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.panels.attention.bias_chart import BiasChart, bias_limits
from explorer.ui.panels.attention.controls import VIEWS
from explorer.ui.panels.attention.maps import (
    LATER,
    AttentionLines,
    AttentionMap,
    difference_scale,
    score_scale,
    shared_scale,
)
from explorer.ui.panels.attention.parts import (
    AttentionChoice,
    AttentionColumn,
    FigurePart,
    ModelFailure,
    place_name,
    short_place,
    weight_scale,
)
from explorer.ui.panels.attention.terms import Equation
from explorer.ui.style.colours import Scale
from explorer.ui.style.fonts import SMALL
from models.schema.records import FloatArray

MIN_LINES = 180.0  # pixels, else they stand below the map
MIN_COLUMN = 200.0  # pixels, else models stand one below the other
ALL_HEADS_LABEL = "all heads: weight"
WEIGHT_LABEL = "large: weight, highest 1% clipped"
SCORE_LABEL = "score, highest 1% clipped"
SWITCHED_OFF = "✕"
SCORE_COLOURS = (5, 4)  # of more and of less than zero, which are no model's
REASONS = {
    "left_to_right": LATER,
    "right_to_left": "which comes earlier",
    "by_order": "which is not before it in the order",
    "both": "which this layer leaves out",
}
SIDES = ("back", "itself", "ahead")


class Large:
    """Builds the pictures of one figure; `maps` are those whose cells can be made smaller."""

    def __init__(
        self, columns: Sequence[AttentionColumn | ModelFailure], choice: AttentionChoice
    ) -> None:
        self.columns = tuple(columns)
        self.choice = choice
        self.views = [column for column in columns if isinstance(column, AttentionColumn)]
        self.picked = [column.view.maps.pick(choice.layer, choice.head) for column in self.views]
        self.maps: list[AttentionMap] = []
        self.charts: list[BiasChart] = []
        self._equations: list[Equation] = []
        self._level: list[AttentionMap] = []  # those whose names take the same room
        self._scale = shared_scale(self.picked, WEIGHT_LABEL, root=choice.root_scale)
        self._scores = self._score_scale()
        curves = [column.view.bias.curves for column in self.views if column.view.bias]
        self._limits = bias_limits(curves)

    def row(self, pair: tuple[int, int] | None) -> Row:
        """One picture for each column, and the difference of a pair of models.

        Models stand one below the other where the terms of one would not fit into a line otherwise.
        """
        pictures = [self._large(index) for index in range(len(self.columns))]
        if pair is not None:
            pictures.append(self._difference(*pair))
        widths = [big.label_widths for big in self._level]
        for big in self._level:
            big.align((max(width for width, _ in widths), max(height for _, height in widths)))
        widest = max((equation.line_width for equation in self._equations), default=0.0)
        return Row(pictures, min_width=max(widest, MIN_COLUMN))

    def legend(self, pair: tuple[int, int] | None) -> Row:
        """The scales of what is drawn."""
        legends: list[Drawing] = [ColourScale(weight_scale(self.choice, ALL_HEADS_LABEL))]
        if self.maps and self.choice.view != "lines":
            legends.append(ColourScale(self._scale))
        if self._scores is not None:
            legends.append(ColourScale(self._scores, SCORE_COLOURS))
        if pair is not None:
            a, b = (self.views[index] for index in pair)
            label = f"← more in {b.letter}, more in {a.letter} →"
            legends.append(ColourScale(self._difference_scale(pair, label), (a.slot, b.slot)))
        return Row(legends, min_width=220)

    def notes(self) -> TextBlock | None:
        """Where the authors' code and the paper differ, for what only some architectures have."""
        shown = [c.view for c in self.views if c.view.terms or c.view.bias]
        specs = {view.card.spec.name: view.card.spec for view in shown}
        lines = [f"{spec.title}: {note}" for spec in specs.values() for note in spec.notes]
        if not lines or self.choice.view not in ("terms", "bias"):
            return None
        return TextBlock("\n".join(lines), pixels=SMALL)

    # ---- one model

    def _large(self, index: int) -> Drawing:
        column = self.columns[index]
        if isinstance(column, ModelFailure):
            return TextBlock("")
        view = column.view
        if self.choice.view == "bias" and view.bias is not None:
            return self._bias(index, column)
        place = view.maps.nearest(self.choice.layer, self.choice.head)
        title, *shorter = _titles(view, *place)
        biased = self.choice.view == "bias"
        above = _no_bias(view) if biased else _directions(column, *place)
        picture = Stack([above, self._picture(index, column)], gap=8)
        return Titled(picture, title, column.slot, shorter=shorter)

    def _picture(self, index: int, column: AttentionColumn) -> Drawing:
        if self.choice.view == "terms" and column.view.terms:
            return self._terms(index, column)
        if self.choice.view == "lines":
            return self._lines(index, column)
        big = self._map(column, self.picked[self.views.index(column)], self._scale)
        self._level.append(big)
        drawn = Tagged(big, FigurePart("map", index))
        if self.choice.view != "both":
            return drawn
        lines = self._lines(index, column)
        return Beside(drawn, lines, limit=big.natural_width, min_rest=MIN_LINES)

    def _map(self, column: AttentionColumn, values: FloatArray, scale: Scale) -> AttentionMap:
        view = column.view
        big = AttentionMap(
            values,
            column.names(view.rows),
            column.names(view.columns),
            sees=view.sees_in(self.choice.layer),
            reason=REASONS[view.stream.direction],
            scale=scale,
            slots=SCORE_COLOURS,
            focus=column.focus,
        )
        self.maps.append(big)
        return big

    def _lines(self, index: int, column: AttentionColumn) -> Drawing:
        view = column.view
        lines = AttentionLines(
            self.picked[self.views.index(column)],
            column.names(view.rows),
            column.names(view.columns),
            slot=column.slot,
            focus=column.focus,
        )
        return Tagged(lines, FigurePart("map", index))

    # ---- what only some have

    def _terms(self, index: int, column: AttentionColumn) -> Equation:
        """Each term, their sum, and the weights that the softmax makes of it."""
        view, choice = column.view, self.choice
        assert self._scores is not None
        make = partial(self._map, column, scale=self._scores)
        titles = [
            f"{SWITCHED_OFF if term.off else '+' if number else ''} {term.spec.title}".strip()
            for number, term in enumerate(view.terms)
        ]
        maps = [make(term.maps.pick(choice.layer, choice.head)) for term in view.terms]
        maps.append(make(view.score(choice.layer, choice.head)))
        maps.append(self._map(column, self.picked[self.views.index(column)], self._scale))
        titles += ["= Score", "Weights"]
        equation = Equation(maps, titles, [Tagged(each, FigurePart("map", index)) for each in maps])
        self._equations.append(equation)
        return equation

    def _score_scale(self) -> Scale | None:
        if self.choice.view != "terms":
            return None
        place = self.choice.layer, self.choice.head
        shown = [
            values
            for column in self.views
            if column.view.terms
            for values in (
                *(term.maps.pick(*place) for term in column.view.terms),
                column.view.score(*place),
            )
        ]
        return score_scale(shown, SCORE_LABEL) if shown else None

    def _bias(self, index: int, column: AttentionColumn) -> Titled:
        view = column.view
        assert view.bias is not None
        _, head = view.maps.nearest(None, self.choice.head)
        chart = BiasChart(
            view.bias.curves,
            slot=column.slot,
            selected=head,
            reach=view.rows.num_fed - 1,
            limits=self._limits,
            off=view.bias.off,
        )
        off = ", switched off" if view.bias.off else ""
        title = f"{view.stream.title} · {view.bias.spec.title} by distance{off}"
        short = f"{view.bias.spec.title}{off}"
        self.charts.append(chart)
        drawn = Tagged(chart, FigurePart("bias", index))
        return Titled(drawn, title, column.slot, shorter=[f"{view.stream.title} · {short}", short])

    # ---- two models

    def _difference_scale(self, pair: tuple[int, int], label: str) -> Scale:
        values = difference(*(self.picked[index] for index in pair))
        return difference_scale(values, label, root=self.choice.root_scale)

    def _difference(self, first: int, second: int) -> Titled:
        a, b = self.views[first], self.views[second]
        pair = self.picked[first], self.picked[second]
        big = AttentionMap(
            difference(*pair),
            a.names(a.view.rows),
            a.names(a.view.columns),
            scale=self._difference_scale((first, second), ""),
            slots=(a.slot, b.slot),
            focus=a.focus,
        )
        self.maps.append(big)
        self._level.append(big)
        bar = difference_bar(float(distance_between(*pair)))
        drawn = Tagged(big, FigurePart("map", self.columns.index(a)))
        return Titled(Stack([bar, drawn], gap=8), f"Difference, {a.letter} − {b.letter}")


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
    shares = [view.facts.of(name) for name in SIDES]
    known = [mean_of(values, layer, head) for values in shares if values is not None]
    if len(known) < len(SIDES):
        spec, seen = view.card.spec, seen_stream(view.card.spec, view.stream)
        rows = next(each for each in spec.streams if each.feed == view.stream.feed)
        return TextBlock(
            f"Rows are tokens of the {rows.title.lower()}, columns those of the "
            f"{seen.title.lower()}."
        )
    return direction_bar(known[0], known[1], known[2], column.slot)
