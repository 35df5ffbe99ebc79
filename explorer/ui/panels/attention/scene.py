"""The answers of the chosen models, the selection and the options, which determine the figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, cast

from explorer.core.attention.head_effect import AffectedToken
from explorer.core.attention.positions.request import POSITIONS
from explorer.core.attention.request import AttentionAnswer, AttentionOptions
from explorer.core.attention.survey.request import HEADS
from explorer.core.attention.view import AttentionView, ByteArray, TokenAxis
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.report.captions import Basis
from explorer.core.state.state import Head, Selection
from explorer.ui.graphics.charts.bars import BarHit
from explorer.ui.graphics.maps.head_grid import Selected
from explorer.ui.graphics.maps.heat_map import AxisHit, Focus
from explorer.ui.panel_base.columns import AnswersScene
from models.schema.records import FloatArray, IntArray
from models.schema.specs import MAIN_FEED

View = Literal["map", "lines", "both", "terms", "bias", "alignment", "blocks", "positions", "heads"]
VIEWS = {
    "map": tr("Heat map"),
    "lines": tr("Lines"),
    "both": tr("Map and lines"),
    "terms": tr("Terms of the score"),
    "bias": tr("Position bias"),
    POSITIONS: tr("Positions"),
    "alignment": tr("Word alignment"),
    "blocks": tr("Kinds of blocks"),
    HEADS: tr("Many sentences"),
}
# Which kind of recording a view shows.
RECORDED = {"terms": "score_term", "bias": "distance_bias", "blocks": "blocks"}
COMPARABLE_VIEWS = ("map", "lines", "both")
DIFFERENCE = "difference"  # in place of the model whose picture fills the panel
MAX_AFFECTED = 6  # positions of which the change of the prediction is drawn


@dataclass(frozen=True, eq=False)
class AttentionColumn:
    """The answer of one model, with the selected layer, head and tokens."""

    model: ModelSlot
    answer: AttentionAnswer
    chosen: Selected  # a layer and a head, which this model need not have
    tokens: dict[str, int]  # position by feed

    @property
    def title(self) -> str:
        return self.model.title

    @property
    def view(self) -> AttentionView:
        return self.answer.view

    @property
    def place(self) -> Selected:
        """The layer and the head that are drawn: the last, where it has fewer."""
        return self.view.maps.nearest(*self.chosen)

    @property
    def weights(self) -> FloatArray:
        """The map that is drawn (R, C)."""
        return self.view.maps.pick(*self.chosen)

    @property
    def kinds(self) -> ByteArray | None:
        """The kinds of its blocks (R, C), in a model that has some."""
        return self.view.block_kinds_in(*self.chosen)

    @property
    def off(self) -> frozenset[tuple[int, int]]:
        """The heads of this stream that are off, as (layer, head)."""
        stream = self.view.stream.name
        return frozenset((h.layer, h.head) for h in self.answer.off if h.stream == stream)

    @property
    def focus(self) -> Focus:
        """The row and the column of the map that are selected."""
        rows, columns = (
            axis.index_of(self.tokens.get(_feed(axis)))
            for axis in (self.view.rows, self.view.columns)
        )
        return rows, columns

    @property
    def hops(self) -> IntArray | None:
        """The fewest attention layers (C,) from each token to the selected one, or None."""
        row = self.focus[0]
        return self.view.hops_to(row) if row is not None and self.view.same_text else None

    def token_at(self, hit: AxisHit | BarHit) -> tuple[str, int]:
        """The feed and the position of a row or column, or of a changed prediction."""
        if isinstance(hit, BarHit):
            assert self.answer.effect is not None
            return self.answer.effect.feed, self.affected_tokens[hit.index].position
        axis = self.view.rows if hit.axis == "row" else self.view.columns
        return _feed(axis), int(axis.places[hit.position])

    @property
    def exact_tokens(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.view.rows.tokens, self.view.columns.tokens

    def head(self, layer: int | None, head: int | None) -> Head | None:
        """A head as this model has it, its last where it has fewer; None for an average."""
        layer, head = self.view.maps.nearest(layer, head)
        if layer is None or head is None:
            return None
        return Head(self.view.stream.name, layer, head)

    @property
    def affected_tokens(self) -> list[AffectedToken]:
        """The positions where the ablation changes the prediction most."""
        effect = self.answer.effect
        return [] if effect is None else effect.most_affected(MAX_AFFECTED)

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The labels of rows and columns; with positions where there is a factorization order."""
        return self._names(self.view.rows), self._names(self.view.columns)

    def _names(self, axis: TokenAxis) -> tuple[str, ...]:
        order = self.view.order
        if order is None:
            return axis.labels
        named = zip(axis.labels, order[axis.fed_rows].tolist(), strict=True)
        return tuple(f"{name}\u00a0({position})" if position else name for name, position in named)


@dataclass(frozen=True)
class FigurePart:
    """The tag of one drawing in the figure: what it shows, and of which column."""

    kind: Literal["heads", "affected", "map", "bias", "difference"]
    column: int


@dataclass(frozen=True, eq=False)
class AttentionScene(AnswersScene[AttentionColumn]):
    """What the panel shows."""

    options: AttentionOptions

    def column(self, slot: ModelSlot, answer: AttentionAnswer) -> AttentionColumn:
        return AttentionColumn(slot, answer, self.head, self._tokens_in(slot.key, answer))

    @property
    def selection(self) -> Selection:
        return self.state.selection

    @property
    def head(self) -> Selected:
        """The selected layer and head, which a model need not have."""
        return self.selection.layer, self.selection.head

    # ---- the models

    @cached_property
    def comparable(self) -> tuple[AttentionColumn, AttentionColumn] | None:
        """The first two models whose tokens are the same, one by one, on both sides."""
        known = self.answered_columns
        pairs = ((first, second) for n, second in enumerate(known) for first in known[:n])
        same = (pair for pair in pairs if pair[0].exact_tokens == pair[1].exact_tokens)
        return next(same, None)

    @property
    def alone(self) -> str | None:
        """The model whose picture fills the panel, or DIFFERENCE; None if all are drawn."""
        possible = [column.model.key for column in self.answered_columns]
        possible += [DIFFERENCE] if self._compared_columns else []
        return self.options.alone if self.options.alone in possible else None

    @property
    def _compared_columns(self) -> tuple[AttentionColumn, AttentionColumn] | None:
        has_difference = self.options.with_difference and self.view in COMPARABLE_VIEWS
        return self.comparable if has_difference else None

    @property
    def pair(self) -> tuple[AttentionColumn, AttentionColumn] | None:
        """The models whose difference is drawn."""
        return self._compared_columns if self.alone in (None, DIFFERENCE) else None

    @property
    def visible_columns(self) -> list[AttentionColumn]:
        """The models that are drawn; of a difference both."""
        if self.alone == DIFFERENCE:
            return list(self.pair or ())
        return [one for one in self.answered_columns if self.alone in (None, one.model.key)]

    @property
    def caption_dependencies(self) -> Basis:
        """The caption's dependencies; for a layer or head that no model has, the last there is.

        The seed matters where a model is given an order.
        """
        layer, head = self.head
        places = [column.place for column in self.answered_columns]
        layer = max((at for at, _ in places if at is not None), default=layer)
        head = max((at for _, at in places if at is not None), default=head)
        ordered = any(column.view.fed.order for column in self.answered_columns)
        seed = self.state.seed if ordered else None
        selection = replace(self.selection, layer=layer, head=head)
        return Basis(self.state.text, self.state.pair, seed, selection)

    # ---- views

    @cached_property
    def views(self) -> tuple[str, ...]:
        """The views that there is something for."""
        kinds = {extra.kind for one in self.answered_columns for extra in one.view.card.spec.extras}
        missing = {name for name, kind in RECORDED.items() if kind not in kinds}
        if not any(column.view.alignment for column in self.answered_columns):
            missing.add("alignment")
        return tuple(name for name in VIEWS if name not in missing)

    @cached_property
    def view(self) -> View:
        """The chosen view; where none was, terms of scores if all models have some.

        A model of several terms that joins others does not take their common picture apart.
        """
        specs = [column.view.card.spec for column in self.answered_columns]
        all_add = all(any(e.kind == "score_term" for e in spec.extras) for spec in specs)
        name = self.options.view or ("terms" if all_add else "map")
        return cast(View, name if name in self.views else "map")

    def streams_with_bias(self) -> dict[str, str]:
        """The chosen streams but for those without a bias by distance whose model has another."""
        streams = dict(self.options.streams)
        for view in (column.view for column in self.answered_columns):
            if view.bias is None and any(e.kind == "distance_bias" for e in view.card.spec.extras):
                streams.pop(view.card.spec.name, None)
        return streams

    # ---- the selected token

    def _tokens_in(self, key: str, answer: AttentionAnswer) -> dict[str, int]:
        """The selected positions by feed: of the text, and of what a decoder is fed."""
        positions: dict[str, int] = {}
        if (token := self.token_in(answer)) is not None:
            positions[MAIN_FEED] = token
        if self.written is not None and self.written[0] == key:
            positions[self.written[1]] = int(self.written[2])
        return positions

    @property
    def texts(self) -> list[str]:
        """What a decoder's own text depends on."""
        return [self.state.text, self.state.pair, self.options.decoder_text]

    @property
    def written(self) -> Sequence[Any] | None:
        """The selected token of a decoder's text, [model, feed, position], while it is true."""
        return self.options.written if self.options.written_of == self.texts else None


def _feed(axis: TokenAxis) -> str:
    """The encoding whose positions an axis has: that of the text, also where it is corrupted."""
    return MAIN_FEED if axis.of_text else axis.feed
