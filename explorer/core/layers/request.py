"""The request of the Layers panel and its work: states of each model, and what one view needs."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from explorer.core.attention.inputs import AttentionQuery, generate_decoder_input
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.feeding.decided_masks import MaskingQuestion, decisions, masks_overridden
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.by_model import answers_by_model
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.layers.experts import ExpertShares, experts_of
from explorer.core.layers.lens import LogitLens, lens_of
from explorer.core.layers.projection import FEWEST_TOKENS, Plane, planes
from explorer.core.layers.similarity import (
    layer_similarity,
    lengths,
    mean_of_pairs,
    token_similarity,
)
from explorer.core.layers.states import StreamStates, states_of
from explorer.core.localization import tr
from explorer.core.state.state import JSON, State
from models.schema.records import Encoding, FloatArray

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.inside.initial_scale import InitialScale

LENS, LAYERS, TOKENS, PLANE, NORMS = "lens", "layers", "tokens", "plane", "norms"
INITIAL, EXPERTS = "initial", "experts"
VIEWS = (LENS, LAYERS, TOKENS, PLANE, NORMS, INITIAL, EXPERTS)
WITH_COSINES = (LAYERS, TOKENS)


@dataclass(frozen=True)
class LayersOptions:
    """The panel's own options, as a session stores them.

    `streams` are chosen by architecture. With `every_token` the lens shows all predictions.
    `at_input` chooses what enters the first layer, which is no layer of the shared selection.
    `written` is the selected token of a decoder's own text, as [model, position], and `written_of`
    the texts that it depends on.
    """

    streams: Mapping[str, str] = field(default_factory=dict)
    centred: bool = False
    every_token: bool = False
    at_input: bool = False
    written: tuple[Any, ...] = ()
    written_of: tuple[str, ...] = ()

    @classmethod
    def from_settings(cls, settings: Mapping[str, JSON]) -> Self:
        """Read the options from a session; missing ones have their defaults."""
        streams = settings.get("streams")
        return cls(
            streams=dict(streams) if isinstance(streams, Mapping) else {},
            centred=bool(settings.get("centred", False)),
            every_token=bool(settings.get("every_token", False)),
            at_input=bool(settings.get("at_input", False)),
            written=tuple(settings.get("written") or ()),
            written_of=tuple(settings.get("written_of") or ()),
        )


@dataclass(frozen=True)
class LayersRequest:
    """What the numbers of one view depend on; the selected token and layer do not belong to it."""

    view: str
    keys: tuple[str, ...]
    query: AttentionQuery
    masks: MaskingQuestion
    centred: bool = False


def _empty() -> FloatArray:
    return np.empty(0, dtype=np.float32)


@dataclass(frozen=True, eq=False)
class LayersAnswer:
    """All that the picture of one model is drawn from; what its view does not need is empty."""

    view: str
    states: StreamStates
    lens: LogitLens | None = None
    alike: FloatArray = field(
        default_factory=_empty
    )  # (T, S, S) between layers, or (S, T, T) between tokens
    mean_alike: FloatArray = field(default_factory=_empty)  # (S,) over pairs of different tokens
    planes: tuple[Plane, ...] = ()
    norms: FloatArray = field(default_factory=_empty)  # (S, T)
    experts: ExpertShares | None = None
    initial: InitialScale | None = None
    problem: str = ""  # why this view has nothing of this model
    suggestion: str = ""

    @property
    def card(self) -> ModelCard:
        return self.states.card

    @property
    def encoding(self) -> Encoding:
        return self.states.encoding


Answers = dict[str, LayersAnswer | UserError]  # by model


def request_of(
    state: State, view: str, keys: tuple[str, ...], options: LayersOptions
) -> LayersRequest:
    """The request for these models."""
    masks = MaskingQuestion(state.text, state.pair, state.seed, masks=masks_overridden(state))
    query = AttentionQuery(
        text=state.text,
        pair=state.pair,
        seed=state.seed,
        streams=tuple(sorted(options.streams.items())),
        with_order=False,
    )
    return LayersRequest(view, keys, query, masks, view in WITH_COSINES and options.centred)


def answers_to(request: LayersRequest, engine: Engine) -> Work:
    """Each model as soon as it is ready; the problem of a model is its answer."""
    return answers_by_model(
        request.keys, tr("Reading with"), lambda key: _answer(request, engine, key)
    )


def _answer(
    request: LayersRequest, engine: Engine, key: str
) -> Generator[Progress, None, LayersAnswer]:
    view, query = request.view, request.query
    chosen = decisions(engine, key, request.masks)
    forced = {at: True for at, masked in chosen.items() if masked}
    yield from generate_decoder_input(engine, key, query, forced)
    states = states_of(engine, key, query, forced, predicting=view == LENS)
    try:
        if view == LENS:
            return LayersAnswer(view, states, lens=(yield from lens_of(engine, states, forced)))
        if view == EXPERTS:
            return LayersAnswer(view, states, experts=experts_of(engine, states))
        if view == INITIAL:
            return LayersAnswer(view, states, initial=_initial_scale(engine, states, query.seed))
        return (yield from _measure_view(view, states, centred=request.centred))
    except UserError as error:
        return LayersAnswer(view, states, problem=error.message, suggestion=error.hint)


def _initial_scale(engine: Engine, states: StreamStates, seed: int) -> InitialScale:
    """The scale of random weights in a model of the same shape. Raises UserError."""
    from models.inside.initial_scale import measure_initial_scale

    loaded = engine.load_model(states.card.key)
    with as_user_errors():
        return measure_initial_scale(loaded.model, loaded.spec, states.model_input, seed)


def _measure_view(
    view: str, states: StreamStates, *, centred: bool
) -> Generator[Progress, None, LayersAnswer]:
    """What a view other than the lens needs. Raises UserError for too few tokens."""
    hidden = states.hidden
    if view == LAYERS:
        return LayersAnswer(view, states, alike=layer_similarity(hidden, centred=centred))
    if view == TOKENS:
        alike = token_similarity(hidden, centred=centred)
        return LayersAnswer(view, states, alike=alike, mean_alike=mean_of_pairs(alike))
    if view == NORMS:
        return LayersAnswer(view, states, norms=lengths(hidden))
    if len(states.labels) < FEWEST_TOKENS:
        raise UserError(
            tr("{states} tokens do not span a plane.", states=len(states.labels)),
            tr("Write a longer sentence."),
        )
    fitted: list[Plane] = []
    for plane in planes(hidden):
        fitted.append(plane)
        yield Progress(tr("Principal components"), len(fitted), len(hidden), unit="layers")
    return LayersAnswer(view, states, planes=tuple(fitted))
