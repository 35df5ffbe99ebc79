"""The answers of the chosen models, the selection and the options, which determine the figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from explorer.core.attention.matching import counterpart
from explorer.core.attention.request import Answers, AttentionAnswer, AttentionOptions
from explorer.core.attention.view import AttentionView
from explorer.core.errors import UserError
from explorer.core.state.state import Head, Selection, State
from explorer.ui.panel_base.caption import Basis
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panels.attention.column import (
    DIFFERENCE,
    VIEWS,
    AttentionChoice,
    AttentionColumn,
    ModelFailure,
    View,
    comparable_pair,
)
from models.schema.specs import MAIN_FEED


@dataclass(frozen=True, eq=False)
class Scene:
    """What the panel shows. `token_of` is the model in which the token was chosen; "" if gone."""

    slots: tuple[ModelSlot, ...]
    answers: Answers
    state: State
    options: AttentionOptions
    token_of: str = ""

    @property
    def selection(self) -> Selection:
        return self.state.selection

    @property
    def choice(self) -> AttentionChoice:
        """The parts that are drawn."""
        options, selection = self.options, self.selection
        return AttentionChoice(
            layer=selection.layer,
            head=selection.head,
            view=self.view,
            with_difference=options.with_difference,
            root_scale=options.root_scale,
            alone=self.alone,
        )

    # ---- the models

    @cached_property
    def answered(self) -> list[tuple[ModelSlot, AttentionAnswer]]:
        """Those that have answered."""
        answers = [(slot, self.answers.get(slot.key)) for slot in self.slots]
        return [(slot, answer) for slot, answer in answers if isinstance(answer, AttentionAnswer)]

    @property
    def shown(self) -> list[AttentionView]:
        return [answer.view for _, answer in self.answered]

    @property
    def digests(self) -> dict[str, str]:
        """The hashes of the weights that computed what is shown, by key."""
        return {slot.key: answer.view.card.hash for slot, answer in self.answered}

    @property
    def basis(self) -> Basis:
        """A layer or head that no model has is not the one that is shown: each shows its last.

        The seed matters where a model is given an order.
        """
        layer, head = self.selection.layer, self.selection.head
        places = [view.maps.nearest(layer, head) for view in self.shown]
        if layer is not None:
            layer = max((at for at, _ in places if at is not None), default=layer)
        if head is not None:
            head = max((at for _, at in places if at is not None), default=head)
        seed = self.state.seed if any(view.fed.order for view in self.shown) else None
        selection = replace(self.selection, layer=layer, head=head)
        return Basis(self.state.text, self.state.pair, seed, selection)

    @cached_property
    def columns(self) -> list[tuple[ModelSlot, AttentionColumn | ModelFailure]]:
        """Those that have answered, and those that cannot."""
        slots = [slot for slot in self.slots if slot.key in self.answers]
        return [(slot, self._column(slot)) for slot in slots]

    @property
    def alone(self) -> int | str | None:
        """Which of the columns fills the panel, if any."""
        if self.options.alone == DIFFERENCE:
            return DIFFERENCE if comparable_pair([one for _, one in self.columns]) else None
        keys = [slot.key for slot, one in self.columns if isinstance(one, AttentionColumn)]
        if self.options.alone not in keys:
            return None
        return [slot.key for slot, _ in self.columns].index(self.options.alone)

    @property
    def shown_columns(self) -> list[AttentionColumn]:
        return [column for _, column in self.columns if isinstance(column, AttentionColumn)]

    def _column(self, slot: ModelSlot) -> AttentionColumn | ModelFailure:
        answer = self.answers[slot.key]
        if isinstance(answer, UserError):
            return ModelFailure(slot.index, slot.title, answer.message, answer.hint)
        tokens = self._tokens_in(slot.key, answer.view)
        return AttentionColumn(slot.index, slot.title, answer, tokens)

    # ---- views

    @cached_property
    def views(self) -> tuple[str, ...]:
        """The views that there is something for."""
        extras = [extra for shown in self.shown for extra in shown.card.spec.extras]
        possible = {"map", "lines", "both"}
        if any(extra.by_layer for extra in extras):
            possible.add("terms")
        if any(not extra.by_layer for extra in extras):
            possible.add("bias")
        return tuple(name for name in VIEWS if name in possible)

    @cached_property
    def view(self) -> View:
        """The chosen view; where none was, terms of scores if all models have some.

        A model of several terms that joins others does not take their common picture apart.
        """
        specs = [shown.card.spec for shown in self.shown]
        all_add = all(any(extra.by_layer for extra in spec.extras) for spec in specs)
        name = self.options.view or ("terms" if all_add else "map")
        return cast(View, name if name in self.views else "map")

    def streams_with_bias(self) -> dict[str, str]:
        """The chosen streams but for those without a bias by distance whose model has another."""
        streams = dict(self.options.streams)
        for shown in self.shown:
            if shown.bias is None and any(not e.by_layer for e in shown.card.spec.extras):
                streams.pop(shown.card.spec.name, None)
        return streams

    # ---- the selected token and head

    def _tokens_in(self, key: str, target: AttentionView) -> dict[str, int]:
        """The selected positions by feed: of the text, and of what a decoder is fed."""
        found: dict[str, int] = {}
        token = self._token_in(target)
        if token is not None:
            found[MAIN_FEED] = token
        if self.written is not None and self.written[0] == key:
            found[self.written[1]] = int(self.written[2])
        return found

    def _token_in(self, target: AttentionView) -> int | None:
        """The selected token as this model has it: a word keeps its place in the text."""
        token = self.selection.token
        source = self.answers.get(self.token_of)
        if token is None or not isinstance(source, AttentionAnswer):
            return None
        if source.view is target:
            return token
        return counterpart(source.view.encoding, target.encoding, token)

    @property
    def texts(self) -> list[str]:
        """What a decoder's own text depends on."""
        return [self.state.text, self.state.pair, self.options.decoder_text]

    @property
    def written(self) -> Sequence[Any] | None:
        """The selected token of a decoder's text, [model, feed, position], while it is true."""
        return self.options.written if self.options.written_of == self.texts else None

    def head_in(self, key: str, layer: int | None, head: int | None) -> Head | None:
        """A head as a model has it, its last where it has fewer; None where there is none."""
        answer = self.answers.get(key)
        if layer is None or head is None or not isinstance(answer, AttentionAnswer):
            return None
        maps, stream = answer.view.maps, answer.view.stream.name
        return Head(stream, min(layer, maps.num_layers - 1), min(head, maps.num_heads - 1))
