"""The hidden states of one stream of a model, with the tokens that they are of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from explorer.core.attention.inputs import AttentionQuery, PreparedInput, feed, has_own_text
from explorer.core.attention.matching import counterpart
from explorer.core.comparison.rows import rows_of
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.localization import tr
from models.schema.records import NO_ORIGIN, Encoding, FloatArray, IntArray, ModelInput
from models.schema.specs import MAIN_FEED, StreamSpec

INPUT_NAME = tr("Input")  # what enters the first layer: embeddings, and what is added to them


def layer_name(number: int) -> str:
    """The name of a layer, which is counted from 1."""
    return tr("Layer {number}", number=number)


@dataclass(frozen=True)
class LayerMixWeights:
    """The learned weights (S,) of the layers that the head of a task reads, and their factor."""

    shares: tuple[float, ...]
    gamma: float


@dataclass(frozen=True, eq=False)
class StreamStates:
    """Hidden states (S, T, D) of the tokens that a stream is fed.

    `places` are those of the tokens in the text, NO_ORIGIN for one that is not of it; of a decoder
    with a text of its own, their positions there.
    """

    card: ModelCard
    fed: PreparedInput
    streams: tuple[StreamSpec, ...]  # to choose from: those with hidden states
    stream: StreamSpec
    hidden: FloatArray  # (S, T, D)
    labels: tuple[str, ...]  # (T,)
    places: IntArray  # (T,)
    of_text: bool
    normed_last: bool  # whether the last states alone have passed a final norm
    mix: LayerMixWeights | None = None  # of all layers, which the head of a task reads

    @property
    def is_generated(self) -> bool:
        """Whether its tokens are those that the model's own decoder writes."""
        return self.fed.is_generated and self.card.spec.is_decoder_input(self.stream.feed)

    @property
    def model_input(self) -> ModelInput:
        return self.fed.model_input

    @property
    def encoding(self) -> Encoding:
        return self.model_input.encoding

    @property
    def layer_names(self) -> tuple[str, ...]:
        return layer_names(len(self.hidden), tr(self.stream.title))

    def index_of(self, place: int | None) -> int | None:
        """The token at a place; None where there is none."""
        if place is None or place == NO_ORIGIN:
            return None
        indices = np.flatnonzero(self.places == place)
        return int(indices[0]) if len(indices) else None

    def place_of(self, token: int) -> int | None:
        """The place of a token; None of one that is not of the text, or is none yet."""
        place = int(self.places[token]) if 0 <= token < len(self.places) else NO_ORIGIN
        return None if place == NO_ORIGIN else place

    def place_in(self, other: StreamStates, place: int) -> int | None:
        """The token at a place of this text in another model's; None where that has none.

        Of a text that is a model's own, the token with the same number.
        """
        if other is self or not (self.of_text and other.of_text):
            return place
        return counterpart(self.encoding, other.encoding, place)


def layer_names(count: int, title: str) -> tuple[str, ...]:
    """Names of so many states; `title` is that of a stream that has one state only."""
    if count == 1:
        return (title,)
    return (INPUT_NAME, *map(layer_name, range(1, count)))


def states_of(
    engine: Engine,
    key: str,
    query: AttentionQuery,
    forced: Mapping[int, bool],
    *,
    predicting: bool = False,
    model_input: ModelInput | None = None,
) -> StreamStates:
    """What a stream makes of the text, or of another input of the model. Raises UserError.

    Where no stream is chosen, the last one of those with hidden states; `predicting` prefers one
    that a head predicts tokens from.
    """
    from models.inference.lens import head_of_stream
    from models.schema.batch import FinallyNormed

    card, model = engine.card(key), engine.load_model(key).model
    fed = feed(engine, key, query, forced) if model_input is None else PreparedInput(model_input)
    traced = engine.trace(key, fed.model_input, ("hidden",)).streams
    fed = replace(fed, model_input=engine.apply_all_feeds(key, fed.model_input))
    streams = tuple(
        stream
        for stream in card.spec.streams
        if stream.name in traced and traced[stream.name].hidden is not None
    )
    if not streams:
        raise UserError(
            tr("{card} records no hidden states.", card=card.title), tr("Choose another model.")
        )
    usual = streams[-1]
    if predicting:
        able = [s for s in streams if head_of_stream(card.spec, card.head_specs, s.name)]
        usual = next((s for s in reversed(able) if s.direction != "right_to_left"), usual)
    wanted = dict(query.streams).get(card.spec.name)
    stream = next((each for each in streams if each.name == wanted), usual)
    hidden = traced[stream.name].hidden
    assert hidden is not None
    own = has_own_text(card.spec, stream.feed)
    name = stream.feed if stream.feed in fed.model_input.feeds else MAIN_FEED
    tokens = rows_of(engine.tokenizer(key), card.spec, fed.model_input, name, card.title).tokens
    return StreamStates(
        card=card,
        fed=fed,
        streams=streams,
        stream=stream,
        hidden=hidden,
        labels=tuple(token.text for token in tokens),
        places=np.arange(len(tokens)) if own else fed.model_input.origin,
        of_text=not own,
        normed_last=isinstance(model, FinallyNormed),
        mix=_mix(engine, key),
    )


def _mix(engine: Engine, key: str) -> LayerMixWeights | None:
    """The learned mix of a fine-tuned model; None without one."""
    task = engine.load_model(key).task_model
    learned = None if task is None else task.head.mix
    if learned is None:
        return None
    return LayerMixWeights(tuple(learned.shares.tolist()), float(learned.gamma.detach()))
