"""What the Layers panel shows: the answers of the models with the selected token and layer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from explorer.core.layers.experts import ExpertShares
from explorer.core.layers.lens import LogitLens
from explorer.core.layers.request import LayersAnswer, LayersOptions
from explorer.core.library.slots import ModelSlot
from explorer.ui.graphics.drawing import Drawing, Tagged
from explorer.ui.panel_base.columns import AnswersScene

NUM_FIRST = 2  # predictions that are looked at first
INPUT = 0  # the index of what enters the first layer
Kind = Literal["tokens", "lens", "map", "layers", "plane", "experts"]


@dataclass(frozen=True)
class LayersTag:
    """What a drawing shows, and of which model."""

    kind: Kind
    key: str


@dataclass(frozen=True, eq=False)
class LayersColumn:
    """A model and its answer; `token` is the selected one of its stream.

    `beginning` are the predictions of its lens that are looked at first.
    """

    model: ModelSlot
    answer: LayersAnswer
    token: int | None = None
    beginning: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        return self.model.title

    @property
    def num_layers(self) -> int:
        return len(self.answer.states.hidden)

    @property
    def labels(self) -> tuple[str, ...]:
        return self.answer.states.labels

    @property
    def layer_names(self) -> tuple[str, ...]:
        return self.answer.states.layer_names

    @property
    def lens(self) -> LogitLens:
        assert self.answer.lens is not None
        return self.answer.lens

    @property
    def experts(self) -> ExpertShares:
        assert self.answer.experts is not None
        return self.answer.experts

    @property
    def lens_index(self) -> int:
        """What of the lens is followed through the layers: the selected token, or the first."""
        chosen = self.lens.index_of(self.token)
        return self.beginning[0] if chosen is None else chosen

    @property
    def first_predictions(self) -> list[int]:
        """The one that is followed, with one more beside it, in the order of the text."""
        both = dict.fromkeys((self.lens_index, *self.beginning))
        return sorted([*both][:NUM_FIRST])

    def tag_drawing(self, drawing: Drawing, kind: Kind) -> Tagged:
        """A drawing of this model, whose hits say so."""
        return Tagged(drawing, LayersTag(kind, self.model.key))


@dataclass(frozen=True, eq=False)
class LayersScene(AnswersScene[LayersColumn]):
    """The answers of one view."""

    view: str
    options: LayersOptions

    def column(self, slot: ModelSlot, answer: LayersAnswer) -> LayersColumn | None:
        if answer.view != self.view:
            return None
        beginning = self._beginning_of(answer)
        return LayersColumn(slot, answer, self._token_in(slot.key, answer), beginning)

    @cached_property
    def measured_columns(self) -> list[LayersColumn]:
        """The models of which this view has something."""
        return [column for column in self.answered_columns if not column.answer.problem]

    def column_of(self, key: str) -> LayersColumn | None:
        return next((one for one in self.answered_columns if one.model.key == key), None)

    # ---- the lens

    @cached_property
    def _lens_answers(self) -> list[LayersAnswer]:
        known = (self.answers.get(slot.key) for slot in self.slots)
        answers = [one for one in known if isinstance(one, LayersAnswer)]
        return [one for one in answers if one.lens is not None]

    @cached_property
    def _same_predictions(self) -> list[dict[int, int]]:
        """For each of `_lens_answers`, its predictions by those of the first model.

        Only words that every model predicts, the most telling ones of the first model first.
        """
        order = {n: n for n in _lens_of(self._lens_answers[0]).most_telling}
        same = [order, *map(self._counterparts, self._lens_answers[1:])]
        shared = [n for n in order if all(n in one for one in same)]
        return [{n: one[n] for n in shared} for one in same]

    def _counterparts(self, answer: LayersAnswer) -> dict[int, int]:
        """The predictions of the same words as in the first model, by those of that one."""
        first, lens = self._lens_answers[0], _lens_of(answer)
        found: dict[int, int] = {}
        for n, token in enumerate(_lens_of(first).places.tolist()):
            place = first.states.place_of(token)
            same = None if place is None else first.states.place_in(answer.states, place)
            index = lens.index_of(answer.states.index_of(same))
            if index is not None:
                found[n] = index
        return found

    def _beginning_of(self, answer: LayersAnswer) -> tuple[int, ...]:
        """Words that all models predict, then the most telling ones of this one."""
        if answer.lens is None:
            return ()
        shared = self._same_predictions[self._lens_answers.index(answer)].values()
        return tuple(dict.fromkeys((*shared, *answer.lens.most_telling)))[:NUM_FIRST]

    # ---- layers

    @property
    def layer(self) -> int | None:
        """The chosen states, counted from what enters the first layer; None for none."""
        selected = self.state.selection.layer
        if selected is None:
            return INPUT if self.options.at_input else None
        return selected + 1

    def layer_in(self, column: LayersColumn) -> int:
        """The chosen layer of a model; the last where none is chosen or it has fewer."""
        last = column.num_layers - 1
        return last if self.layer is None else min(self.layer, last)

    # ---- tokens

    @property
    def texts(self) -> tuple[str, str]:
        """What a decoder's own text depends on."""
        return self.state.text, self.state.pair

    def _token_in(self, key: str, answer: LayersAnswer) -> int | None:
        """The selected token in the stream of a model."""
        states, written = answer.states, self.options.written
        if not states.of_text:
            own = self.options.written_of == self.texts and written[:1] == (key,)
            return states.index_of(int(written[1])) if own and len(written) == 2 else None
        return states.index_of(self.token_in(answer))


def _lens_of(answer: LayersAnswer) -> LogitLens:
    assert answer.lens is not None
    return answer.lens
